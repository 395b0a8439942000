package object

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/pdftest"
)

// TestNextObject looks for heads of objects, which other words only resemble.
func TestNextObject(t *testing.T) {
	for body, want := range map[string]int{
		"<<>> 5 0 obj": 5, "<<>>endobj 5 0 obj": 11, "obj 0 obj x obj": -1, "/obj (5 0 objects)": -1, "5 0 obj": 0, "": -1, "5 0 R": -1, "x5 0 obj": 1, "5.5 0 obj": 2,
	} {
		if want < 0 {
			want = len(body)
		}
		assert.Equal(t, want, nextObject([]byte(body), 0), body)
	}
}

// TestRebuildIsLinear counts the work: what is appended and kept must not grow
// faster than the file.
func TestRebuildIsLinear(t *testing.T) {
	for _, part := range []string{"1 0 obj\n", "1 0 obj<<>>endobj\n", "1 0 obj<<>>stream\n", "trailer<<>>\n", "9 0 obj ", "9 0 obj 5 ", "9 0 obj(endobj)"} {
		for _, n := range []int{100, 10000} {
			body := []byte("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n" + strings.Repeat(part, n))
			out, ok := rebuild(body)
			if ok {
				assert.Less(t, len(out), 3*len(body)+1000, "%q x %d", part, n)
			}
		}
	}
}

func TestIndexed(t *testing.T) {
	good := pdftest.New("x").Bytes()
	assert.True(t, indexed(good))
	assert.False(t, indexed(good[:len(good)-40]))
	assert.False(t, indexed([]byte("startxref")))
	assert.False(t, indexed([]byte("startxref\n3\n")))
	assert.False(t, indexed(append([]byte(strings.Repeat("1 0 obj\n", 1200)), good...)))
}

func TestGuardedReader(t *testing.T) {
	g := newGuardedReader(t.Context(), []byte("abc"))
	g.left = 2
	_, err := g.Read(make([]byte, 2))
	require.NoError(t, err)
	_, err = g.Read(make([]byte, 2))
	assert.ErrorIs(t, err, errReadTooMuch)
}

func FuzzRebuild(f *testing.F) {
	f.Add(pdftest.New("some words").Bytes())
	f.Add([]byte("1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 3 0 obj<</ObjStm/First 4/Length 9>>stream\n5 0 <<>>endstream trailer<</Root 1 0 R/Encrypt 2 0 R/ID[<>]>>"))
	f.Fuzz(func(t *testing.T, body []byte) {
		out, ok := rebuild(body)
		if ok && !indexed(out) && bytes.Count(out, []byte(" obj")) < 1000 {
			t.Fatalf("rebuilt file has no table: %q", out)
		}
	})
}
