// Package measure walks a parsed page once and records its elements, its runs of text
// with their statistics, and the nodes with metadata. It decides nothing: package
// classify chooses the main content from these numbers.
//
// Nodes are named by their index in document order, the document being 0 and every node
// counting (elements, text, comments, the doctype). The tree is never changed.
package measure

import (
	"context"
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/hiddentext"
)

// Page is the result of measuring a page. It is data only; [Measurer.Measure] fills it.
type Page struct {
	// Next holds, by node index, the index after the node's subtree.
	Next []int32
	// Skip holds, by node index, whether the subtree has nothing that a reader sees.
	Skip []bool
	// Elements are the visible elements of the body in document order.
	Elements []Element
	// Nodes are the nodes of Elements, by the same index.
	Nodes []*html.Node
	// Blocks are the runs of text in document order.
	Blocks []TextBlock
	// Tokens are the hashes of the words of class, id, role and itemprop attributes
	// (see [HashWord]); each Element names its part.
	Tokens []uint32
	// Words are the hashes of the first words of blocks; each TextBlock names its part.
	Words []uint32
	// Links are the anchors with an href, in document order.
	Links []LinkRef
	// Grids are the elements that may be tables without a <table>, at most 1,000: by
	// their role, or since a child has the class of a last column.
	Grids []*html.Node
	// Styles holds the declarations of style sheets for the writing of text, by element, see
	// [visibility.Checker.TextStyle]. Nil means none.
	Styles map[*html.Node]string
	// Head are the nodes with metadata, wherever they stand.
	Head Head
	// Removed is text that a reader can't see, bounded by hiddentext.MaxBytes.
	Removed []extract.Removed
	// Concealed is text of Blocks that the page conceals at first, one entry a part of
	// the page, bounded by hiddentext.MaxBytes too.
	Concealed []extract.Removed

	// NoscriptWords counts the words inside of noscript elements of the body,
	// VisibleWords those outside.
	NoscriptWords, VisibleWords int
	// Inputs counts fields of forms, Passwords those for a password, and
	// ScriptBytes the source inside of script elements.
	Passwords, Inputs, ScriptBytes int
	// StateScripts are inline scripts that look like the state of an application.
	StateScripts []*html.Node

	// VisibilityUnknown reports that the style sheets exceeded the limits of package
	// visibility, so that hidden text may be among the blocks.
	VisibilityUnknown bool
}

// Head are the nodes with metadata, in document order.
type Head struct {
	HTML, Title *html.Node
	Base        *html.Node // the first one with an href
	Meta, Link  []*html.Node
	JSONLD      []*html.Node // script elements of type application/ld+json
	Time        []*html.Node // at most maxMetadataNodes
	TimeAt      []int32      // the indices of the nodes of Time
	Props       []*html.Node // elements with itemprop
	Bylines     []*html.Node // rel=author, and up to maxMetadataNodes with a class of an author
	H1          *html.Node
}

// maxMetadataNodes bounds each list of Head that any page may fill with its text.
const maxMetadataNodes = 64

// Element is a visible element of the body.
type Element struct {
	Atom atom.Atom
	// Parent is the index of the parent in Page.Elements, -1 at the top.
	Parent int32
	// Index is the index of the node.
	Index int32
	// First and End are the blocks that began inside of the element: from First to
	// before End.
	First, End int32
	// Kinds are the kinds of the element; AnyKinds adds those of all ancestors.
	Kinds, AnyKinds ElementKinds
	// Topics are the topics of its class and id; AnyTopics adds those of all ancestors except
	// body.
	Topics, AnyTopics ClassTopics
	// FirstToken and TokenCount are its part of Page.Tokens.
	FirstToken int32
	TokenCount int16
	// Preformatted reports that a style sets its text as code is set, see [htmltree.IsPreformatted].
	Preformatted bool
	// Depth is the number of ancestors in Page.Elements.
	Depth int16
	// Run is how many elements of the same Signature are adjacent siblings here, itself
	// included. One element of another signature may be between two of them.
	Run int32
	// Order is how many of them stand before it.
	Order int32

	previousSibling int32 // -1 for none
	lastChild       int32 // so far, -1 for none
	// Signature is a cheap hash of the tag and the class attribute.
	Signature uint32
}

// LinkRef is a link.
type LinkRef struct {
	Node *html.Node
	// Element is the index in Page.Elements.
	Element int32
	// Block is the block that its text is in or begins, -1 for none.
	Block int32
}

// Near returns what the element at index e, its parent and its grandparent are, and
// what their classes speak of. Both are 0 for e = -1.
func (p *Page) Near(e int32) (ElementKinds, ClassTopics) {
	var kinds ElementKinds
	var topics ClassTopics
	for range 3 {
		if e < 0 {
			break
		}
		kinds |= p.Elements[e].Kinds
		topics |= p.Elements[e].Topics
		e = p.Elements[e].Parent
	}
	return kinds, topics
}

// ReadAttributes are the attributes that this package treats by name, separated by
// spaces: the parser must not leave them out.
const ReadAttributes = "aria-controls aria-expanded aria-hidden class data-component data-src data-testid hidden href id itemprop itemtype media name " +
	"property rel role shadowrootmode src srcset style type " + hiddentext.ReadAttributes

// Measurer measures pages, one after the other in the same memory. The zero value is
// ready; it serves one goroutine at a time.
type Measurer struct{ walker walker }

// Options configure [Measurer.Measure]. All may be zero.
type Options struct {
	// Drop reports which elements of the body to leave out as if they weren't there.
	// Nil drops none.
	Drop func(*html.Node) bool
	// NoStyles says that the page has no style elements, so that they are not searched for.
	NoStyles bool
	// Comments are the comments of the page, if the parser left them out of the tree.
	// What they say goes to Page.Removed.
	Comments []string
	// Nodes is about how many nodes the page has: memory is made for them. It is worth
	// counting them for large pages, whose slices would else be copied again and again
	// as they grow. Zero means unknown.
	Nodes int
}

// Measure walks the tree below doc once and returns what it measured, valid until the
// next call of a method of m. The only errors are those of ctx.
func (m *Measurer) Measure(ctx context.Context, doc *html.Node, opts Options) (*Page, error) {
	m.Reset()
	w := &m.walker
	if opts.Nodes > 0 {
		elements := min(opts.Nodes/2, MaxElements)
		w.Next, w.Skip = slices.Grow(w.Next[:0], opts.Nodes), slices.Grow(w.Skip[:0], opts.Nodes)
		w.Elements, w.Nodes = slices.Grow(w.Elements[:0], elements), slices.Grow(w.Nodes[:0], elements)
		w.Blocks = slices.Grow(w.Blocks[:0], elements)
	}
	w.vocabulary, w.ctx, w.openBlock, w.drop = readVocabulary(), ctx, -1, opts.Drop
	w.sheet.SetEnded(func() bool { return ctx.Err() != nil })
	if !opts.NoStyles {
		visibility.AddPageStyles(&w.sheet, doc)
	}
	w.walk(doc, ancestors{block: -1, elem: -1})
	for _, n := range slices.Backward(w.listings) { // inner ones first, in which those around need not look for spaces again
		// After the walk, as until then the selectors of style sheets match a div, and nodes are counted by their index.
		n.DataAtom, n.Data = atom.Pre, "pre"
		emptySpace(n)
	}
	for e := len(w.Elements) - 1; e >= 0; e-- { // the last element of a run has its length
		if previous := w.previousInRun(&w.Elements[e]); previous != nil {
			previous.Run = max(previous.Run, w.Elements[e].Run)
		}
	}
	for _, text := range opts.Comments {
		w.hidden.AddEmbedded(text, "comment")
	}
	w.hidden.Finish()
	w.Removed, w.Concealed = w.hidden.Removed, w.hidden.Concealed
	w.VisibilityUnknown = w.sheet.Exceeded()
	w.ctx, w.drop = nil, nil
	if w.err == nil {
		w.err = ctx.Err()
	}
	return &w.Page, w.err
}

// Reset forgets the page but keeps the memory for the next one.
func (m *Measurer) Reset() {
	w, p := &m.walker, &m.walker.Page
	if len(p.Next) == 0 { // nothing was measured since
		return
	}
	clear(p.Nodes)
	clear(p.Links)
	clear(p.StateScripts)
	w.hidden.Reset()
	w.sheet.Reset()
	*w = walker{hidden: w.hidden, sheet: w.sheet, Page: Page{
		Next: p.Next[:0], Skip: p.Skip[:0], Elements: p.Elements[:0], Nodes: p.Nodes[:0], Blocks: p.Blocks[:0],
		Tokens: p.Tokens[:0], Words: p.Words[:0], Links: p.Links[:0], StateScripts: p.StateScripts[:0],
	}}
}

// Room returns how many nodes the memory of the measurer has room for.
func (m *Measurer) Room() int { return cap(m.walker.Next) }
