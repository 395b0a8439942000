package visibility

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

const textual = 1<<css.WhiteSpace | 1<<css.ListStyle | 1<<css.VerticalAlign | 1<<css.UserSelect

// watch picks the declarations that [Checker.ConcealedReason] and [Checker.TextStyle] look at.
func watch(p css.Property, v *css.Value) bool {
	switch p {
	case css.WhiteSpace:
		return v.Is("pre") || v.Is("pre-wrap") || v.Is("pre-line") || v.Is("break-spaces")
	case css.ListStyle:
		return strings.Contains(v.Text, "decimal") || strings.Contains(v.Text, "-alpha") || strings.Contains(v.Text, "-latin") || strings.Contains(v.Text, "-roman") || strings.Contains(v.Text, "-greek")
	case css.VerticalAlign:
		return v.Is("super") || v.Is("sub")
	case css.UserSelect:
		return v.Is("none")
	}
	return suspect(p, v)
}

// TextStyle returns what style sheets and the style attribute declare of n that says how its text is written,
// in the form of a style attribute: white-space, list-style-type of lists and their items, vertical-align, and within code
// user-select. It is "" where no style sheet does. Ask it after [Checker.ConcealedReason] of the same element.
func (s *Checker) TextStyle(n *html.Node, inCode bool) string {
	if s.asked != n {
		return ""
	}
	found := s.watched & textual
	if n.DataAtom != atom.Ol && n.DataAtom != atom.Ul && n.DataAtom != atom.Li {
		found &^= 1 << css.ListStyle
	}
	if !inCode {
		found &^= 1 << css.UserSelect
	}
	if found == 0 {
		return ""
	}
	var c css.Style
	s.Compute(s.enter(n), found, &c)
	style := ""
	for _, p := range textProperties {
		if c.Has(p.property) {
			style += p.name + c.Get(p.property).Text + ";"
		}
	}
	return style
}

var textProperties = [...]struct {
	property css.Property
	name     string
}{{css.WhiteSpace, "white-space:"}, {css.ListStyle, "list-style-type:"}, {css.VerticalAlign, "vertical-align:"}, {css.UserSelect, "user-select:"}}
