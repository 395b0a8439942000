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
