package classify_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/classify"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
)

func TestUnlinkPictures(t *testing.T) {
	const linked, plain = "[![boat](a.png)](/a)", "![boat](a.png)"
	picture := "<a href=/a><img src=a.png alt=boat></a>"
	others := func(n int) string { return strings.Repeat("<p><a href=/b>tern</a></p>", n) }
	for name, test := range map[string]struct{ body, want string }{
		"above the heading":    {picture + "<h2><a href=/a>Boats</a></h2>", plain},
		"below the heading":    {"<h2><a href=/a>Boats</a></h2>" + picture, plain},
		"among others":         {picture + others(3) + "<p><a href=/a>Boats</a>", plain},
		"far from the heading": {picture + others(4) + "<p><a href=/a>Boats</a>", linked},
		"of another page":      {picture + "<h2><a href=/b>Boats</a></h2>", linked},
		"with text":            {"<a href=/a><img src=a.png alt=boat> Boats</a><p><a href=/a>Boats</a>", "[![boat](a.png) Boats](/a)"},
		"below another":        {picture + "<p>" + picture, linked},
		"whose text is hidden": {picture + "<h2 class=skip><a href=/a>Boats</a></h2>", linked},
	} {
		root, err := html.Parse(strings.NewReader(test.body))
		require.NoError(t, err)
		marks := htmlmd.Marks{}
		for n := range root.Descendants() {
			if len(n.Attr) == 1 && n.Attr[0].Val == "skip" {
				marks[n] |= htmlmd.Skipped
			}
		}
		classify.SkipPictures(root, marks, nil)
		assert.Contains(t, htmlmd.Write(htmlmd.Input{Root: root, Marks: marks}).Markdown+"\n", test.want, name)
		if test.want == plain {
			assert.NotContains(t, htmlmd.Write(htmlmd.Input{Root: root, Marks: marks}).Markdown, linked, name)
		}
	}
}

// BenchmarkPictureLinkSizes measures how much longer four times as many links to one place take.
func BenchmarkPictureLinkSizes(b *testing.B) {
	unlink := func(count int) func() {
		root, err := html.Parse(strings.NewReader(strings.Repeat("<p><a href=/a><img src=a.png></a><a href=/b>", count)))
		require.NoError(b, err)
		return func() { classify.SkipPictures(root, htmlmd.Marks{}, nil) }
	}
	reportGrowth(b, unlink(3000), unlink(12_000))
}
