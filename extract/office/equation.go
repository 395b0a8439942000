package office

import (
	"cmp"
	"html"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
)

// Formulas of Word (Office MathML, ISO/IEC 29500-1, 22.1) become MathML, which OpenDocument has as it is,
// and the extractor of pages makes TeX of both.

// mathForms are the elements of MathML for those of Word, with {name} for a part, {name,x} for parts with x between them ("|" is that of
// the property sepChr) and {name=x} for the sign that a property names, x without one. Of an element without a form the content is
// written.
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
	"d": "<mrow>{begChr=(}{e,|}{endChr=)}</mrow>",
	"m": "<mtable>{mr,}</mtable>", "mr": "<mtr><mtd>{e,</mtd><mtd>}</mtd></mtr>",
	"eqArr": "<mtable><mtr><mtd>{e,</mtd></mtr><mtr><mtd>}</mtd></mtr></mtable>",
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
			if n.has(part) && !toggled(n.property(part+"Hide", "0")) {
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

// mathML writes the element as presentation MathML, without what is deleted or hidden.
func (n *node) mathML(b *strings.Builder) {
	form := n.mathForm()
	switch {
	case n.Local == "del", n.Local == "moveFrom", n.Local == "r" && n.find("vanish").isOn(), n.Local == "phant" && !toggled(n.property("show", "1")):
	case n.Local == "r":
		n.run(b)
	case form == "":
		for _, kid := range n.kids {
			if !strings.HasSuffix(kid.Local, "Pr") {
				kid.mathML(b)
			}
		}
	}
	for form != "" {
		before, after, _ := strings.Cut(form, "{")
		part, rest, _ := strings.Cut(after, "}")
		b.WriteString(before)
		form = rest
		if name, otherwise, isSign := strings.Cut(part, "="); isSign {
			chr := n.property(name, otherwise)
			if n.Local == "acc" {
				chr = cmp.Or(mathAccents[chr], chr)
			}
			b.WriteString("<mo>" + html.EscapeString(chr) + "</mo>")
			continue
		}
		name, between, isList := strings.Cut(part, ",")
		if between == "|" {
			between = "<mo>" + html.EscapeString(n.property("sepChr", between)) + "</mo>"
		}
		if !isList && part != "" {
			b.WriteString("<mrow>")
		}
		separator := ""
		for _, kid := range n.kids {
			if kid.Local == name && part != "" {
				b.WriteString(separator)
				kid.mathML(b)
				separator = between
			}
		}
		if !isList && part != "" {
			b.WriteString("</mrow>")
		}
	}
}

// mathAccents are the signs over a letter that MathML has for combining ones.
var mathAccents = map[string]string{"\u0302": "^", "\u0303": "~", "\u0304": "¯", "\u0305": "¯", "\u0307": "˙", "\u0308": "¨", "\u20D7": "→"}

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

// mathSigns matches a number, a word, or another sign.
var mathSigns = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\p{Nd}[\p{Nd}.]*|\pL+|(?s:.)`) })

// run writes the text of a run: words as they are, else numbers, the names of functions, which are
// upright, and letters and signs one by one.
func (n *node) run(b *strings.Builder) {
	var written strings.Builder
	n.each("t", func(t *node) { written.WriteString(t.string()) })
	text := strings.Map(func(r rune) rune {
		if r >= 0x1D400 && r <= 0x1D7FF { // a letter in a style
			r, _ = utf8.DecodeRuneInString(norm.NFKC.String(string(r)))
		}
		return r
	}, written.String())
	if toggled(n.property("nor", "0")) {
		b.WriteString("<mtext>" + html.EscapeString(text) + "</mtext>")
		return
	}
	isUpright := n.property("sty", "i") == "p"
	for _, sign := range mathSigns().FindAllString(text, -1) {
		switch c, _ := utf8.DecodeRuneInString(sign); {
		case unicode.IsDigit(c):
			b.WriteString("<mn>" + sign + "</mn>")
		case unicode.IsLetter(c) && isUpright:
			b.WriteString("<mi>" + sign + "</mi>")
		case unicode.IsLetter(c):
			b.WriteString("<mi>" + strings.Join(strings.Split(sign, ""), "</mi><mi>") + "</mi>")
		default:
			b.WriteString("<mo>" + html.EscapeString(sign) + "</mo>")
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

// maxFormulas bounds the formulas of a document.
const maxFormulas = 5000

// The bounds of one equation: elements and texts, and bytes. One beyond them is left out, and the document says that it was cut.
const (
	maxMathNodes = 6000
	maxMathText  = 16 << 10
)

// equation writes an equation, of which paragraphs of their own have some on lines of their own.
func (b *builder) equation(e *node, isDisplayed bool) {
	if b.isConcealed() {
		b.write(e.string())
		return
	}
	left := maxMathNodes
	e.keepUpTo(&left)
	if b.r.formulas++; b.r.formulas > maxFormulas || left < 0 || len(e.string()) > maxMathText {
		b.r.cut = true
		return
	}
	e.each("r", func(run *node) {
		if run.find("vanish").isOn() {
			b.r.hide(run.string(), "hidden text")
		}
	})
	var out strings.Builder
	e.mathML(&out)
	ml := out.String()
	if e.find("eqArr") != nil { // Word aligns equations at ampersands
		ml = strings.ReplaceAll(ml, "<mo>&amp;</mo>", "")
	}
	if ml == "" {
		return
	}
	tex := b.r.formula(ml + "</math>")
	switch {
	case tex == "":
		b.write(htmlfrag.Text(ml))
		return
	case isDisplayed && !b.inTable() && b.link == "":
		tex = " $" + tex + "$ "
	}
	b.markdown(tex, b.link)
}
