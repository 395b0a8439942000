// Package sieve stands between the bytes of a page and the parser of HTML and
// lets through what somebody reads. It leaves out
//
//   - the source of programs: what a script element holds beyond 4 KiB and isn't
//     data;
//   - white space at the edges of blocks;
//   - attributes that no reader asks for, whose value says nothing in words and
//     which no style sheet of the page selects by.
//
// The parser makes the same tree of what is left, but for what was left out: the
// sieve follows the tokenizer of golang.org/x/net/html (HTML, 13.2.5) and passes
// through verbatim what it has doubts about: tags that are written oddly, and all
// that follows a place where only a parser could tell what is text and what is
// markup.
//
// A Reader looks at each byte a few times and holds a fixed amount of memory beside
// the page, whatever the page does.
package sieve

import (
	"bytes"
	"io"
)

// MaxProgram is the size in bytes from which on a script that isn't data is
// left out.
const MaxProgram = 4 << 10

// Reader reads a page without what is left out. It never fails: it returns
// io.EOF at the end of the page.
type Reader struct {
	// Programs counts the bytes of scripts that were left out, as the parser would
	// have counted them.
	Programs int

	text     []byte
	at       int // what is before was copied or cut
	seen     int // what is before was looked at
	cuts     [maxCuts]cut
	next     int // of the cuts from at on
	last     int
	key      [listSize]byte // of the last cut
	keyed    []byte         // what is left of it to be read
	heads    [maxHeads][]byte
	headed   int
	sheets   selectors
	foreign  foreign
	flow     flow
	tables   *tables
	whole    bool // only programs are left out
	styled   bool // there may be style elements
	cols     bool // a template was seen, in which columns are not what they seem
	controls bool // the page holds characters that the parser replaces
	handed   bool // there are keys
	rooted   bool // a start tag was let through
	selects  bool // a select element may be open
	noscript bool // a noscript element in the head may be open
	linked   bool // a link to a style sheet stands in the head
}

// cut is a part of the page that is left out, for good or to be restored.
type cut struct {
	start, end int
	keyed      bool
	list       uint16 // of attributes: a bit for each that is restored
}

const (
	maxCuts = 96
	tagCuts = 32 // of one tag at most; what is beyond stays
	ahead   = 8 << 10
)

// New returns a Reader of a page in UTF-8. With whole it leaves out nothing that
// a selector may ask for: programs only.
func New(text []byte, whole bool) *Reader {
	r := &Reader{text: text, tables: names(), whole: whole, flow: flow{head: true}}
	r.controls = bytes.IndexByte(text, '\r') >= 0 || bytes.IndexByte(text, 0) >= 0
	if !whole {
		r.sheets.find(text)
	}
	return r
}

// Read fills b, unless the page ends.
func (r *Reader) Read(b []byte) (n int, err error) {
	for n < len(b) {
		end := r.seen
		if r.next < r.last {
			end = r.cuts[r.next].start
		}
		switch {
		case len(r.keyed) > 0:
			k := copy(b[n:], r.keyed)
			n, r.keyed = n+k, r.keyed[k:]
		case r.at < end:
			k := copy(b[n:], r.text[r.at:end])
			n, r.at = n+k, r.at+k
		case r.next < r.last:
			r.pass(r.cuts[r.next])
			r.next++
		case r.seen < len(r.text):
			r.look()
		case n == 0:
			return 0, io.EOF
		default:
			return n, nil
		}
	}
	return n, nil
}

// pass goes on behind a cut.
func (r *Reader) pass(c cut) {
	r.at = c.end
	if c.keyed {
		r.keyed = c.key(&r.key)
	}
}

// look decides about the next part of the page.
func (r *Reader) look() {
	r.next, r.last = 0, 0
	for r.seen < len(r.text) && r.seen-r.at < ahead && r.last <= maxCuts-tagCuts-2 {
		r.step()
	}
}

// leave makes a cut, which must not be before the last one.
func (r *Reader) leave(start, end int) {
	if r.last > 0 && r.cuts[r.last-1].end == start && !r.cuts[r.last-1].keyed {
		r.cuts[r.last-1].end = end
		return
	}
	r.cuts[r.last] = cut{start: start, end: end}
	r.last++
}

// Missed reports whether a style sheet that can't be read here came after an
// attribute was left out. The page should be read again, whole.
func (r *Reader) Missed() bool { return r.sheets.missed }

// Styled reports whether the page may have style elements, once it was read.
func (r *Reader) Styled() bool { return r.styled }

// Beginnings returns the first bytes of programs that were left out, enough to
// know them by.
func (r *Reader) Beginnings() [][]byte { return r.heads[:r.headed] }
