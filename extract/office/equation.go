package office

import (
	"encoding/xml"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

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

// latex returns the equation as LaTeX on one line, "" for an empty one, without
// anything that Markdown would take for a link, code or a tag.
func (q *equation) latex() string {
	tex := strings.Join(strings.Fields(q.root.tex()), " ")
	var b strings.Builder
	for i := 0; i < len(tex); i++ {
		c := tex[i]
		if i > 0 && (tex[i-1] == '<' && mdinline.StartsTag(c) || tex[i-1] == ']' && (c == '(' || c == ':' || c == '[')) {
			b.WriteByte(' ')
		}
		b.WriteByte(c)
	}
	return b.String()
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
	tex := w.math.latex()
	w.r.cut = w.r.cut || w.math.cut
	w.math, w.mathDepth = nil, 0
	switch {
	case tex == "":
		return
	case w.display && !w.inTable() && !w.inLink:
		tex = " $$" + tex + "$$ "
	default:
		tex = "$" + tex + "$"
	}
	w.text.markdown(tex, tex)
}

// tex returns the element as LaTeX, as Pandoc writes what it stands for
// (ISO/IEC 29500-1, 22.1.2). An element that is not known is what it holds.
func (n *mathNode) tex() string {
	switch n.name {
	case "r":
		return n.run()
	case "f":
		return n.fraction()
	case "rad":
		if degree := n.arg("deg"); degree != "" && !n.isSet("degHide") {
			if strings.ContainsAny(degree, "[]") {
				degree = "{" + degree + "}"
			}
			return `\sqrt[` + degree + "]{" + n.arg("e") + "}"
		}
		return `\sqrt{` + n.arg("e") + "}"
	case "sSub":
		return indexBase(n.arg("e")) + "_{" + n.arg("sub") + "}"
	case "sSup":
		return indexBase(n.arg("e")) + "^{" + n.arg("sup") + "}"
	case "sSubSup":
		return indexBase(n.arg("e")) + "_{" + n.arg("sub") + "}^{" + n.arg("sup") + "}"
	case "sPre":
		return "{}_{" + n.arg("sub") + "}^{" + n.arg("sup") + "}" + indexBase(n.arg("e"))
	case "nary":
		return n.nary()
	case "limLow":
		return withLimit(n.arg("e"), n.arg("lim"), "_", `\underset`, `\underbrace{`)
	case "limUpp":
		return withLimit(n.arg("e"), n.arg("lim"), "^", `\overset`, `\overbrace{`)
	case "d":
		return n.delimited()
	case "m":
		return `\begin{matrix}` + strings.Join(n.args("mr"), ` \\ `) + `\end{matrix}`
	case "mr":
		return strings.Join(n.args("e"), " & ")
	case "eqArr":
		// An ampersand is the place at which Word aligns the lines, too.
		lines := strings.ReplaceAll(strings.Join(n.args("e"), ` \\ `), `\&`, "&")
		return `\begin{aligned}` + lines + `\end{aligned}`
	case "func":
		return joinTeX(operatorCommand(n.arg("fName")), n.arg("e"))
	default:
		return n.mark()
	}
}

// mark returns what has a sign over, under or around it, or what n holds.
func (n *mathNode) mark() string {
	switch n.name {
	case "acc":
		return accentCommand(n.property("chr", "\u0302")) + "{" + n.arg("e") + "}"
	case "bar":
		if n.property("pos", "bot") == "top" {
			return `\overline{` + n.arg("e") + "}"
		}
		return `\underline{` + n.arg("e") + "}"
	case "groupChr":
		return n.groupSign()
	case "borderBox":
		return `\boxed{` + n.arg("e") + "}"
	case "phant":
		if shown := n.property("show", "1"); !toggled(shown) {
			return `\phantom{` + n.arg("e") + "}"
		}
	}
	return n.inner()
}

// inner is what the element holds without its properties.
func (n *mathNode) inner() string {
	var parts []string
	for _, kid := range n.kids {
		if !strings.HasSuffix(kid.name, "Pr") {
			parts = append(parts, kid.tex())
		}
	}
	return joinTeX(parts...)
}

// arg is the first part of the name, "" for none.
func (n *mathNode) arg(name string) string {
	for _, kid := range n.kids {
		if kid.name == name {
			return kid.inner()
		}
	}
	return ""
}

// args are all parts of the name.
func (n *mathNode) args(name string) []string {
	var parts []string
	for _, kid := range n.kids {
		switch {
		case kid.name != name:
		case name == "mr":
			parts = append(parts, kid.tex())
		default:
			parts = append(parts, kid.inner())
		}
	}
	return parts
}

// find returns a property of the element, nil where it has none.
func (n *mathNode) find(name string) *mathNode {
	for _, kid := range n.kids {
		if !strings.HasSuffix(kid.name, "Pr") {
			continue
		}
		for _, p := range kid.kids {
			if p.name == name {
				return p
			}
		}
	}
	return nil
}

func (n *mathNode) property(name, otherwise string) string {
	if p := n.find(name); p != nil {
		return p.value
	}
	return otherwise
}

func (n *mathNode) isSet(name string) bool {
	p := n.find(name)
	return p != nil && toggled(p.value)
}

func (n *mathNode) fraction() string {
	num, den := n.arg("num"), n.arg("den")
	switch n.property("type", "bar") {
	case "lin", "skw":
		return indexBase(num) + "/" + indexBase(den)
	case "noBar":
		return `\genfrac{}{}{0pt}{}{` + num + "}{" + den + "}"
	}
	return `\frac{` + num + "}{" + den + "}"
}

// nary is a sum, an integral or the like with its limits.
func (n *mathNode) nary() string {
	sign := n.property("chr", "∫")
	tex := mathText(sign)
	if n.property("limLoc", "") == "undOvr" && strings.Contains("∫∬∭∮∯∰", sign) && sign != "" {
		tex += `\limits`
	}
	if sub := n.arg("sub"); sub != "" && !n.isSet("subHide") {
		tex += "_{" + sub + "}"
	}
	if sup := n.arg("sup"); sup != "" && !n.isSet("supHide") {
		tex += "^{" + sup + "}"
	}
	return joinTeX(tex, n.arg("e"))
}

// delimited is what stands between brackets, which grow with it.
func (n *mathNode) delimited() string {
	separator := n.property("sepChr", "|")
	between := " "
	if separator != "" {
		between = ` \middle` + bracketCommand(separator) + " "
	}
	if separator == "," || separator == ";" {
		between = separator + " "
	}
	return `\left` + bracketCommand(n.property("begChr", "(")) + " " + strings.Join(n.args("e"), between) +
		` \right` + bracketCommand(n.property("endChr", ")"))
}

func (n *mathNode) groupSign() string {
	sign, above := n.property("chr", "⏟"), n.property("pos", "bot") == "top"
	e := n.arg("e")
	switch {
	case sign == "⏟":
		return `\underbrace{` + e + "}"
	case sign == "⏞":
		return `\overbrace{` + e + "}"
	case above:
		return `\overset{` + mathText(sign) + "}{" + e + "}"
	}
	return `\underset{` + mathText(sign) + "}{" + e + "}"
}

// withLimit writes a limit below or above: of what takes limits as an index, or set
// under or over anything else.
func withLimit(e, lim, index, set, brace string) string {
	if op := operatorCommand(e); strings.HasPrefix(op, `\`) && isLetters(op[1:]) || strings.HasPrefix(op, brace) {
		return op + index + "{" + lim + "}"
	}
	return set + "{" + lim + "}{" + e + "}"
}

// indexBase is what an index stands at: in braces unless it is one sign or command.
func indexBase(tex string) string {
	if utf8.RuneCountInString(tex) == 1 || strings.HasPrefix(tex, `\`) && isLetters(tex[1:]) {
		return tex
	}
	return "{" + tex + "}"
}

// joinTeX puts parts one after the other; no letter goes on with a command.
func joinTeX(parts ...string) string {
	var b []byte
	for _, part := range parts {
		if part != "" && isLetter(part[0]) && endsCommand(b) {
			b = append(b, ' ')
		}
		b = append(b, part...)
	}
	return string(b)
}

func endsCommand(tex []byte) bool {
	i := len(tex)
	for i > 0 && isLetter(tex[i-1]) {
		i--
	}
	return i < len(tex) && i > 0 && tex[i-1] == '\\' && (i < 2 || tex[i-2] != '\\')
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isLetters(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isLetter(s[i]) {
			return false
		}
	}
	return s != ""
}

// run is the text of a run in the style of its letters.
func (n *mathNode) run() string {
	var raw strings.Builder
	for _, kid := range n.kids {
		if kid.name == "t" {
			raw.WriteString(kid.text)
		}
	}
	text := raw.String()
	if n.isSet("nor") && strings.ContainsFunc(text, unicode.IsLetter) {
		return `\text{` + plainTeX(text) + "}"
	}
	tex := mathText(text)
	if !strings.ContainsFunc(text, unicode.IsLetter) {
		return tex
	}
	switch n.property("scr", "") {
	case "double-struck":
		return `\mathbb{` + tex + "}"
	case "script":
		return `\mathcal{` + tex + "}"
	case "fraktur":
		return `\mathfrak{` + tex + "}"
	}
	switch n.property("sty", "i") {
	case "b", "bi":
		return `\mathbf{` + tex + "}"
	case "p":
		switch {
		case !isLetters(text):
		case isTeXFunction(text):
			return `\` + text
		default:
			return `\mathrm{` + tex + "}"
		}
	}
	return tex
}
