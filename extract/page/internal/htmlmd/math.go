package htmlmd

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// Formulas are written as TeX between dollar signs, taken from where the page
// keeps it: MathML annotations (KaTeX, Wikipedia), scripts (MathJax 2), data
// attributes, the text and the addresses of images. MathML without TeX is turned into it, see
// mathml.go.

// formula adds TeX, which is text of the page as any other: what would be
// markup to a reader without formulas is set apart by spaces, which TeX ignores.
func (w *writer) formula(tex string, display bool) {
	tex = cleanTeX(tex)
	if tex == "" {
		return
	}
	if display && w.cell == 0 && w.heading == 0 && !w.inLink() {
		w.flush()
		w.raw("$$" + tex + "$$")
		w.flush()
		return
	}
	w.raw("$" + tex + "$")
	w.Specials.Math = true
}

// cleanTeX makes TeX one line without anything that Markdown would run.
func cleanTeX(s string) string {
	s = strings.TrimSpace(clean(s))
	if strings.HasPrefix(s, `{\displaystyle`) && strings.HasSuffix(s, "}") {
		s = s[len(`{\displaystyle`) : len(s)-1]
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case classOf(c) == classSpace:
			if len(b) > 0 && b[len(b)-1] != ' ' {
				b = append(b, ' ')
			}
			continue
		case c == '%' && (i == 0 || s[i-1] != '\\'):
			for i+1 < len(s) && s[i+1] != '\n' {
				i++
			}
			continue
		case c == '`':
			c = '\''
		case c == '$' && (i == 0 || s[i-1] != '\\'):
			continue
		}
		if n := len(b); n > 0 && (b[n-1] == '<' && mdinline.StartsTag(c) || b[n-1] == ']' && (c == '(' || c == ':')) {
			b = append(b, ' ')
		}
		b = append(b, c)
	}
	return strings.TrimSpace(string(b))
}

// mayBeFormula is a quick look whether formulaElement has something to look at.
func mayBeFormula(n *html.Node) bool {
	switch n.DataAtom {
	case 0, atom.Span, atom.Div, atom.P, atom.Figure, atom.Section, atom.Center, atom.Code, atom.Em, atom.I, atom.Var, atom.B, atom.Strong:
	default:
		return false
	}
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "data-math", "data-tex", "data-latex", "data-expr", "data-mathml":
			return true
		case "class":
			if strings.Contains(a.Val, "ath") || strings.Contains(a.Val, "tex") {
				return true
			}
		}
	}
	return n.Data == "mjx-container"
}

// formulaElement writes an element that is a formula to its author or to the library that
// drew it, and reports whether it is one.
func (w *writer) formulaElement(n *html.Node) bool {
	class, display := "", htmltree.IsBlock(n.DataAtom)
	var tex string
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "class":
			class = a.Val
		case "display":
			display = display || a.Val == "true" || a.Val == "block"
		case "data-math", "data-tex", "data-latex", "data-expr":
			if s := strings.TrimSpace(a.Val); tex == "" && s != "" && (a.Key != "data-expr" || hasTeXSign(s)) {
				tex = s
			}
		case "data-mathml":
			tex = mathMLSource(a.Val)
		}
	}
	marked, drawn := false, n.Data == "mjx-container"
	for rest := class; rest != ""; {
		var c string
		switch c, rest = cutToken(rest); c {
		case "katex-html", "MathJax_Preview":
			return true // the source stands beside it
		case "MathJax_CHTML", "MathJax_SVG", "MathJax", "MathJax_Display":
			if drawn = true; isTeXScript(scriptAfter(n)) {
				return true // which has the source
			}
		case "katex-display", "math-display", "math-block":
			display, marked = true, true
		case "katex", "mwe-math-element":
			drawn = true
		case "math", "arithmatex", "math-inline", "math-tex", "tex", "latex", "mathjax":
			marked = true
		}
	}
	switch {
	case tex != "":
		if !hasTeXSign(tex) && !drawn && !marked && !isBlank(shortText(n, 64)) || len(shortText(n, maxMath)) > 4*len(tex)+100 {
			return false // a setting, or the element holds more than the formula
		}
		tex, display = undelimited(tex, display)
	case drawn || strings.HasPrefix(class, "katex"):
		m := htmltree.Find(n, 8, func(c *html.Node) bool {
			return c.Type == html.ElementNode && (c.Data == "math" || htmltree.Has(c, "data-latex"))
		})
		if m == nil {
			return false
		}
		tex = mathTeX(m)
		display = display || htmltree.Attr(m, "display") == "block" || htmltree.HasClass(n.Parent, "katex-display")
	case marked && onlyText(n):
		text := strings.TrimSpace(shortText(n, 1<<16))
		if tex, display = undelimited(text, display); tex == text {
			return false
		}
	default:
		return false
	}
	w.formula(tex, display)
	return true
}

// hasTeXSign reports whether a text has a sign that formulas are made with.
func hasTeXSign(s string) bool { return strings.ContainsAny(s, `\^_=+<>{}≤≥∈≈`) }

// undelimited returns TeX without the delimiters that MathJax looks for, and whether it is set on
// a line of its own.
func undelimited(s string, display bool) (string, bool) {
	for _, d := range delimiters {
		if len(s) > len(d.open)+len(d.close) && strings.HasPrefix(s, d.open) && strings.HasSuffix(s, d.close) {
			return s[len(d.open) : len(s)-len(d.close)], display || d.display
		}
	}
	return s, display
}

// scriptAfter is the script right after what MathJax 2 drew, or after the element around it, nil for
// none.
func scriptAfter(n *html.Node) *html.Node {
	for up := 0; n != nil && up < 2; n, up = n.Parent, up+1 {
		if s := contentAfter(n); s != nil && s.DataAtom == atom.Script {
			return s
		}
	}
	return nil
}

func isTeXScript(n *html.Node) bool {
	return n != nil && n.FirstChild != nil && strings.HasPrefix(htmltree.Attr(n, "type"), "math/")
}

// script writes formulas; other scripts are not text.
func (w *writer) script(n *html.Node) {
	if !isTeXScript(n) {
		return
	}
	tex, kind := n.FirstChild.Data, htmltree.Attr(n, "type")
	if strings.HasPrefix(kind, "math/mml") {
		tex = mathMLSource(tex)
	}
	w.formula(tex, strings.Contains(kind, "mode=display"))
}

// mathMLSource is the TeX of MathML in the text of a script or an attribute.
func mathMLSource(source string) string {
	if len(source) > maxMath {
		return ""
	}
	nodes, err := html.ParseFragment(strings.NewReader(source), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
	for _, n := range nodes {
		if err == nil && n.Data == "math" {
			return mathTeX(n)
		}
	}
	return ""
}
