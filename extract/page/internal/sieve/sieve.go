// Package sieve stands between the bytes of a page and the parser of HTML, which
// costs more than all that is done with its tree, and lets through what it needs
// and somebody reads. It leaves out
//
//   - the source of programs: what a script element holds beyond 4 KiB and isn't
//     data;
//   - white space at the edges of blocks;
//   - attributes that no reader asks for, whose value says nothing in words and
//     which no style sheet of the page selects by;
//   - links and meta elements of the head that no reader asks for, comments and
//     shapes of drawings that say nothing.
//
// What the parser would only copy goes past it: of the attributes of a tag, of long
// texts, of the sources of scripts and style sheets it gets a short key, and
// [Reader.Restore] puts them into the tree.
//
// The tree comes out the same but for what was left out: the
// sieve follows the tokenizer of golang.org/x/net/html (HTML, 13.2.5) and passes
// through verbatim what it has doubts about: tags that are written oddly, and all
// that follows a place where only a parser could tell what is text and what is
// markup.
//
// A Reader looks at each byte a few times. Beside the page it holds a fixed amount of
// memory, twelve bytes for each part and sixteen for each attribute that go past the
// parser.
package sieve

import (
	"bytes"
	"io"

	"golang.org/x/net/html"
)

// MaxProgram is the size in bytes from which on a script that isn't data is
// left out.
const MaxProgram = 4 << 10

// Reader reads a page without what is left out, for the parser. It never fails: it
// returns io.EOF at the end of the page.
type Reader struct {
	// Scripts counts the script elements that were left out, Programs the bytes of
	// their sources, as the parser would have counted them.
	Scripts, Programs int

	text     []byte
	at       int // what is before was copied or cut
	seen     int // what is before was looked at
	cuts     [maxCuts]cut
	next     int // of the cuts from at on
	last     int
	parts    []part      // that go past the parser
	kept     []attribute // of them
	attrs    []html.Attribute
	key      [keySize]byte
	keyed    []byte // what is left of it to be read
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
	rooted   bool // the head was begun
	selects  bool // a select element may be open
	noscript bool // a noscript element in the head may be open
	swallows bool // see Swallows
	linked   bool // a link to a style sheet stands in the head
}

// cut is a part of the page that is left out, for good or to be restored.
type cut struct {
	start, end int
	key        int // one more than the number of the part, 0 for none
}

const (
	maxCuts = 96
	tagCuts = 32 // of one tag at most; what is beyond stays
	ahead   = 8 << 10

	maxMemory = 1 << 16 // parts and attributes, each
)

// New returns a Reader of a page, see [Reader.Reset].
func New(text []byte, whole bool) *Reader {
	r := new(Reader)
	r.Reset(text, whole)
	return r
}

// Reset turns to another page, which must be valid UTF-8 and not change while its
// tree is in use. With whole it leaves out nothing that a selector may ask for:
// programs and comments only. What was read of the page before is forgotten, and its
// tree is of no use any more; the memory is kept for the next one, unless it is a lot.
func (r *Reader) Reset(text []byte, whole bool) {
	if cap(r.kept) > maxMemory || cap(r.parts) > maxMemory {
		r.parts, r.kept, r.attrs = nil, nil, nil
	}
	clear(r.attrs)
	*r = Reader{text: text, parts: r.parts[:0], kept: r.kept[:0], attrs: r.attrs[:0], tables: names(), whole: whole, flow: flow{head: true}}
	r.controls = bytes.IndexByte(text, '\r') >= 0 || bytes.IndexByte(text, 0) >= 0
	r.sheets.sought = whole
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
			r.skip(r.cuts[r.next])
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

// skip goes on behind a cut.
func (r *Reader) skip(c cut) {
	r.at = c.end
	if c.key > 0 {
		r.key = keyOfPart(c.key - 1)
		r.keyed = r.key[:]
	}
}

// drop leaves out a tag and what was looked at behind it.
func (r *Reader) drop(t *tag) {
	r.last, r.parts, r.kept = t.first, r.parts[:t.parts], r.kept[:t.list.first]
	r.leave(t.start, r.seen)
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
	if r.last > 0 && r.cuts[r.last-1].end == start && r.cuts[r.last-1].key == 0 {
		r.cuts[r.last-1].end = end
		return
	}
	r.cuts[r.last] = cut{start: start, end: end}
	r.last++
}

// Missed reports whether a style sheet that can't be read here came after an
// attribute was left out. The page should be read again, whole.
func (r *Reader) Missed() bool { return r.sheets.missed }

// Swallows reports whether a noscript element holds an element whose text goes on
// beyond it, for want of an end tag. With scripting on, as readers have it, the
// noscript element would have ended it.
func (r *Reader) Swallows() bool { return r.swallows }

// Styled reports whether the page may have style elements, once it was read.
func (r *Reader) Styled() bool { return r.styled }

// Beginnings returns the first bytes of programs that were left out, enough to
// know them by.
func (r *Reader) Beginnings() [][]byte { return r.heads[:r.headed] }
