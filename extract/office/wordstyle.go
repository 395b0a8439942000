package office

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// The bounds of styles: of a document, and of those that one goes on from.
const (
	maxStyles = 5000
	maxBases  = 10
)

// wordStyle is what a paragraph style of Word says of its paragraphs.
type wordStyle struct {
	name  string // "heading 1" in documents of every language
	base  string // the style that it goes on from
	level int    // of the outline, 0 for none

	numID     string // the list of its paragraphs, "0" for none of those of its base
	itemLevel int    // in that list, -1 for unsaid

	character    bool // it is one of runs
	bold, italic bool
}

// wordStyles reads the styles of a document by their identifiers.
func (r *reader) wordStyles() map[string]wordStyle {
	styles := map[string]wordStyle{}
	id := ""
	var s wordStyle
	_ = r.tokens(r.main.part("styles"), func(token xml.Token) error {
		switch token := token.(type) {
		case xml.StartElement:
			switch token.Name.Local {
			case "style":
				id, s = attr(token, "styleId"), wordStyle{itemLevel: -1, character: attr(token, "type") == "character"}
			case "name":
				s.name = attr(token, "val")
			case "basedOn":
				s.base = attr(token, "val")
			case "outlineLvl":
				s.level = outlineLevel(attr(token, "val"))
			case "numId":
				s.numID = attr(token, "val")
			case "b":
				s.bold = s.character && toggled(attr(token, "val"))
			case "i":
				s.italic = s.character && toggled(attr(token, "val"))
			case "ilvl":
				s.itemLevel = levelOf(attr(token, "val"))
			}
		case xml.EndElement:
			if token.Name.Local == "style" && len(styles) < maxStyles {
				styles[id] = s
			}
		}
		return nil
	})
	return styles
}

// outlineLevel is the level of a heading by its outline level, which counts from
// zero; 0 for text.
func outlineLevel(val string) int {
	n, err := strconv.Atoi(val)
	if err != nil || n < 0 || n > 8 {
		return 0
	}
	return min(n+1, 6)
}

// headingLevel returns the level of the paragraphs of a style, 0 for no
// heading, and whether it is the title of the document.
func (w *wordReader) headingLevel(id string) (level int, title bool) {
	for range maxBases {
		if level, title = namedLevel(id); level > 0 {
			return level, title
		}
		s := w.styles[id]
		if level, title = namedLevel(s.name); level > 0 {
			return level, title
		}
		if s.level > 0 || s.base == "" {
			return s.level, false
		}
		id = s.base
	}
	return 0, false
}

// blockStyle returns what the paragraphs of a style are.
func (w *wordReader) blockStyle(id string) blockStyle {
	for range maxBases {
		if block := namedBlock(id); block != plainBlock || id == "" {
			return block
		}
		s := w.styles[id]
		if block := namedBlock(s.name); block != plainBlock {
			return block
		}
		id = s.base
	}
	return plainBlock
}

// namedLevel is the level of a heading by the name of its style.
func namedLevel(name string) (level int, title bool) {
	lower := strings.ToLower(strings.ReplaceAll(name, " ", ""))
	if lower == "title" {
		return 1, true
	}
	if rest, ok := strings.CutPrefix(lower, "heading"); ok {
		n, _ := strconv.Atoi(rest)
		return min(max(n, 0), 6), false
	}
	return 0, false
}
