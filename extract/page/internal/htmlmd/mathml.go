package htmlmd

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// maxMath bounds the TeX that is made of one formula in MathML.
const maxMath = 16 << 10

// mathTeX is the TeX of a MathML formula: its annotation, its alternative text
// or what its elements come to.
func mathTeX(m *html.Node) string {
	if a := annotation(m, 4); a != nil {
		if t := strings.TrimSpace(shortText(a, maxMath)); t != "" {
			return t
		}
	}
	if alt := attrOf(m, "alttext"); alt != "" {
		return alt
	}
	b := appendTeX(nil, m, 0)
	return string(b)
}

// annotation returns the TeX of a formula in MathML: application/x-tex, TeX, LaTeX.
// Annotations of the encoding "text" are for other readers.
func annotation(n *html.Node, depth int) *html.Node {
	return htmltree.Find(n, depth, func(c *html.Node) bool {
		return c.Type == html.ElementNode && c.Data == "annotation" && strings.HasSuffix(strings.ToLower(htmltree.Attr(c, "encoding")), "tex")
	})
}

// appendTeX appends presentation MathML as TeX. MathML Core, section 3.
func appendTeX(b []byte, n *html.Node, depth int) []byte {
	if depth > 100 || len(b) > maxMath {
		return b
	}
	if n.Type == html.TextNode {
		return appendFolded(b, n.Data)
	}
	if n.Type == html.ElementNode {
		return appendTeXElement(b, n, depth)
	}
	return b
}

// appendTeXElement is appendTeX for an element.
func appendTeXElement(b []byte, n *html.Node, depth int) []byte {
	arg := mathArgs(n)
	group := func(b []byte, i int) []byte {
		if i >= len(arg) {
			return append(b, "{}"...)
		}
		b = append(b, '{')
		b = appendTeX(b, arg[i], depth+1)
		return append(b, '}')
	}
	bare := func(b []byte, i int) []byte {
		if i >= len(arg) {
			return b
		}
		return appendTeX(b, arg[i], depth+1)
	}
	switch n.Data {
	case "mfrac":
		return group(group(append(b, `\frac`...), 0), 1)
	case "msqrt":
		b = append(b, `\sqrt{`...)
		for i := range arg {
			b = bare(b, i)
		}
		return append(b, '}')
	case "mroot":
		b = append(b, `\sqrt[`...)
		b = append(bare(b, 1), ']')
		return group(b, 0)
	case "msup", "mover":
		return group(append(bare(b, 0), '^'), 1)
	case "msub", "munder":
		return group(append(bare(b, 0), '_'), 1)
	case "msubsup", "munderover":
		b = group(append(bare(b, 0), '_'), 1)
		return group(append(b, '^'), 2)
	case "mtext":
		return append(appendTeXChildren(append(b, `\text{`...), n, depth), '}')
	case "mtable":
		return appendMatrix(b, arg, depth)
	case "mstack":
		return appendStack(b, arg, depth)
	case "mlongdiv":
		return appendLongDivision(b, arg, depth)
	case "annotation", "annotation-xml", "mspace", "mphantom":
		return b
	}
	return appendTeXChildren(b, n, depth)
}

func appendTeXChildren(b []byte, n *html.Node, depth int) []byte {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		b = appendTeX(b, c, depth+1)
	}
	return b
}

func appendMatrix(b []byte, rows []*html.Node, depth int) []byte {
	b = append(b, `\begin{matrix}`...)
	for i, r := range rows {
		if i > 0 {
			b = append(b, ` \\ `...)
		}
		for j, cell := range mathArgs(r) {
			if j > 0 {
				b = append(b, " & "...)
			}
			b = appendTeX(b, cell, depth+2)
		}
	}
	return append(b, `\end{matrix}`...)
}

func mathArgs(n *html.Node) []*html.Node {
	var arg []*html.Node
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode {
			arg = append(arg, c)
		}
	}
	return arg
}
