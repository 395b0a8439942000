package parse

import (
	"bytes"
	"strings"
)

// Bounds of what is kept of programs to know them by.
const (
	maxHeads = 9
	maxHead  = 2000 // bytes of one
)

// script looks at the script whose source begins here.
func (r *Prefilter) script(t *tag) {
	start := r.scanned
	r.scanned = scriptEnd(r.text, start)
	source := r.text[start:r.scanned]
	size := 0
	if len(source) > MaxProgram && !isData(t.typeValue) && !IsState(string(source[:min(len(source), 2*StateHead)])) {
		size = parsedSize(source)
	}
	switch {
	case size > MaxProgram:
	case len(source) == 0:
		r.omitScriptElement(t)
		return
	default:
		if len(source) >= minBypassedRaw {
			r.bypassText(start, r.scanned)
		}
		return
	}
	r.OmittedScriptBytes += size
	if r.prefixCount < maxHeads {
		r.prefixes[r.prefixCount] = source[:maxHead]
		r.prefixCount++
	}
	r.omit(start, r.scanned)
	r.omitScriptElement(t)
}

var scriptTagEnd = []byte("</script>")

// omitScriptElement leaves out a script that holds nothing any more, in the head: in the
// body style sheets may count it.
func (r *Prefilter) omitScriptElement(t *tag) {
	if !r.whitespace.inHead || r.keepAttributes || r.inHeadNoscript || !t.headBegun || t.irregular || t.isRead || !bytes.HasPrefix(r.text[r.scanned:], scriptTagEnd) {
		return
	}
	r.scanned += len(scriptTagEnd)
	r.omitTag(t)
	r.OmittedScripts++
	r.whitespace.end(script, 0, false)
}

// parsedSize is the size of a raw text once the parser has read it.
func parsedSize(text []byte) int {
	n := len(text) + 2*bytes.Count(text, []byte{0})
	if bytes.IndexByte(text, '\r') >= 0 {
		n -= bytes.Count(text, []byte("\r\n"))
	}
	return n
}

// isData reports whether the type of a script says that readers ask for what it
// holds: JSON-LD, JSON, the source of a formula. A type with entities may be
// anything.
func isData(kind []byte) bool {
	return bytes.IndexByte(kind, '&') >= 0 || bytes.HasPrefix(kind, []byte("application/ld+json")) ||
		bytes.HasPrefix(kind, []byte("application/json")) || bytes.HasPrefix(kind, []byte("math/"))
}

// StateHead is how many bytes of a program tell whether it sets the state of an
// application. In the source line ends can double them.
const StateHead = 200

// IsState reports whether a program that begins so may set the state of an
// application.
func IsState(start string) bool {
	if !strings.Contains(start, "__") {
		return false
	}
	for _, part := range [...]string{"STATE", "__NUXT", "_DATA", "__remixContext", "HydrationData"} {
		if strings.Contains(start, part) {
			return true
		}
	}
	return false
}
