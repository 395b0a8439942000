package page

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Mojibake is text in UTF-8 that was taken for windows-1252 and encoded once more
// ("itâ€™s" for "it’s"). It is mended run by run between tags, but only where it is
// certain: where characters stand side by side that no language writes so, and
// everything else in the run is ASCII or a sign. Code is left as it is.

// repairMojibake returns the text of a page with mojibake repaired, or text itself if it has
// none.
func repairMojibake(text []byte) []byte {
	if !hasMojibake(text) {
		return text
	}
	out := make([]byte, 0, len(text))
	code := 0
	for len(text) > 0 {
		end := bytes.IndexByte(text, '<')
		if end < 0 {
			end = len(text)
		}
		if code == 0 {
			run := text[:end]
			for range 2 { // it may have been encoded once more than once too often
				mended, ok := repairRun(run)
				if !ok {
					break
				}
				run = mended
			}
			out = append(out, run...)
		} else {
			out = append(out, text[:end]...)
		}
		text = text[end:]
		code = max(0, code+codeTag(text))
		end = bytes.IndexByte(text, '>') + 1
		if end == 0 {
			end = len(text)
		}
		out, text = append(out, text[:end]...), text[end:]
	}
	return out
}

// hasMojibake looks for the first characters of what becomes of two, three and four
// bytes: Â, Ã, â with a sign and ð with Ÿ, or with the C1 control that programs without windows-1252 make of that.
func hasMojibake(text []byte) bool {
	for {
		i := bytes.IndexByte(text, 0xC3)
		if i < 0 || i+2 >= len(text) {
			return false
		}
		switch text = text[i+1:]; text[0] {
		case 0x82, 0x83:
			return true
		case 0xA2:
			if text[1] == 0xE2 || text[1] == 0xC2 && len(text) > 2 && text[2] < 0xA0 {
				return true
			}
		case 0xB0:
			if text[1] == 0xC5 || text[1] == 0xC2 && len(text) > 2 && text[2] < 0xA0 {
				return true
			}
		}
	}
}

// codeTag is 1 at the start tag of code, -1 at its end tag, else 0.
func codeTag(tag []byte) int {
	step := 1
	if tag = bytes.TrimPrefix(tag, []byte("<")); bytes.HasPrefix(tag, []byte("/")) {
		tag, step = tag[1:], -1
	}
	for _, name := range []string{"pre", "code"} {
		if n := len(name); len(tag) > n && bytes.EqualFold(tag[:n], []byte(name)) && (tag[n] == '>' || tag[n] <= ' ') {
			return step
		}
	}
	return 0
}

// repairRun decodes text that was encoded once too often. It returns false if it was not, or
// if that is uncertain: all characters beyond ASCII but signs have to be parts of such text, and one of them has to be more
// than the end of a word in Ã in capitals, with a no-break space, a quotation mark or a dash behind it.
func repairRun(run []byte) ([]byte, bool) {
	var out []byte
	certain := false
	for i := 0; i < len(run); {
		plain := i
		for i < len(run) && run[i] < utf8.RuneSelf {
			i++
		}
		if i == len(run) && !certain {
			break
		}
		if out = append(out, run[plain:i]...); i == len(run) {
			break
		}
		char, n := encodedTwice(run[i:])
		if n == 0 {
			r, size := utf8.DecodeRune(run[i:])
			if r >= utf8.RuneSelf && !strings.ContainsRune("\u00a0®©™€", r) && (r < 0x2000 || r >= 0x2070) {
				return nil, false
			}
			char, n = run[i:i+size], size
		} else {
			certain = certain || char[0] != 0xC3 || bytes.IndexByte([]byte{0xA0, 0x85, 0x92, 0x94, 0x96, 0x97, 0xBB}, char[1]) < 0
		}
		out = append(out, char...)
		i += n
	}
	return out, certain
}

// encodedTwice returns the character that s begins with if it was encoded twice, and
// the bytes that it takes in s, 0 if it was not.
func encodedTwice(s []byte) (char []byte, n int) {
	for size := 1; len(char) < size; {
		r, width := utf8.DecodeRune(s[n:])
		c, ok := charmap.Windows1252.EncodeRune(r)
		if !ok && r >= 0x80 && r < 0xA0 {
			c, ok = byte(r), true // not in windows-1252, but passed on by decoders
		}
		if !ok || r < utf8.RuneSelf {
			return nil, 0
		}
		if char == nil {
			if size = map[byte]int{0xC2: 2, 0xC3: 2, 0xE2: 3, 0xF0: 4}[c]; size == 0 {
				return nil, 0
			}
		}
		char, n = append(char, c), n+width
	}
	if r, width := utf8.DecodeRune(char); r == utf8.RuneError || width != len(char) {
		return nil, 0
	}
	return char, n
}
