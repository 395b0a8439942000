package data

import (
	"strings"
	"unicode/utf8"
)

// mostFields bounds the fields of a line before it is parsed: encoding/csv takes
// about 40 bytes for each.
const mostFields = 100_000

// cutLongRows leaves out the end of lines with more fields than any table has.
func cutLongRows(body string, comma rune) (string, bool) {
	sep := string(comma)
	var b strings.Builder
	done := 0
	for at := 0; at < len(body); {
		end := strings.IndexByte(body[at:], '\n')
		if end < 0 {
			end = len(body) - at
		}
		if line := body[at : at+end]; len(line) > mostFields && strings.Count(line, sep) > mostFields {
			keep := 0
			for range mostFields {
				keep += strings.Index(line[keep:], sep) + utf8.RuneLen(comma)
			}
			b.WriteString(body[done : at+keep])
			done = at + end
		}
		at += end + 1
	}
	if done == 0 {
		return body, false
	}
	b.WriteString(body[done:])
	return b.String(), true
}
