package classifier

import (
	"bytes"
	_ "embed"
	"strings"
	"sync"
)

// delimiterText has a token a line: "#" begins headings of two to six marks, "{" an object, without white space.
//
//go:embed delimiters.txt
var delimiterText string

// delimiters has the tokens at the slots of their first two bytes.
var delimiters = sync.OnceValue(func() *[len(delimiterSigns) << 8][]string {
	tokens := new([len(delimiterSigns) << 8][]string)
	for token := range strings.Lines(delimiterText) {
		token = strings.ReplaceAll(strings.TrimSuffix(token, "\n"), `\n`, "\n")
		slot := delimiterSlot(token[0], token[1])
		tokens[slot] = append(tokens[slot], token)
	}
	return tokens
})

// delimiterSigns are the bytes that tokens begin with.
const delimiterSigns = "<#{[-"

func delimiterSlot(sign, second byte) int {
	return strings.IndexByte(delimiterSigns, sign)<<8 | int(second)
}

// delimiter reports whether a token of a chat format stands at b[i]: one that
// models are trained to take for a border between turns, and that ordinary text
// has no use for.
func delimiter(b []byte, i int, lineStart bool) (end int, ok bool) {
	rest, length, skipped := b[i:], 0, 0
	switch rest[0] {
	case '<':
		if len(rest) > 3 && (rest[1] == '|' || bytes.HasPrefix(rest[1:], []byte("｜"))) {
			if n := bytes.IndexByte(rest[:min(len(rest), 48)], '>'); n > 3 {
				return i + n + 1, true
			}
		}
	case '#':
		text := bytes.TrimLeft(rest, "#")
		if length = len(rest) - len(text); !lineStart || length < 2 || length > 6 {
			return 0, false
		}
		rest, skipped = bytes.TrimLeft(text, " "), 1
	case '{':
		if !bytes.HasPrefix(rest, []byte("{{")) {
			head := make([]byte, 0, 48)
			for n := 0; n < min(len(rest), 64) && len(head) < 41; n++ {
				if rest[n] > ' ' {
					head = append(head, rest[n])
				}
			}
			rest, length = head, 1
		}
	case '[', '-':
	default:
		return 0, false
	}
	if len(rest) < 2-skipped {
		return 0, false
	}
	for _, token := range delimiters()[delimiterSlot(b[i], rest[1-skipped])] {
		if token = token[skipped:]; len(rest) >= len(token) && string(rest[:len(token)]) == token {
			if length == 0 {
				length = len(token)
			}
			return i + length, true
		}
	}
	return 0, false
}
