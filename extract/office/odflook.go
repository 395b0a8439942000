package office

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// isStyled reports whether the style of an element of text tells its look.
func isStyled(name xml.Name) bool {
	return name.Space == "text" && (name.Local == "p" || name.Local == "h" || name.Local == "span")
}

// startLook takes the look of an element; a span within another one has what its own style
// doesn't say from that one.
func (o *odfReader) startLook(e xml.StartElement) {
	if !isStyled(e.Name) {
		return
	}
	o.looks = append(o.looks, o.look)
	if e.Name.Local != "span" {
		o.look = textLook{struck: o.cellStruck}
	}
	o.styles.apply(attr(e, "style-name"), &o.look)
}

// endLook goes back to the look of the element around.
func (o *odfReader) endLook(name xml.Name) {
	if n := len(o.looks); n > 0 && isStyled(name) {
		o.look, o.looks = o.looks[n-1], o.looks[:n-1]
	}
}

// inCode reports whether the paragraph is a line of code.
func (o *odfReader) inCode() bool {
	return o.block == codeBlock && o.note == nil && len(o.tables) == 0 && o.heading == 0 && o.r.format == "odt" && len(o.lists.open) == 0
}

// maxBlanks bounds the blanks that one element stands for.
const maxBlanks = 200

// space writes blanks, a tab or a line break, which only code keeps as they are.
func (o *odfReader) space(e xml.StartElement) {
	if !o.inCode() {
		o.write(" ")
		return
	}
	if len(o.code) > o.r.w.Room() {
		return
	}
	switch e.Name.Local {
	case "tab":
		o.code = append(o.code, '\t')
	case "line-break":
		o.code = append(o.code, '\n')
	default:
		n, _ := strconv.Atoi(attr(e, "c"))
		o.code = append(o.code, strings.Repeat(" ", min(max(n, 1), maxBlanks))...)
	}
}

// writeCode adds text of code, in which a run of white space is one blank (OpenDocument
// 1.3, part 3, 6.1.2).
func (o *odfReader) writeCode(text string) {
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '\t' || c == '\n' || c == '\r' {
			c = ' '
		}
		if c != ' ' || i == 0 || text[i-1] > ' ' {
			o.code = append(o.code, c)
		}
	}
}
