package parse

import (
	"bytes"
	"slices"
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

// finishAttributes bypasses the attributes of a tag, or leaves those out that were
// omitted since there were so many omissions. Those of an irregular tag stay.
func (p *prefilter) finishAttributes(l *attrList, e element, irregular bool, omissions int) {
	last := p.count
	p.count = omissions
	switch {
	case irregular:
		p.attributesLeft -= l.count
	case p.bypassAttributes(l, e):
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
