package parse

import "bytes"

var rawNames = [...]string{"iframe", "style", "script", "textarea", "title", "xmp", "noembed", "noframes"}

// closeNoscript removes some start tags in noscript elements: those of raw-text elements
// without an end tag before the end of the noscript element. For a reader, with scripts on,
// a noscript element ends at the first end tag of its name, regardless of its content (HTML,
// 13.2.6.4.7). The parser has scripting off and would read on. The text is copied only if a
// tag is removed. The work is linear in it.
func closeNoscript(text []byte) []byte {
	var out []byte
	from := 0
	for at := 0; ; {
		start := indexTag(text, at, "<noscript")
		if start < 0 {
			break
		}
		at = start + len("<noscript")
		end := indexTag(text, at, "</noscript")
		if end < 0 {
			break
		}
		var endless [len(rawNames)]bool // no end tag of the name follows
		for at < end {
			i := bytes.IndexByte(text[at:end], '<')
			if i < 0 {
				break
			}
			at += i
			raw := rawName(text[at+1 : end])
			if raw < 0 {
				at++
				continue
			}
			stop := bytes.IndexByte(text[at:end], '>')
			if stop < 0 {
				break
			}
			after, last := at+stop+1, -1
			if !endless[raw] {
				last = indexTag(text[:end], after, "</"+rawNames[raw])
			}
			if endless[raw] = last < 0; last >= 0 {
				at = last
				continue
			}
			out = append(out, text[from:at]...)
			from, at = after, after
		}
		at = end
	}
	if from == 0 {
		return text
	}
	return append(out, text[from:]...)
}

// rawName returns the index in rawNames of the element whose start tag s begins with, after
// its bracket; -1 for another.
func rawName(s []byte) int {
	for i, name := range rawNames {
		if len(s) > len(name) && bytes.EqualFold(s[:len(name)], []byte(name)) && classes[s[len(name)]]&endsTag != 0 {
			return i
		}
	}
	return -1
}

func indexTag(text []byte, at int, tag string) int {
	for {
		i := bytes.IndexByte(text[at:], '<')
		if i < 0 {
			return -1
		}
		at += i
		if end := at + len(tag); end < len(text) && bytes.EqualFold(text[at:end], []byte(tag)) && classes[text[end]]&endsTag != 0 {
			return at
		}
		at++
	}
}
