package parse

import (
	"bytes"
	"slices"
	"strings"
)

type tag struct {
	end         int // after it, or the end of the page
	selfClosing bool
	irregular   bool // it is written in a way that makes leaving out a risk
}

// scanAttributes reads the attributes of a tag from i on, as Tokenizer.readTag does. With
// filter, it leaves out those that no reader uses, and bypasses the rest.
func (p *prefilter) scanAttributes(i int, e element, filter bool) (t tag) {
	text := p.text
	l := attrList{firstKept: len(p.attributes)}
	omissions, cut := p.count, -1 // where attributes begin that are too many
	ended := false
	omitted := make([][]byte, 0, 8) // names
	for {
		if i = skipSpace(text, i); i == len(text) {
			t.irregular = true
			break
		}
		if ended = text[i] == '>'; ended {
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
		name := t.name(text, i)
		from, to, end := t.value(text, i+len(name))
		l.add(start, end)
		if cut < 0 && !p.unfiltered && (l.count > maxTagAttributes || p.attributesLeft <= 0) {
			cut, p.count = start, omissions
			p.attributes = p.attributes[:l.firstKept]
			p.attributesLeft -= l.count
		}
		if cut >= 0 { // where one of them would count, the page is marked for it
			p.cutMatters = p.cutMatters || p.reads.attributes.find(name).is == isRead || p.styleSheets.mayMatch(name)
		}
		if i = end; i == len(text) {
			t.irregular = true
			break
		}
		if t.irregular = t.irregular || l.count > maxTagOmissions; !filter || t.irregular || cut >= 0 {
			continue
		}
		switch a := p.reads.attributes.find(name); {
		case a.is == isRead || p.styleSheets.mayMatch(name):
			p.keep(&l, name, a.name, from, to)
		case a.is == isSilent || !p.reads.mayHoldText(name, text[from:to]):
			omitted = append(omitted, name)
			p.omit(start, skipSpace(text, end))
		case slices.ContainsFunc(omitted, func(other []byte) bool { return bytes.EqualFold(other, name) }):
			t.irregular = true // one of the same name, which counts, may have stood before it
		default:
			p.keep(&l, name, a.name, from, to)
		}
	}
	t.end = i
	switch {
	case cut >= 0:
		if ended {
			i--
		}
		if t.selfClosing {
			i--
		}
		p.omit(cut, i)
		t.irregular = true
	case filter && l.count > 0:
		p.finishAttributes(&l, e, t.irregular, omissions)
	}
	return t
}

// finishAttributes replaces the attributes of a tag by one placeholder, since the parser does more for one of them than for
// all else of a tag; or it leaves those out that were omitted since there were so many omissions. The attributes stay where none
// would, where the tree builder asks for them (HTML, 13.2.6: those of html, body, input and formatting elements, and of SVG and
// MathML), and those of an irregular tag.
func (p *prefilter) finishAttributes(l *attrList, e element, irregular bool, omissions int) {
	kept, last := p.attributes[l.firstKept:], p.count
	p.count = omissions
	stay := l.needsParser || len(kept) == 0 || p.foreign.open() || e == input || e == svg || e == math || e == integrationPoint
	switch {
	case irregular:
		p.attributesLeft -= l.count
	case !stay && p.bypass(l.start, l.end, bypassed{start: uint32(l.firstKept), end: uint32(len(p.attributes)), list: true}):
		if e == link { // as the parser does
			slices.SortFunc(kept, func(a, b keptAttribute) int { return strings.Compare(a.name, b.name) })
		}
		return
	default:
		p.count = last
	}
	p.attributes = p.attributes[:l.firstKept]
}

func (t *tag) name(text []byte, i int) []byte {
	start := i
	if text[i] == '=' {
		t.irregular = true
		i++
	}
	for ; i < len(text) && classes[text[i]]&endsName == 0; i++ {
		t.irregular = t.irregular || classes[text[i]] != 0
	}
	return text[start:i]
}

// value reads what follows the name of an attribute. It returns where the value
// starts and stops, and the index after it.
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

type keptAttribute struct {
	name       string
	start, end uint32 // of the value
}

// maxName bounds the bytes of the name of a bypassed attribute.
const maxName = 128

type attrList struct {
	start, end  int // of the list in the page
	count       int
	firstKept   int  // of those that stay, in prefilter.attributes
	needsParser bool // the tokenizer or the tree builder makes something else of one
}

func (l *attrList) add(start, end int) {
	if l.count == 0 {
		l.start = start
	}
	l.end = end
	l.count++
}

// keep records that an attribute stays; known is its name if that is declared, and its value is
// text[start:end]. Of attributes with the same name the first one counts (HTML, 13.2.5.33).
func (p *prefilter) keep(l *attrList, name []byte, known string, start, end int) {
	value := p.text[start:end]
	if !p.isPlain(value) || len(name) > maxName || bytes.IndexByte(value, '&') >= 0 && bytes.Count(value, []byte("&")) != bytes.Count(value, ampersand) {
		l.needsParser = true
		return
	}
	if known == "" {
		known = string(lower(name))
	}
	if !slices.ContainsFunc(p.attributes[l.firstKept:], func(a keptAttribute) bool { return a.name == known }) {
		p.attributes = append(p.attributes, keptAttribute{known, uint32(start), uint32(end)})
	}
}

// ampersand is the character reference that is allowed in the value of a bypassed attribute.
// It occurs in most addresses, and means the same before any text.
var ampersand = []byte("&amp;")
