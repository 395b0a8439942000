package sieve

import "bytes"

// Bounds of layout: the shortest text it keeps of an attribute, that of the
// state of an application, and a run long enough to be an encoded sentence.
const (
	minText  = 8
	minState = 200
	minRun   = 40
)

// fate says what becomes of an attribute.
type fate uint8

const (
	goes fate = iota
	stays
	says // it stays for what its value says
)

// fateOf decides about an attribute.
func (r *Reader) fateOf(key uint64, name, value []byte, e element) fate {
	is := reading(r.tables.attributes.find(key, name))
	if is == isRead {
		return stays
	}
	h := hash(key, len(name))
	if r.sheets.selects(h) {
		return stays
	}
	if r.readOf(e, is, name, value) {
		return says
	}
	r.sheets.left = true
	return goes
}

// readOf reports whether an attribute is asked for on an element of one kind, or
// says something.
func (r *Reader) readOf(e element, is reading, name, value []byte) bool {
	switch {
	case is == isSilent:
		return false
	case is == isType:
		return !r.flow.head || e == style || e == script && isData(value)
	case is == isValue && e == item:
		return true
	case is == isSize && e == image:
		return !isLarge(value)
	case is == unknown && isCode(name):
		return len(value) >= minState && (value[0] == '{' || value[0] == '[' || value[0] == '&')
	}
	return tells(value)
}

// isLarge reports whether a size is a plain number of ten or more.
func isLarge(value []byte) bool {
	for _, c := range value {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(value) >= 2 && value[0] != '0'
}

// isCode tells the names of attributes with programs, addresses and styles, which
// layout takes no text from.
func isCode(name []byte) bool {
	return hasPrefix(name, "on") || hasPrefix(name, "data-src") || hasPrefix(name, "data-style")
}

func hasPrefix(name []byte, prefix string) bool {
	return len(name) >= len(prefix) && equalFold(name[:len(prefix)], prefix)
}

// tells reports whether layout may find words in a value, once its entities and
// tags are read: it says yes in doubt.
func tells(value []byte) bool {
	spaces, slash, brackets := 0, false, false
	for _, c := range value {
		switch {
		case c == '&' || c == 0:
			return true
		case c == ' ':
			spaces++
		case c == '/':
			slash = true
		case c == '<' || c == '{' || c == '[':
			brackets = true
		case c >= 0x80 && len(value) >= minText:
			return true
		}
	}
	if len(value) < minText {
		return false
	}
	return spaces >= 2 || brackets || len(value) >= minRun && !slash || bytes.Count(value, []byte("%20")) > 1
}
