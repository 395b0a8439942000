package parse

import "bytes"

// tag is what is known of a tag once it was read.
type tag struct {
	start           int
	end             int      // after it, or the end of the page
	omissionsBefore int      // how many cuts there were before it
	bypassedBefore  int      // and how many parts
	headBegun       bool     // the head was begun before it
	separate        bool     // no text stands before it that goes on behind it
	hasRel          bool     // it has a rel attribute
	list            attrList // of its attributes
	selfClosing     bool     // it closes itself
	typeValue       []byte   // the raw value of its type attribute
	irregular       bool     // it is written in a way that makes leaving out a risk
	hasSrc          bool     // it is an image that has an address
	srcIsPicture    bool     // which is surely that of a picture
	linksStyleSheet bool     // it links a style sheet
	hasMedia        bool     // of some media
	isRead          bool     // in the head and in drawings: somebody asks for it
}

// attributesOf reads the attributes of a tag from i on, as Tokenizer.readTag does.
// With strip those that nobody reads are left out.
func (r *Prefilter) attributesOf(t *tag, i int, e element, strip bool) {
	text := r.text
	inHead := (e == headLink || e == headMeta || e == script) && r.whitespace.inHead
	t.list.firstKept = len(r.attributes)
	gone := uint64(0) // hashes of names
	for {
		if i = skipSpace(text, i); i == len(text) {
			t.irregular = true
			break
		}
		if text[i] == '>' {
			i++
			break
		}
		if text[i] == '/' {
			t.selfClosing = i+1 < len(text) && text[i+1] == '>'
			t.irregular = t.irregular || !t.selfClosing
			i++
			continue
		}
		start := i
		name, key := t.name(text, i)
		from, to, end := t.value(text, i+len(name))
		value := text[from:to]
		t.list.add(start, end)
		if i = end; i == len(text) {
			t.irregular = true
			break
		}
		if key == typeKey && len(name) == 4 && t.typeValue == nil {
			t.typeValue = value
		}
		if e == image && key == srcKey && len(name) == 3 && !t.hasSrc {
			t.hasSrc, t.srcIsPicture = true, isPicture(value)
		}
		t.irregular = t.irregular || t.list.count > maxStripped
		if !strip || t.irregular {
			continue
		}
		known := r.tables.attributes.index(key, name)
		f := r.actionOf(t, reader(r.tables.attributes.slots[known].is), key, name, value, e)
		if inHead || e == svgShape {
			t.isRead = r.isReadInHead(t, e, f, name, value) || t.isRead
		}
		bit := uint64(1) << (hash(key, len(name)) >> 12 % 64)
		switch {
		case f == drop:
			gone |= bit
			t.list.dropped |= 1 << (t.list.count - 1)
		case f == keepForText && gone&bit != 0: // one of the same name may have stood before it
			t.irregular = true
		default:
			r.keepAttribute(&t.list, start, len(name), known, from, to)
		}
	}
	switch t.end = i; {
	case !strip || t.list.count == 0:
	case t.irregular:
		r.attributes = r.attributes[:t.list.firstKept]
	default:
		r.bypassList(&t.list, e)
	}
}

const (
	typeKey = 't'<<24 | 'y'<<16 | 'p'<<8 | 'e'
	srcKey  = 's'<<16 | 'r'<<8 | 'c'
)

// name reads the name of an attribute.
func (t *tag) name(text []byte, i int) (name []byte, key uint64) {
	start := i
	if text[i] == '=' {
		t.irregular = true
		i++
	}
	odd := uint8(0)
	for ; i < len(text); i++ {
		c := text[i]
		class := classes[c]
		if class&endsName != 0 {
			break
		}
		odd |= class
		key = key<<8 | uint64(c|0x20)
	}
	t.irregular = t.irregular || odd != 0
	return text[start:i], key
}

// value reads what follows the name of an attribute. It returns where the value
// starts and ends, and the index after it.
func (t *tag) value(text []byte, i int) (start, stop, end int) {
	end = i
	if i == len(text) || text[i] != '=' {
		if i = skipSpace(text, i); i == len(text) || text[i] != '=' {
			return end, end, end
		}
	}
	if i = skipSpace(text, i+1); i == len(text) {
		return i, i, i
	}
	switch c := text[i]; c {
	case '>':
		return i, i, i
	case '"', '\'':
		i++
		n := bytes.IndexByte(text[i:], c)
		if n < 0 {
			return i, i, len(text)
		}
		return i, i + n, i + n + 1
	}
	start = i
	for i < len(text) && classes[text[i]]&(isSpace|isClose) == 0 {
		i++
	}
	// A slash at the end belongs to the value, which is easily mistaken.
	t.irregular = t.irregular || text[i-1] == '/' && i < len(text) && text[i] == '>'
	return start, i, i
}

func skipSpace(text []byte, i int) int {
	for i < len(text) && classes[text[i]]&isSpace != 0 {
		i++
	}
	return i
}

// The classes of bytes in tags.
const (
	isSpace = 1 << iota
	isSlash
	isClose
	isEquals
	isOdd    // in names of attributes
	endsTag  = isSpace | isSlash | isClose
	endsName = endsTag | isEquals
)

var classes = [256]uint8{
	' ': isSpace, '\t': isSpace, '\n': isSpace, '\r': isSpace, '\f': isSpace,
	'/': isSlash, '>': isClose, '=': isEquals, '<': isOdd, '"': isOdd, '\'': isOdd, 0: isOdd,
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
