package htmlmd

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// maxMath bounds the TeX that is made of one formula in MathML.
const maxMath = 16 << 10

// mathTeX is the TeX of a MathML formula: its annotation, its source in an attribute, its
// alternative text or what its elements come to.
func mathTeX(m *html.Node) string {
	annotation := htmltree.Find(m, 4, func(c *html.Node) bool { // of the encoding application/x-tex, TeX or LaTeX
		return c.Type == html.ElementNode && c.Data == "annotation" && strings.HasSuffix(strings.ToLower(htmltree.Attr(c, "encoding")), "tex")
	})
	if annotation != nil {
		if t := strings.TrimSpace(shortText(annotation, maxMath)); t != "" {
			return t
		}
	}
	if source := attrOf(m, "data-latex", "alttext"); source != "" {
		return source
	}
	return string(appendTeX(nil, m, 0))
}

// appendTeX appends presentation MathML as TeX. MathML Core, section 3.
func appendTeX(b []byte, n *html.Node, depth int) []byte {
	if depth > 100 || len(b) > maxMath {
		return b
	}
	if n.Type == html.TextNode {
		return appendMathToken(b, n.Data)
	}
	if n.Type != html.ElementNode {
		return b
	}
	arg := mathArgs(n)
	bare := func(b []byte, i int) []byte {
		if i >= len(arg) {
			return b
		}
		return appendTeX(b, arg[i], depth+1)
	}
	group := func(b []byte, i int) []byte { return append(bare(append(b, '{'), i), '}') }
	base := func(b []byte) []byte {
		if len(arg) > 0 && needsGroup(arg[0]) {
			return group(b, 0)
		}
		return bare(b, 0)
	}
	switch n.Data {
	case "mfrac":
		command := `\frac`
		if thickness := htmltree.Attr(n, "linethickness"); thickness != "" && strings.Trim(thickness, "0.pxemtc% ") == "" {
			command = `\binom`
		}
		return group(group(append(b, command...), 0), 1)
	case "msqrt":
		return append(appendTeXChildren(append(b, `\sqrt{`...), n, depth), '}')
	case "mroot":
		b = append(b, `\sqrt[`...)
		b = append(bare(b, 1), ']')
		return group(b, 0)
	case "mover", "munder":
		if len(arg) == 2 {
			if command := accents[n.Data][strings.TrimSpace(shortText(arg[1], 8))]; command != "" {
				return group(append(b, command...), 0)
			}
		}
		if n.Data == "munder" {
			return group(append(base(b), '_'), 1)
		}
		return group(append(base(b), '^'), 1)
	case "msup":
		return group(append(base(b), '^'), 1)
	case "msub":
		return group(append(base(b), '_'), 1)
	case "msubsup", "munderover":
		b = group(append(base(b), '_'), 1)
		return group(append(b, '^'), 2)
	case "mfenced":
		return appendFenced(b, n, arg, depth)
	case "mtext":
		return append(appendTeXChildren(append(b, `\text{`...), n, depth), '}')
	case "mtable":
		return appendMatrix(b, arg, depth)
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

// accents are the commands for signs above and below others.
var accents = map[string]map[string]string{
	"mover":  {"→": `\vec`, "^": `\hat`, "ˆ": `\hat`, "~": `\tilde`, "˜": `\tilde`, "˙": `\dot`, "¨": `\ddot`, "¯": `\overline`, "‾": `\overline`, "―": `\overline`, "_": `\overline`, "⏞": `\overbrace`},
	"munder": {"_": `\underline`, "̲": `\underline`, "⏟": `\underbrace`},
}

// needsGroup reports whether a base is more than one thing to TeX, so that an exponent would belong to
// the last of its parts, or would be a second one. In brackets it is one.
func needsGroup(n *html.Node) bool {
	switch n.Data {
	case "msup", "msub", "msubsup", "mfrac":
		return true
	case "mrow", "mstyle", "mpadded":
		arg := mathArgs(n)
		return len(arg) == 1 && needsGroup(arg[0]) || len(arg) > 1 && !strings.ContainsAny(shortText(arg[0], 1), "([{|")
	}
	return false
}

// appendMathToken appends the text of a token. What is markup to TeX is escaped; the names of
// functions are commands, and set apart from letters that touch them.
func appendMathToken(b []byte, s string) []byte {
	at := len(b)
	s = strings.NewReplacer("\u2061", " ", "\u2062", "", "\u2063", "").Replace(s) // that apply, multiply and separate
	if wordList("math function").has(strings.TrimSpace(s)) {
		b = append(b, '\\')
	}
	b = appendFolded(b, s)
	if len(b) > at && at > 0 && isASCIILetter(b[at]) && isASCIILetter(b[at-1]) && (len(b) > at+1 || endsInCommand(b[:at])) {
		b = append(b[:at], append([]byte{' '}, b[at:]...)...)
	}
	if !strings.ContainsAny(s, `%#&{}_$`) {
		return b
	}
	token := string(b[at:])
	b = b[:at]
	for i := 0; i < len(token); i++ {
		if strings.IndexByte(`%#&{}_$`, token[i]) >= 0 {
			b = append(b, '\\')
		}
		b = append(b, token[i])
	}
	return b
}

func endsInCommand(b []byte) bool {
	i := len(b)
	for i > 0 && isASCIILetter(b[i-1]) {
		i--
	}
	return i > 0 && b[i-1] == '\\' || len(b)-i > 1
}

// appendFenced appends arguments in brackets, as MathML 3 has them (section 3.3.8).
func appendFenced(b []byte, n *html.Node, arg []*html.Node, depth int) []byte {
	sign := func(key, otherwise string) string {
		if v, ok := htmltree.Lookup(n, key); ok {
			return strings.TrimSpace(v)
		}
		return otherwise
	}
	separators := []rune(sign("separators", ","))
	b = appendMathToken(b, sign("open", "("))
	for i, a := range arg {
		if i > 0 && len(separators) > 0 {
			b = append(b, string(separators[min(i-1, len(separators)-1)])...)
		}
		b = appendTeX(b, a, depth+1)
	}
	return appendMathToken(b, sign("close", ")"))
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

// Elementary mathematics (MathML 3, section 3.6) is written in rows below each other.
// Its places say what is added to what, so that one line would say something else.
