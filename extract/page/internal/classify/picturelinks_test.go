package classify_test

import (
	"net/url"
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
		classify.SkipPictures(root, nil, marks, nil)
		assert.Contains(t, htmlmd.Write(htmlmd.Input{Root: root, Marks: marks}).Markdown+"\n", test.want, name)
		if test.want == plain {
			assert.NotContains(t, htmlmd.Write(htmlmd.Input{Root: root, Marks: marks}).Markdown, linked, name)
		}
	}
}

// A picture that links to the front page of its site is the logo of the site, and one that links to a
// form of a network is a button; neither says anything of the page.
func TestLogosAndButtonsAreNoPictures(t *testing.T) {
	base, err := url.Parse("https://tide.example/news/storm")
	require.NoError(t, err)
	for link, kept := range map[string]bool{
		"<a href=/ title=Home><img src=logo.png alt=Tide></a>":                                          false,
		"<a href=https://TIDE.example><img src=logo.png alt=Tide></a>":                                  false,
		"<ul><li><a href='https://vk.com/share.php?url=x'><img src=vk.svg></a></ul>":                    false,
		"<a href='mailto:?subject=Read%20this'><img src=mail.gif alt='Send by mail'></a>":               false,
		"<a href='https://www.facebook.com/sharer.php?u=x'><img src=f.png alt='Share on Facebook'>":     false,
		"<a href=/boats><img src=boat.jpg alt=boat></a>":                                                true,
		"<a href=/?photo=7><img src=boat.jpg alt=boat></a>":                                             true,
		"<a href=/#boats><img src=boat.jpg alt=boat></a>":                                               true,
		"<a href=#large><img src=boat.jpg alt=boat></a>":                                                true,
		"<a href=https://harbour.example/><img src=harbour.png alt='The harbour, which paid for this'>": true,
		"<a href=mailto:master@harbour.example><img src=mail.gif alt='Write to the harbour master'>":    true,
		"<a href=/><img src=logo.png alt=Tide> All tides of today</a>":                                  true,
	} {
		root, err := html.Parse(strings.NewReader("<p>The tide is high.</p>" + link))
		require.NoError(t, err)
		marks := htmlmd.Marks{}
		classify.SkipPictures(root, base, marks, nil)
		got := htmlmd.Write(htmlmd.Input{Root: root, Base: base, Marks: marks}).Markdown
		assert.Equal(t, kept, got != "The tide is high.", "%s: %s", link, got)
	}
}

// BenchmarkPictureLinkSizes measures how much longer four times as many links to one place take.
func BenchmarkPictureLinkSizes(b *testing.B) {
	unlink := func(count int) func() {
		root, err := html.Parse(strings.NewReader(strings.Repeat("<p><a href=/a><img src=a.png></a><a href=/b>", count)))
		require.NoError(b, err)
		return func() { classify.SkipPictures(root, nil, htmlmd.Marks{}, nil) }
	}
	reportGrowth(b, unlink(3000), unlink(12_000))
}
