package charset

import (
	"bytes"

	"golang.org/x/text/encoding/unicode"
)

// wideHead is how many bytes decodeWide examines to recognise UTF-16.
const wideHead = 4096

// decodeWide recognises UTF-16 without a byte order mark by NUL bytes that stand at
// places of one parity only, as the upper halves of Latin letters, digits, spaces and
// markup are.
func decodeWide(body []byte) (text []byte, label string, found bool) {
	head := body[:min(len(body), wideHead)&^1]
	var nuls [2]int
	for i, c := range head {
		if c == 0 {
			nuls[i&1]++
		}
	}
	for high, order := range [...]struct {
		label      string
		endianness unicode.Endianness
	}{{"utf-16be", unicode.BigEndian}, {"utf-16le", unicode.LittleEndian}} {
		if nuls[high]*10 > len(head)/2 && nuls[1-high]*20 <= nuls[high] {
			text = convert(body, utf16(order.endianness))
			return text, order.label, tolerable(text) && bytes.Count(text, []byte{0})*20 <= len(text)
		}
	}
	return nil, "", false
}
