package classify_test

import (
	"fmt"
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
	const star = "<p>Tide %d</p><div><img src=/harbour.jpg></div>"
	const plain = "<div><img src=/%d.png alt='Boat %d'></div>"
	for name, test := range map[string]struct {
		body   string
		images int    // that are written
		note   string // "" for none
	}{
		"a short run":                {pictures(classify.MaxRun, plain), classify.MaxRun, ""},
		"a long run":                 {pictures(classify.MaxRun+1, plain), classify.MinRun, "[6 more images]"},
		"a long run of links":        {pictures(classify.MaxRun+1, "<li><a href=/%d><img src=/%d.png></a></li>"), classify.MinRun, "[6 more images]"},
		"runs with captions":         {pictures(classify.MaxRun+1, plain+"<p>Caption %d</p>"), classify.MaxRun + 1, ""},
		"decoration, twice":          {pictures(classify.MaxUses, star), classify.MaxUses, ""},
		"decoration":                 {pictures(classify.MaxUses+1, star), 1, ""},
		"a check mark":               {pictures(classify.MaxUses+1, "<p>Tide %d</p><div><img src=/yes.png alt=yes></div>"), classify.MaxUses + 1, ""},
		"beside text":                {pictures(classify.MaxUses+1, "<p>Tide %d <img src=/wave.png></p>"), classify.MaxUses + 1, ""},
		"in links to several places": {pictures(classify.MaxUses+1, "<p>Tide %d</p><a href=/%d><img src=/buy.png></a>"), classify.MaxUses + 1, ""},
		"slides of a product":        {"<ul><li><ul>" + pictures(classify.MinSlides, "<li><a href=/%d><img src=/%d.png></a></li>") + "</ul><p>Boots</p></li></ul>", 1, ""},
		"few slides":                 {"<ul><li><ul>" + pictures(classify.MinSlides-1, "<li><img src=/%d.png></li>") + "</ul><p>Boots</p></li></ul>", classify.MinSlides - 1, ""},
		"slides with captions":       {"<ul><li><ul>" + pictures(classify.MinSlides, "<li><img src=/%d.png><p>Boot %d</p></li>") + "</ul><p>Boots</p></li></ul>", classify.MinSlides, ""},
		"a gallery":                  {"<ul>" + pictures(classify.MinSlides, "<li><img src=/%d.png></li>") + "</ul>", classify.MinSlides, ""},
		"in a table":                 {"<table><tr><th>Day<th>Open</tr>" + pictures(classify.MaxRun+1, "<tr><td>%d<td><img src=/yes.png></tr>") + "</table>", classify.MaxRun + 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			root, err := html.Parse(strings.NewReader("<p>Before</p>" + test.body + "<p>After</p>"))
			require.NoError(t, err)
			marks := htmlmd.Marks{}
			more := classify.SkipPictures(root, marks)
			got := htmlmd.Write(htmlmd.Input{Root: root, Marks: marks, MoreImages: more}).Markdown
			assert.Equal(t, test.images, strings.Count(got, "!["), got)
			assert.Equal(t, test.note != "", strings.Contains(got, "more images"), got)
			assert.Contains(t, got, test.note)
		})
	}
}

// Four times the pictures in a row take about four times as long, not sixteen.
func TestPicturesInLinearTime(t *testing.T) {
	skip := func(count int) func() {
		root, err := html.Parse(strings.NewReader("<div>" + strings.Repeat("<img src=/tide.png>", count) + "</div>"))
		require.NoError(t, err)
		return func() { classify.SkipPictures(root, htmlmd.Marks{}) }
	}
	classify.AssertLinear(t, skip(5000), skip(20_000), "pictures")
}
