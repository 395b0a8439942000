package charset

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// firstHigh returns the index of the first byte above 127, -1 without one. It
// reads eight bytes at a time.
func firstHigh(b []byte) int {
	const highBits = 0x8080808080808080
	i := 0
	for ; i+8 <= len(b); i += 8 {
		if binary.LittleEndian.Uint64(b[i:])&highBits != 0 {
			break
		}
	}
	for ; i < len(b); i++ {
		if b[i] >= utf8.RuneSelf {
			return i
		}
	}
	return -1
}

// validUTF8 returns body itself if it is valid, else a copy in which every run
// of bad bytes is one U+FFFD.
func validUTF8(body []byte) []byte {
	return bytes.ToValidUTF8(body, []byte(replacementRune))
}

// mostlyUTF8 reports whether body is UTF-8 with a few stray bytes: one bad byte
// to five good multi-byte sequences at most, since text of another encoding
// has hardly any valid sequence.
func mostlyUTF8(body []byte) bool {
	good, bad := 0, 0
	for i, r := range string(body) {
		switch {
		case r < utf8.RuneSelf:
		case r == utf8.RuneError && !bytes.HasPrefix(body[i:], []byte(replacementRune)):
			bad++
		default:
			good++
		}
	}
	return bad*5 <= good
}

// repairUTF8 makes UTF-8 with stray bytes valid. A byte between ASCII characters was pasted
// from a windows-1252 text and is read as such; what is left of a cut sequence, also at the
// end of body, becomes U+FFFD.
func repairUTF8(body []byte) []byte {
	out := make([]byte, 0, len(body)+len(body)/64+8)
	for i, c := range body {
		isAlone := i > 0 && i+1 < len(body) && body[i-1] < utf8.RuneSelf && body[i+1] < utf8.RuneSelf
		if r := charmap.Windows1252.DecodeByte(c); isAlone && r >= 0xA0 {
			out = utf8.AppendRune(out, r)
		} else {
			out = append(out, c)
		}
	}
	return validUTF8(out)
}
