package visibility_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// What is in a part that a script is to show is judged without the opacity of that
// part, and what a noscript element says of opacity is for others than the reader.
func TestFadesAmongThemselves(t *testing.T) {
	const half = `<div style="opacity:.5"><div style="opacity:.5"><p style="opacity:.5">` + secret + `</p></div></div>`
	for page, want := range map[string]bool{
		half: true,
		`<div style="opacity:.5">` + half + `</div>`:                                                     false,
		`<div class="wow" style="opacity:0">` + half + `</div>`:                                          true,
		`<noscript><style>div *{opacity:.5}</style></noscript><div><div><div><div><div><p>` + secret:     true,
		`<style>div *{opacity:.5}</style><div><div><div><div><div><p>` + secret:                          false,
		`<style>p{display:none}</style><noscript><style>p{display:block}</style></noscript><p>` + secret: true,
	} {
		root, s := parse(t, "<main>text</main>"+page)
		text, _ := shown(root, s)
		if want {
			assert.Contains(t, text, secret, page)
		} else {
			assert.NotContains(t, text, secret, page)
		}
	}
}

// A blur hides text, and leaves pictures, which wait under one until they are loaded.
func TestBlur(t *testing.T) {
	for style, want := range map[string]string{"filter:blur(9px)": "", "filter:blur(10px)": "filter", "filter:blur(1em)": "filter"} {
		root, s := parse(t, "<main>text</main><div style='"+style+"'>"+secret+"</div>")
		assert.Equal(t, want, s.HiddenReason(find(root, "div")), style)
		root, s = parse(t, "<main>text</main><div style='"+style+"'><img alt=x></div>")
		assert.Empty(t, s.HiddenReason(find(root, "div")), style)
	}
}
