package classify_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/classify"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
)

func TestSkipPictures(t *testing.T) {
	pictures := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, strings.ReplaceAll(format, "%d", "%[1]d"), i)
		}
		return b.String()
	}
	const star = "<p>Tide %d</p><div><img src=/harbour.png></div>"
	const plain = "<div><img src=/%d.png alt='Boat %d'></div>"
	const five, ten = "/0.png /1.png /2.png /3.png /4.png", "/0.png /1.png /2.png /3.png /4.png /5.png /6.png /7.png /8.png /9.png"
	product := func(slides string) string { return "<ul><li><ul>" + slides + "</ul><p>Boots</p></li></ul>" }
	for name, test := range map[string]struct {
		body    string
		written string // the pictures
		note    string // "" for none
	}{
		"a short run":                {pictures(10, plain), ten, ""},
		"a long run":                 {pictures(11, plain), five, "[6 more images]"},
		"a long run of links":        {pictures(11, "<li><a href=/%d><img src=/%d.png></a></li>"), five, "[6 more images]"},
		"with the same text":         {"<div><img src=/a.png alt=Boat></div><div><img src=/b.png alt=Boat></div>" + pictures(9, plain), "/a.png /0.png /1.png /2.png /3.png", "[6 more images]"},
		"runs with captions":         {pictures(11, plain+"<p>Caption %d</p>"), ten + " /10.png", ""},
		"decoration, twice":          {pictures(2, star), "/harbour.png /harbour.png", ""},
		"decoration":                 {pictures(3, star), "/harbour.png", ""},
		"a check mark":               {pictures(3, "<p>Tide %d</p><div><img src=/yes.png alt=yes></div>"), "/yes.png /yes.png /yes.png", ""},
		"beside text":                {pictures(3, "<p>Tide %d <img src=/wave.png></p>"), "/wave.png /wave.png /wave.png", ""},
		"in links to several places": {pictures(3, "<p>Tide %d</p><a href=/%d><img src=/buy.png></a>"), "/buy.png /buy.png /buy.png", ""},
		"slides of a product":        {product(pictures(3, "<li><a href=/%d><img src=/%d.png></a></li>")), "/0.png", ""},
		"few slides":                 {product(pictures(2, "<li><img src=/%d.png></li>")), "/0.png /1.png", ""},
		"slides with captions":       {product(pictures(3, "<li><img src=/%d.png><p>Boot %d</p></li>")), "/0.png /1.png /2.png", ""},
		"a gallery":                  {"<ul>" + pictures(3, "<li><img src=/%d.png></li>") + "</ul>", "/0.png /1.png /2.png", ""},
		"in a table":                 {"<table><tr><th>Day<th>Open</tr>" + pictures(11, "<tr><td>%d<td><img src=/%d.png></tr>") + "</table>", ten + " /10.png", ""},
	} {
		t.Run(name, func(t *testing.T) {
			root, err := html.Parse(strings.NewReader("<p>Before</p>" + test.body + "<p>After</p>"))
			require.NoError(t, err)
			marks := htmlmd.Marks{}
			more := classify.SkipPictures(root, nil, marks, nil)
			got := htmlmd.Write(htmlmd.Input{Root: root, Marks: marks, MoreImages: more}).Markdown
			assert.Equal(t, test.written, strings.Join(regexp.MustCompile(`/\w+\.png`).FindAllString(got, -1), " "), got)
			assert.Equal(t, test.note != "", strings.Contains(got, "more images"), got)
			assert.Contains(t, got, test.note)
		})
	}
}

// BenchmarkPictureSizes measures how much longer four times as many pictures in a row take.
func BenchmarkPictureSizes(b *testing.B) {
	skip := func(count int) func() {
		root, err := html.Parse(strings.NewReader("<div>" + strings.Repeat("<img src=/tide.png>", count) + "</div>"))
		require.NoError(b, err)
		return func() { classify.SkipPictures(root, nil, htmlmd.Marks{}, nil) }
	}
	reportGrowth(b, skip(5000), skip(20_000))
}
