package visibility_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
)

// TestTextStyle asks what style sheets declare of the element with the class x.
func TestTextStyle(t *testing.T) {
	for page, want := range map[string]string{
		"<style>.x{white-space : pre-wrap}</style><p class=x>":                                 "white-space:pre-wrap;",
		"<style>p .x, q{white-space:PRE}</style><p><i class=x>":                                "white-space:pre;",
		"<style>ol.x>li{color:red} ol.x{list-style:inside upper-roman}</style><ol class=x>":    "list-style-type:inside upper-roman;",
		"<style>.x{vertical-align:super;list-style-type:lower-alpha}</style><span class=x>":    "vertical-align:super;",
		"<style>.x{-webkit-user-select:none}</style><pre><i class=x>":                          "user-select:none;",
		"<style>.x{user-select:none}</style><p><i class=x>":                                    "",
		"<style>.x{white-space:pre} p.x{white-space:normal}</style><p class=x>":                "white-space:normal;",
		"<style>.x{white-space:pre}</style><p class=x style='white-space:nowrap'>":             "white-space:nowrap;",
		"<style>.x{white-space:nowrap;vertical-align:top;list-style:none}</style><p class=x>":  "",
		"<style>.x{white-space:pre-line!important}</style><p class=x style='white-space:pre'>": "white-space:pre-line;",
		"<style>p{--w:pre-line} .x{white-space:var(--w)}</style><p class=x>":                   "white-space:pre-line;",
		"<style>.x{white-space:pre-line;text-wrap:balance}</style><p class=x>":                 "white-space:pre-line;",
		"<style>@media print{.x{white-space:pre}}</style><p class=x>":                          "",
		"<p class=x style='white-space:pre'>":                                                  "",
	} {
		root, err := html.Parse(strings.NewReader(page))
		require.NoError(t, err)
		var s visibility.Checker
		visibility.AddPageStyles(&s, root)
		for n := range root.Descendants() {
			if n.Type != html.ElementNode {
				continue
			}
			_ = s.HiddenReason(n)
			style := s.TextStyle(n, n.Parent != nil && n.Parent.Data == "pre")
			if len(n.Attr) > 0 && n.Attr[0].Val == "x" {
				assert.Equal(t, want, style, page)
			} else {
				assert.Empty(t, style, page)
			}
		}
	}
	assert.Empty(t, new(visibility.Checker).TextStyle(&html.Node{Type: html.ElementNode, Data: "p"}, false))
}

// TestLongTextStyle: every item of a list gets a copy of its label, so that long ones are left out.
func TestLongTextStyle(t *testing.T) {
	style := func(sheet string) string {
		root, err := html.Parse(strings.NewReader("<style>" + sheet + "</style><ol>"))
		require.NoError(t, err)
		var s visibility.Checker
		visibility.AddPageStyles(&s, root)
		list := root.LastChild.LastChild.FirstChild
		_ = s.HiddenReason(list)
		return s.TextStyle(list, false)
	}
	for _, sheet := range []string{
		`@counter-style x{system:extends decimal;suffix:"%s"} ol{list-style:x}`,
		`ol::before{content:"%s" counter(x)}`,
		`ol{list-style:"%s"}`,
		`ol{counter-reset:%s 1}`,
	} {
		assert.Contains(t, style(strings.Replace(sheet, "%s", "aa", 1)), "aa", sheet)
		assert.Empty(t, style(strings.Replace(sheet, "%s", strings.Repeat("a", 4<<10), 1)), sheet)
	}
}
