package visibility_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
)

// timeOf returns the time that it takes to judge all of a page.
func timeOf(root *html.Node) time.Duration {
	began := time.Now()
	var s visibility.Checker
	for d := range root.Descendants() {
		s.ConcealedReason(d)
	}
	return time.Since(began)
}

// reportGrowth reports how many times as long the large page takes as the small one. What else the
// machine does only adds to one, so that the least of all runs counts.
func reportGrowth(b *testing.B, name, large, small string) {
	b.Helper()
	b.Run(name, func(b *testing.B) {
		var roots [2]*html.Node
		for i, page := range []string{large, small} {
			root, err := html.Parse(strings.NewReader(page))
			require.NoError(b, err)
			roots[i] = root
		}
		least := [2]time.Duration{time.Hour, time.Hour}
		for b.Loop() {
			for i, root := range roots {
				least[i] = min(least[i], timeOf(root))
			}
		}
		b.ReportMetric(float64(least[0])/float64(least[1]), "growth")
	})
}

// Four times the children of a shadow host take about four times as long, not sixteen.
func BenchmarkShadowHostsGrowth(b *testing.B) {
	host := func(n int) string {
		return "<div><template shadowrootmode=open>" + strings.Repeat("<b>x</b>", n) + "</template>" + strings.Repeat("<i slot=q>y</i>", n) + "</div>"
	}
	reportGrowth(b, "children", host(12_000), host(3000))
}

// An element that fades takes about the same time however many around it fade as well.
func BenchmarkFadesGrowth(b *testing.B) {
	faded := func(around int) string {
		return strings.Repeat("<div style='opacity:.999'>", around) + strings.Repeat("<b style='opacity:.95'>x</b>", 5000)
	}
	reportGrowth(b, "around", faded(200), faded(2))
}

// What lies behind white text is looked for in about the same time however many pictures
// there are, and however deep the text stands in elements that hold some.
func BenchmarkBackdropsGrowth(b *testing.B) {
	const picture = "<svg style='position:absolute;inset:0'></svg>"
	around := func(depth int) string {
		return "<div style='position:relative'>" + picture + "</div>" + strings.Repeat("<div>", depth) + strings.Repeat("<p style='color:#fff'>x</p>", 5000)
	}
	reportGrowth(b, "around", around(400), around(50))
	beside := func(n int) string {
		return "<div style='position:relative'>" + strings.Repeat(picture, n) + strings.Repeat("<p style='color:#fff;background:#fff'>x</p>", n)
	}
	reportGrowth(b, "beside", beside(8000), beside(2000))
}
