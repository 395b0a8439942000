package parse

import "bytes"

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
	omissions := p.count
	omitted := uint64(0) // bits of hashes of names
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
		l.add(start, end)
		if i = end; i == len(text) {
			t.irregular = true
			break
		}
		if l.count > maxTagAttributes || p.attributesLeft <= 0 {
			return p.cutAttributes(t, &l, start, omissions)
		}
		if t.irregular = t.irregular || l.count > maxTagOmissions; !filter || t.irregular {
			continue
		}
		h := hash(key, len(name))
		slot := p.reads.names.attributes.index(key, name)
		bit := uint64(1) << (h >> 12 % 64)
		switch r := reader(p.reads.names.attributes.slots[slot].is); {
		case r == isRead || p.styleSheets.mayMatch(h):
			p.keep(&l, start, len(name), slot, from, to)
		case r == isSilent || !p.reads.mayHoldText(name, text[from:to]):
			omitted |= bit
			p.omit(start, skipSpace(text, end))
		case omitted&bit != 0:
			t.irregular = true // one of the same name, which counts, may have stood before it
		default:
			p.keep(&l, start, len(name), slot, from, to)
		}
	}
	t.end = i
	if filter && l.count > 0 {
		p.finishAttributes(&l, e, t.irregular, omissions)
	}
	return t
}

// cutAttributes leaves out the attributes of a tag from the one at i on, since there are more
// than are read, and goes on to its end. Where one of them would count, the page is marked for
// it.
func (p *prefilter) cutAttributes(t tag, l *attrList, i, omissions int) tag {
	p.count = omissions
	p.attributes = p.attributes[:l.firstKept]
	p.attributesLeft -= l.count
	text := p.text
	start := i
	for {
		for i < len(text) && classes[text[i]]&(isSpace|isSlash) != 0 {
			t.selfClosing = text[i] == '/' && i+1 < len(text) && text[i+1] == '>'
			i++
		}
		if i == len(text) || text[i] == '>' {
			break
		}
		name, key := t.name(text, i)
		h := hash(key, len(name))
		slot := p.reads.names.attributes.index(key, name)
		if reader(p.reads.names.attributes.slots[slot].is) == isRead || p.styleSheets.mayMatch(h) {
			p.cutMatters = true
		}
		_, _, i = t.value(text, i+len(name))
	}
	if t.selfClosing {
		p.omit(start, i-1)
	} else {
		p.omit(start, i)
	}
	t.end, t.irregular = min(i+1, len(text)), true
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
