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

	marks     []offsetMapping
	disguised []int32 // offsets of the characters in the original that disguise it
	size      int
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
	*t = Text{Bytes: slices.Grow(t.Bytes[:0], len(s)), marks: t.marks[:0], disguised: t.disguised[:0], size: len(s)}
	f := normalizer{s: s, t: t, flag: -1}
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
	flag    int                              // end of a black flag, with the tags that say whose it is
}

func (f *normalizer) flushMapping(from int) {
	f.t.marks = append(f.t.marks, offsetMapping{int32(len(f.t.Bytes)), int32(from)})
	f.shifted = false
}

func (f *normalizer) copyByte() {
	f.replace([]byte{lower(f.s[f.i])}, f.i+1)
}

func lower(b byte) byte {
	if b-'A' < 26 {
		b += 'a' - 'A'
	}
	return b
}

func (f *normalizer) replace(b []byte, next int) {
	if f.shifted || len(b) != next-f.i {
		f.flushMapping(f.i)
		f.shifted = len(b) != next-f.i
	}
	f.t.Bytes = append(f.t.Bytes, b...)
	f.i = next
}

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
	case b == '\\' && rest != "" && rest[0] > ' ' && rest[0] < 0x7f && !asciiLetter(rest[0]) && (rest[0] < '0' || rest[0] > '9'):
		if f.delete(f.i + 1); rest[0] != '&' { // a reference that is shown as it is written is resolved too
			f.copyByte()
		}
	case b == '&':
		f.entity()
	case b == '-' && f.hyphenated(rest):
		f.delete(f.i + 1 + len(rest) - len(strings.TrimLeft(rest, " \r\n")))
	case b == '*' && f.afterLetter() && startsWithLetter(strings.TrimLeft(rest, "*")):
		f.delete(len(f.s) - len(strings.TrimLeft(rest, "*")))
	case b == '\r' || b == '\v' || b == '\f':
		f.replace([]byte{' '}, f.i+1)
	case b < 0x20 || b == 0x7f:
		f.delete(f.i + 1)
	default:
		f.copyByte()
	}
}

func startsWithLetter(s string) bool { return s != "" && asciiLetter(s[0]) }

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

// entity resolves a character reference, also one that was escaped more than once: "&amp;#105;".
func (f *normalizer) entity() {
	start := f.i + 1
	for strings.HasPrefix(f.s[start:], "amp;") {
		start += len("amp;")
	}
	plain, next := "", start
	if end := strings.IndexByte(f.s[start:min(len(f.s), start+11)], ';'); end > 0 {
		ref := "&" + f.s[start:start+end+1]
		if plain = html.UnescapeString(ref); plain != ref {
			next += end + 1
		}
	}
	switch {
	case next > start:
		f.replace(New(strings.ReplaceAll(plain, "&", " ")).Bytes, next)
	case start > f.i+1:
		f.replace([]byte{' '}, start)
	default:
		f.copyByte()
		return
	}
	f.shifted = true
}
