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

// wordStyle holds the properties of a paragraph style of Word.
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

// maxNumberings bounds the definitions of lists that are read.
const maxNumberings = 5000

// wordNumbering are the lists that a Word document defines.
type wordNumbering struct {
	abstract map[string]*abstractNum
	linked   map[string]*abstractNum // by the style that they define
	nums     map[string]*wordNum
}

// abstractNum is a kind of list; the lists made of it count on together.
type abstractNum struct {
	levels numberLevels
	link   string // the style that defines it instead
	count  counter
}

// wordNum is a list.
type wordNum struct {
	abstract string
	levels   *numberLevels      // overrides those of the abstract list; may be nil
	restarts [maxListDepth]bool // levels that it counts anew
}

// numberingParser reads word/numbering.xml.
type numberingParser struct {
	n     wordNumbering
	kind  *abstractNum
	num   *wordNum
	level int          // of the override, -1 for none
	def   *numberLevel // that is open
}

// wordNumbering reads the definitions of lists.
func (r *reader) wordNumbering() wordNumbering {
	p := numberingParser{n: wordNumbering{map[string]*abstractNum{}, map[string]*abstractNum{}, map[string]*wordNum{}}, level: -1}
	_ = r.tokens(r.main.part("numbering"), func(token xml.Token) error {
		switch token := token.(type) {
		case xml.StartElement:
			p.start(token)
		case xml.EndElement:
			p.end(token.Name.Local)
		}
		return nil
	})
	return p.n
}

func (p *numberingParser) start(e xml.StartElement) {
	val := attr(e, "val")
	switch e.Name.Local {
	case "abstractNum":
		if p.kind = (&abstractNum{levels: newLevels()}); len(p.n.abstract) < maxNumberings {
			p.n.abstract[attr(e, "abstractNumId")] = p.kind
		}
	case "num":
		if p.num = (&wordNum{}); len(p.n.nums) < maxNumberings {
			p.n.nums[attr(e, "numId")] = p.num
		}
	case "abstractNumId":
		if p.num != nil {
			p.num.abstract = val
		}
	case "styleLink":
		p.n.linked[val] = p.kind
	case "numStyleLink":
		if p.kind != nil {
			p.kind.link = val
		}
	case "lvlOverride":
		p.level = levelOf(attr(e, "ilvl"))
	case "startOverride":
		if p.num != nil && p.level >= 0 {
			p.num.restarts[p.level] = true
			p.ownLevels()[p.level].start, _ = strconv.Atoi(val)
		}
	case "lvl":
		p.def = p.define(levelOf(attr(e, "ilvl")))
	default:
		if p.def != nil {
			p.def.property(e.Name.Local, val)
		}
	}
}

func (p *numberingParser) end(name string) {
	switch name {
	case "abstractNum":
		p.kind = nil
	case "num":
		p.num = nil
	case "lvlOverride":
		p.level = -1
	case "lvl":
		p.def = nil
	}
}

// newLevels returns the defaults: decimal digits from zero on.
func newLevels() (levels numberLevels) {
	for i := range levels {
		levels[i] = numberLevel{text: "%" + strconv.Itoa(i+1), restart: -1}
	}
	return levels
}

// define returns the level that is to be described: of a kind of lists, or of
// the list that has its own.
func (p *numberingParser) define(level int) *numberLevel {
	switch {
	case level < 0:
		return nil
	case p.num != nil:
		p.ownLevels()[level] = newLevels()[level]
		return &p.num.levels[level]
	case p.kind != nil:
		return &p.kind.levels[level]
	}
	return nil
}

// ownLevels returns the levels of the open list, which begin as those of its
// kind.
func (p *numberingParser) ownLevels() *numberLevels {
	if p.num.levels == nil {
		levels := newLevels()
		if kind := p.n.kind(p.num); kind != nil {
			levels = kind.levels
		}
		p.num.levels = &levels
	}
	return p.num.levels
}

// maxLabel bounds what is written around the number of an item in bytes.
const maxLabel = 256

// property takes what describes a level.
func (l *numberLevel) property(name, val string) {
	switch name {
	case "start":
		l.start, _ = strconv.Atoi(val)
	case "numFmt":
		l.format = val
	case "lvlText":
		l.text = val[:min(len(val), maxLabel)]
	case "lvlRestart":
		l.restart, _ = strconv.Atoi(val)
	case "isLgl":
		l.legal = toggled(val)
	case "pStyle":
		l.style = val
	}
}

func levelOf(val string) int {
	if n, err := strconv.Atoi(val); err == nil && n >= 0 && n < maxListDepth {
		return n
	}
	return -1
}

// kind returns the kind of a list, which a style may define; nil for none.
func (n *wordNumbering) kind(num *wordNum) *abstractNum {
	kind := n.abstract[num.abstract]
	if kind != nil && n.linked[kind.link] != nil {
		return n.linked[kind.link]
	}
	return kind
}

// wordItem is the place of a paragraph in a list.
type wordItem struct {
	level  int
	levels *numberLevels
	count  *counter // nil for a list that isn't defined
}

// item returns the place of a paragraph in a list. A paragraph that names no list takes the list
// of its style, or of a style that this is based on, and its level too unless it has one. ok is
// false outside of lists.
func (w *wordReader) item() (item wordItem, ok bool) {
	id, level, style := w.numID, w.level, w.style
	for i := 0; i < maxBases && id == "" && style != ""; i++ {
		s := w.styles[style]
		if id = s.numID; id == "" {
			style = s.base
		} else if level < 0 {
			level = s.itemLevel
		}
	}
	num := w.numbering.nums[id]
	switch {
	case id == "0", id == "" && level < 0:
		return item, false
	case num == nil || w.numbering.kind(num) == nil:
		return wordItem{level: max(level, 0)}, true
	}
	return w.numbered(num, level, style), true
}

// numbered is the place of a paragraph in a list that is defined. Without a
// level it has the one that names its style, or else the first.
func (w *wordReader) numbered(num *wordNum, level int, style string) wordItem {
	kind := w.numbering.kind(num)
	item := wordItem{level: level, levels: num.levels, count: &kind.count}
	if item.levels == nil {
		item.levels = &kind.levels
	}
	for i := 0; i < maxListDepth && item.level < 0; i++ {
		if style != "" && item.levels[i].style == style {
			item.level = i
		}
	}
	item.level = min(max(item.level, 0), maxListDepth-1)
	if num.restarts[item.level] {
		num.restarts[item.level], item.count.begun[item.level] = false, false
	}
	item.count.advance(item.levels, item.level)
	return item
}

// marker returns the marker of the paragraph.
func (item wordItem) marker() (number int, label string) {
	if item.count == nil {
		return noNumber, ""
	}
	return item.count.marker(item.levels, item.level)
}

// label is the whole of what is shown before the paragraph.
func (item wordItem) label() string {
	if item.count == nil {
		return ""
	}
	return item.count.label(item.levels, item.level)
}
