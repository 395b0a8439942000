package htmlfrag_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
)

// TestTags has each kind of element by what a reader sees of it.
func TestTags(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"blocks", "<h1>a</h1><div>b</div><table><tr><td>c</td></tr></table>", "a\n\nb\n\nc"},
		{"inline", "a<b>b</b><i>c</i> <span>d</span>", "abc d"},
		{"white space", "  a \n\t b  ", "a \n\t b"},
		{"white space among tags", "<p>  a \n b </p>", "a\nb"},
		{"list", "<ul><li>a</li><li>b</li></ul>c", "- a\n- b\n\nc"},
		{"unseen in unseen", "a<noscript><style>b</style>c</noscript>d", "ad"},
		{"unseen that never ends", "a<script>b", "a"},
		{"ended too often", "</script></p>a</div>", "a"},
		{"references", "&lt;b&gt; &eacute; &#8364; &nope;", "<b> é € &nope;"},
		{"comment that never ends", "a<!-- b", "a"},
		{"cut tag", "a<b", "a"},
		{"doctype", "<!doctype html>a", "a"},
		{"attributes with angles", `<a title="b>c">d</a>`, "d"},
		{"less than", "1 < 2 &amp; 3 > 2", "1 < 2 & 3 > 2"},
		{"nothing", "<p></p>", ""},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, htmlfrag.Text(c.in)) })
	}
	assert.Empty(t, htmlfrag.Text(""))
	assert.Len(t, strings.Split(htmlfrag.Text(strings.Repeat("<p>a</p>", 1000)), "\n\n"), 1000)
}

func TestTitles(t *testing.T) {
	for in, want := range map[string]string{
		"Tides":                         "Tides",
		" Tides \n of the bay ":         "Tides of the bay",
		"Tides &amp;amp; mud":           "Tides & mud",
		"<b>Tides</b><p>of the bay</p>": "Tides of the bay",
		"Tides<script>x</script>":       "Tides",
		"&lt;b&gt;Tides":                "<b>Tides",
		"":                              "",
	} {
		assert.Equal(t, want, htmlfrag.Plain(in), "%q", in)
	}
}

// Cells and blocks of any kind keep the words of two of them apart.
func TestTextKeepsWordsApart(t *testing.T) {
	for in, want := range map[string]string{
		"<table><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></table>": "a b\n\nc",
		"<address>a</address>b":         "a\n\nb",
		"<nav>a</nav><main>b</main>":    "a\n\nb",
		"<ul><li>a</li><li>b</li></ul>": "- a\n- b",
		"<p>a<b>b</b></p>":              "ab",
	} {
		assert.Equal(t, want, htmlfrag.Text(in), in)
	}
}
