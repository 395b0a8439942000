// Package htmltree reads the nodes of a parsed page.
package htmltree

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Lookup returns the value of an attribute of n and whether n has it. Attributes
// with a namespace, as xlink:href in SVG, are not found. key is in lower case.
func Lookup(n *html.Node, key string) (value string, has bool) {
	for i := range n.Attr {
		if a := &n.Attr[i]; a.Key == key && a.Namespace == "" {
			return a.Val, true
		}
	}
	return "", false
}

// Attr returns the value of an attribute of n, "" if it has none; see [Lookup].
func Attr(n *html.Node, key string) string {
	value, _ := Lookup(n, key)
	return value
}

// Has reports whether n has an attribute; see [Lookup].
func Has(n *html.Node, key string) bool {
	_, has := Lookup(n, key)
	return has
}

// HasClass reports whether an element has one of the classes (HTML, 3.2.6.3: a list set
// apart by ASCII white space, case-sensitive).
func HasClass(n *html.Node, names ...string) bool {
	for class := range strings.FieldsFuncSeq(Attr(n, "class"), isSpace) {
		if slices.Contains(names, class) {
			return true
		}
	}
	return false
}

func isSpace(r rune) bool { return r == ' ' || r >= '\t' && r <= '\r' && r != '\v' }

// Declared returns the last value of a property in the declarations of a style attribute, in lower case, "" for none.
// The name of the property may have a prefix of a browser.
func Declared(style, property string) string {
	i := strings.LastIndex(style, property)
	if i < 0 {
		return ""
	}
	value, _, _ := strings.Cut(style[i+len(property):], ";")
	name, value, ok := strings.Cut(value, ":")
	if !ok || strings.TrimFunc(name, isSpace) != "" {
		return ""
	}
	value, _, _ = strings.Cut(value, "!")
	return strings.ToLower(strings.TrimSpace(value))
}

// WhiteSpace returns the last value of white-space or, without one, of white-space-collapse in declarations, by the names of
// CSS 2: "pre-wrap" for "preserve" (CSS Text Level 4, section 3).
func WhiteSpace(style string) string {
	return PlainSpace(cmp.Or(Declared(style, "white-space"), Declared(style, "white-space-collapse")))
}

// PlainSpace is WhiteSpace for one value.
func PlainSpace(value string) string {
	switch {
	case strings.Contains(value, "preserve-breaks"):
		return "pre-line"
	case strings.Contains(value, "preserve"):
		return "pre-wrap"
	}
	return value
}

// IsPreformatted reports whether declarations set text as code is set: lines and spaces are kept and no line is
// wrapped, or they are kept in a font of one width.
func IsPreformatted(style string) bool {
	if !strings.Contains(style, "white-space") {
		return false
	}
	switch WhiteSpace(style) {
	case "pre":
		return true
	case "pre-wrap", "break-spaces":
		return strings.Contains(style, "monospace")
	}
	return false
}

// Root returns the topmost node above n, n itself if it has no parent.
func Root(n *html.Node) *html.Node {
	for n.Parent != nil {
		n = n.Parent
	}
	return n
}

// IsInItem reports whether an element around n is a microdata item of a type of
// schema.org (HTML, section 5.2.2).
func IsInItem(n *html.Node, kind string) bool {
	for a := n.Parent; a != nil; a = a.Parent {
		if name, found := strings.CutSuffix(Attr(a, "itemtype"), "schema.org/"+kind); found && (name == "https://" || name == "http://") {
			return true
		}
	}
	return false
}

// IsInside reports whether n is ancestor or stands below it. Nil stands nowhere.
func IsInside(n, ancestor *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n == ancestor {
			return true
		}
	}
	return false
}

// IsTableRole reports whether an element with the role is a table (WAI-ARIA 1.2, 5.3.8).
func IsTableRole(role string) bool { return role == "table" || role == "grid" || role == "treegrid" }

// IsCellRole reports whether an element with the role is a cell of a table.
func IsCellRole(role string) bool {
	return role == "cell" || role == "gridcell" || role == "columnheader" || role == "rowheader"
}

// Next returns the node after n in document order, nil at the end of root.
func Next(n, root *html.Node) *html.Node {
	if n.FirstChild != nil {
		return n.FirstChild
	}
	return After(n, root)
}

// After returns the node after n and all that is in n, likewise.
func After(n, root *html.Node) *html.Node {
	for ; n != nil && n != root; n = n.Parent {
		if n.NextSibling != nil {
			return n.NextSibling
		}
	}
	return nil
}

// Find returns the first node in document order, at most depth levels below n, that is
// so. Nil means none.
func Find(n *html.Node, depth int, is func(*html.Node) bool) *html.Node {
	for c := n.FirstChild; c != nil && depth > 0; c = c.NextSibling {
		if is(c) {
			return c
		}
		if found := Find(c, depth-1, is); found != nil {
			return found
		}
	}
	return nil
}

// IsBlock reports whether an element is shown as a block of its own by default (HTML,
// 15.3.3), parts of tables included.
func IsBlock(a atom.Atom) bool {
	switch a {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Center, atom.Dd, atom.Details,
		atom.Dialog, atom.Dir, atom.Div, atom.Dl, atom.Dt, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer,
		atom.Form, atom.Frameset, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Header, atom.Hgroup,
		atom.Hr, atom.Html, atom.Legend, atom.Li, atom.Listing, atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.P,
		atom.Plaintext, atom.Pre, atom.Section, atom.Summary, atom.Table, atom.Ul, atom.Xmp, atom.Optgroup,
		atom.Tr, atom.Td, atom.Th, atom.Tbody, atom.Thead, atom.Tfoot, atom.Caption:
		return true
	}
	return false
}

// IsVoid reports whether an element of a name in lower case has no content and no end tag
// (HTML, 13.1.2), obsolete ones included.
func IsVoid(name string) bool {
	switch name {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr", "keygen", "frame", "basefont", "bgsound":
		return true
	}
	return false
}
