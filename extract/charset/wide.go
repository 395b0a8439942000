package charset

import (
	"bytes"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

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
	are32 := func(top, plane int) bool { return len(body)%4 == 0 && nuls[top] == units && nuls[plane]*2 > units }
	are16 := func(high, low int) bool {
		upper, others := nuls[high]+nuls[high+2], nuls[low]+nuls[low+2]
		return upper*5 > units && others*20 <= upper
	}
	for _, order := range [...]struct {
		label    string
		encoding encoding.Encoding
		isIt     bool
	}{
		{"utf-32be", utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), are32(0, 1)},
		{"utf-32le", utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), are32(3, 2)},
		{"utf-16be", utf16(unicode.BigEndian), are16(0, 1)},
		{"utf-16le", utf16(unicode.LittleEndian), are16(1, 0)},
	} {
		if order.isIt {
			text = convert(body, order.encoding)
			return text, order.label, tolerable(text) && bytes.Count(text, []byte{0})*20 <= len(text)
		}
	}
	return nil, "", false
}
