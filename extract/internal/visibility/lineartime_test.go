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

// leastTime is the least of three times that it takes to judge all of a page.
func leastTime(t *testing.T, page string) time.Duration {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	require.NoError(t, err)
	least := time.Hour
	for range 3 {
		began := time.Now()
		var s visibility.Checker
		for d := range root.Descendants() {
			s.ConcealedReason(d)
		}
		least = min(least, time.Since(began))
	}
	return least
}

// Four times the children of a shadow host take about four times as long, not sixteen.
func TestShadowHostsInLinearTime(t *testing.T) {
	host := func(n int) string {
		return "<div><template shadowrootmode=open>" + strings.Repeat("<b>x</b>", n) + "</template>" + strings.Repeat("<i slot=q>y</i>", n) + "</div>"
	}
	assert.Less(t, leastTime(t, host(12_000)), 10*leastTime(t, host(3000)))
}

// An element that fades takes about the same time however many around it fade as well.
func TestFadesInLinearTime(t *testing.T) {
	faded := func(around int) string {
		return strings.Repeat("<div style='opacity:.999'>", around) + strings.Repeat("<b style='opacity:.95'>x</b>", 5000)
	}
	assert.Less(t, leastTime(t, faded(200)), 10*leastTime(t, faded(2)))
}

// Covers take about as long for each however many there are side by side. Within each
// other they take no longer than the count of text that is bounded for a page.
func TestCoversInLinearTime(t *testing.T) {
	const cover = "<b style='position:absolute;inset:0;background:#fff'></b>"
	beside := func(n int) string { return strings.Repeat("<div style='position:relative'>x"+cover+"</div>", n) }
	assert.Less(t, leastTime(t, beside(8000)), 10*leastTime(t, beside(2000)))
	within := func(depth int) string {
		return strings.Repeat("<div style='position:relative'>", depth) + strings.Repeat("<p>x</p>", 20_000) + strings.Repeat(cover+"</div>", depth)
	}
	assert.Less(t, leastTime(t, within(400)), 10*leastTime(t, within(50)))
}

// What lies behind white text is looked for in about the same time however many pictures
// there are, and however deep the text stands in elements that hold some.
func TestBackdropsInLinearTime(t *testing.T) {
	const picture = "<svg style='position:absolute;inset:0'></svg>"
	around := func(depth int) string {
		return "<div style='position:relative'>" + picture + "</div>" + strings.Repeat("<div>", depth) + strings.Repeat("<p style='color:#fff'>x</p>", 5000)
	}
	assert.Less(t, leastTime(t, around(400)), 10*leastTime(t, around(50)))
	beside := func(n int) string {
		return "<div style='position:relative'>" + strings.Repeat(picture, n) + strings.Repeat("<p style='color:#fff;background:#fff'>x</p>", n)
	}
	assert.Less(t, leastTime(t, beside(8000)), 10*leastTime(t, beside(2000)))
}
