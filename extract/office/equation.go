package office

import (
	"encoding/xml"
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
)

// Formulas of Word (Office MathML, ISO/IEC 29500-1, 22.1) become MathML, which OpenDocument has as it is,
// and the extractor of pages makes TeX of both.

// The bounds of one equation. What is beyond them is left out, and the document
// says that it was cut.
const (
	maxMathDepth = 100
	maxMathNodes = 4000
	maxMathText  = 16 << 10
)

// mathNode is an element of an equation in Office MathML (ISO/IEC 29500-1, 22.1).
type mathNode struct {
	name, value string // value is the attribute val
	text        string // of a run
	kids        []*mathNode
}

// equation is an equation that is being read. The zero value is one that has no
// elements yet.
type equation struct {
	root        mathNode
	open        []*mathNode
	over        int // open elements beyond the depth that is kept
	nodes, size int
	cut         bool
}

func (q *equation) top() *mathNode {
	if n := len(q.open); n > 0 {
		return q.open[n-1]
	}
	return &q.root
}

func (q *equation) start(e xml.StartElement) {
	if q.over > 0 || len(q.open) >= maxMathDepth || q.nodes >= maxMathNodes {
		q.over++
		q.cut = true
		return
	}
	n := &mathNode{name: e.Name.Local}
	for _, a := range e.Attr {
		if a.Name.Local == "val" {
			n.value = a.Value
		}
	}
	top := q.top()
	top.kids = append(top.kids, n)
	q.open = append(q.open, n)
	q.nodes++
}

// end ends the innermost element of the name and those within it.
func (q *equation) end(name string) {
	if q.over > 0 {
		q.over--
		return
	}
	for i := len(q.open) - 1; i >= 0; i-- {
		if q.open[i].name == name {
			q.open = q.open[:i]
			return
		}
	}
}

// write takes text, which counts within the text of a run alone.
func (q *equation) write(text string) {
	n := q.top()
	switch {
	case n.name != "t":
	case q.over > 0 || q.size+len(text) > maxMathText:
		q.cut = true
	default:
		n.text += text
		q.size += len(text)
	}
}

// mathML writes the element as presentation MathML. Of an unknown element it writes the
// content.
func (n *mathNode) mathML(b *strings.Builder) {
	element := func(name string, parts ...func()) {
		b.WriteString("<" + name + ">")
		for _, part := range parts {
			part()
		}
		name, _, _ = strings.Cut(name, " ")
		b.WriteString("</" + name + ">")
	}
	arg := func(name string) func() {
		return func() { element("mrow", func() { n.args(b, name, "") }) }
	}
	sign := func(s string) func() {
		return func() { element("mo", func() { b.WriteString(html.EscapeString(s)) }) }
	}
	switch n.name {
	case "r":
		n.run(b)
	case "f":
		switch kind := n.property("type", "bar"); kind {
		case "lin", "skw":
			element("mrow", sign("("), arg("num"), sign(")"), sign("/"), sign("("), arg("den"), sign(")"))
		case "noBar":
			element(`mfrac linethickness="0"`, arg("num"), arg("den"))
		default:
			element("mfrac", arg("num"), arg("den"))
		}
	case "rad":
		if n.has("deg") && !n.isSet("degHide") {
			element("mroot", arg("e"), arg("deg"))
		} else {
			element("msqrt", arg("e"))
		}
	case "sSub":
		element("msub", arg("e"), arg("sub"))
	case "sSup":
		element("msup", arg("e"), arg("sup"))
	case "sSubSup":
		element("msubsup", arg("e"), arg("sub"), arg("sup"))
	case "sPre":
		element("msubsup", sign(""), arg("sub"), arg("sup"))
		arg("e")()
	case "nary":
		operator := sign(n.property("chr", "∫"))
		below, above := n.has("sub") && !n.isSet("subHide"), n.has("sup") && !n.isSet("supHide")
		switch {
		case below && above:
			element("msubsup", operator, arg("sub"), arg("sup"))
		case below:
			element("msub", operator, arg("sub"))
		case above:
			element("msup", operator, arg("sup"))
		default:
			operator()
		}
		arg("e")()
	case "limLow":
		element("munder", arg("e"), arg("lim"))
	case "limUpp":
		element("mover", arg("e"), arg("lim"))
	case "d":
		element("mrow", sign(n.property("begChr", "(")), func() { n.args(b, "e", n.property("sepChr", "|")) }, sign(n.property("endChr", ")")))
	case "m", "eqArr":
		element("mtable", func() {
			for _, row := range n.kids {
				switch row.name {
				case "mr":
					element("mtr", func() {
						for _, cell := range row.kids {
							element("mtd", func() { cell.inner(b) })
						}
					})
				case "e":
					var line strings.Builder
					row.inner(&line)
					element("mtr", func() {
						element("mtd", func() { b.WriteString(strings.ReplaceAll(line.String(), "<mo>&amp;</mo>", "")) }) // at which Word aligns lines
					})
				}
			}
		})
	case "acc":
		chr := n.property("chr", "\u0302")
		if spaced := mathAccents[chr]; spaced != "" {
			chr = spaced
		}
		element("mover", arg("e"), sign(chr))
	case "bar", "groupChr":
		chr, name := n.property("chr", "⏟"), "munder"
		if n.property("pos", "bot") == "top" {
			name = "mover"
		}
		if n.name == "bar" {
			chr = map[string]string{"mover": "¯", "munder": "_"}[name]
		}
		element(name, arg("e"), sign(chr))
	case "phant":
		if toggled(n.property("show", "1")) {
			n.inner(b)
		}
	default:
		n.inner(b)
	}
}

// mathAccents are the signs over a letter that MathML has for combining ones.
var mathAccents = map[string]string{"\u0302": "^", "\u0303": "~", "\u0304": "¯", "\u0305": "¯", "\u0307": "˙", "\u0308": "¨", "\u20D7": "→"}

// inner writes what the element holds without its properties.
func (n *mathNode) inner(b *strings.Builder) {
	for _, kid := range n.kids {
		if !strings.HasSuffix(kid.name, "Pr") {
			kid.mathML(b)
		}
	}
}

// args writes the parts of the name, with a separator between them.
func (n *mathNode) args(b *strings.Builder, name, separator string) {
	first := true
	for _, kid := range n.kids {
		if kid.name != name {
			continue
		}
		if !first && separator != "" {
			b.WriteString("<mo>" + html.EscapeString(separator) + "</mo>")
		}
		first = false
		kid.inner(b)
	}
}

// has reports whether the element has a part of the name that holds something.
func (n *mathNode) has(name string) bool {
	for _, kid := range n.kids {
		if kid.name == name && len(kid.kids) > 0 {
			return true
		}
	}
	return false
}

// property returns the value of a property of the element.
func (n *mathNode) property(name, otherwise string) string {
	for _, kid := range n.kids {
		if strings.HasSuffix(kid.name, "Pr") {
			for _, p := range kid.kids {
				if p.name == name {
					return p.value
				}
			}
		}
	}
	return otherwise
}

func (n *mathNode) isSet(name string) bool { return toggled(n.property(name, "0")) }

// run writes the text of a run: words as they are, else numbers, the names of functions, which are
// upright, and letters and signs one by one.
func (n *mathNode) run(b *strings.Builder) {
	var text strings.Builder
	for _, kid := range n.kids {
		if kid.name == "t" {
			text.WriteString(kid.text)
		}
	}
	rest := []rune(strings.Map(func(r rune) rune {
		if r >= 0x1D400 && r <= 0x1D7FF { // a letter in a style
			r, _ = utf8.DecodeRuneInString(norm.NFKC.String(string(r)))
		}
		return r
	}, text.String()))
	if n.isSet("nor") {
		b.WriteString("<mtext>" + html.EscapeString(string(rest)) + "</mtext>")
		return
	}
	upright := n.property("sty", "i") == "p"
	while := func(holds func(rune) bool) (run string) {
		end := 1
		for end < len(rest) && holds(rest[end]) {
			end++
		}
		run, rest = string(rest[:end]), rest[end:]
		return html.EscapeString(run)
	}
	for len(rest) > 0 {
		switch c := rest[0]; {
		case unicode.IsDigit(c):
			b.WriteString("<mn>" + while(func(r rune) bool { return unicode.IsDigit(r) || r == '.' }) + "</mn>")
		case unicode.IsLetter(c):
			b.WriteString("<mi>" + while(func(r rune) bool { return upright && unicode.IsLetter(r) }) + "</mi>")
		default:
			b.WriteString("<mo>" + while(func(rune) bool { return false }) + "</mo>")
		}
	}
}

// formula returns the content of a math element, its end tag included, as TeX between dollar signs; ""
// without an extractor of pages, or if that finds no formula.
func (r *reader) formula(mathML string) string {
	if r.html == nil {
		return ""
	}
	doc, err := htmlfrag.Convert(r.ctx, r.html, "<p>x<math>"+mathML+"</p>", nil)
	if err != nil {
		return "" // the reader asks ctx too
	}
	md, found := strings.CutPrefix(doc.Markdown, "x")
	if !found || strings.Contains(md, "\n") {
		return ""
	}
	return md
}

// displayed writes a paragraph of one formula and nothing else on a line of its own.
func displayed(md string) string {
	if len(md) > 2 && md[0] == '$' && md[1] != '$' && strings.Count(md, "$") == 2 && md[len(md)-1] == '$' {
		return "$" + md + "$"
	}
	return md
}

// openMath begins an equation; one within another is part of it.
func (w *wordReader) openMath() {
	w.mathDepth++
	if w.math == nil {
		w.math, w.mathDepth = &equation{}, 1
	}
}

// startMath takes the start of an element of the open equation: of what Word
// marks in any text, that it was struck out or is hidden counts here too.
func (w *wordReader) startMath(e xml.StartElement) {
	switch e.Name.Local {
	case "oMath":
		w.openMath()
	case "r", "vanish", "del", "moveFrom":
		w.startRun(e)
	}
	w.math.start(e)
}

func (w *wordReader) endMath(name string) {
	switch name {
	case "oMath":
		if w.mathDepth--; w.mathDepth <= 0 {
			w.closeMath()
			return
		}
	case "r":
		w.hiddenRun = false
	case "del", "moveFrom":
		w.deleted = max(0, w.deleted-1)
	}
	w.math.end(name)
}

// closeMath writes the open equation, if there is one: $$…$$ for one on a line of
// its own, which no cell of a table has.
func (w *wordReader) closeMath() {
	if w.math == nil {
		return
	}
	root := w.math.root
	w.r.cut = w.r.cut || w.math.cut
	w.math, w.mathDepth = nil, 0
	if w.formulas++; w.formulas > maxFormulas {
		w.r.cut = true
		return
	}
	var b strings.Builder
	root.inner(&b)
	if b.Len() == 0 {
		return
	}
	tex := w.r.formula(b.String() + "</math>")
	switch {
	case tex == "":
		w.write(htmlfrag.Text(b.String()))
		return
	case w.display && !w.inTable() && !w.inLink:
		tex = " $" + tex + "$ "
	}
	w.text.markdown(tex, tex)
}
