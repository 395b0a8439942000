package classifier

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// foreign handles a character beyond ASCII: a sentence end, a letter of a
// script without spaces or with attached particles, or the start of a word.
func (r *sentenceTagger) foreign(i int) int {
	c, size := utf8.DecodeRune(r.b[i:])
	next := i + size
	switch {
	case c == '。' || c == '．' || c == '।' || c == '؟' || c == '۔' || c == '…' && next < len(r.b) && r.b[next] == ' ':
		r.cut(next)
		return next
	case c >= 0x2000 && c < 0x2070 || c >= 0x3000 && c <= 0x303f || c == '·' || c == '،' || c == '؛' || c == '«' || c == '»':
		r.state |= leading
		return next
	}
	r.letter((i == 0 || !inWord[r.b[i-1]]) && !inWord[byteAt(r.b, next)])
	free := freeScript(c)
	if !free && i > 0 && (r.b[i-1] >= 0x80 || r.b[i-1] >= 'a' && r.b[i-1] <= 'z') {
		return next
	}
	found := r.find(i, free)
	if found && free {
		return int(r.all[len(r.all)-1].end)
	}
	if !found && !free {
		r.state = 0
	}
	return next
}

// freeScript reports whether words of the script of c are matched anywhere:
// there are no spaces between them, or particles are written onto them.
func freeScript(c rune) bool {
	return c >= 0x590 && c <= 0x6ff || c >= 0xe00 && c <= 0xeff || c >= 0x1000 && c <= 0x109f || c >= 0x1780 && c <= 0x17ff ||
		ideograph(c) || hangul(c)
}

// Kinds of bytes, by how next handles them.
const (
	odd    uint8 = iota // handled by other, or by foreign beyond ASCII
	passed              // skipped
	leads               // an imperative may follow
	latin
)

var boundaryKinds = func() (t [256]uint8) {
	for kind, bytes := range [...]string{passed: " \t'_@&%$+^", leads: "\"()*,:;=>\\]`|}", latin: "abcdefghijklmnopqrstuvwxyz"} {
		for _, c := range []byte(bytes) {
			t[c] = uint8(kind)
		}
	}
	return t
}()

// other handles ASCII bytes that start no Latin word: the end of a line or a
// sentence, digits, and signs that delimiters start with.
func (r *sentenceTagger) other(i int) int {
	c := r.b[i]
	switch c {
	case '\n':
		if r.state&afterTurn != 0 {
			r.state |= leading
		}
		r.state |= atLine
		if i+1 < len(r.b) && (r.b[i+1] == '\n' || blockMark(r.b[i+1:])) {
			r.cut(i + 1)
		}
		return i + 1
	case '.', '!', '?':
		end := i + 1
		for end < len(r.b) && strings.IndexByte(`.!?"')]*_`, r.b[end]) >= 0 {
			end++
		}
		if end == len(r.b) || r.b[end] == ' ' || r.b[end] == '\n' || r.b[end] >= 0x80 {
			r.cut(end)
			return end
		}
		return i + 1
	case '/', '~':
		if i == 0 || r.b[i-1] <= ' ' || r.b[i-1] == '`' {
			r.find(i, false)
		}
		if end := markupBoundary(r.b, i); end > 0 {
			r.cut(end)
		}
		return i + 1
	}
	if c >= '0' && c <= '9' {
		if i == 0 || r.b[i-1] <= ' ' {
			if r.find(i, false) {
				return int(r.all[len(r.all)-1].end)
			}
			r.state = 0
		}
		if i+1 < len(r.b) && r.b[i+1]-'a' < 26 {
			r.mixed++
		}
		return i + 1
	}
	if end, ok := delimiter(r.b, i, r.state&atLine != 0); ok {
		r.add(&delimiterForm, i, end)
		r.unweighed = true
		r.state |= leading | atLine
		return end
	}
	r.state |= leading
	if end := markupBoundary(r.b, i); end > 0 {
		r.unweighed = true
		r.cut(end)
		return max(end, i+1)
	}
	return i + 1
}

const maxTag = 24

// markupBoundary returns where the source of a page or a program, shown as text, ends a sentence at b[i], 0 if
// it does not: behind a tag without attributes, as in "12</td><td>Egypt", before one with attributes, whose
// values may be sentences, and before a comment, as in "x = 1 # the width". Inline tags end none.
func markupBoundary(b []byte, i int) int {
	rest := b[i:]
	if i > 0 && b[i-1] == ' ' && (bytes.HasPrefix(rest, []byte("# ")) || bytes.HasPrefix(rest, []byte("// "))) {
		return i
	}
	if rest[0] != '<' || len(rest) < 3 {
		return 0
	}
	n := 1
	if rest[1] == '/' || rest[1] == '!' {
		n = 2
	}
	from := n
	for n < len(rest) && n < maxTag && (rest[n]-'a' < 26 || rest[n]-'0' < 10 || rest[n] == '-') {
		n++
	}
	switch name := string(rest[from:n]); {
	case name == "" || n == len(rest) || slices.Contains(inlineTags, name):
		return 0
	case rest[n] == '>':
		return i + n + 1
	case rest[n] == ' ':
		return i
	}
	return 0
}

var inlineTags = []string{"a", "b", "br", "code", "em", "font", "i", "kbd", "mark", "s", "small", "span", "strong", "sub", "sup", "u"}

// blockMark reports whether a line starts a block of its own: a list item, a
// heading, a quote, a row of a table.
func blockMark(line []byte) bool {
	for len(line) > 0 && line[0] == ' ' {
		line = line[1:]
	}
	if len(line) < 2 {
		return false
	}
	switch line[0] {
	case '-', '*', '+', '#', '>':
		return line[1] == ' ' || line[1] == '#'
	case '|':
		return true
	}
	n := 0
	for n < len(line) && n < 3 && line[n] >= '0' && line[n] <= '9' {
		n++
	}
	return n > 0 && n < len(line) && (line[n] == '.' || line[n] == ')')
}
