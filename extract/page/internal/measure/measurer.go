package measure

import (
	"context"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/hiddentext"
)

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
		w.grow(opts.Nodes)
	}
	w.vocabulary, w.ctx, w.openBlock, w.drop = readVocabulary(), ctx, -1, opts.Drop
	w.sheet.SetEnded(func() bool { return ctx.Err() != nil })
	if !opts.NoStyles {
		visibility.AddPageStyles(&w.sheet, doc)
	}
	w.walk(doc, ancestors{block: -1, elem: -1})
	w.spreadRuns()
	for _, text := range opts.Comments {
		w.hidden.AddEmbedded(text, "comment")
	}
	w.hidden.Finish()
	w.Removed, w.Concealed = w.hidden.Removed, w.hidden.Concealed
	w.VisibilityUnknown = w.sheet.Exceeded()
	w.ctx, w.drop = nil, nil
	w.sheet.Reset()
	if w.err == nil {
		w.err = ctx.Err()
	}
	return &w.Page, w.err
}

// Reset forgets the page but keeps the memory for the next one.
func (m *Measurer) Reset() {
	w := &m.walker
	w.Page.reset()
	w.hidden.Reset()
	w.sheet.Reset()
	*w = walker{Page: w.Page, hidden: w.hidden, sheet: w.sheet}
}

// Room returns how many nodes the memory of the measurer has room for.
func (m *Measurer) Room() int { return cap(m.walker.Next) }
