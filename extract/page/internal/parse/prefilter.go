// Package parse stands between the bytes of a page and the parser of HTML, which
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
// prefilter follows the tokenizer of golang.org/x/net/html (HTML, 13.2.5) and passes
// through verbatim what it has doubts about: tags that are written oddly, and all
// that follows a place where only a parser could tell what is text and what is
// markup.
//
// A Reader looks at each byte a few times. Beside the page it holds a fixed amount of
// memory, twelve bytes for each part and sixteen for each attribute that go past the
// parser.
package parse

import (
	"bytes"
	"io"

	"golang.org/x/net/html"
)

// MaxProgram is the size in bytes from which on a script that isn't data is
// left out.
const MaxProgram = 4 << 10

// Prefilter reads a page without what is left out, for the parser. It never fails: it
// returns io.EOF at the end of the page.
type Prefilter struct {
	// Scripts counts the script elements that were left out, Programs the bytes of
	// their sources, as the parser would have counted them.
	OmittedScripts, OmittedScriptBytes int

	text              []byte
	copied            int // what is before was copied or cut
	scanned           int // what is before was looked at
	omissions         [maxOmissions]omission
	nextOmission      int // of the cuts from at on
	omissionCount     int
	bypassed          []bypassed      // that go past the parser
	attributes        []keptAttribute // of them
	htmlAttributes    []html.Attribute
	placeholder       [placeholderSize]byte
	unread            []byte // what is left of it to be read
	prefixes          [maxHeads][]byte
	prefixCount       int
	styleSheets       styleSelectors
	foreign           foreignContent
	whitespace        whitespaceState
	tables            *tables
	keepAttributes    bool // only programs are left out
	hasStyle          bool // there may be style elements
	sawTemplate       bool // a template was seen, in which columns are not what they seem
	hasControls       bool // the page holds characters that the parser replaces
	headBegun         bool // the head was begun
	inSelect          bool // a select element may be open
	inHeadNoscript    bool // a noscript element in the head may be open
	noscriptSwallowed bool // see Swallows
	sheetLinked       bool // a link to a style sheet stands in the head
}

// omission is a part of the page that is left out, for good or to be restored.
type omission struct {
	start, end int
	bypassed   int // one more than the number of the part, 0 for none
}

const (
	maxOmissions    = 96
	maxTagOmissions = 32 // of one tag at most; what is beyond stays
	scanAheadBytes  = 8 << 10

	maxMemory = 1 << 16 // parts and attributes, each
)

// New returns a Reader of a page, see [Reader.Reset].
func New(text []byte, whole bool) *Prefilter {
	r := new(Prefilter)
	r.Reset(text, whole)
	return r
}

// Reset turns to another page, which must be valid UTF-8 and not change while its
// tree is in use. With whole it leaves out nothing that a selector may ask for:
// programs and comments only. What was read of the page before is forgotten, and its
// tree is of no use any more; the memory is kept for the next one, unless it is a lot.
func (r *Prefilter) Reset(text []byte, whole bool) {
	if cap(r.attributes) > maxMemory || cap(r.bypassed) > maxMemory {
		r.bypassed, r.attributes, r.htmlAttributes = nil, nil, nil
	}
	clear(r.htmlAttributes)
	*r = Prefilter{text: text, bypassed: r.bypassed[:0], attributes: r.attributes[:0], htmlAttributes: r.htmlAttributes[:0], tables: names(), keepAttributes: whole, whitespace: whitespaceState{inHead: true}}
	r.hasControls = bytes.IndexByte(text, '\r') >= 0 || bytes.IndexByte(text, 0) >= 0
	r.styleSheets.collected = whole
}

// Read fills b, unless the page ends.
func (r *Prefilter) Read(b []byte) (n int, err error) {
	for n < len(b) {
		end := r.scanned
		if r.nextOmission < r.omissionCount {
			end = r.omissions[r.nextOmission].start
		}
		switch {
		case len(r.unread) > 0:
			k := copy(b[n:], r.unread)
			n, r.unread = n+k, r.unread[k:]
		case r.copied < end:
			k := copy(b[n:], r.text[r.copied:end])
			n, r.copied = n+k, r.copied+k
		case r.nextOmission < r.omissionCount:
			r.skipOmission(r.omissions[r.nextOmission])
			r.nextOmission++
		case r.scanned < len(r.text):
			r.scanAhead()
		case n == 0:
			return 0, io.EOF
		default:
			return n, nil
		}
	}
	return n, nil
}

// skipOmission goes on behind a cut.
func (r *Prefilter) skipOmission(c omission) {
	r.copied = c.end
	if c.bypassed > 0 {
		r.placeholder = placeholderOf(c.bypassed - 1)
		r.unread = r.placeholder[:]
	}
}

// omitTag leaves out a tag and what was looked at behind it.
func (r *Prefilter) omitTag(t *tag) {
	r.omissionCount, r.bypassed, r.attributes = t.omissionsBefore, r.bypassed[:t.bypassedBefore], r.attributes[:t.list.firstKept]
	r.omit(t.start, r.scanned)
}

// scanAhead decides about the next part of the page.
func (r *Prefilter) scanAhead() {
	r.nextOmission, r.omissionCount = 0, 0
	for r.scanned < len(r.text) && r.scanned-r.copied < scanAheadBytes && r.omissionCount <= maxOmissions-maxTagOmissions-2 {
		r.scanToken()
	}
}

// omit makes a cut, which must not be before the last one.
func (r *Prefilter) omit(start, end int) {
	if r.omissionCount > 0 && r.omissions[r.omissionCount-1].end == start && r.omissions[r.omissionCount-1].bypassed == 0 {
		r.omissions[r.omissionCount-1].end = end
		return
	}
	r.omissions[r.omissionCount] = omission{start: start, end: end}
	r.omissionCount++
}

// NeedsFullParse reports whether a style sheet that can't be read here came after an
// attribute was left out. The page should be read again, whole.
func (r *Prefilter) NeedsFullParse() bool { return r.styleSheets.missed }

// NoscriptSwallowed reports whether a noscript element holds an element whose text goes on
// beyond it, for want of an end tag. With scripting on, as readers have it, the
// noscript element would have ended it.
func (r *Prefilter) NoscriptSwallowed() bool { return r.noscriptSwallowed }

// HasStyleElements reports whether the page may have style elements, once it was read.
func (r *Prefilter) HasStyleElements() bool { return r.hasStyle }

// ScriptPrefixes returns the first bytes of programs that were left out, enough to
// know them by.
func (r *Prefilter) ScriptPrefixes() [][]byte { return r.prefixes[:r.prefixCount] }
