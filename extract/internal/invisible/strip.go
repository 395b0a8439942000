// Package invisible knows the characters of text that no reader sees: control characters,
// zero-width and formatting characters, tag characters and variation selectors.
//
// [Strip] drops them where they mean nothing to a reader, and [Decode] returns the text that
// is written in them (ASCII smuggling).
package invisible

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Strip returns s without the characters that a reader doesn't see and that can smuggle or
// disguise text: C0 and C1 controls other than tab and line ends (with the terminal
// sequences that an escape starts), DEL, soft hyphens, zero-width characters, bidirectional
// controls, which change no order of characters in the text, tag characters outside of flags,
// isolated and repeated variation selectors, invisible operators and fillers, interlinear
// annotation marks and noncharacters. U+2028, U+2029, U+0085, vertical tab and form feed
// become spaces, and C1 controls that were quotation marks, dashes and the like in windows-1252 ("it\u0092s")
// become these. Kept are joiners within emoji and within scripts that need them (Persian,
// Arabic, the Indic scripts), emoji and ideograph variation sequences, and the flags of
// England, Scotland and Wales.
//
// A string without such characters is returned as it is, without allocation. Invalid UTF-8
// is kept up to the first removed character. After it each invalid byte becomes U+FFFD, so
// that parts around a removed character can't form another such character.
//
// Sources: Unicode 16, chapter 23; UTS 51 (emoji sequences); UAX 31 section 2.3 (joiners in
// identifiers), in spirit.
func Strip(s string) string {
	i := firstInvisible(s)
	if i < 0 {
		return s
	}
	return string(appendStripped(make([]byte, 0, len(s)), s, i))
}

// firstInvisible returns the index of the first character that may have to be removed, or
// -1. It examines lead bytes only.
func firstInvisible(s string) int {
	for i := 0; i < len(s); i++ {
		b := s[i]
		if b >= 0x20 && b < 0x7f {
			continue
		}
		switch b {
		case '\n', '\t', '\r':
		case 0xc2, 0xcd, 0xd8, 0xe1, 0xe2, 0xe3, 0xef, 0xf0, 0xf3:
			if r, _ := utf8.DecodeRuneInString(s[i:]); suspectRune(r) {
				return i
			}
		default:
			if b < 0x80 {
				return i
			}
		}
	}
	return -1
}

// suspectRune reports whether a rune from U+0080 up may have to go.
func suspectRune(r rune) bool {
	switch {
	case r < 0xa0, r == 0xad, r == 0x34f, r == 0x61c, r == 0x115f, r == 0x1160, r == 0x17b4, r == 0x17b5:
		return true
	case r >= 0x180b && r <= 0x180f:
		return true
	case r >= 0x200b && r <= 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2060 && r <= 0x206f:
		return true
	case r == 0x3164, r >= 0xfe00 && r <= 0xfe0f, r == 0xfeff, r == 0xffa0, r >= 0xfff9 && r <= 0xfffb:
		return true
	case r >= 0xfdd0 && r <= 0xfdef, r&0xfffe == 0xfffe, r >= 0x1d173 && r <= 0x1d17a, r >= 0xe0000 && r <= 0xe0fff:
		return true
	}
	return false
}

func appendStripped(dst []byte, s string, i int) []byte {
	dst = append(dst, s[:i]...)
	prev, _ := utf8.DecodeLastRuneInString(s[:i]) // that was kept
	for i < len(s) {
		if b := s[i]; b >= ' ' && b < 0x7f {
			dst, prev = append(dst, b), rune(b)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		kept, next := s[i:i+size], i+size
		switch {
		case r == '\n', r == '\t', r == '\r', r >= 0x80 && r != utf8.RuneError && !suspectRune(r):
		case r == utf8.RuneError:
			kept = "\ufffd"
		case r == '\v', r == '\f', r == 0x85, r == 0x2028, r == 0x2029:
			if kept, r = " ", ' '; prev == ' ' {
				kept = ""
			}
		case r == 0x1b:
			kept, next = "", skipEscape(s, i)
		case r == 0x80 && unicode.IsLetter(prev): // mojibake, as in "itâ\u0080\u0099s"
			kept = ""
			if r, size = utf8.DecodeRuneInString(s[next:]); windows1252[r] != 0 {
				next += size
			}
		case windows1252[r] != 0:
			r = windows1252[r]
			kept = string(r)
		case (r == 0x200c || r == 0x200d) && joins(prev, r, s[next:]), isSelector(r) && selects(prev, r):
		case r >= 0xe0020 && r <= 0xe007f:
			next = i + tagsLength(s[i:])
			if kept, r = s[i:next], 0xe007f; prev != 0x1f3f4 || len(kept) < 4*4 || len(kept) > 7*4 || !strings.HasSuffix(kept, "\U000e007f") { // no flag of a region
				kept = ""
			}
		default:
			kept = ""
		}
		if i = next; kept != "" {
			dst, prev = append(dst, kept...), r
		}
	}
	return dst
}

// windows1252 has the signs of prose that windows-1252 has where ISO 8859-1 has C1 controls: programs that took the one for the other
// wrote "it\u0092s" for "it’s". It lacks those that terminals act on, such as U+009B.
var windows1252 = map[rune]rune{
	0x80: '€', 0x82: '‚', 0x84: '„', 0x91: '‘', 0x92: '’', 0x93: '“', 0x94: '”', 0x95: '•', 0x96: '–', 0x97: '—', 0x99: '™',
}

// maxEscape bounds the text of one terminal sequence.
const maxEscape = 512

// skipEscape returns the index after a terminal sequence (ECMA-48): a control
// sequence, or a string up to its terminator.
func skipEscape(s string, i int) int {
	if i+1 >= len(s) {
		return i + 1
	}
	end := min(len(s), i+maxEscape)
	switch s[i+1] {
	case '[':
		for j := i + 2; j < end; j++ {
			if b := s[j]; b >= 0x40 && b <= 0x7e {
				return j + 1
			} else if b < 0x20 || b > 0x3f {
				return j
			}
		}
	case ']', 'P', '_', '^', 'X':
		for j := i + 2; j < end; j++ {
			if s[j] == 0x07 || s[j] == 0x1b && j+1 < len(s) && s[j+1] == '\\' {
				return j + 1 + int(s[j]&0x10)>>4
			}
		}
	}
	return i + 1
}

// joins reports whether a joiner or non-joiner between prev and rest does visible work.
func joins(prev, r rune, rest string) bool {
	next, _ := utf8.DecodeRuneInString(rest)
	if r == 0x200d && pictograph(next) && (pictograph(prev) || prev == 0xfe0f) {
		return true
	}
	return joining(prev) && (joining(next) || r == 0x200d && !unicode.IsLetter(next))
}

func joining(r rune) bool {
	if r < 0x600 || r == utf8.RuneError {
		return false
	}
	return unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Nko, unicode.Mongolian, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi,
		unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer,
		unicode.Myanmar, unicode.Tibetan, unicode.Mandaic, unicode.Phags_Pa, unicode.Inherited)
}

func pictograph(r rune) bool {
	return r >= 0x1f000 && r <= 0x1faff || r >= 0x2190 && r <= 0x2bff || r == 0xa9 || r == 0xae || r == 0x203c || r == 0x2049 ||
		r == 0x2122 || r == 0x2139 || r == 0x3030 || r == 0x303d || r == 0x3297 || r == 0x3299
}

func isSelector(r rune) bool { return r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef }

// selects reports whether a variation selector chooses another form of the character before it.
func selects(base, selector rune) bool {
	if selector == 0xfe0e || selector == 0xfe0f {
		return pictograph(base) || base == '#' || base == '*' || base >= '0' && base <= '9'
	}
	return unicode.Is(unicode.Han, base)
}

// tagsLength returns the length of the tag characters that s begins with, up to the first cancel tag.
func tagsLength(s string) (n int) {
	for _, r := range s {
		if r < 0xe0020 || r > 0xe007f {
			break
		}
		if n += len("\U000e007f"); r == 0xe007f {
			break
		}
	}
	return n
}
