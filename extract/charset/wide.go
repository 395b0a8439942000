package charset

import (
	"bytes"

	"golang.org/x/text/encoding/unicode"
)

// wideHead is how many bytes decodeWide examines to recognise UTF-16.
const wideHead = 4096

// decodeWide recognises UTF-16 without a byte order mark by bytes that stand at
// places of one parity only: NUL, as the upper halves of Latin letters, digits,
// spaces and markup are; or NUL and one other control character, as those of
// Greek, Cyrillic, Hebrew and Arabic letters are.
func decodeWide(body []byte) (text []byte, label string, found bool) {
	head := body[:min(len(body), wideHead)&^1]
	var count [2][256]int
	for i, c := range head {
		count[i&1][c]++
	}
	pairs := len(head) / 2
	for high, order := range [...]struct {
		label      string
		endianness unicode.Endianness
	}{{"utf-16be", unicode.BigEndian}, {"utf-16le", unicode.LittleEndian}} {
		nuls, others := count[high][0], count[1-high][0]
		latin := nuls*10 > pairs && others*20 <= nuls
		if !latin && !oneScript(&count[high], &count[1-high], pairs) && !ideographic(head, high, &count) {
			continue
		}
		text = convert(body, utf16(order.endianness))
		return text, order.label, tolerable(text) && bytes.Count(text, []byte{0})*20 <= len(text)
	}
	return nil, "", false
}

// minScript is how many characters one script is recognised from.
const minScript = 8

// oneScript reports whether the high bytes are those of one script below U+0900,
// of spaces and of general punctuation, while the low bytes vary.
func oneScript(high, low *[256]int, pairs int) bool {
	script, varied := 1, 0
	for c := 1; c < 9; c++ {
		if high[c] > high[script] {
			script = c
		}
	}
	for _, n := range low {
		if n > 0 {
			varied++
		}
	}
	return pairs >= minScript && high[script]*2 > pairs && (high[script]+high[0]+high[0x20])*20 >= pairs*19 &&
		varied > min(pairs, 64)/8 && low[script]*4 < pairs
}

// ideographic reports Chinese or Japanese in UTF-16: nearly all units are ideographs,
// kana, their punctuation or ASCII. Two marks distinguish text in bytes from that. It has
// no control characters, as the low bytes of many characters are. And the high bytes
// of ideographs lie on both sides of 0x80, where each encoding keeps to one; or there
// are many kana.
func ideographic(head []byte, high int, count *[2][256]int) bool {
	pairs, known, lower, upper := len(head)/2, 0, 0, 0
	for c, n := range count[high] {
		switch {
		case c >= 0x4e && c < 0x80:
			lower += n
		case c >= 0x80 && c <= 0x9f:
			upper += n
		case c == 0 || c == 0x20 || c == 0x30 || c == 0xff:
			known += n
		}
	}
	known += lower + upper
	return pairs >= minScript && known*20 >= pairs*19 && hasControls(head) &&
		(lower*4 > pairs && upper*20 > pairs || count[high][0x30]*5 > pairs && lower > 0)
}

// hasControls reports whether there is a byte that text in single bytes does not hold.
func hasControls(b []byte) bool {
	for _, c := range b {
		if c < 0x09 {
			return true
		}
	}
	return false
}
