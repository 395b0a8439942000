package parse

import "bytes"

// A placeholder replaces a part of the page while the parser builds the tree. It is the
// number of the part behind a byte that does not occur in UTF-8 text. All four of its bytes
// are beyond ASCII, so the parser treats them as letters.
//
// The placeholder of a text is at the place of the text; that of a list of attributes is the
// name of the only attribute of a tag.
const (
	placeholderMark = 0xFF
	placeholderSize = 4
	placeholderBits = 7 // of a digit of the number
)

const minBypassedText = 48

// maxBypassed bounds the bypassed parts of a page, and so the memory that a hostile
// page can ask for. Few real pages have a fifth of it.
const maxBypassed = 1 << 15

type bypassed struct {
	start, end uint32 // of the page, or of prefilter.attributes
	list       bool   // it is a list of attributes
}

// bypassText replaces text[start:end] by a placeholder if it is long enough, unless
// the tokenizer would change it (CR, NUL).
func (p *prefilter) bypassText(start, end int) {
	if end-start >= minBypassedText && p.isPlain(p.text[start:end]) {
		p.bypass(start, end, bypassed{start: uint32(start), end: uint32(end)})
	}
}

// bypass replaces a part of the page by a placeholder, unless there are too many. It
// reports whether it did.
func (p *prefilter) bypass(start, end int, b bypassed) bool {
	if len(p.bypassed) == maxBypassed || uint64(len(p.text)) >= 1<<32 {
		return false
	}
	p.bypassed = append(p.bypassed, b)
	p.omissions[p.count] = omission{start, end, len(p.bypassed)}
	p.count++
	return true
}

// isPlain reports whether the tokenizer leaves a text as it is: it has no line ends
// other than LF and no NUL.
func (p *prefilter) isPlain(text []byte) bool {
	return !p.hasControls || bytes.IndexByte(text, '\r') < 0 && bytes.IndexByte(text, 0) < 0
}

func placeholderOf(n int) [placeholderSize]byte {
	return [placeholderSize]byte{placeholderMark, 0x80 | byte(n), 0x80 | byte(n>>placeholderBits), 0x80 | byte(n>>(2*placeholderBits))}
}

// bypassedAt returns the part for the placeholder at the beginning of s. It returns nil if
// there isn't one: a page that isn't in UTF-8 may have similar bytes.
func (p *prefilter) bypassedAt(s string) *bypassed {
	if len(s) < placeholderSize || s[0] != placeholderMark {
		return nil
	}
	if n := int(s[1]&^0x80) | int(s[2]&^0x80)<<placeholderBits | int(s[3]&^0x80)<<(2*placeholderBits); n < len(p.bypassed) {
		return &p.bypassed[n]
	}
	return nil
}
