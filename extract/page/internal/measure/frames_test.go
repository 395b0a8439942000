package measure_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure/measuretest"
)

// TestFrames tells frames that show something of the page from those that don't.
func TestFrames(t *testing.T) {
	for frame, shown := range map[string]bool{
		"<iframe src=https://maps.example/embed?q=quay></iframe>":                   true,
		"<iframe src=/forms/berth title='Book a berth'></iframe>":                   true,
		"<iframe src=//films.example/embed/1 style='border: none'></iframe>":        true,
		"<iframe data-src=https://tables.example/tides></iframe>":                   true,
		"<iframe src=https://uploads.example/plan></iframe>":                        true,
		"<iframe src='https://www.facebook.com/plugins/video.php?href=1'></iframe>": true,
		"<iframe src='https://www.facebook.com/plugins/page.php?href=1'></iframe>":  false,
		"<iframe src=https://ads.example/plan></iframe>":                            false,
		"<iframe></iframe>":                                                         false,
		"<iframe src=about:blank></iframe>":                                         false,
		"<iframe src=/tides hidden></iframe>":                                       false,
		"<iframe src=/tides style='display: none'></iframe>":                        false,
		"<iframe src=https://www.googletagmanager.com/ns.html?id=1></iframe>":       false,
		"<iframe src=https://platform.twitter.com/widgets/a.html></iframe>":         false,
		"<iframe src=https://platform.twitter.com/embed/ data-tweet-id=1></iframe>": true,
		"<iframe src=https://www.google.com/recaptcha/api2/anchor?ar=1></iframe>":   false,
		"<iframe src='https://www.facebook.com/plugins/like.php?href=1'></iframe>":  false,
	} {
		root, p := measuretest.Page(t, "<p>a"+frame)
		i := int32(0)
		for n := range root.Descendants() {
			i++
			if n.DataAtom == atom.Iframe {
				assert.Equal(t, shown, !p.Skip[i], frame)
			}
		}
	}
}
