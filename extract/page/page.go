// Package page reads HTML: what a page is about, the text a reader came for as
// Markdown, its links, and what kind of page it is.
//
// The body is decoded, then parsed from memory with scripting off (package parse).
// One walk measures all nodes (package measure). A small learned model scores the blocks
// of text (packages features and gbdt), ordered passes choose those that are content
// (package classify), and one walk writes them (package htmlmd). The tree isn't changed
// after it was parsed: what is removed is marked as skipped.
//
// # Security considerations
//
// Text that a reader can't see stays out of the Markdown, see package visibility
// for the rules and their exceptions, and is handed to the injection scan in
// Document.Removed. Work and memory are linear in the size of the page.
package page

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/charset"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/xhtml"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/classify"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gridtable"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/hiddentext"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/parse"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/verdict"
)

// Extractor reads HTML, and XHTML where the media type of the source is
// application/xhtml+xml. The zero value is ready, and all values are
// alike; it is safe for concurrent use.
type Extractor struct {
	unfiltered bool // pages are parsed as they are, for tests
}

// Extract reads the page in src. Its errors wrap those of ctx, or [extract.ErrBadSelector]
// for a selector in src.Options that can't be compiled; the content of a page never causes
// an error. A page nested deeper than the parser allows is flattened first. For such a page,
// and one with more style sheets than can be matched, the visibility of text can't be
// determined: all of its text is Doubtful then, with the warning visibility_unknown.
func (e Extractor) Extract(ctx context.Context, src *extract.Source) (*extract.Document, error) {
	doc, err := read(ctx, src, e.unfiltered)
	if err != nil {
		return nil, fmt.Errorf("extract page: %w", err)
	}
	return doc, nil
}

func read(ctx context.Context, src *extract.Source, unfiltered bool) (*extract.Document, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	drop, err := compileSelectors(ctx, src.Options.RemoveSelectors)
	if err != nil {
		return nil, err
	}
	selected, err := compileSelectors(ctx, src.Options.Select)
	if err != nil {
		return nil, err
	}
	text, _ := charset.Decode(src.Body, src.MediaType)
	if xhtml.IsMediaType(src.MediaType) {
		text = xhtml.ToHTML(ctx, text)
	}
	text = repairMojibake(text)
	d := extractions.Get().(*extraction)
	defer d.release()
	d.unfiltered = unfiltered
	d.selected = selected
	root, facts, err := d.parse(ctx, text, drop != nil || selected != nil)
	if err == nil && facts.PrefixesMath {
		text = xhtml.PlainMath(text)
		root, facts, err = d.parse(ctx, text, drop != nil || selected != nil)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return d.readDeep(ctx, src, text, drop)
	}
	return d.read(ctx, src, text, root, facts, drop)
}

// readDeep reads a page that nests deeper than the parser goes: flattened, or,
// if even that is too deep, without its tags.
func (d *extraction) readDeep(ctx context.Context, src *extract.Source, text []byte, drop func(*html.Node) bool) (*extract.Document, error) {
	for _, plain := range [...]bool{false, true} {
		flat := visibility.Flatten(text, plain, func() bool { return ctx.Err() != nil })
		root, facts, err := d.parse(ctx, flat, drop != nil || d.selected != nil)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			continue
		}
		doc, err := d.read(ctx, src, flat, root, facts, drop)
		if err != nil {
			return nil, err
		}
		if plain {
			doc.Warnings = append(doc.Warnings, extract.Warning{Type: "extraction_fallback", Message: "read as plain text"})
		}
		warnVisibilityUnknown(doc, "the page nests too deep, or has too many attributes in a tag, to tell for sure what of it a reader can see")
		return doc, nil
	}
	return nil, errTooDeep
}

// errTooDeep is not expected: a page without tags can be parsed.
var errTooDeep = errors.New("the page can't be parsed")

var reads = sync.OnceValue(func() *parse.Reads {
	return parse.NewReads([]string{readAttributes, verdict.ReadAttributes, measure.ReadAttributes, meta.ReadAttributes, htmlmd.ReadAttributes, visibility.ReadAttributes, gridtable.ReadAttributes},
		hiddentext.SilentAttributes, func(name, value []byte) bool {
			state := len(value) >= minState && strings.IndexByte("{[&", value[0]) >= 0 // of an application
			return state || hiddentext.MayHoldText(name, value)
		})
})

const readAttributes = "alt aria-controls aria-labelledby class data-bs-target data-bs-toggle data-preloaded data-target data-toggle href id rel role"

// extraction holds the buffers of one Extract call. They are pooled, because a page
// needs megabytes of them.
type extraction struct {
	parser     *parse.Parser
	unfiltered bool
	selected   func(*html.Node) bool // the elements of Options.Select; nil: no selectors
	measurer   measure.Measurer
	classifier classify.Classifier
}

func (d *extraction) parse(ctx context.Context, text []byte, keepAll bool) (*html.Node, parse.Facts, error) {
	if d.unfiltered {
		return d.parser.ParseUnfiltered(ctx, text)
	}
	return d.parser.Parse(ctx, text, keepAll)
}

var extractions = sync.Pool{New: func() any { return &extraction{parser: parse.New(reads())} }}

// largePage is the size in bytes from which on the nodes of a page are counted
// in advance: no more than two, an element and a text, for each "<".
const largePage = 1 << 20

func (d *extraction) release() {
	const maxPooledNodes = 200_000
	if d.measurer.Room() > maxPooledNodes {
		return
	}
	d.selected = nil
	d.parser.Release()
	d.measurer.Reset()
	extractions.Put(d)
}

func (d *extraction) read(ctx context.Context, src *extract.Source, text []byte, root *html.Node, facts parse.Facts, drop func(*html.Node) bool) (*extract.Document, error) {
	doc := &extract.Document{Format: "html"}
	programs := sync.OnceValue(func() verdict.Programs { return verdict.ReadPrograms(root) })
	if d.selected != nil {
		programs() // of which some would be cut off
		if pruneTo(root, d.selected) {
			whole := *src
			whole.Options.WholePage = true
			src = &whole
		} else {
			doc.Warnings = append(doc.Warnings, extract.Warning{Type: "extraction_fallback", Message: "nothing on the page matches the selectors: all of it was read"})
		}
	}
	if src.Options.Explain && drop != nil {
		drop = recordDrops(doc, drop)
	}
	measuring := measure.Options{Drop: drop, NoStyles: !facts.HasStyle, Comments: facts.Comments}
	if len(text) >= largePage {
		measuring.Nodes = min(parse.CountNodes(text), parse.MaxNodes(len(text)))
	}
	p, err := d.measurer.Measure(ctx, root, measuring)
	if err != nil {
		return nil, err
	}
	base := src.URL
	if p.Head.Base != nil {
		base = weburl.Base(src.URL, htmltree.Attr(p.Head.Base, "href"))
	}
	about := meta.Read(p, base)
	grids := gridtable.Find(p.Grids)
	hints := meta.Hints(&p.Head, src.URL)
	tables := make(map[*html.Node]bool, len(grids))
	for i := range grids {
		tables[grids[i].Root] = true
	}
	kept := d.classifier.Classify(ctx, gbdt.Embedded(), p, hints, classify.Options{
		Recall: src.Options.Recall, SingleRegion: src.Options.SingleRegion, WholePage: src.Options.WholePage, Tables: tables, Stated: about.Recipe.Lines(), Explain: src.Options.Explain})
	if src.Options.Explain {
		recordHidden(doc, p)
		recordChoice(doc, p, kept, d.classifier.Decisions())
	}
	if (about.Headed || about.Sources.Title != "heading") && !src.Options.WholePage && hints.Schema&features.SchemaProduct == 0 {
		dropTitle(p, kept, about.Title, d.classifier.InUnit, recorder(doc, &src.Options, "title"))
	}
	if d.classifier.IsShopOrList() {
		about.DropGuess()
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	labels := d.classifier.PanelLabels(kept)
	marks := d.classifier.Marks(root, kept)
	words := 0 // of the content; a block without one counts as one, since a reader sees something
	for i, k := range kept {
		if k {
			words += max(1, int(p.Blocks[i].Words))
		}
	}
	in := verdict.Input{
		Page: p, Root: root, About: &about, Kept: kept, Words: words, Documents: d.classifier.Documents,
		URL: src.URL, Base: base, Refresh: src.Refresh, Meter: ctxio.NewMeter(ctx),
		Programs: programs,
	}
	doc.Meta = about.Metadata
	items := root
	if !facts.HasItems {
		items = nil
	}
	doc.Data = about.Stated(items, base)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	out := htmlmd.Input{Marks: marks, Labels: labels}
	if src.URL != nil {
		out.Fragment = src.URL.Fragment
		out.Page, _, _ = strings.Cut(src.URL.String(), "#")
	}
	write(ctx, doc, &in, grids, out, &src.Options)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	doc.Links = links(p, base, kept)
	doc.Removed, doc.Doubtful = hiddenText(p, kept), append([]extract.Removed(nil), p.Concealed...)
	warnOfReading(doc, p, &about, facts)
	if u := src.URL; u != nil && u.Fragment != "" {
		if i := slices.IndexFunc(doc.Outline, func(h extract.Heading) bool { return h.Anchor == u.Fragment }); i >= 0 {
			doc.Section = doc.SectionAt(i)
		}
	}
	result := verdict.Judge(&in)
	doc.Verdict = result.Verdict
	if in.FromState && doc.Verdict.Kind == extract.VerdictContent && len(doc.Outline) == 0 && !strings.Contains(doc.Markdown, "](") && programs().MayMakeContent() {
		doc.Verdict.Evidence, doc.Verdict.Next = []string{"text of the state of the page, without headings and links"}, extract.NextRender
	}
	addFrames(ctx, doc, &in, result.Frames, &src.Options)
	warn(doc, d.classifier.Unsure)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return doc, nil
}

// write writes the content of the page to doc, or what replaces that of a page of frames or
// of one which shows little text. It notes in in what it did.
func write(ctx context.Context, doc *extract.Document, in *verdict.Input, grids []gridtable.Table, out htmlmd.Input, opts *extract.Options) {
	if frames, noframes := verdict.Frameset(in.Root, in.URL, in.Base); len(frames) > 0 {
		tree, words := framesTree(frames, noframes)
		in.Frames, in.Words = frames, in.Words+words
		render(ctx, doc, htmlmd.Input{Root: tree, Base: in.Base}, opts)
		return
	}
	if tree, what := alternativeContent(in.Page, in.Root, in.About, in.Words, in.Meter); tree != nil {
		in.FromDescription = what == "description"
		in.FromState = !in.FromDescription
		if opts.Explain {
			recordFallback(doc, what)
		}
		render(ctx, doc, htmlmd.Input{Root: tree, Base: in.Base}, opts)
		doc.Warnings = append(doc.Warnings, extract.Warning{Type: "extraction_fallback", Message: "the page shows little text: taken from its " + what})
		return
	}
	for i := range grids {
		grids[i].Build(func(n *html.Node) bool { return out.Marks[n]&htmlmd.Skipped != 0 })
	}
	out.Root, out.Base, out.Styles = in.Root, in.Base, in.Page.Styles
	if !opts.WholePage {
		out.MoreImages = classify.SkipPictures(in.Root, in.Base, out.Marks, recorder(doc, opts, "pictures"))
	}
	render(ctx, doc, out, opts)
}

func render(ctx context.Context, doc *extract.Document, in htmlmd.Input, options *extract.Options) {
	in.Ended = func() bool { return ctx.Err() != nil }
	in.DropTables, in.DropCode = options.DropTables, options.DropCode
	in.Dropped = recorder(doc, options, "writer")
	out := htmlmd.Write(in)
	doc.Markdown, doc.Blocks, doc.Outline, doc.LinkSpans, doc.Section = out.Markdown, out.Blocks, out.Outline, out.Links, out.Section
}

const maxNoscript = 32 << 10

func hiddenText(p *measure.Page, kept []bool) []extract.Removed {
	out := append([]extract.Removed(nil), p.Removed...)
	size := 0
	for e := range p.Elements {
		el := &p.Elements[e]
		if el.Atom != atom.Noscript || size >= maxNoscript {
			continue
		}
		text := meta.Text(p.Nodes[e], maxNoscript-size)
		shown := len(text) > htmlmd.ShortNoscript && slices.Contains(kept[el.First:el.End], true)
		if !shown && strings.Contains(text, " ") {
			size += len(text)
			out = append(out, extract.Removed{Text: text, Where: "noscript", Reason: "shown only without scripts"})
		}
	}
	return out
}

// warnVisibilityUnknown says that hidden text may be among what is shown, once, and leaves the
// text to the scan as such.
func warnVisibilityUnknown(doc *extract.Document, message string) {
	if slices.ContainsFunc(doc.Warnings, func(w extract.Warning) bool { return w.Type == "visibility_unknown" }) {
		return
	}
	doc.Warnings = append(doc.Warnings, extract.Warning{Type: "visibility_unknown", Message: message})
	if doc.Markdown != "" {
		doc.Doubtful = append(doc.Doubtful, extract.Removed{Text: doc.Markdown, Where: "concealed", Reason: "it is not known whether a reader can see it"})
	}
}

func warnOfReading(doc *extract.Document, p *measure.Page, about *meta.Result, facts parse.Facts) {
	if facts.Truncated {
		doc.Warnings = append(doc.Warnings, extract.Warning{Type: "truncated", Message: "the page has more elements than are read; its end is left out"})
	}
	if p.VisibilityUnknown {
		warnVisibilityUnknown(doc, "the style sheets of the page are too much to tell for sure what of it a reader can see")
	}
	if about.DateCaveat != "" {
		doc.Warnings = append(doc.Warnings, extract.Warning{Type: "low_confidence_date", Message: "the date of publication was " + about.DateCaveat})
	}
}

func warn(doc *extract.Document, unsure bool) {
	add := func(kind, message, detail string) {
		doc.Warnings = append(doc.Warnings, extract.Warning{Type: kind, Message: message, Detail: detail})
	}
	v := &doc.Verdict
	switch {
	case v.Next == extract.NextTarget:
		kind, message, targets := "extraction_fallback", "the page only leads to another address", verdict.Targets(v)
		if v.Kind == extract.VerdictJSShell {
			kind = "js_required"
		}
		if len(targets) > 1 {
			message = "the page consists of frames, which are other pages"
		}
		add(kind, message, strings.Join(targets, " "))
	case unsure && v.Kind == extract.VerdictContent:
		v.Next = "Compare with the whole page, or leave out by selectors what is not wanted."
		add("low_confidence_content", "hardly any text of the page looks like its main content", "")
	case v.Kind == extract.VerdictPaywall:
		add("paywalled", "only a part of the page is free to read", "")
	case v.Kind == extract.VerdictJSShell:
		add("js_required", "scripts would have to make the content", "")
	}
}
