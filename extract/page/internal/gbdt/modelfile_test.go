package gbdt

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

func TestModelRoundTrip(t *testing.T) {
	s := &ModelFile{
		Classes: []WordOdds{{Hash: 7, Odds: 1.5}}, Words: []WordOdds{{Hash: 9, Odds: -2}},
		PageTypes: []PageTypeOdds{{Hash: 11, Odds: [features.PageTypeCount]float32{1, -1}}},
		First:     Ensemble{Bias: 0.25, Trees: []ObliviousTree{{Feature: [TreeDepth]uint16{1, 2, 3, 4, 5, 6}, Threshold: [TreeDepth]float32{1}, Leaf: [1 << TreeDepth]float32{0.5, -0.5}}}},
	}
	b := Encode(s)
	m, err := Decode(b)
	require.NoError(t, err)
	assert.Equal(t, s.First, m.First)
	assert.Equal(t, features.NewLexicon(map[uint32]float32{7: 1.5}, map[uint32]float32{9: -2}, map[uint32][features.PageTypeCount]float32{11: {1, -1}}), m.Lexicon)
	for cut := range b {
		_, err := Decode(b[:cut])
		assert.Error(t, err, "cut at %d", cut)
	}
	b[0]++
	_, err = Decode(b)
	assert.Error(t, err)
}

func FuzzDecode(f *testing.F) {
	f.Add(Encode(&ModelFile{}))
	f.Fuzz(func(t *testing.T, b []byte) {
		if m, err := Decode(b); err == nil && !bytes.Equal(b[:4], modelFile[:4]) {
			t.Fatalf("decoded %v of another format", m)
		}
	})
}
