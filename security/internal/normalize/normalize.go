// Package normalize brings text into the plain form that rules are written for, and
// remembers where each byte came from.
//
// Folding lowers case, takes diacritics off Latin letters, replaces styled,
// enclosed, full-width and other compatibility forms by plain ones (NFKD),
// drops what is invisible, spells out tag characters and byte-carrying
// variation selectors, replaces letters of other scripts in words that mix
// them with Latin ones (the idea of UTS 39), resolves character references and
// Markdown escapes and joins words that are hyphenated over a line end.
package normalize

import (
	"html"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Text is folded text. It is read-only and safe for concurrent use.
type Text struct {
	// Bytes is the folded text, valid UTF-8 if the original was.
	Bytes []byte

	marks []offsetMapping
	size  int
}

// offsetMapping says that folded bytes from at on came from the original from from on,
// one to one until the next mark.
type offsetMapping struct{ at, from int32 }

// Origin returns the offset in the original text of the folded byte i. An i
// beyond the end gives the length of the original.
func (t *Text) Origin(i int) int {
	if i >= len(t.Bytes) {
		return t.size
	}
	n := sort.Search(len(t.marks), func(k int) bool { return int(t.marks[k].at) > i })
	if n == 0 {
		return i
	}
	m := t.marks[n-1]
	return min(t.size, int(m.from)+i-int(m.at))
}

// MaxText is the longest text that is folded, in bytes; the rest is left off.
const MaxText = 1 << 30

// New folds s.
func New(s string) *Text {
	t := new(Text)
	t.Fold(s)
	return t
}

// Fold makes t the folded form of s, in the memory that it has.
func (t *Text) Fold(s string) {
	if len(s) > MaxText {
		s = s[:MaxText]
	}
	*t = Text{Bytes: slices.Grow(t.Bytes[:0], len(s)), marks: t.marks[:0], size: len(s)}
	f := normalizer{s: s, t: t}
	for f.i < len(s) {
		if plainASCII[s[f.i]] != 0 {
			f.plainASCII()
		} else {
			f.special()
		}
	}
}

type normalizer struct {
	s       string
	i       int // next byte of s
	t       *Text
	table   *[tableEnd]runeEntry // nil until it is needed
	shifted bool                 // folded and original offsets no longer run in step
	mixed   int                  // letters of other scripts up to here stand for Latin ones
	checked int                  // words up to here have been looked at for mixed scripts
	flag    bool                 // within the tag sequence of a flag
}

// flushMapping notes where the next folded byte comes from.
func (f *normalizer) flushMapping(from int) {
	f.t.marks = append(f.t.marks, offsetMapping{int32(len(f.t.Bytes)), int32(from)})
	f.shifted = false
}

func (f *normalizer) copyASCII(start, end int) {
	if start == end {
		return
	}
	if f.shifted {
		f.flushMapping(start)
	}
	n := len(f.t.Bytes)
	f.t.Bytes = append(f.t.Bytes, f.s[start:end]...)
	for i, c := range f.t.Bytes[n:] {
		if c-'A' < 26 {
			f.t.Bytes[n+i] = c + 32
		}
	}
}

// replace writes what the original bytes from f.i to next fold to.
func (f *normalizer) replace(b []byte, next int) {
	if f.shifted || len(b) != next-f.i {
		f.flushMapping(f.i)
		f.shifted = len(b) != next-f.i
	}
	f.t.Bytes = append(f.t.Bytes, b...)
	f.i = next
}

// copyRune leaves the original bytes up to next as they are.
func (f *normalizer) copyRune(next int) {
	if f.shifted {
		f.flushMapping(f.i)
	}
	f.t.Bytes = append(f.t.Bytes, f.s[f.i:next]...)
	f.i = next
}

// delete leaves the original bytes up to next out.
func (f *normalizer) delete(next int) {
	f.shifted = true
	f.i = next
}

func (f *normalizer) special() {
	b := f.s[f.i]
	if b >= 0x80 {
		f.rune()
		return
	}
	rest := f.s[f.i+1:]
	switch {
	case b == '\\' && rest != "" && punct(rest[0]):
		f.delete(f.i + 1)
		f.copyASCII(f.i, f.i+1)
		f.i++
	case b == '&':
		f.entity()
	case b == '-' && f.hyphenated(rest):
		f.delete(f.i + 1 + len(rest) - len(strings.TrimLeft(rest, " \r\n")))
	case b == '*' && f.afterLetter() && letterAt(strings.TrimLeft(rest, "*")):
		f.delete(len(f.s) - len(strings.TrimLeft(rest, "*")))
	case b < 0x20 || b == 0x7f:
		if b == '\r' || b == '\v' || b == '\f' {
			f.replace([]byte{' '}, f.i+1)
		} else {
			f.delete(f.i + 1)
		}
	default:
		f.copyASCII(f.i, f.i+1)
		f.i++
	}
}

func punct(b byte) bool {
	return b > ' ' && b < 0x7f && !(b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'z')
}

func letterAt(s string) bool { return s != "" && s[0]|0x20 >= 'a' && s[0]|0x20 <= 'z' }

func (f *normalizer) afterLetter() bool {
	n := len(f.t.Bytes)
	return n > 0 && f.t.Bytes[n-1] >= 'a' && f.t.Bytes[n-1] <= 'z'
}

// hyphenated reports whether a hyphen before rest splits a word over two lines.
func (f *normalizer) hyphenated(rest string) bool {
	t := strings.TrimLeft(rest, " \r")
	if t == "" || t[0] != '\n' || !f.afterLetter() {
		return false
	}
	t = strings.TrimLeft(t[1:], " ")
	return t != "" && t[0] >= 'a' && t[0] <= 'z'
}

// entity resolves a character reference.
func (f *normalizer) entity() {
	end := strings.IndexByte(f.s[f.i:min(len(f.s), f.i+12)], ';')
	if end > 1 {
		ref := f.s[f.i : f.i+end+1]
		if plain := html.UnescapeString(ref); plain != ref {
			inner := New(strings.ReplaceAll(plain, "&", " "))
			f.replace(inner.Bytes, f.i+end+1)
			f.shifted = true
			return
		}
	}
	f.copyASCII(f.i, f.i+1)
	f.i++
}

// rune folds the character at f.i, which is not ASCII.
func (f *normalizer) rune() {
	r, size := utf8.DecodeRuneInString(f.s[f.i:])
	next := f.i + size
	switch {
	case r == '–' || r == '—' || r >= '‘' && r <= '‟' || r >= 0xac00 && r <= 0xd7a3 || r >= 0x3041 && r <= 0x30ff || r >= 0x4e00 && r <= 0x9fff:
		f.flag = false
		f.copyRune(next)
	case r == utf8.RuneError && size == 1:
		f.replace([]byte{' '}, next)
	case r < tableEnd && f.known(r, next):
	case r >= 0xe0020 && r <= 0xe007f || r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef:
		f.decodeTagChar(r, next)
	case Invisible(r):
		f.delete(next)
	case unicode.IsSpace(r):
		f.replace([]byte{' '}, next)
	default:
		f.flag = r == 0x1f3f4
		f.letter(r, next)
	}
}

// known folds a character that is in the table; it reports whether it is.
func (f *normalizer) known(r rune, next int) bool {
	if f.table == nil {
		f.table = table()
	}
	e := f.table[r]
	if e&looked == 0 {
		return false
	}
	if e&visible != 0 {
		f.flag = false
		if foreign(r) && f.foldHomoglyph(r, next) {
			return true
		}
	}
	b, n := e.put()
	if n == 0 {
		f.delete(next)
	} else {
		f.replace(b[:n], next)
	}
	return true
}

// decodeTagChar spells out tag characters and variation selectors that carry bytes.
func (f *normalizer) decodeTagChar(r rune, next int) {
	b := byte(0)
	switch {
	case f.flag:
	case r <= 0xfe0f:
		b = byte(r - 0xfe00)
	case r >= 0xe0100:
		b = byte(min(0x7f, r-0xe0100+16))
	default:
		b = byte(r - 0xe0000)
	}
	if b < ' ' || b == 0x7f {
		f.delete(next)
		return
	}
	if b >= 'A' && b <= 'Z' {
		b += 32
	}
	f.replace([]byte{b}, next)
}

// Invisible reports whether a character has no shape of its own: format
// controls, fillers and the like.
func Invisible(r rune) bool {
	switch r {
	case 0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x3164, 0xffa0, 0xfffc, 0x2800:
		return true
	}
	return r >= 0x80 && r < 0xa0 && r != 0x85 || r >= 0x180b && r <= 0x180f || unicode.Is(unicode.Cf, r)
}

// letter folds a visible character.
func (f *normalizer) letter(r rune, next int) {
	if f.foldHomoglyph(r, next) {
		return
	}
	var memory [32]byte
	if b := letterOf(memory[:0], r, f.s[f.i:next]); len(b) > 0 {
		f.replace(b, next)
	} else {
		f.delete(next)
	}
}

// foldHomoglyph folds a character of another script that stands for a Latin letter; it
// reports whether it does.
func (f *normalizer) foldHomoglyph(r rune, next int) bool {
	if f.i >= f.checked && foreign(r) {
		f.checkWord()
	}
	if f.i >= f.mixed {
		return false
	}
	b := confusable(r)
	if b != 0 {
		f.replace([]byte{b}, next)
	}
	return b != 0
}

// letterOf appends what a visible character, which is all of src, folds to,
// wherever it stands.
func letterOf(b []byte, r rune, src string) []byte {
	if s := special(r); s != "" {
		return append(b, s...)
	}
	if d := norm.NFKD.PropertiesString(src).Decomposition(); d != nil {
		src = string(d)
	}
	for _, c := range src {
		if unicode.Is(unicode.Mn, c) {
			continue
		}
		if s := special(c); s != "" {
			b = append(b, s...)
			continue
		}
		b = utf8.AppendRune(b, unicode.ToLower(c))
	}
	return b
}
