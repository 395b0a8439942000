package visibility_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
)

// judged returns the reasons for which the elements of a page are hidden.
func judged(t *testing.T, s *visibility.Checker, page string) (reasons []string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	require.NoError(t, err)
	visibility.AddPageStyles(s, root)
	for n := range root.Descendants() {
		if n.Data == "p" {
			reasons = append(reasons, s.HiddenReason(n))
		}
	}
	return reasons
}

func TestReset(t *testing.T) {
	pages := []string{
		`<style>:root{--c:#fff} .a{display:none} @layer x{.b{color:var(--c)}}</style><p class=a>1<p class=b>2<p id=c>3`,
		`<p class=a>1<p class=b>2<p id=c>3`,
		`<style>#c{visibility:hidden} .b{opacity:0}</style><p class=a>1<p class=b>2<p id=c>3`,
		`<style>` + strings.Repeat(`.a{width:1px}`, 1<<14+1) + `</style><p class=a>1`,
	}
	var used visibility.Checker
	for range 2 {
		for _, page := range pages {
			used.Reset()
			assert.True(t, used.Empty())
			var fresh visibility.Checker
			assert.Equal(t, judged(t, &fresh, page), judged(t, &used, page), page[:min(len(page), 80)])
		}
	}
}

// A style attribute that was read for an element within counts for its own element too, also where no sheet was added.
func TestStyleAttributesWithoutSheets(t *testing.T) {
	root, err := html.Parse(strings.NewReader(`<div style="opacity:0"><font color="#fff">1</font></div><b style="opacity:0">2</b>`))
	require.NoError(t, err)
	var s visibility.Checker
	assert.Equal(t, "colour of the background", s.HiddenReason(find(root, "font")))
	assert.Equal(t, "opacity", s.HiddenReason(find(root, "div")))
	assert.Equal(t, "opacity", s.HiddenReason(find(root, "b")))
}
