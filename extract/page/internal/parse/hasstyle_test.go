package parse

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/net/html"
)

// styled reports what a Reader says of style elements, and whether the parser
// makes one of what it leaves.
func styled(t *testing.T, page string) (said, made bool) {
	t.Helper()
	r := New([]byte(page), false)
	root, err := html.ParseWithOptions(r, html.ParseOptionEnableScripting(false))
	if err != nil {
		return true, false
	}
	_, err = io.Copy(io.Discard, r)
	assert.NoError(t, err)
	for n := range root.Descendants() {
		made = made || n.Type == html.ElementNode && n.Data == "style"
	}
	return r.HasStyleElements(), made
}

func TestStyled(t *testing.T) {
	for page, want := range map[string]bool{
		"": false, "<p style=x>style": false, "<style>": true, "<p>x<STYLE>p{}</STYLE>": true, "<svg><style>p{}</style></svg>": true, "<noscript><style></style></noscript>": true,
		"<!--<style>-->": false, "<script>'<style>'</script>": false, "<textarea><style></textarea>": false, "<template><style></style></template>": true, "<styled>": false, "<plaintext>x": true,
	} {
		said, made := styled(t, page)
		assert.Equal(t, want, said, page)
		assert.True(t, said || !made, page)
	}
}

func FuzzStyled(f *testing.F) {
	for _, page := range []string{"<style>p{}</style>", "<svg><title><style>", "<math><mi><style>", "<table><style>", "<frameset><style>", "<select><style>", "<noembed><style></noembed><style>", "<sTyle/>", "<script><!--<script></script><style>"} {
		f.Add([]byte(page))
	}
	f.Fuzz(func(t *testing.T, page []byte) {
		if said, made := styled(t, string(bytes.ToValidUTF8(page, nil))); made && !said {
			t.Fatalf("%q has a style element", page)
		}
	})
}
