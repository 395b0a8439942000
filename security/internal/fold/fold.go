// Package fold brings text into the plain form that rules are written for, and
// remembers where each byte came from.
//
// Folding lowers case, takes diacritics off Latin letters, replaces styled,
// enclosed, full-width and other compatibility forms by plain ones (NFKD),
// drops what is invisible, spells out tag characters and byte-carrying
// variation selectors, replaces letters of other scripts in words that mix
// them with Latin ones (the idea of UTS 39), resolves character references and
// Markdown escapes and joins words that are hyphenated over a line end.
package fold

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
	// B is the folded text, valid UTF-8 if the original was.
	B []byte

	marks []mark
	size  int
}

// mark says that folded bytes from at on came from the original from from on,
// one to one until the next mark.
type mark struct{ at, from int32 }

// Origin returns the offset in the original text of the folded byte i. An i
// beyond the end gives the length of the original.
func (t *Text) Origin(i int) int {
	if i >= len(t.B) {
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
	*t = Text{B: slices.Grow(t.B[:0], len(s)), marks: t.marks[:0], size: len(s)}
	f := folder{s: s, t: t}
	for f.i < len(s) {
		if plainly[s[f.i]] != 0 {
			f.plain()
		} else {
			f.special()
		}
	}
}

type folder struct {
	s       string
	i       int // next byte of s
	t       *Text
	table   *[tableEnd]entry // nil until it is needed
	shifted bool             // folded and original offsets no longer run in step
	mixed   int              // letters of other scripts up to here stand for Latin ones
	checked int              // words up to here have been looked at for mixed scripts
	flag    bool             // within the tag sequence of a flag
}

// sync notes where the next folded byte comes from.
func (f *folder) sync(from int) {
	f.t.marks = append(f.t.marks, mark{int32(len(f.t.B)), int32(from)})
	f.shifted = false
}

func (f *folder) copyASCII(start, end int) {
	if start == end {
		return
	}
	if f.shifted {
		f.sync(start)
	}
	n := len(f.t.B)
	f.t.B = append(f.t.B, f.s[start:end]...)
	for i, c := range f.t.B[n:] {
		if c-'A' < 26 {
			f.t.B[n+i] = c + 32
		}
	}
}

// put writes what the original bytes from f.i to next fold to.
func (f *folder) put(b []byte, next int) {
	if f.shifted || len(b) != next-f.i {
		f.sync(f.i)
		f.shifted = len(b) != next-f.i
	}
	f.t.B = append(f.t.B, b...)
	f.i = next
}

// keep leaves the original bytes up to next as they are.
func (f *folder) keep(next int) {
	if f.shifted {
		f.sync(f.i)
	}
	f.t.B = append(f.t.B, f.s[f.i:next]...)
	f.i = next
}

// drop leaves the original bytes up to next out.
func (f *folder) drop(next int) {
	f.shifted = true
	f.i = next
}

func (f *folder) special() {
	b := f.s[f.i]
	if b >= 0x80 {
		f.rune()
		return
	}
	rest := f.s[f.i+1:]
	switch {
	case b == '\\' && rest != "" && punct(rest[0]):
		f.drop(f.i + 1)
		f.copyASCII(f.i, f.i+1)
		f.i++
	case b == '&':
		f.entity()
	case b == '-' && f.hyphenated(rest):
		f.drop(f.i + 1 + len(rest) - len(strings.TrimLeft(rest, " \r\n")))
	case b == '*' && f.afterLetter() && letterAt(strings.TrimLeft(rest, "*")):
		f.drop(len(f.s) - len(strings.TrimLeft(rest, "*")))
	case b < 0x20 || b == 0x7f:
		if b == '\r' || b == '\v' || b == '\f' {
			f.put([]byte{' '}, f.i+1)
		} else {
			f.drop(f.i + 1)
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

func (f *folder) afterLetter() bool {
	n := len(f.t.B)
	return n > 0 && f.t.B[n-1] >= 'a' && f.t.B[n-1] <= 'z'
}

// hyphenated reports whether a hyphen before rest splits a word over two lines.
func (f *folder) hyphenated(rest string) bool {
	t := strings.TrimLeft(rest, " \r")
	if t == "" || t[0] != '\n' || !f.afterLetter() {
		return false
	}
	t = strings.TrimLeft(t[1:], " ")
	return t != "" && t[0] >= 'a' && t[0] <= 'z'
}

// entity resolves a character reference.
func (f *folder) entity() {
	end := strings.IndexByte(f.s[f.i:min(len(f.s), f.i+12)], ';')
	if end > 1 {
		ref := f.s[f.i : f.i+end+1]
		if plain := html.UnescapeString(ref); plain != ref {
			inner := New(strings.ReplaceAll(plain, "&", " "))
			f.put(inner.B, f.i+end+1)
			f.shifted = true
			return
		}
	}
	f.copyASCII(f.i, f.i+1)
	f.i++
}

// rune folds the character at f.i, which is not ASCII.
func (f *folder) rune() {
	r, size := utf8.DecodeRuneInString(f.s[f.i:])
	next := f.i + size
	switch {
	case r == '–' || r == '—' || r >= '‘' && r <= '‟' || r >= 0xac00 && r <= 0xd7a3 || r >= 0x3041 && r <= 0x30ff || r >= 0x4e00 && r <= 0x9fff:
		f.flag = false
		f.keep(next)
	case r == utf8.RuneError && size == 1:
		f.put([]byte{' '}, next)
	case r < tableEnd && f.known(r, next):
	case r >= 0xe0020 && r <= 0xe007f || r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef:
		f.smuggled(r, next)
	case Invisible(r):
		f.drop(next)
	case unicode.IsSpace(r):
		f.put([]byte{' '}, next)
	default:
		f.flag = r == 0x1f3f4
		f.letter(r, next)
	}
}

// known folds a character that is in the table; it reports whether it is.
func (f *folder) known(r rune, next int) bool {
	if f.table == nil {
		f.table = table()
	}
	e := f.table[r]
	if e&looked == 0 {
		return false
	}
	if e&visible != 0 {
		f.flag = false
		if foreign(r) && f.disguised(r, next) {
			return true
		}
	}
	b, n := e.put()
	if n == 0 {
		f.drop(next)
	} else {
		f.put(b[:n], next)
	}
	return true
}

// smuggled spells out tag characters and variation selectors that carry bytes.
func (f *folder) smuggled(r rune, next int) {
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
		f.drop(next)
		return
	}
	if b >= 'A' && b <= 'Z' {
		b += 32
	}
	f.put([]byte{b}, next)
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
func (f *folder) letter(r rune, next int) {
	if f.disguised(r, next) {
		return
	}
	var memory [32]byte
	if b := letterOf(memory[:0], r, f.s[f.i:next]); len(b) > 0 {
		f.put(b, next)
	} else {
		f.drop(next)
	}
}

// disguised folds a character of another script that stands for a Latin letter; it
// reports whether it does.
func (f *folder) disguised(r rune, next int) bool {
	if f.i >= f.checked && foreign(r) {
		f.checkWord()
	}
	if f.i >= f.mixed {
		return false
	}
	b := lookalike(r)
	if b != 0 {
		f.put([]byte{b}, next)
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
