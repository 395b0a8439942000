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

func (f *normalizer) rune() {
	r, size := utf8.DecodeRuneInString(f.s[f.i:])
	next := f.i + size
	if r == 0x1f3f4 || f.i == f.flag && r >= 0xe0020 && r <= 0xe007f {
		f.flag = next
	} else if f.disguises(r, next) {
		f.t.disguised = append(f.t.disguised, int32(f.i))
	}
	switch {
	case r == '–' || r == '—' || r >= '‘' && r <= '‟' || r >= 0xac00 && r <= 0xd7a3 || r >= 0x3041 && r <= 0x30ff || r >= 0x4e00 && r <= 0x9fff:
		f.replace([]byte(f.s[f.i:next]), next)
	case r == utf8.RuneError && size == 1:
		f.replace([]byte{' '}, next)
	case letters.SharesShapes(r) && f.foldHomoglyph(r, next):
	case r < letters.TableEnd:
		f.replace([]byte(f.entries()[r].Plain), next)
	case r >= 0xe0020 && r <= 0xe007f || r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef:
		f.decodeTagChar(r, next)
	case letters.Invisible(r):
		f.delete(next)
	case unicode.IsSpace(r):
		f.replace([]byte{' '}, next)
	default:
		var memory [32]byte
		f.replace(letters.Append(memory[:0], f.s[f.i:next]), next)
	}
}

func (f *normalizer) decodeTagChar(r rune, next int) {
	b := byte(0)
	switch {
	case f.flag == next:
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
	f.replace([]byte{lower(b)}, next)
}

// foldHomoglyph folds a look-alike of another script to its Latin letter, if its word
// imitates a Latin one (see checkWord); it reports whether it did.
func (f *normalizer) foldHomoglyph(r rune, next int) bool {
	if f.i >= f.checked {
		f.checkWord()
	}
	if f.i >= f.mixed {
		return false
	}
	b := letters.Twin(r)
	if b != 0 {
		f.replace([]byte{b}, next)
	}
	return b != 0
}

// plainASCII maps each byte that folds to itself or to lower case in every context;
// it is 0 for all others.
var plainASCII = func() (t [256]byte) {
	for c := byte(' '); c < 0x7f; c++ {
		t[c] = lower(c)
	}
	t['\n'], t['\t'], t['&'], t['*'], t['-'], t['\\'] = '\n', '\t', 0, 0, 0, 0
	return t
}()

// plainASCII folds the plain bytes from f.i on, of which there is at least one.
func (f *normalizer) plainASCII() {
	if f.shifted {
		f.flushMapping(f.i)
	}
	rest, n := f.s[f.i:], len(f.t.Bytes)
	f.t.Bytes = slices.Grow(f.t.Bytes, len(rest))
	to := f.t.Bytes[n : n+len(rest)]
	k := 0
	for ; k < len(rest); k++ {
		c := plainASCII[rest[k]]
		if c == 0 {
			if rest[k] != '-' || k+1 == len(rest) || rest[k+1] <= ' ' {
				break
			}
			c = '-' // not at the end of a line
		}
		to[k] = c
	}
	f.t.Bytes = f.t.Bytes[:n+k]
	f.i += k
}

// minDisguised is how many disguised characters make a passage disguised:
// a single one may be a slip or an ornament.
const minDisguised = 4

// Disguised reports whether the original text from start to end has Latin text that is
// written with characters that hide it from a search: letters of mathematics, full-width
// or enclosed ones, letters of other scripts within Latin words, tag characters, selectors
// that carry bytes, and invisible characters or heaps of accents within words. Soft
// hyphens, and the emoji of flags and families, don't count.
func (t *Text) Disguised(start, end int) bool {
	from, _ := slices.BinarySearch(t.disguised, int32(start))
	to, _ := slices.BinarySearch(t.disguised, int32(end))
	return to-from >= minDisguised
}

// disguises reports whether the character r at f.i, which ends before next, disguises text.
func (f *normalizer) disguises(r rune, next int) bool {
	behind, before := f.i > 0 && asciiLetter(f.s[f.i-1]), next < len(f.s) && asciiLetter(f.s[next])
	switch {
	case r >= 0x200b && r <= 0x200f || r >= 0x2060 && r <= 0x2064 || r == 0xfeff || r == 0x180e: // invisible, soft hyphens aside
		return behind && before
	case r >= 0x370 && r <= 0x58f || r >= 0x13a0 && r <= 0x13ff: // Greek, Cyrillic and others that look like Latin
		return behind || before
	case accent(r):
		last, _ := utf8.DecodeLastRuneInString(f.s[:f.i])
		return accent(last)
	}
	return r >= 0x1d400 && r <= 0x1d6a5 || r >= 0xff21 && r <= 0xff5a || r >= 0x249c && r <= 0x24e9 || r >= 0x1f110 && r <= 0x1f189 ||
		r >= 0xe0020 && r <= 0xe007e || r >= 0xe0100 && r <= 0xe01ef // tags and variation selectors encode a byte, invisibly
}

func accent(r rune) bool { return r >= 0x300 && r <= 0x36f }

func asciiLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

// Bounds in bytes: checkWord reads maxWord to each side, latinLine half of maxLine.
const maxWord, maxLine = 64, 400

// checkWord decides whether the word around f.i, whose letter is of another script,
// imitates a Latin word: if it has Latin letters too, or if all its letters look
// Latin and latinLine holds. It then sets f.mixed to the end of the word.
func (f *normalizer) checkWord() {
	start, end := f.i, f.i
	kinds := letters.Kind(0)
	for start > 0 && f.i-start < maxWord {
		r, size := utf8.DecodeLastRuneInString(f.s[:start])
		kind := f.kind(r)
		if kind&letters.InWord == 0 {
			break
		}
		kinds |= kind
		start -= size
	}
	for end < len(f.s) && end-f.i < maxWord {
		r, size := utf8.DecodeRuneInString(f.s[end:])
		kind := f.kind(r)
		if kind&letters.InWord == 0 {
			break
		}
		kinds |= kind
		end += size
	}
	f.checked = end
	if kinds&letters.Latin != 0 || kinds&letters.Other == 0 && f.latinLine() {
		f.mixed = end
	}
}

func (f *normalizer) kind(r rune) letters.Kind {
	switch {
	case r >= letters.TableEnd:
		return letters.KindOf(r)
	case r >= utf8.RuneSelf:
		return f.entries()[r].Kind
	case asciiLetter(byte(r)):
		return letters.InWord | letters.Latin
	}
	return 0
}

func (f *normalizer) entries() *[letters.TableEnd]letters.Entry {
	if f.table == nil {
		f.table = letters.Table()
	}
	return f.table
}

// latinLine reports whether ASCII letters are at least five and a third of the letters
// around f.i, within the line.
func (f *normalizer) latinLine() bool {
	start, end := max(0, f.i-maxLine/2), min(len(f.s), f.i+maxLine/2)
	if i := strings.LastIndexByte(f.s[start:f.i], '\n'); i >= 0 {
		start += i
	}
	if i := strings.IndexByte(f.s[f.i:end], '\n'); i >= 0 {
		end = f.i + i
	}
	ascii, other := 0, 0
	for _, b := range []byte(f.s[start:end]) {
		if asciiLetter(b) {
			ascii++
		} else if b >= 0xc0 {
			other++ // the first byte of a character
		}
	}
	return 2*ascii >= other && ascii > 4
}
