package visibility

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

const textual = 1<<css.WhiteSpace | 1<<css.ListStyle | 1<<css.ItemLabel | 1<<css.CounterReset | 1<<css.VerticalAlign | 1<<css.UserSelect

// watch picks the declarations that [Checker.ConcealedReason] and [Checker.TextStyle] need.
func watch(p css.Property, v *css.Value) bool {
	switch p {
	case css.WhiteSpace:
		return v.Form == css.Varies || css.HasToken("pre pre-wrap pre-line break-spaces", htmltree.PlainSpace(v.Text))
	case css.ListStyle:
		for word := range strings.FieldsSeq(v.Text) {
			if !css.HasToken("none disc circle square inside outside inherit initial unset revert", word) {
				return !strings.HasPrefix(word, "url(")
			}
		}
		return false
	case css.ItemLabel, css.CounterReset:
		return true
	case css.VerticalAlign:
		return v.Is("super") || v.Is("sub")
	case css.UserSelect:
		return v.Is("none")
	}
	return suspect(p, v)
}

// TextStyle returns the declarations of style sheets and the style attribute that change how n is written in Markdown, in the form
// of a style attribute: white-space, list-style-type of lists and their items, counter-reset, vertical-align, and within code
// user-select. If a style makes a label for items, a line before these has it, as a value of the property content:
//
//	label:"(" counter(n, lower-alpha) ")"
//
// TextStyle returns "" if no style sheet declares one of these. Call it after [Checker.ConcealedReason] of the same element.
func (s *Checker) TextStyle(n *html.Node, inCode bool) string {
	if s.asked != n {
		return ""
	}
	found := s.watched & textual
	if n.DataAtom != atom.Ol && n.DataAtom != atom.Ul && n.DataAtom != atom.Li {
		found &^= 1<<css.ListStyle | 1<<css.ItemLabel
	}
	if !inCode {
		found &^= 1 << css.UserSelect
	}
	if found == 0 {
		return ""
	}
	c, style := s.Style(s.enter(n)), ""
	for _, p := range textProperties {
		name, text := p.name, c.Get(p.property).Text
		if marker := s.ListLabel(text); p.property == css.ListStyle && marker != "" {
			name, text = label, marker
		}
		switch {
		case !found.Has(p.property), text == "", len(text) > maxTextValue:
		case name == label:
			style = label + strings.ReplaceAll(text, "\n", " ") + "\n" + style
		default:
			style += name + text + ";"
		}
	}
	return style
}

// maxTextValue bounds a value that TextStyle returns, in bytes, since each element gets a copy.
const maxTextValue = 4 << 10

const label = "label:"

var textProperties = [...]struct {
	property css.Property
	name     string
}{{css.WhiteSpace, "white-space:"}, {css.ListStyle, "list-style-type:"}, {css.ItemLabel, label}, {css.CounterReset, "counter-reset:"}, {css.VerticalAlign, "vertical-align:"}, {css.UserSelect, "user-select:"}}
