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

const (
	prose1 = "<p>The flood comes in over the flats faster than a person walks, and the guides count the minutes from the moment the last gully runs dry.</p>"
	prose2 = "<p>Every spring the society measures the banks again, pole by pole, and writes the depths into a book that it has kept since the great storm.</p>"
)

// Pages of XHTML follow XML where their media type says so.
func TestXHTML(t *testing.T) {
	const head = `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">`
	for name, test := range map[string]struct {
		page      string
		want, not []string
		title     string
	}{
		"script, style and title that close themselves": {`<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Flats</title><script src="a.js"/><style /></head><body><textarea/><title/>` + prose1 + prose2 + `</body></html>`,
			[]string{"gully runs dry", "great storm"}, nil, "Flats"},
		"frame and links that close themselves": {`<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Flats</title></head><body><iframe src="/map"/><a id="a"/><b/><div class="hidden" style="display:none"/>` + prose1 + prose2 + `</body></html>`,
			[]string{"The flood comes in", "great storm"}, []string{"**The", "[The"}, "Flats"},
		"sections of text": {`<html xmlns="http://www.w3.org/1999/xhtml"><head><title><![CDATA[Flats & banks]]></title></head><body>` + prose1 + `<pre><![CDATA[if (depth < 2 && !dry) {
  wait();
}]]></pre>` + prose2 + `</body></html>`, []string{"if (depth < 2 && !dry) {\n  wait();\n}"}, nil, "Flats & banks"},
		"prefixes": {`<h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:head><h:title>Flats</h:title></h:head><h:body><h:h2>Banks</h:h2>` + strings.NewReplacer("<p>", "<h:p>", "</p>", "</h:p>").Replace(prose1+prose2) + `</h:body></h:html>`,
			[]string{"## Banks", "great storm"}, nil, "Flats"},
		"not well-formed": {`<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Flats</title><script>if (a < b) f()</script></head><body>` + prose1 + `<br><p>A depth of < 2 m & more.` + prose2,
			[]string{"great storm", "< 2 m & more"}, nil, "Flats"},
	} {
		doc, err := page.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "application/xhtml+xml", Body: []byte(head + test.page)})
		require.NoError(t, err, name)
		assert.Equal(t, extract.VerdictContent, doc.Verdict.Kind, name)
		assert.Equal(t, test.title, doc.Meta.Title, name)
		for _, want := range test.want {
			assert.Contains(t, strings.ReplaceAll(doc.Markdown, `\`, ""), want, name)
		}
		for _, not := range test.not {
			assert.NotContains(t, doc.Markdown, not, name)
		}
	}
}

// The first base element with an href counts, wherever it stands.
func TestBase(t *testing.T) {
	for name, test := range map[string]struct{ head, body, want string }{
		"none":                     {"", "", "https://shore.example/a/f"},
		"target alone":             {"<base target=_top>", "", "https://shore.example/a/f"},
		"after one without href":   {"<base id=b><meta name=x><base href=/deep/er/>", "", "https://shore.example/deep/er/f"},
		"the first of two":         {"<base href=/one/><base href=/two/>", "", "https://shore.example/one/f"},
		"in the body":              {"", "<div><base href=../up/></div>", "https://shore.example/up/f"},
		"relative to the page":     {"<base href=sub/>", "", "https://shore.example/a/sub/f"},
		"of another host":          {"<base href='//files.example/p/'>", "", "https://files.example/p/f"},
		"empty":                    {"<base href=''><base href=/two/>", "", "https://shore.example/a/f"},
		"a script":                 {"<base href='javascript:x'>", "", "https://shore.example/a/f"},
		"data":                     {"<base href='data:text/plain,x'><base href=/two/>", "", "https://shore.example/a/f"},
		"in a template":            {"", "<template><base href=/one/></template>", "https://shore.example/a/f"},
		"in a list that is hidden": {"", "<ul hidden><base href=/one/></ul>", "https://shore.example/one/f"},
	} {
		u, err := url.Parse("https://shore.example/a/b?c")
		require.NoError(t, err)
		doc, err := page.Extractor{}.Extract(t.Context(), &extract.Source{URL: u, MediaType: "text/html", Body: []byte("<!doctype html><title>Flats</title><link rel=canonical href=f>" + test.head +
			"<body>" + test.body + "<main>" + prose1 + "<p>See <a href=f>the flats</a>, and their map: <img src=f alt='A map of the flats'></p>" + prose2 + "</main>")})
		require.NoError(t, err, name)
		assert.Contains(t, doc.Markdown, "[the flats]("+test.want+")", name)
		assert.Contains(t, doc.Markdown, "]("+test.want+")", name)
		require.NotEmpty(t, doc.Links, name)
		assert.Equal(t, test.want, doc.Links[0].URL, name)
		assert.Equal(t, test.want, doc.Meta.CanonicalURL, name)
	}
}
