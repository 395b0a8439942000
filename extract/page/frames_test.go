package page_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page"
)

// A page of frames is a list of links to them, with what it has for programs without frames.
func TestFrames(t *testing.T) {
	for name, test := range map[string]struct {
		body, want string
		kind       extract.VerdictKind
		targets    string
	}{
		"frameset": {`<title>Flats</title><frameset cols="1,2"><frame src="/menu.htm" name=menu><frame src="https://tides.example/today" title="Tides of today"></frameset>`,
			"- [menu](https://shore.example/menu.htm)\n- [Tides of today](https://tides.example/today)", extract.VerdictEmpty, "https://shore.example/menu.htm https://tides.example/today"},
		"in frames": {`<frameset rows="1,2"><frame src=top.htm><frameset cols="1,2"><frame src=a.htm><frame src="javascript:x"><frame></frameset></frameset>`,
			"- <https://shore.example/a/top.htm>\n- <https://shore.example/a/a.htm>", extract.VerdictEmpty, "https://shore.example/a/top.htm https://shore.example/a/a.htm"},
		"one alone": {`<base href=/b/><frameset><frame src=c></frameset><noframes>Your browser shows no frames.</noframes>`, "- <https://shore.example/b/c>", extract.VerdictEmpty, "https://shore.example/b/c"},
		"with a text": {`<frameset><frame src=/c name=c><noframes><body><h2>Flats</h2><p>Low water is at noon.</body></noframes></frameset>`,
			"## Flats\n\nLow water is at noon.\n\n- [c](https://shore.example/c)", extract.VerdictEmpty, "https://shore.example/c"},
		"with content": {`<frameset><frame src=/c name=c><noframes>` + prose1 + prose2 + prose1 + `</noframes></frameset>`,
			"", extract.VerdictContent, "https://shore.example/c"},
		"without addresses":   {`<title>Flats</title><frameset><frame name=a></frameset>`, "", extract.VerdictEmpty, ""},
		"frameset after text": {`<p>` + strings.Repeat("word ", 30) + `<frameset><frame src=/a></frameset>`, "", extract.VerdictContent, ""},
		"iframe": {`<title>Flats</title><h1>Tide table</h1><iframe src="/table?y=3" title="Tides"></iframe><iframe src="about:blank" data-src="/map"></iframe><iframe src="https://www.googletagmanager.com/ns.html" hidden></iframe>`,
			"# Tide table\n\n[Tides](https://shore.example/table?y=3)\n\n<https://shore.example/map>", extract.VerdictJSShell, "https://shore.example/table?y=3"},
		"iframe beside content": {`<main>` + prose1 + prose2 + `</main><footer><iframe src=/f></iframe></footer>`, "", extract.VerdictContent, ""},
	} {
		u, err := url.Parse("https://shore.example/a/b")
		require.NoError(t, err)
		doc, err := page.Extractor{}.Extract(t.Context(), &extract.Source{URL: u, MediaType: "text/html", Body: []byte(test.body)})
		require.NoError(t, err, name)
		require.NoError(t, doc.Check(), name)
		assert.Equal(t, test.kind, doc.Verdict.Kind, "%s: %v", name, doc.Verdict)
		if test.want != "" {
			assert.Equal(t, test.want, doc.Markdown, name)
		}
		if test.targets == "" {
			assert.NotEqual(t, extract.NextTarget, doc.Verdict.Next, name)
			continue
		}
		assert.Equal(t, extract.NextTarget, doc.Verdict.Next, name)
		require.NotEmpty(t, doc.Warnings, name)
		assert.Equal(t, test.targets, doc.Warnings[0].Detail, name)
		for target := range strings.FieldsSeq(test.targets) {
			assert.Contains(t, doc.Markdown, target, name)
			has := false
			for _, link := range doc.Links {
				has = has || link.URL == target
			}
			assert.True(t, has, name)
		}
	}
}

// The Refresh header leads to another address by the rules of the element.
func TestRefreshHeader(t *testing.T) {
	for _, test := range []struct{ refresh, body, want string }{
		{"0; url=/new", "<p>Moved.", "refresh to: https://shore.example/new"},
		{"5;URL='https://dunes.example/'", "", "refresh to: https://dunes.example/"},
		{"30; url=/new", "<p>Moved.", "refresh to: https://shore.example/new"},
		{"31; url=/new", "<p>Moved.", ""},
		{"0", "<p>Moved.", ""},
		{"0; url=/a/b", "<p>Moved.", ""},
		{"0; url=javascript:x", "<p>Moved.", ""},
		{"0; url=/new", "<main>" + prose1 + prose2 + prose1 + "</main>", ""},
		{"0; url=/new", "<meta http-equiv=refresh content='0;url=/old'><p>Moved.", "refresh to: https://shore.example/new"},
	} {
		u, err := url.Parse("https://shore.example/a/b")
		require.NoError(t, err)
		doc, err := page.Extractor{}.Extract(t.Context(), &extract.Source{URL: u, MediaType: "text/html", Body: []byte(test.body), Refresh: test.refresh})
		require.NoError(t, err)
		if test.want == "" {
			assert.NotEqual(t, extract.NextTarget, doc.Verdict.Next, "%+v", test)
			continue
		}
		assert.Equal(t, []string{test.want}, doc.Verdict.Evidence, "%+v", test)
		assert.Equal(t, extract.NextTarget, doc.Verdict.Next, "%+v", test)
	}
}
