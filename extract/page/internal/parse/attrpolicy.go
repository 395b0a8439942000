package parse

import "bytes"

// Bounds of layout: the shortest text it keeps of an attribute, that of the
// state of an application, and a run long enough to be an encoded sentence.
const (
	minText       = 8
	minState      = 200
	minEncodedRun = 40
)

// action says what becomes of an attribute.
type action uint8

const (
	drop action = iota
	keep
	keepForText // it stays for what its value says
)

// actionOf decides about an attribute.
func (r *Prefilter) actionOf(t *tag, is reader, key uint64, name, value []byte, e element) action {
	if is == isRead || is == isSet && !t.srcIsPicture {
		return keep
	}
	r.collectStyleSheets()
	h := hash(key, len(name))
	if r.styleSheets.mayMatch(h) {
		return keep
	}
	if r.isReadOn(e, is, name, value) {
		return keepForText
	}
	r.styleSheets.dropped = true
	return drop
}

// isReadOn reports whether an attribute is asked for on an element of one kind, or
// says something.
func (r *Prefilter) isReadOn(e element, is reader, name, value []byte) bool {
	switch {
	case is == isNeverRead || is == isSet:
		return false
	case is == isType:
		return !r.whitespace.inHead || e == style || e == script && isData(value)
	case is == isValue && e == item:
		return true
	case is == isSize && e == image:
		return !isLarge(value)
	case is == unknown && isProgramName(name):
		return len(value) >= minState && (value[0] == '{' || value[0] == '[' || value[0] == '&')
	}
	return mayHoldText(value)
}

// isPicture reports whether an address surely is that of a picture, so that nobody
// looks for another one: files that stand in until it is loaded have names that are
// short or begin with what they are.
func isPicture(src []byte) bool {
	if len(src) == 0 || !isLetter(src[0]) && src[0] != '/' || bytes.IndexByte(src, '&') >= 0 || hasPrefix(src, "data:") {
		return false
	}
	name := src[bytes.LastIndexByte(src, '/')+1:]
	if end := bytes.IndexAny(name, "?."); end >= 0 {
		name = name[:end]
	}
	return len(name) > len("placeholder") && !hasPrefix(name, "placeholder") && !hasPrefix(name, "lazy-")
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

// isProgramName tells the names of attributes with programs, addresses and styles, which
// layout takes no text from.
func isProgramName(name []byte) bool {
	return hasPrefix(name, "on") || hasPrefix(name, "data-src") || hasPrefix(name, "data-style")
}

func hasPrefix(name []byte, prefix string) bool {
	return len(name) >= len(prefix) && equalFold(name[:len(prefix)], prefix)
}

// mayHoldText reports whether layout may find words in a value, once its entities and
// tags are read: it says yes in doubt.
func mayHoldText(value []byte) bool {
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
	return spaces >= 2 || brackets || len(value) >= minEncodedRun && !slash || bytes.Count(value, []byte("%20")) > 1
}
