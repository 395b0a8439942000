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

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/letters"
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
	table   *[letters.TableEnd]letters.Entry // nil until it is needed
	shifted bool                             // folded and original offsets no longer run in step
	mixed   int                              // letters of other scripts up to here fold to Latin ones
	checked int                              // words up to here have been looked at for mixed scripts
	flag    bool                             // within the tag sequence of a flag
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
