// Package htmlmd turns a parsed page, or the part of it that is not marked as skipped, into Markdown: CommonMark with GFM tables,
// strikethrough, task lists and footnotes, and no raw HTML but <br> in table cells.
//
// One walk over the tree, one byte slice: inline content is gathered as items over a reused buffer until its block ends, and then
// written with only the escapes that its neighbours require (package mdinline). The tree is never changed, and the work is linear in
// its size for every tree.
//
// Some elements are not content and left out: images that count readers (image.go), links from headings to themselves (link.go) and,
// except in fragments, rules that separate nothing (outline.go). words.txt has the words that are recognised in classes, labels and
// addresses.
//
// Guarantees for hostile pages: text of the page never becomes markup (see package mdinline), links and images have only harmless
// schemes (see link.go), and invisible characters are removed.
package htmlmd

import (
	"net/url"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/invisible"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
)

// Input says what to write and how.
type Input struct {
	// Root is the subtree to write: a document, a body or any element, whose
	// own markup counts unless it is html or body. Nil writes nothing.
	Root *html.Node
	// Base is the address that links are resolved against. Nil leaves relative links as they are.
	Base *url.URL
	// Page is the address of the page, without a fragment. Links to places in the page may begin with it.
	Page string
	// Marks says which subtrees to leave out. Nil leaves out nothing but what never shows: script, style, template, head and the like.
	Marks Marks
	// MoreImages are nodes in whose place a note is written: that so many more images stood there. Nil has none.
	MoreImages map[*html.Node]int
	// Labels are the labels of elements, each written on a line of its own before what is in its element. Nil means none.
	Labels map[*html.Node]string
	// Fragment is the fragment of the address of the page, without "#". Output.Section is where it leads to. Empty means none.
	Fragment string
	// Styles holds the declarations of style sheets for elements, in the form of style attributes: white-space, list-style-type,
	// counter-reset, vertical-align and user-select are used. A line before them may hold the label of items, see
	// [visibility.Checker.TextStyle]. Nil means none.
	Styles map[*html.Node]string
	// DropTables leaves out data tables. Layout tables are not tables to a reader, so their content stays.
	DropTables bool
	// DropCode leaves out code blocks. Code within a line stays.
	DropCode bool
	// Ended, if set, is called every few hundred nodes. If it returns true the writer stops; the
	// output is then incomplete and must not be used.
	Ended func() bool
	// Dropped, where set, is called for each node that the writer leaves out, with the name of the rule. It must not change the tree.
	Dropped func(n *html.Node, rule string)
}

// Marks are the nodes that are not written as they stand, with the reason.
type Marks map[*html.Node]Mark

// Mark says how to write a node. Marks of one node are combined by "or".
type Mark uint8

const (
	// Skipped leaves out the node with all below it.
	Skipped Mark = 1 << iota
	// LeftOut is a block that is Skipped though a reader sees it: an item counts in the numbers of its list, others part the words beside them.
	LeftOut
	// PlainLink is a link of which only what is in it is written.
	PlainLink
	// LayoutTable is a table that lays out the page: leaving out a part of it must not make a table of data of the rest.
	LayoutTable
)

// Output is a written page.
type Output struct {
	// Markdown is valid UTF-8 without a line break at its end.
	Markdown string
	// Blocks are the top-level blocks of Markdown.
	Blocks []extract.Block
	// Outline are the headings, those inside of lists and quotes included.
	Outline []extract.Heading
	// Links are the links and images of Markdown, in order; never nil.
	Links []extract.LinkSpan
	// Section spans the blocks from the element that Input.Fragment names to the end of its section. The zero value means that no
	// element has that name, or that it was not written.
	Section extract.Span
}

// Write writes a page. It is safe for concurrent use, as it keeps no state and does not change the tree.
//
// Elements without content (a heading, a link) leave no trace, unless Root is a fragment without a head that is made of nothing else.
func Write(in Input) Output {
	if in.Root == nil {
		return Output{}
	}
	w := newWriter(in)
	w.root(in.Root)
	if len(w.Out) == 0 && w.dropped && w.fragment {
		w.release()
		w = newWriter(in)
		w.keepEmpty = true
		w.root(in.Root)
	}
	out := Output{Markdown: string(w.Out), Blocks: w.Blocks, Outline: w.Outline.Headings, Links: append([]extract.LinkSpan{}, w.Links...), Section: w.sectionOf(w.section)}
	w.release()
	return out
}

type writer struct {
	in    Input
	depth int // of the walk
	nodes int // that were begun
	// stopped is set when Input.Ended says so.
	stopped bool
	base    weburl.Resolver

	*buffers
	fragment  bool // nothing is in the head of the document
	keepEmpty bool // write elements without content
	dropped   bool // some element without content was left out

	// Inline content of the block at hand, see inline.go.
	inlines         []openInline
	opened          int           // how many of marks are open in items
	pendingSpace    bool          // a space comes before the next content
	spaceHasLineEnd bool          // and was the end of a line of the source
	pendingBreak    bool          // a line break comes before the next content
	trimNext        bool          // drop white space before the next item
	hasImage        bool          // there is an image in the items
	imageText       string        // the note of an image without an address, written before the next content
	hasTeX          bool          // a text had a command of TeX between \( and \), or \[ and \], which other pages have in regular expressions
	keepLines       bool          // line breaks of the source are line breaks, see keepsLines
	bracketLinks    bool          // links are marks of notes, see raisedText
	heading         int           // level of the heading being gathered
	cell            int           // depth of table cells being gathered
	cellItems       mdwriter.List // of the cell, if any: how its items are counted

	numbersLines bool // the lines of the code at hand begin with their numbers
	hasMargin    bool // a number of a line was left out of the code at hand
	codeLine     int  // where the line of code ended that an element made, -1 for none

	label        *html.Node          // what holds the label of the call-out at hand
	labelAt      int                 // of contentCount: right after the label of a row
	noteMark     string              // the mark of the note within the text, until the note has repeated it
	splicedList  *html.Node          // a list whose items are items of the list around it
	written      map[*html.Node]bool // elements that are written with one before them, see nextInList and listing
	hosts        []*html.Node        // of the shadow trees that are being written
	footnotes    footnotes
	section      *section           // that Input.Fragment names; nil: none
	counts       map[counterKey]int // the last number of each counter that goes on from list to list
	lastImg      lastImage
	lastMedia    weburl.Target // of the last film, sound or frame
	contentCount int           // of content that were written, see content
}

func (w *writer) root(n *html.Node) {
	if !w.skips(n) {
		w.node(n)
	}
	w.end()
	w.End()
}

func newWriter(in Input) *writer {
	w := &writer{buffers: bufferPool.Get().(*buffers), in: in, base: weburl.NewResolver(in.Base), written: map[*html.Node]bool{}, counts: map[counterKey]int{}}
	head := htmltree.Find(htmltree.Root(in.Root), 2, isOne(atom.Head))
	w.fragment = head == nil || head.FirstChild == nil
	w.MaxBlocks, w.DropRules = MaxBlocks, !w.fragment
	if in.Fragment != "" {
		w.section = w.findSection(in.Root, in.Fragment)
	}
	return w
}

// buffers are the buffers of a writer. They are pooled.
type buffers struct {
	mdwriter.Body
	scratch []byte
	taken   []int
}

var bufferPool = sync.Pool{New: func() any {
	b := &buffers{Body: mdwriter.Body{Out: make([]byte, 0, 16<<10)}}
	b.Text, b.Items = make([]byte, 0, 1<<10), make([]mdinline.Item, 0, 64)
	return b
}}

// MaxBlocks bounds the blocks of a page, the last of which holds all that follows. Only hostile pages have more.
const MaxBlocks = 50_000

// maxPooled bounds what is kept of each kind of memory, in bytes.
const maxPooled = 1 << 20

// release gives the memory to the next writer, unless it has grown to that of a very large page.
func (p *buffers) release() {
	if max(cap(p.Out), p.Size(), cap(p.scratch), 8*cap(p.taken)) > maxPooled {
		return
	}
	p.Reset()
	p.scratch, p.taken = p.scratch[:0], p.taken[:0]
	bufferPool.Put(p)
}

// clean drops characters that a reader can't see, see [invisible.Strip], and puts U+FFFD in the place of what is not UTF-8.
func clean(s string) string {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD") // first, as what goes may hold bytes apart
	}
	return invisible.Strip(s)
}

// ReadAttributes are the attributes that this package asks for by name, apart by spaces: the parser must not leave them out.
const ReadAttributes = "align alt alttext aria-checked aria-expanded aria-hidden aria-label aria-level autoplay block checked class close colspan controls data data-actualsrc data-attrs data-cfemail data-checked " +
	"data-code-language data-echo data-enlighter-language data-equation-content data-expr data-footnote-backref data-footnote-ref data-footnotes data-formula data-full-src " +
	"data-hi-res-src data-img-src data-lang data-language data-latex data-lazy data-lazy-src data-lazy-srcset data-line data-list data-line-number data-lineno data-ln data-math data-mathml data-original data-original-src " +
	"data-prismjs-language data-shortcode data-src data-srcset data-syntaxhighlighter-params data-telegram-post data-tex data-tweet-id data-tweetid data-url data-value data-videoid disabled display encoding epub:type height href id inline itemtype label lang linethickness loop mathvariant muted name notation open playlabel readonly reversed " +
	"role rowspan separators shadowrootmode slot span src srcset start style title type unselectable url value videoid width xlink:href xlink:role xlink:title xlink:type"
