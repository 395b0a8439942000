// Package layout measures a parsed page in one walk: which runs of text it
// consists of, what they look like, and in which elements they stand. It
// chooses nothing; package content does that from these numbers.
//
// Nodes are named by their index in document pre-order, the document being 0
// and every node counting (elements, text, comments, the doctype). The tree is
// never changed.
package layout

import (
	"context"
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
)

// Page is a measured page. A Page can be reused for the next one by Measure,
// which keeps its memory.
type Page struct {
	// Next holds, by node index, the index after the node's subtree.
	Next []int32
	// Skip holds, by node index, whether the subtree has nothing a reader sees.
	Skip []bool
	// Elems are the elements of the body in pre-order, hidden ones excepted.
	Elems []Elem
	// Nodes are the nodes of Elems, by the same index.
	Nodes []*html.Node
	// Blocks are the runs of text in document order.
	Blocks []Block
	// Tokens are the hashes of the words of class, id, role and itemprop
	// attributes; an Elem names its part.
	Tokens []uint32
	// Words are the hashes of the first words of blocks; a Block names its part.
	Words []uint32
	// Links are the anchors with an href, in order.
	Links []Anchor
	// Head are the elements that tell about the page: title, meta, link,
	// script type=application/ld+json, time, and those with an itemprop, rel=author
	// or a byline class.
	Head Head
	// Removed is text a reader can't see, bounded by MaxRemoved bytes.
	Removed []extract.Removed
	// Doubtful is text among the blocks that the page conceals at first, a part of
	// it each, bounded by MaxRemoved bytes too.
	Doubtful []extract.Removed

	// Noscript counts the words inside of noscript elements of the body,
	// Visible those outside.
	Noscript, Visible int
	// Passwords and Frames count password fields and frames; Scripts counts
	// script elements and ScriptBytes their inline source.
	Passwords, Inputs, Frames, Scripts, ScriptBytes int
	// State are inline scripts that look like the state of an application.
	State []*html.Node

	// Unknown reports that the style sheets were too much to tell what of the page
	// a reader can see.
	Unknown bool

	drop        func(*html.Node) bool
	removedSize int
	doubted     []byte // the texts of Doubtful, one after the other
	doubts      []int  // where each begins
	classes     *classTable
	lists       classLists
	unstyled    bool // see Unstyled
	sheet       visibility.Checker
	ctx         context.Context
	err         error
	open        int32 // block that text goes to, -1 when the next text begins one
	breaks      int   // line breaks since the last text
	depth       int
}

// Head are the nodes that tell about a page, in document order.
type Head struct {
	Title, Base  *html.Node
	HTML         *html.Node
	Meta, Link   []*html.Node
	JSONLD       []*html.Node
	Time         []*html.Node
	Props        []*html.Node // elements with itemprop
	Bylines      []*html.Node // rel=author or a class of an author
	H1           *html.Node
	DateElements []*html.Node // elements with a class of a date
}

// Elem is an element of the body.
type Elem struct {
	Atom atom.Atom
	// Parent is the index of the parent in Elems, -1 at the top.
	Parent int32
	// Index is the index of the node in pre-order.
	Index int32
	// First and End are the blocks that began inside of the element.
	First, End int32
	// Tags is what the element is; AnyTags adds all ancestors.
	Tags, AnyTags Tags
	// Class is what its class and id speak of; AnyClass adds all ancestors.
	Class, AnyClass Groups
	// Token and Tokens are the part of Page.Tokens, which elements of one class may
	// share.
	Token  int32
	Tokens int16
	Depth  int16
	// Run is how many elements of the same tag and class stand side by side
	// here, itself included.
	Run int32
	// Order is how many of them stand before it.
	Order int32

	prev int32 // sibling before
	last int32 // last child so far
	// Sig is a cheap hash of the tag and the class attribute.
	Sig uint32
}

// Anchor is a link.
type Anchor struct {
	Node *html.Node
	// Elem is the index in Elems.
	Elem int32
	// Block is the block its text is in or begins, -1 for none.
	Block int32
}

// MaxRemoved bounds the bytes of Page.Removed. What is beyond is dropped.
const MaxRemoved = 256 << 10

// Near returns what the element at index e, its parent and its grandparent
// are and what their classes speak of.
func (p *Page) Near(e int32) (Tags, Groups) {
	var tags Tags
	var class Groups
	for range 3 {
		if e < 0 {
			break
		}
		tags |= p.Elems[e].Tags
		class |= p.Elems[e].Class
		e = p.Elems[e].Parent
	}
	return tags, class
}

// Grow makes room for a page of so many nodes. It is worth the call for large
// pages, whose slices would else be copied again and again as they grow.
func (p *Page) Grow(nodes int) {
	elems := min(nodes/2, MaxElems)
	p.Next, p.Skip = slices.Grow(p.Next[:0], nodes), slices.Grow(p.Skip[:0], nodes)
	p.Elems, p.Nodes = slices.Grow(p.Elems[:0], elems), slices.Grow(p.Nodes[:0], elems)
	p.Blocks = slices.Grow(p.Blocks[:0], elems)
}

// Unstyled says that the next page has no style elements, so that nobody looks
// for them.
func (p *Page) Unstyled() { p.unstyled = true }

// Reset forgets the page but keeps the memory for the next one.
func (p *Page) Reset() {
	clear(p.Nodes)
	clear(p.Removed)
	clear(p.Doubtful)
	clear(p.Links)
	clear(p.State)
	p.sheet.Reset()
	p.lists.reset()
	*p = Page{
		Next: p.Next[:0], Skip: p.Skip[:0], Elems: p.Elems[:0], Nodes: p.Nodes[:0], Blocks: p.Blocks[:0],
		Tokens: p.Tokens[:0], Words: p.Words[:0], Links: p.Links[:0], State: p.State[:0], Removed: p.Removed[:0], Doubtful: p.Doubtful[:0],
		doubted: p.doubted[:0], doubts: p.doubts[:0],
		sheet: p.sheet, lists: p.lists,
	}
}
