package parse

import "bytes"

// rawNames are elements whose text is no markup.
var rawNames = [...]string{"iframe", "style", "script", "textarea", "title", "xmp", "noembed", "noframes"}

// closeNoscript returns text without the start tags in noscript elements of
// elements that take all that follows for their text, since nothing ends them
// before the noscript element does. Where scripts run, as they do for readers, a
// noscript element ends at the first end tag of its name, whatever stands in it
// (HTML, 13.2.6.4.7); the parser reads on here since it has scripting off. The
// text is copied only where something goes.
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
		for at < end {
			open, after := unclosedRawText(text[:end], at)
			if open < 0 {
				break
			}
			out = append(out, text[from:open]...)
			from, at = after, after
		}
		at = end
	}
	if from == 0 {
		return text
	}
	return append(out, text[from:]...)
}

// unclosedRawText finds the first start tag from at on of an element that takes the rest
// of text for its own.
func unclosedRawText(text []byte, at int) (start, end int) {
	for ; ; at++ {
		i := bytes.IndexByte(text[at:], '<')
		if i < 0 {
			return -1, -1
		}
		at += i
		name := rawName(text[at+1:])
		if name == "" {
			continue
		}
		stop := bytes.IndexByte(text[at:], '>')
		if stop < 0 {
			return -1, -1
		}
		after := at + stop + 1
		last := indexTag(text, after, "</"+name)
		if last < 0 {
			return at, after
		}
		at = last
	}
}

// rawName returns the name of a raw text element whose start tag s begins with,
// after its bracket.
func rawName(s []byte) string {
	for _, name := range rawNames {
		if len(s) > len(name) && bytes.EqualFold(s[:len(name)], []byte(name)) && classes[s[len(name)]]&endsTag != 0 {
			return name
		}
	}
	return ""
}

// indexTag finds a tag, in any case, from at on.
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
