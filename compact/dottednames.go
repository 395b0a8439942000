package compact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// mostNameRunes is how many ideographs a part of a foreign name has at most.
const mostNameRunes = 4

// run takes a run of characters without spaces. Middle dots join the parts of foreign
// names in it: 海因里希·佐林格. In Japanese those are in Katakana.
func (s *mentionScan) run(i, end int) {
	s.opening = false
	dotted := startsWithDot(s.text[end:])
	if s.name >= 0 {
		if s.nameEnd = end; !dotted {
			s.nameEnd = i + len(firstRunes(s.text[i:end]))
			s.endName()
		}
		return
	}
	if dotted {
		s.name, s.nameEnd, s.caps, s.first = end-len(lastRunes(s.text[i:end])), end, 2, false
	}
}

// startsWithDot reports a middle dot in front of a character of a script without spaces.
func startsWithDot(text string) bool {
	for _, dot := range [...]string{"·", "・", "•"} {
		if rest, ok := strings.CutPrefix(text, dot); ok {
			r, _ := utf8.DecodeRuneInString(rest)
			return unspaced(r)
		}
	}
	return false
}

// firstRunes returns what a text begins with that may be a part of a name.
func firstRunes(text string) string {
	n := 0
	for i, r := range text {
		if kana := unicode.Is(unicode.Katakana, r) || r == 'ー'; n == mostNameRunes || !kana && n < 0 {
			return text[:i]
		} else if kana {
			n = -1
		} else {
			n++
		}
	}
	return text
}

// lastRunes returns what a text ends in that may be a part of a name.
func lastRunes(text string) string {
	at := len(text)
	kana := false
	for n := 0; at > 0 && (kana || n < mostNameRunes); n++ {
		r, size := utf8.DecodeLastRuneInString(text[:at])
		is := unicode.Is(unicode.Katakana, r) || r == 'ー'
		if n > 0 && is != kana {
			break
		}
		kana = is
		at -= size
	}
	return text[at:]
}
