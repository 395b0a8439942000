// Package parse builds the DOM of a page with golang.org/x/net/html, scripting off.
//
// Parsing takes longer than all later work on the tree, so a prefilter reads the page first.
// It removes input that no later stage reads, and bypasses the parser for text that it would
// only copy:
//
//   - attributes that no reader declares (see [Reads]), whose value can't hold text,
//     and which no style sheet of the page selects by, are left out (saves 0.12 parses);
//   - the attributes of a tag that stay (0.17) and the text of script and style elements (0.08)
//     are replaced by placeholders of four bytes, which are filled in afterwards.
//
// The numbers are multiples of html.Parse over 300 real pages. Other steps saved less for their
// code: leaving out white space between blocks, comments, long scripts, shapes of drawings.
//
// The tree equals that of html.Parse except for those attributes and for comments, which are
// taken out of it, so that the text on both sides of one is one text; see [Facts]. Start tags of
// raw text that have no end tag before that of the noscript element around them are left out: for a
// reader, with scripts on, a noscript element ends at the first end tag of its name, regardless of its
// content (HTML, 13.2.6.4.7), and the parser, with scripting off, would read on.
//
// The prefilter follows the tokenizer (HTML, 13.2.5). It copies irregular tags unchanged,
// and the rest of the page from a place on where only the tree builder can distinguish text
// from markup. A page is scanned a few times; the memory beside it is twelve bytes for each
// bypassed part and 24 for each bypassed attribute.
package parse

import (
	"bytes"
	"context"
	"errors"
	"io"

	"golang.org/x/net/html"
)

// Parser parses one page after the other and reuses its memory. It is not safe for
// concurrent use.
type Parser struct {
	prefilter prefilter
}

// New returns a Parser for readers who read no more than reads, which may be shared.
func New(reads *Reads) *Parser { return &Parser{prefilter{reads: reads}} }

// Facts holds data about a parsed page beside its tree.
type Facts struct {
	// Comments are the texts of the comments, in document order.
	Comments []string
	// HasStyle is false if the tree surely has no style element.
	HasStyle bool
	// HasItems reports that an element has an itemtype attribute.
	HasItems bool
	// PrefixesMath reports that a formula has the prefix of XML: <mml:math>.
	PrefixesMath bool
	// Truncated reports that the page has more nodes than are read, see [MaxNodes].
	Truncated bool
}

// Parse builds the tree of text, which must be valid UTF-8 and not change while the tree is
// in use. With keepAll no attribute is left out, for undeclared selectors. The tree is valid until the next call.
//
// Errors are those of ctx, of the parser, which fails beyond 512 open elements, and one for
// a tag with too many attributes if one beyond the limit would have been used.
func (p *Parser) Parse(ctx context.Context, text []byte, keepAll bool) (*html.Node, Facts, error) {
	p.prefilter.reset(text, keepAll)
	return p.parse(ctx)
}

// ParseUnfiltered is Parse without the prefilter's omissions and placeholders: the
// reference that tests compare with.
func (p *Parser) ParseUnfiltered(ctx context.Context, text []byte) (*html.Node, Facts, error) {
	p.prefilter.reset(text, true)
	p.prefilter.unfiltered = true
	return p.parse(ctx)
}

func (p *Parser) parse(ctx context.Context) (*html.Node, Facts, error) {
	f := &p.prefilter
	r := boundedReader{ctx: ctx, in: f, nodesLeft: MaxNodes(len(f.text))}
	r.counts = 2*bytes.Count(f.text, []byte("<")) > r.nodesLeft
	root, err := html.ParseWithOptions(&r, html.ParseOptionEnableScripting(false))
	if err == nil {
		err = ctx.Err()
	}
	if err == nil && f.cutMatters {
		err = errAttributes
	}
	if err != nil {
		return nil, Facts{}, err
	}
	facts := Facts{Comments: f.fill(root), HasStyle: f.styleSheets.found, Truncated: r.nodesLeft < 0}
	facts.HasItems, facts.PrefixesMath = f.hasItems, f.prefixesMath
	return root, facts, ctx.Err()
}

// errAttributes says that a tag has attributes beyond those that are read, which readers ask for.
var errAttributes = errors.New("more attributes in a tag than are read")

// Release forgets the last page but keeps the memory for the next one.
func (p *Parser) Release() { p.prefilter.reset(nil, false) }

// boundedReader reads for as long as ctx lasts and the page has no more nodes than
// may be. It fills what it is given, for the tokenizer makes a larger buffer after
// short reads; it is asked for no more than twice the size of the token at hand.
type boundedReader struct {
	ctx       context.Context
	in        io.Reader
	nodesLeft int  // below 0 no more is read
	counts    bool // the page may have more nodes than that
}

func (r *boundedReader) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	if r.nodesLeft < 0 {
		return 0, io.EOF
	}
	n, err := r.in.Read(b)
	if r.counts {
		r.nodesLeft -= CountNodes(b[:n])
	}
	return n, err
}

// Pages of mostly tags take many times their size in memory: a node takes about
// 170 bytes, with what is noted of it.
const (
	minNodes     = 300_000 // that every page may have
	bytesPerNode = 24      // of a page with more
)

// MaxNodes is how many nodes of a page of size bytes are read.
func MaxNodes(size int) int { return max(minNodes, size/bytesPerNode) }

// CountNodes returns how many nodes a part of a page makes at most: an element and a
// text for a start tag, a text for others.
func CountNodes(part []byte) int {
	return 2*bytes.Count(part, []byte("<")) - bytes.Count(part, []byte("</"))
}

// Reads declares what the readers of trees read of attributes.
type Reads struct {
	attributes nameTable[reader]
	// mayHoldText reports whether a reader may take text from the raw value of an
	// attribute that is not declared.
	mayHoldText func(name, value []byte) bool
}

type reader uint8

const (
	isRead   reader = 1 + iota // by its name
	isSilent                   // not read by any reader
)

// NewReads makes the declaration: read are lists of names, apart by spaces, that
// readers ask for by name; silent are names whose values no reader takes text from.
// The names are in lower case. mayHoldText decides about the values of all others,
// as they are written in the page.
func NewReads(read []string, silent string, mayHoldText func(name, value []byte) bool) *Reads {
	r := &Reads{mayHoldText: mayHoldText}
	r.attributes.add(silent, isSilent)
	for _, names := range read {
		r.attributes.add(names, isRead)
	}
	return r
}
