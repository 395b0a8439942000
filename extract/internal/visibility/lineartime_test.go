package visibility_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
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

// assertLinear compares the times of two pages, taken in turns. What else the machine does
// only adds to one, so that the least of many counts.
func assertLinear(t *testing.T, large, small string) {
	t.Helper()
	var roots [2]*html.Node
	for i, page := range []string{large, small} {
		root, err := html.Parse(strings.NewReader(page))
		require.NoError(t, err)
		roots[i] = root
	}
	least := [2]time.Duration{time.Hour, time.Hour}
	for round := range 20 {
		for i, root := range roots {
			least[i] = min(least[i], timeOf(root))
		}
		if round > 1 && least[0] < 10*least[1] {
			return
		}
	}
	assert.Less(t, least[0], 10*least[1])
}

// Four times the children of a shadow host take about four times as long, not sixteen.
func TestShadowHostsInLinearTime(t *testing.T) {
	host := func(n int) string {
		return "<div><template shadowrootmode=open>" + strings.Repeat("<b>x</b>", n) + "</template>" + strings.Repeat("<i slot=q>y</i>", n) + "</div>"
	}
	assertLinear(t, host(12_000), host(3000))
}

// An element that fades takes about the same time however many around it fade as well.
func TestFadesInLinearTime(t *testing.T) {
	faded := func(around int) string {
		return strings.Repeat("<div style='opacity:.999'>", around) + strings.Repeat("<b style='opacity:.95'>x</b>", 5000)
	}
	assertLinear(t, faded(200), faded(2))
}

// Covers take about as long for each however many there are side by side. Within each
// other they take no longer than the count of text that is bounded for a page.
func TestCoversInLinearTime(t *testing.T) {
	const cover = "<b style='position:absolute;inset:0;background:#fff'></b>"
	beside := func(n int) string { return strings.Repeat("<div style='position:relative'>x"+cover+"</div>", n) }
	assertLinear(t, beside(8000), beside(2000))
	within := func(depth int) string {
		return strings.Repeat("<div style='position:relative'>", depth) + strings.Repeat("<p>x</p>", 20_000) + strings.Repeat(cover+"</div>", depth)
	}
	assertLinear(t, within(400), within(50))
}

// What lies behind white text is looked for in about the same time however many pictures
// there are, and however deep the text stands in elements that hold some.
func TestBackdropsInLinearTime(t *testing.T) {
	const picture = "<svg style='position:absolute;inset:0'></svg>"
	around := func(depth int) string {
		return "<div style='position:relative'>" + picture + "</div>" + strings.Repeat("<div>", depth) + strings.Repeat("<p style='color:#fff'>x</p>", 5000)
	}
	assertLinear(t, around(400), around(50))
	beside := func(n int) string {
		return "<div style='position:relative'>" + strings.Repeat(picture, n) + strings.Repeat("<p style='color:#fff;background:#fff'>x</p>", n)
	}
	assertLinear(t, beside(8000), beside(2000))
}

// Boxes that may cut something off are asked for their room in about the same time however
// much is in them and however deep they stand, and so is what may be covered.
func TestMaybeHiddenInLinearTime(t *testing.T) {
	boxes := func(depth int) string {
		return strings.Repeat("<div style='overflow:hidden;height:9000px'>", depth) + strings.Repeat("<i></i>", 20_000)
	}
	assertLinear(t, boxes(400), boxes(50))
	beside := func(style string) func(n int) string {
		return func(n int) string {
			return "<div style='position:relative'>" + strings.Repeat("<p style='"+style+"'>x</p>", n) + "</div>"
		}
	}
	for _, style := range []string{
		"margin-top:-99999px;background:#eee", "position:absolute;inset:0;background:#eee", "overflow:hidden;height:20px", "grid-area:1/1;color:#fff;display:grid",
	} {
		page := beside(style)
		assertLinear(t, page(8000), page(4000))
	}
}
