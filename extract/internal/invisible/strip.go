// Package invisible knows the characters of text that no reader sees: control characters,
// zero-width and formatting characters, tag characters and variation selectors.
//
// [Strip] drops them where they mean nothing to a reader, and [Decode] returns the text that
// is written in them (ASCII smuggling).
package invisible

import (
	"unicode"
	"unicode/utf8"
)

// Strip returns s without the characters that a reader doesn't see and that can smuggle or
// disguise text: C0 and C1 controls other than tab and line ends (with the terminal
// sequences that an escape starts), DEL, soft hyphens, zero-width characters, bidirectional
// controls outside of right-to-left text and all overrides, tag characters outside of flags,
// isolated and repeated variation selectors, invisible operators and fillers, interlinear
// annotation marks and noncharacters. U+2028, U+2029, U+0085, vertical tab and form feed
// become spaces. Kept are joiners within emoji and within scripts that need them (Persian,
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
		if b < 0x80 {
			if b != '\n' && b != '\t' && b != '\r' {
				return i
			}
			continue
		}
		switch b {
		case 0xc2, 0xcd, 0xd8, 0xe1, 0xe2, 0xe3, 0xef, 0xf0, 0xf3:
			r, _ := utf8.DecodeRuneInString(s[i:])
			if suspectRune(r) {
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
	c := cleaner{s: s, dst: append(dst, s[:i]...)}
	c.prev, _ = utf8.DecodeLastRuneInString(s[:i])
	for i < len(s) {
		b := s[i]
		if b >= 0x20 && b < 0x7f || b == '\n' || b == '\t' || b == '\r' {
			c.dst, c.prev = append(c.dst, b), rune(b)
			i++
			continue
		}
		if b < 0x80 {
			i = c.control(i)
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			c.dst, c.prev = utf8.AppendRune(c.dst, r), r
			i++
			continue
		}
		if !suspectRune(r) {
			c.dst, c.prev = append(c.dst, s[i:i+size]...), r
			i += size
			continue
		}
		i = c.suspect(i, r, size)
	}
	return c.dst
}

type cleaner struct {
	s    string
	dst  []byte
	prev rune // the last rune that was kept
}

func (c *cleaner) keep(i, size int, r rune) int {
	c.dst, c.prev = append(c.dst, c.s[i:i+size]...), r
	return i + size
}

func (c *cleaner) space(next int) int {
	if c.prev != ' ' {
		c.dst, c.prev = append(c.dst, ' '), ' '
	}
	return next
}

// control handles a C0 control or DEL at i.
func (c *cleaner) control(i int) int {
	switch c.s[i] {
	case '\v', '\f':
		return c.space(i + 1)
	case 0x1b:
		return skipEscape(c.s, i)
	}
	return i + 1
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

func (c *cleaner) suspect(i int, r rune, size int) int {
	next := i + size
	switch {
	case r == 0x85 || r == 0x2028 || r == 0x2029:
		return c.space(next)
	case r == 0x200c || r == 0x200d:
		if c.joins(r, next) {
			return c.keep(i, size, r)
		}
	case r == 0x200e || r == 0x200f || r == 0x61c || r >= 0x202a && r <= 0x202c || r >= 0x2066 && r <= 0x2069:
		if c.besideRTL(next) {
			c.dst = append(c.dst, c.s[i:next]...)
			return next
		}
	case r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef:
		if variable(c.prev, r) {
			return c.keep(i, size, r)
		}
	case r >= 0x180b && r <= 0x180d || r == 0x180f:
		if unicode.Is(unicode.Mongolian, c.prev) && unicode.IsLetter(c.prev) {
			return c.keep(i, size, r)
		}
	case r == 0x115f || r == 0x1160:
		if n, _ := utf8.DecodeRuneInString(c.s[next:]); jamo(n) || jamo(c.prev) {
			return c.keep(i, size, r)
		}
	case r >= 0xe0020 && r <= 0xe007f:
		return c.tags(i)
	}
	return next
}

func jamo(r rune) bool { return r >= 0x1100 && r <= 0x11ff && r != 0x115f && r != 0x1160 }

// joins reports whether a joiner or non-joiner between prev and what starts at
// next does visible work.
func (c *cleaner) joins(r rune, next int) bool {
	n, _ := utf8.DecodeRuneInString(c.s[next:])
	if r == 0x200d && pictograph(n) && (pictograph(c.prev) || c.prev == 0xfe0f) {
		return true
	}
	return joining(c.prev) && (joining(n) || r == 0x200d && !unicode.IsLetter(n))
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

func variable(base, v rune) bool {
	switch {
	case v == 0xfe0e || v == 0xfe0f:
		return pictograph(base) || base == '#' || base == '*' || base >= '0' && base <= '9'
	case unicode.Is(unicode.Han, base):
		return true
	case v > 0xffff:
		return false
	}
	return unicode.Is(unicode.Sm, base) || unicode.In(base, unicode.Myanmar, unicode.Phags_Pa) || base >= 0x3000 && base <= 0x30ff || base >= 0xff00 && base <= 0xff5e
}

// besideRTL reports whether the nearest letters before or after are written
// from right to left.
func (c *cleaner) besideRTL(next int) bool {
	if rtlLetter(c.s[next:], utf8.DecodeRuneInString, 1) {
		return true
	}
	return rtlLetter(string(c.dst[max(0, len(c.dst)-64):]), utf8.DecodeLastRuneInString, -1)
}

func rtlLetter(s string, decode func(string) (rune, int), dir int) bool {
	for range 12 {
		r, size := decode(s)
		if size == 0 || r == '\n' {
			return false
		}
		if unicode.IsLetter(r) {
			return r >= 0x590 && r <= 0x8ff || r >= 0xfb1d && r <= 0xfdff || r >= 0xfe70 && r <= 0xfeff || r >= 0x10800 && r <= 0x10fff || r >= 0x1e800 && r <= 0x1efff
		}
		if dir > 0 {
			s = s[size:]
		} else {
			s = s[:len(s)-size]
		}
	}
	return false
}

// tags handles a run of tag characters at i: those of a flag stay.
func (c *cleaner) tags(i int) int {
	end, ended := i, false
	for end < len(c.s) {
		r, size := utf8.DecodeRuneInString(c.s[end:])
		if r < 0xe0020 || r > 0xe007f {
			break
		}
		end += size
		if r == 0xe007f {
			ended = true
			break
		}
	}
	if n := (end - i) / 4; c.prev == 0x1f3f4 && ended && n >= 4 && n <= 7 {
		return c.keep(i, end-i, 0xe007f)
	}
	return end
}
