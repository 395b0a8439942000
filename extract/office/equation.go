package office

import (
	"encoding/xml"
	"strings"

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
