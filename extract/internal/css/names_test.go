package css_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// TestNamesAreToldApart: a rule for a name is left out on a page that has others of the
// kind, or the same name as one of another kind.
func TestNamesAreToldApart(t *testing.T) {
	names := []string{"a", "b", "ab", "ba", "aaa", "aba", "card", "cards", "card__title", "card__text", "card__body", "navigation-open", "navigation-item-first", "navigation-item-third", "navigation-long-item-first", "navigation-wide-item-first"}
	write := map[string]func(name string) string{
		"#": func(name string) string { return "<div id=" + name + ">" },
		".": func(name string) string { return "<div class=" + name + ">" },
		"":  func(name string) string { return "<" + name + ">" },
	}
	for kind, element := range write {
		for _, name := range names {
			page := "<body>" + element(name)
			for other := range write {
				for _, selector := range names {
					if other == "" && strings.Contains(selector, "-item-") {
						continue // tags are told apart by their ends alone
					}
					root, err := html.Parse(strings.NewReader("<style>" + other + selector + "{display:none}</style>" + page))
					require.NoError(t, err)
					var s css.Sheet
					s.AddPage(root)
					assert.Equal(t, other == kind && selector == name, !s.Empty(), "%s%s on %s", other, selector, page)
				}
			}
		}
	}
}

// TestNamesInMarkup are those of tags in any case, also in SVG, and of classes between any
// white space.
func TestNamesInMarkup(t *testing.T) {
	for _, c := range []struct {
		selector, body string
		want           bool
	}{
		{"foreignObject", "<svg><foreignObject id=x>", true},
		{"foreignobject", "<svg><foreignObject id=x>", true},
		{"H1", "<h1 id=x>", true},
		{".card", "<p id=x class=' card\twide\n'>", true},
		{".wide", "<p id=x class=' card\twide\n'>", true},
		{".car", "<p id=x class=' card\twide\n'>", false},
		{".last", "<p id=x class='navigation-open  last'>", true},
		{".navigation-open", "<p id=x class='navigation-open  last'>", true},
		{".a", "<p id=x class='  '>", false},
	} {
		assert.Equal(t, c.want, styleOf(t, c.selector+"{display:none}", c.body).Get(css.Display).Is("none"), "%s on %s", c.selector, c.body)
	}
}

// TestRulesOfOtherPages: what matches nothing of the page is left out, whatever
// form its selector has.
func TestRulesOfOtherPages(t *testing.T) {
	const page = `<html><head><style>%</style></head><body><div id="main" class="card wide"><p>text</p></div></body></html>`
	for selectors, kept := range map[string]bool{
		".card": true, ".other": false, "#main": true, "#other": false, "p": true, "table": false, "*": true, "[hidden]": true,
		".card p": true, ".other p": false, "#main > p": true, "table p": false, ".other + p": false, ".card.wide": true, ".card.other": false,
		":is(.card) p": true, ":is(.other) p": false, ":is(.other, .card) p": true, ".other, .card": true, ".card::before": false, ".other::before": false, ".card::first-line": false,
		":root": true, "body .card": true, `.c\61rd`: true,
	} {
		root, err := html.Parse(strings.NewReader(strings.Replace(page, "%", selectors+"{display:none}", 1)))
		require.NoError(t, err)
		var s css.Sheet
		s.AddPage(root)
		assert.Equal(t, !kept, s.Empty(), selectors)
	}
}

func TestSheetsWithoutAPageKeepAllRules(t *testing.T) {
	var s css.Sheet
	s.Add(".any .other{display:none}")
	assert.False(t, s.Empty())
}

// TestManyNames: each of very many names finds its rule, and no other.
func TestManyNames(t *testing.T) {
	const names = 20_000
	var sheet, body strings.Builder
	for i := range names {
		fmt.Fprintf(&sheet, ".c%d{top:%dpx}", i, i)
		fmt.Fprintf(&body, "<p class=c%d>", i)
	}
	root, err := html.Parse(strings.NewReader("<style>" + sheet.String() + "</style>" + body.String()))
	require.NoError(t, err)
	var s css.Sheet
	s.AddPage(root)
	found := 0
	for n := range root.Descendants() {
		if n.Data != "p" {
			continue
		}
		i, _ := s.Enter(n)
		style := s.Style(i)
		require.Equal(t, fmt.Sprintf("%dpx", found), style.Get(css.Top).Text)
		found++
	}
	assert.Equal(t, names, found)
}
