package htmlmd

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/raised"
)

// spanElement writes <span> and custom elements: what is in them, unless they are
// formulas.
func (w *writer) spanElement(n *html.Node) {
	if n.DataAtom == 0 {
		switch {
		case strings.HasPrefix(n.Data, "mjx-") && w.mathJax(n):
			return
		case n.Data == "clipboard-copy", n.Data == "copy-button", n.Data == "copy-code-button":
			return
		}
		if hasShadow(n) {
			w.inShadow(n)
			return
		}
		w.children(n)
		return
	}
	class, role := classAndRole(n)
	if class != "" {
		if w.mathSpan(n, class) {
			return
		}
		if class == "mw-editsection" || class == "editsection" || isLabelOfCode(n, class) || w.footnotes != nil && w.footnotes.at != nil && strings.HasPrefix(class, "mw-cite-backlink") || !w.fragment && isSpokenTwin(n, class) {
			return
		}
	}
	if htmltree.IsCellRole(role) {
		w.apart(n)
		return
	}
	w.children(n)
}

// apart writes content with a space on both sides.
func (w *writer) apart(n *html.Node) {
	w.pendingSpace = true
	w.children(n)
	w.pendingSpace = true
}

// isLabelOfCode reports whether an element shows the language of the code block
// after it.
func isLabelOfCode(n *html.Node, class string) bool {
	if class != "lang" {
		return false
	}
	s := contentAfter(n)
	return s != nil && s.DataAtom == atom.Pre
}

// quoted writes <q> with the quotation marks it is shown with.
func (w *writer) quoted(n *html.Node) {
	w.writeText(`"`)
	w.withoutLeadingSpace(func() { w.children(n) })
	w.appendText(`"`)
}

// withoutLeadingSpace writes content without white space at its ends.
func (w *writer) withoutLeadingSpace(body func()) {
	w.pendingSpace, w.trimNext = false, true
	at := len(w.Text)
	body()
	if len(w.Text) > at {
		w.pendingSpace = false
	}
	w.trimNext = false
}

// abbr writes an abbreviation, at its first use with what it stands for.
func (w *writer) abbr(n *html.Node) {
	w.children(n)
	title := strings.TrimSpace(attrOf(n, "title"))
	text := strings.TrimSpace(shortText(n, 64))
	if title == "" || len(title) > 120 || strings.EqualFold(title, text) || w.abbrs[text] {
		return
	}
	if w.abbrs == nil {
		w.abbrs = map[string]bool{}
	}
	w.abbrs[text] = true
	w.writeText(" (" + title + ")")
}

// rubyText writes how a text is read, in parentheses.
func (w *writer) rubyText(n *html.Node) {
	w.writeText("(")
	w.withoutLeadingSpace(func() { w.children(n) })
	w.writeText(")")
}

// subSup writes <sub> and <sup>: with the characters that Unicode has for them,
// or after a sign as in formulas.
func (w *writer) subSup(n *html.Node) {
	sup := n.DataAtom == atom.Sup
	text := strings.TrimSpace(clean(shortText(n, 64)))
	if hasLinks(n) || text == "" || len(text) > 40 || !onlyText(n) {
		w.children(n)
		return
	}
	if cents, ok := w.raisedCents(n, text); sup && ok {
		w.writeText(cents)
		return
	}
	if s, ok := raised.Text(text, sup, w.touching()); ok {
		w.writeText(s)
		return
	}
	w.children(n)
}

// touching reports whether what was written last touches what comes next.
func (w *writer) touching() bool { return len(w.Items) > 0 && !w.pendingSpace && !w.pendingBreak }

func hasLinks(n *html.Node) bool {
	return htmltree.Find(n, maxDepth, func(c *html.Node) bool { return c.DataAtom == atom.A || c.DataAtom == atom.Img }) != nil
}

// onlyText reports whether there is no markup of note in an element.
func onlyText(n *html.Node) bool {
	return htmltree.Find(n, maxDepth, func(c *html.Node) bool {
		switch c.DataAtom {
		case atom.Span, atom.I, atom.Em, atom.Small, atom.Font, atom.Var, atom.B:
			return false
		}
		return c.Type == html.ElementNode
	}) == nil
}

func isWord(s string) bool {
	for i := 0; i < len(s); i++ {
		if !ascii.IsAlnum(s[i]) {
			return false
		}
	}
	return true
}
