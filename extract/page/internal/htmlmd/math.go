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
// attributes, the text of images. MathML without TeX is turned into it, see
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

// mathSpan writes the spans of KaTeX, MathJax and Wikipedia.
func (w *writer) mathSpan(n *html.Node, class string) bool {
	for rest := class; rest != ""; {
		var c string
		c, rest = cutToken(rest)
		switch c {
		case "katex-html", "katex-error", "MathJax_Preview", "MJX_Assistive_MathML":
			if c == "katex-html" {
				return true
			}
			if c == "MathJax_Preview" {
				return true
			}
		case "katex", "katex-display", "mwe-math-element", "MathJax_CHTML", "MathJax_SVG", "MathJax", "MathJax_Display":
			return w.rendered(n, c)
		}
	}
	return isMathClass(class) && w.texElement(n, false)
}

// rendered writes a formula that a library drew: its source, wherever in the
// drawing that is.
func (w *writer) rendered(n *html.Node, class string) bool {
	if strings.HasPrefix(class, "MathJax") {
		if s := scriptAfter(n); s != nil {
			return true // the script has the source
		}
	}
	m := findMath(n, 8)
	if m == nil {
		if tex := attrOf(n, "data-tex", "data-latex", "data-expr"); tex != "" {
			w.formula(tex, false)
			return true
		}
		return false
	}
	w.formula(mathTeX(m), class == "katex-display" || isDisplayMath(m) || htmltree.HasClass(n.Parent, "katex-display"))
	return true
}

// scriptAfter is the script with the source of what MathJax 2 drew before it.
func scriptAfter(n *html.Node) *html.Node {
	for up := 0; n != nil && up < 2; n, up = n.Parent, up+1 {
		if s := contentAfter(n); s != nil && s.DataAtom == atom.Script && isTeXScript(s) {
			return s
		}
	}
	return nil
}

func isTeXScript(n *html.Node) bool {
	t := htmltree.Attr(n, "type")
	return strings.HasPrefix(t, "math/tex") || strings.HasPrefix(t, "math/mml") || strings.HasPrefix(t, "math/asciimath")
}

// script writes formulas; other scripts are not text.
func (w *writer) script(n *html.Node) {
	t := htmltree.Attr(n, "type")
	if !strings.HasPrefix(t, "math/tex") || n.FirstChild == nil {
		return
	}
	w.formula(n.FirstChild.Data, strings.Contains(t, "mode=display"))
}

// mathJax writes the elements of MathJax 3, whose source is in the MathML for
// assistive readers.
func (w *writer) mathJax(n *html.Node) bool {
	if n.Data != "mjx-container" {
		return false
	}
	display := htmltree.Attr(n, "display")
	tex := attrOf(n, "data-tex", "data-latex")
	if m := findMath(n, 8); m != nil && tex == "" {
		tex = mathTeX(m)
	}
	if tex == "" {
		return false
	}
	w.formula(tex, display == "true")
	return true
}

// findMath is the first MathML formula below n.
func findMath(n *html.Node, depth int) *html.Node {
	return htmltree.Find(n, depth, func(c *html.Node) bool { return c.Type == html.ElementNode && c.Data == "math" })
}

func isDisplayMath(m *html.Node) bool {
	v := htmltree.Attr(m, "display")
	return v == "block"
}

// mathML writes <math>.
func (w *writer) mathML(n *html.Node) {
	w.formula(mathTeX(n), isDisplayMath(n))
}

// isMathClass reports whether a class is that of a formula in TeX, as Pandoc,
// MkDocs and others mark them.
func isMathClass(class string) bool {
	for class != "" {
		var c string
		c, class = cutToken(class)
		switch c {
		case "math", "arithmatex", "math-inline", "math-display", "math-tex", "tex", "latex", "mathjax", "math-block":
			return true
		}
	}
	return false
}

// texElement writes an element whose text is TeX between the delimiters that
// MathJax looks for.
func (w *writer) texElement(n *html.Node, block bool) bool {
	if !onlyText(n) {
		return false
	}
	tex, display, ok := delimited(strings.TrimSpace(shortText(n, 1<<16)))
	if !ok {
		return false
	}
	w.formula(tex, display || block)
	return true
}

func delimited(s string) (tex string, display, ok bool) {
	for _, d := range [...][2]string{{`\(`, `\)`}, {`\[`, `\]`}, {"$$", "$$"}, {"$", "$"}} {
		if len(s) > len(d[0])+len(d[1]) && strings.HasPrefix(s, d[0]) && strings.HasSuffix(s, d[1]) {
			return s[len(d[0]) : len(s)-len(d[1])], d[0] == `\[` || d[0] == "$$", true
		}
	}
	return "", false, false
}

// mathAlt is the TeX of an image of a formula, or "".
func mathAlt(n *html.Node) string {
	if !htmltree.HasClass(n, "mwe-math-fallback-image-inline", "mwe-math-fallback-image-display", "tex", "latex", "mwe-math-mathml-a11y") {
		return ""
	}
	return attrOf(n, "alt")
}

func isDisplayImage(n *html.Node) bool {
	return htmltree.HasClass(n, "mwe-math-fallback-image-display")
}
