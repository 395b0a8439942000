package charset

import (
	"bytes"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// wideForm is UTF-32 or UTF-16 in one order of bytes.
type wideForm struct {
	label, mark string
	encoding    encoding.Encoding
	top, next   int // which byte of four is the highest of the first unit, and which the one below that
}

// wideForms has UTF-32 first: its mark in the order of little ends begins with that of UTF-16.
func wideForms() [4]wideForm {
	return [...]wideForm{
		{"utf-32be", "\x00\x00\xFE\xFF", utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), 0, 1},
		{"utf-32le", "\xFF\xFE\x00\x00", utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), 3, 2},
		{"utf-16be", "\xFE\xFF", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), 0, 1},
		{"utf-16le", "\xFF\xFE", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), 1, 0},
	}
}

// fits reports whether a body may be of a form by its length.
func (f *wideForm) fits(body []byte) bool { return len(f.mark) == 2 || len(body)%4 == 0 }

// decodeMarked decodes a body that begins with a byte order mark.
func decodeMarked(body []byte) (text []byte, label string, found bool) {
	if rest, isMarked := bytes.CutPrefix(body, []byte("\xEF\xBB\xBF")); isMarked {
		return validUTF8(rest), utf8Label, true
	}
	for _, form := range wideForms() {
		if rest, isMarked := bytes.CutPrefix(body, []byte(form.mark)); isMarked && form.fits(body) {
			return convert(rest, form.encoding), form.label, true
		}
	}
	return nil, "", false
}

// wideHead is how many bytes decodeWide examines.
const wideHead = 4096

// decodeWide recognises UTF-16 and UTF-32 without a byte order mark by NUL bytes. In UTF-16 they
// stand at places of one parity only, as the upper halves of Latin letters, digits, spaces and
// markup are. In UTF-32 all top bytes are NUL, and most of the next ones, which are the plane.
func decodeWide(body []byte) (text []byte, label string, found bool) {
	head := body[:min(len(body), wideHead)&^3]
	var nuls [4]int
	for i, c := range head {
		if c == 0 {
			nuls[i&3]++
		}
	}
	units := len(head) / 4
	for _, form := range wideForms() {
		isIt := nuls[form.top] == units && nuls[form.next]*2 > units
		if len(form.mark) == 2 {
			high := nuls[form.top] + nuls[form.top+2]
			isIt = high*5 > units && (nuls[form.next]+nuls[form.next+2])*20 <= high
		}
		if isIt && form.fits(body) {
			text = convert(body, form.encoding)
			return text, form.label, tolerable(text) && bytes.Count(text, []byte{0})*20 <= len(text)
		}
	}
	return nil, "", false
}
