package office

import (
	"cmp"
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
)

// Formulas of Word (Office MathML, ISO/IEC 29500-1, 22.1) become MathML, which OpenDocument has as it is,
// and the extractor of pages makes TeX of both.

// mathForms are the elements of MathML for those of Word, with {name} for a part and {name=x} for the sign that a property names, x
// without one. Of an element without a form the content is written.
var mathForms = map[string]string{
	"f": "<mfrac>{num}{den}</mfrac>", "f noBar": `<mfrac linethickness="0">{num}{den}</mfrac>`,
	"f lin": "<mrow><mo>(</mo>{num}<mo>)</mo><mo>/</mo><mo>(</mo>{den}<mo>)</mo></mrow>",
	"rad":   "<msqrt>{e}</msqrt>", "rad deg": "<mroot>{e}{deg}</mroot>",
	"sSub": "<msub>{e}{sub}</msub>", "sSup": "<msup>{e}{sup}</msup>", "sSubSup": "<msubsup>{e}{sub}{sup}</msubsup>",
	"sPre": "<msubsup><mo></mo>{sub}{sup}</msubsup>{e}",
	"nary": "{chr=∫}{e}", "nary sub": "<msub>{chr=∫}{sub}</msub>{e}", "nary sup": "<msup>{chr=∫}{sup}</msup>{e}",
	"nary sub sup": "<msubsup>{chr=∫}{sub}{sup}</msubsup>{e}",
	"limLow":       "<munder>{e}{lim}</munder>", "limUpp": "<mover>{e}{lim}</mover>",
	"acc": "<mover>{e}{chr=\u0302}</mover>",
	"bar": "<munder>{e}<mo>_</mo></munder>", "bar top": "<mover>{e}<mo>¯</mo></mover>",
	"groupChr": "<munder>{e}{chr=⏟}</munder>", "groupChr top": "<mover>{e}{chr=⏟}</mover>",
	"d": "<mrow>{begChr=(}{e|}{endChr=)}</mrow>",
}

// mathForm returns the form of an element, "" without one.
func (n *node) mathForm() string {
	name := n.Local
	switch name {
	case "f":
		if kind := n.property("type", "bar"); kind == "noBar" {
			name += " noBar"
		} else if kind == "lin" || kind == "skw" {
			name += " lin"
		}
	case "rad", "nary":
		for _, part := range [...]string{"deg", "sub", "sup"} {
			if n.has(part) && !n.isSet(part+"Hide") {
				name += " " + part
			}
		}
	case "bar", "groupChr":
		if n.property("pos", "bot") == "top" {
			name += " top"
		}
	}
	return mathForms[name]
}

// mathML writes the element as presentation MathML.
func (n *node) mathML(b *strings.Builder) {
	form := n.mathForm()
	switch {
	case n.Local == "r":
		n.run(b)
	case n.Local == "m" || n.Local == "eqArr":
		n.matrix(b)
	case n.Local == "phant" && !toggled(n.property("show", "1")):
	case form == "":
		n.inner(b)
	}
	for form != "" {
		before, after, _ := strings.Cut(form, "{")
		part, rest, _ := strings.Cut(after, "}")
		b.WriteString(before)
		form = rest
		switch name, otherwise, isSign := strings.Cut(part, "="); {
		case part == "":
		case isSign:
			chr := n.property(name, otherwise)
			if n.Local == "acc" {
				chr = cmp.Or(mathAccents[chr], chr)
			}
			b.WriteString("<mo>" + html.EscapeString(chr) + "</mo>")
		case part == "e|":
			n.args(b, "e", n.property("sepChr", "|"))
		default:
			b.WriteString("<mrow>")
			n.args(b, part, "")
			b.WriteString("</mrow>")
		}
	}
}

// matrix writes the rows of a matrix, or equations below each other, at whose ampersands Word aligns them.
func (n *node) matrix(b *strings.Builder) {
	b.WriteString("<mtable>")
	for _, row := range n.kids {
		var cells []*node
		switch row.Local {
		case "mr":
			cells = row.kids
		case "e":
			cells = []*node{row}
		default:
			continue
		}
		b.WriteString("<mtr>")
		for _, cell := range cells {
			var inside strings.Builder
			cell.inner(&inside)
			text := inside.String()
			if row.Local == "e" {
				text = strings.ReplaceAll(text, "<mo>&amp;</mo>", "")
			}
			b.WriteString("<mtd>" + text + "</mtd>")
		}
		b.WriteString("</mtr>")
	}
	b.WriteString("</mtable>")
}

// mathAccents are the signs over a letter that MathML has for combining ones.
var mathAccents = map[string]string{"\u0302": "^", "\u0303": "~", "\u0304": "¯", "\u0305": "¯", "\u0307": "˙", "\u0308": "¨", "\u20D7": "→"}

// inner writes what the element holds without its properties.
func (n *node) inner(b *strings.Builder) {
	for _, kid := range n.kids {
		if !strings.HasSuffix(kid.Local, "Pr") {
			kid.mathML(b)
		}
	}
}

// args writes the parts of the name, with a separator between them.
func (n *node) args(b *strings.Builder, name, separator string) {
	before := ""
	for _, kid := range n.kids {
		if kid.Local == name {
			b.WriteString(before)
			kid.inner(b)
			if separator != "" {
				before = "<mo>" + html.EscapeString(separator) + "</mo>"
			}
		}
	}
}

// has reports whether the element has a part of the name that holds something.
func (n *node) has(name string) bool {
	part := n.child(name)
	return part != nil && slices.ContainsFunc(part.kids, func(e *node) bool { return e.Local != "" })
}

// property returns the value of a property of the element.
func (n *node) property(name, otherwise string) string {
	if p := n.child(n.Local + "Pr").child(name); p != nil {
		return p.val()
	}
	return otherwise
}

func (n *node) isSet(name string) bool { return toggled(n.property(name, "0")) }

// run writes the text of a run: words as they are, else numbers, the names of functions, which are
// upright, and letters and signs one by one.
func (n *node) run(b *strings.Builder) {
	var text strings.Builder
	n.each("t", func(t *node) { text.WriteString(t.string()) })
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

// maxFormulas bounds the formulas of a document.
const maxFormulas = 5000

// The bounds of one equation. Those beyond them are left out, and the document says that it was cut.
const (
	maxMathDepth = 100
	maxMathNodes = 4000
	maxMathText  = 16 << 10
)

// mathSize is the number of elements and the bytes of text of an equation.
type mathSize struct{ nodes, text int }

// shownMath drops what is deleted or hidden within an equation, and reports whether it is within the bounds.
func (b *builder) shownMath(n *node, depth int, size *mathSize) bool {
	kids := n.kids[:0]
	for _, e := range n.content() {
		switch size.text += len(e.text); {
		case e.Local == "":
		case e.Local == "del" || e.Local == "moveFrom":
			continue
		case e.Local == "r" && e.find("vanish").isOn():
			b.r.hide(e.string(), "hidden text")
			continue
		default:
			if size.nodes++; depth == maxMathDepth || !b.shownMath(e, depth+1, size) {
				return false
			}
		}
		kids = append(kids, e)
	}
	n.kids = kids
	return size.nodes <= maxMathNodes && size.text <= maxMathText
}

// equation writes an equation, of which paragraphs of their own have some on lines of their own.
func (b *builder) equation(e *node, isDisplayed bool) {
	if b.isConcealed() {
		b.write(e.string())
		return
	}
	if b.r.formulas++; b.r.formulas > maxFormulas || !b.shownMath(e, 0, &mathSize{}) {
		b.r.cut = true
		return
	}
	var ml strings.Builder
	e.inner(&ml)
	if ml.Len() == 0 {
		return
	}
	tex := b.r.formula(ml.String() + "</math>")
	switch {
	case tex == "":
		b.write(htmlfrag.Text(ml.String()))
		return
	case isDisplayed && !b.inTable() && b.link == "":
		tex = " $" + tex + "$ "
	}
	b.markdown(tex, b.link)
}
