package office

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// odfStyles are the styles of an OpenDocument file that say more than how
// something looks (OpenDocument 1.3, part 3, 16 and 17).
type odfStyles struct {
	byName  map[string]*odfStyle
	lists   map[string]*numberLevels
	outline numberLevels  // of headings
	open    *odfStyle     // nil outside of one
	looks   bool          // the open style may be an unnamed one of paragraphs with the look of a heading
	named   bool          // the styles that are read have names for people
	levels  *numberLevels // of the open list style
}

// odfStyle is one style. What it does not say is nil or "".
type odfStyle struct {
	hidden               bool
	struck, bold, italic *bool
	shift                *shift
	font                 string     // of signs
	block                blockStyle // of paragraphs
}

// bulletLevels are the levels of a list that is not described.
func bulletLevels() (levels numberLevels) {
	for i := range levels {
		levels[i] = numberLevel{format: "bullet", start: 1, restart: -1}
	}
	return levels
}

// start takes an element of the styles; it knows all that begin with a name of
// its own.
func (s *odfStyles) start(e xml.StartElement) {
	switch e.Name.Local {
	case "style":
		s.looks = !s.named || attr(e, "family") == "text"
		s.open = s.define(attr(e, "name"), attr(e, "parent-style-name"))
	case "list-style":
		if levels := bulletLevels(); len(s.lists) < maxNumberings {
			s.levels, s.lists[attr(e, "name")] = &levels, &levels
		}
	case "outline-style":
		s.levels = &s.outline
	case "list-level-style-number", "outline-level-style":
		if n, _ := strconv.Atoi(attr(e, "level")); n >= 1 && n <= maxListDepth && s.levels != nil {
			s.levels[n-1] = odfLevel(e, n-1)
		}
	}
	if s.open == nil || s.levels != nil {
		return // the text of a number or bullet
	}
	switch e.Name.Local {
	case "text-properties":
		s.open.hidden = s.open.hidden || attr(e, "display") == "none"
		note(&s.open.struck, attr(e, "text-line-through-style"), "none")
		if s.looks {
			note(&s.open.bold, attr(e, "font-weight"), "normal")
			note(&s.open.italic, attr(e, "font-style"), "normal")
		}
		if position := attr(e, "text-position"); position != "" { // or how far above the line, in percent, and its size
			where, _, _ := strings.Cut(position, " ")
			to, isName := map[string]shift{"super": superscript, "sub": subscript}[where]
			if !isName {
				to = baselineShift(where)
			}
			s.open.shift = &to
		}
		if font := attr(e, "font-name"); isSymbolFont(font) {
			s.open.font = font
		}
	case "drawing-page-properties":
		s.open.hidden = s.open.hidden || attr(e, "visibility") == "hidden"
	case "table-properties":
		s.open.hidden = s.open.hidden || attr(e, "display") == "false"
	}
}

// note notes that a style turns a property on, or off by a value, if it has one.
func note(property **bool, value, off string) {
	if on := value != off; value != "" {
		*property = &on
	}
}

// define returns the style of a name, nil beyond maxStyles. The name decides what its paragraphs
// are. If it doesn't, the parent style does: by its kind if it is defined already, else by its name.
func (s *odfStyles) define(name, parent string) *odfStyle {
	style := s.byName[name]
	if style == nil && name != "" && len(s.byName) < maxStyles {
		style = &odfStyle{}
		s.byName[name] = style
	}
	if style != nil {
		if style.block = namedBlock(name); style.block == plainBlock {
			style.block = s.blockOf(parent)
		}
	}
	return style
}

// apply changes a look as a style says.
func (s *odfStyles) apply(name string, look *textLook) {
	style := s.byName[name]
	if style == nil {
		return
	}
	for _, p := range [...]struct{ said, on *bool }{{style.struck, &look.struck}, {style.bold, &look.bold}, {style.italic, &look.italic}} {
		if p.said != nil {
			*p.on = *p.said
		}
	}
	if style.font != "" {
		look.font = style.font
	}
	if style.shift != nil {
		look.shift = *style.shift
	}
}

// blockOf returns what the paragraphs of a style are.
func (s *odfStyles) blockOf(name string) blockStyle {
	if style := s.byName[name]; style != nil && style.block != plainBlock {
		return style.block
	}
	return namedBlock(name)
}

func (s *odfStyles) end(name string) {
	switch name {
	case "style":
		s.open = nil
	case "list-style", "outline-style":
		s.levels = nil
	}
}

// odfLevel is a level of numbers, with those of the levels above that it shows.
func odfLevel(e xml.StartElement, level int) numberLevel {
	l := numberLevel{format: "none", start: 1, restart: -1}
	if formats := map[string]string{"1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}; attr(e, "num-format") != "" {
		l.format = formats[attr(e, "num-format")]
	}
	if start, err := strconv.Atoi(attr(e, "start-value")); err == nil {
		l.start = start
	}
	shown, _ := strconv.Atoi(attr(e, "display-levels"))
	var numbers []string
	for i := max(0, level-max(shown, 1)+1); i <= level; i++ {
		numbers = append(numbers, "%"+strconv.Itoa(i+1))
	}
	l.text = attr(e, "num-prefix") + strings.Join(numbers, ".") + attr(e, "num-suffix")
	return l
}

// token takes a token of the styles.
func (s *odfStyles) token(token xml.Token) error {
	switch token := token.(type) {
	case xml.StartElement:
		s.start(token)
	case xml.EndElement:
		s.end(token.Name.Local)
	}
	return nil
}

// maxHidden bounds the hidden text that is kept for the scan, in one piece.
const maxHidden = 64 << 10

// hiddenSubtree is an element of an OpenDocument file whose content is not shown: hidden
// text, which is kept for the scan, or text that is not content.
type hiddenSubtree struct {
	depth int // of the elements below it, counting itself; 0 for none
	keep  bool
	text  []byte

	groups int // open groups of rows, which a reader folds away
}

// start takes the start of an element and reports whether it is in the hidden subtree.
func (v *hiddenSubtree) start(e xml.StartElement, styles *odfStyles) bool {
	if e.Name.Local == "table-row-group" {
		v.groups++
	}
	switch {
	case v.depth > 0:
		v.separateWords(e.Name.Local)
	case isNotText(e):
		v.keep = false
	case isHidden(e, styles), e.Name.Local == "table-row" && v.groups == 0 && attr(e, "visibility") == "collapse":
		v.keep = true
	default:
		return false
	}
	v.depth++
	return true
}

// isNotText reports whether an element holds text that is not content: a comment, deleted
// text, the number of a note, the description of a picture.
func isNotText(e xml.StartElement) bool {
	switch e.Name.Local {
	case "annotation", "tracked-changes", "note-citation":
		return true
	case "title", "desc":
		return e.Name.Space == "svg"
	case "frame":
		return slideFiller(attr(e, "class"))
	}
	return false
}

func isHidden(e xml.StartElement, styles *odfStyles) bool {
	switch e.Name.Local {
	case "section":
		return attr(e, "display") == "none"
	case "p", "h", "span", "table", "page":
		style := styles.byName[attr(e, "style-name")]
		return style != nil && style.hidden
	}
	return false
}

// write takes text and reports whether it is in the hidden subtree.
func (v *hiddenSubtree) write(text []byte) bool {
	if v.depth > 0 && v.keep && len(v.text)+len(text) <= maxHidden {
		v.text = append(v.text, text...)
	}
	return v.depth > 0
}

// separateWords keeps words apart at the border of an element, unless it is part of a line.
func (v *hiddenSubtree) separateWords(name string) {
	if name != "span" && name != "a" {
		v.write([]byte{' '})
	}
}

// end takes the end of an element, reports whether it is in the hidden subtree, and
// returns the text that was hidden once it is lifted.
func (v *hiddenSubtree) end(name string) (under bool, text string) {
	if name == "table-row-group" {
		v.groups = max(0, v.groups-1)
	}
	if v.depth == 0 {
		return false, ""
	}
	v.separateWords(name)
	if v.depth--; v.depth > 0 {
		return true, ""
	}
	text, v.text = string(v.text), v.text[:0]
	return true, text
}
