package office

import (
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

// mathML writes the element as presentation MathML. Of an unknown element it writes the
// content.
func (n *node) mathML(b *strings.Builder) {
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
	switch n.Local {
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
				switch row.Local {
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
		if n.Local == "bar" {
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
func (n *node) inner(b *strings.Builder) {
	for _, kid := range n.kids {
		if !strings.HasSuffix(kid.Local, "Pr") {
			kid.mathML(b)
		}
	}
}

// args writes the parts of the name, with a separator between them.
func (n *node) args(b *strings.Builder, name, separator string) {
	first := true
	for _, kid := range n.kids {
		if kid.Local != name {
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
	for _, e := range n.kids {
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
