package gbdt_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
)

func TestModelRoundTrip(t *testing.T) {
	s := &gbdt.ModelFile{
		Classes: map[uint32]float32{7: 1.5}, Words: map[uint32]float32{9: -2},
		PageTypes: map[uint32][features.PageTypeCount]float32{11: {1, -1}},
		First:     gbdt.Ensemble{Bias: 0.25, Trees: []gbdt.ObliviousTree{{Feature: [gbdt.TreeDepth]uint16{1, 2, 3, 4, 5, 6}, Threshold: [gbdt.TreeDepth]float32{1}, Leaf: [1 << gbdt.TreeDepth]float32{0.5, -0.5}}}},
	}
	b := gbdt.Encode(s)
	m, err := gbdt.Decode(b)
	require.NoError(t, err)
	assert.Equal(t, s.First, m.First)
	assert.Equal(t, features.NewLexicon(s.Classes, s.Words, s.PageTypes), m.Lexicon)
	for cut := range b {
		_, err := gbdt.Decode(b[:cut])
		assert.Error(t, err, "cut at %d", cut)
	}
	b[0]++
	_, err = gbdt.Decode(b)
	assert.Error(t, err)
}

func FuzzDecode(f *testing.F) {
	empty := gbdt.Encode(&gbdt.ModelFile{})
	f.Add(empty)
	f.Fuzz(func(t *testing.T, b []byte) {
		if m, err := gbdt.Decode(b); err == nil && !bytes.Equal(b[:4], empty[:4]) {
			t.Fatalf("decoded %v of another format", m)
		}
	})
}
