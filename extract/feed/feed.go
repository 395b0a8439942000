package feed

import (
	"bytes"
	"context"
	"fmt"
	"net/url"

	"github.com/mmcdole/gofeed"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/charset"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

const (
	// maxItems bounds the items that are read.
	maxItems = 2000
	// maxOutput bounds the Markdown of a feed.
	maxOutput = 8 << 20
)

// MediaTypes returns the patterns for extract.Registry.Register.
func MediaTypes() []string {
	return []string{"application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json", "text/rss+xml", "text/atom+xml",
		"application/rss", "application/atom", "application/x-rss+xml"}
}

// Extractor reads feeds. The zero value is ready to use and safe for concurrent
// use.
type Extractor struct {
	// HTML reads the bodies of items, with Options.WholePage set. Nil means
	// that their tags are stripped.
	HTML extract.Extractor
}

// Extract implements extract.Extractor. Document.Format is "feed". A body that can't be
// repaired is an error that wraps extract.ErrMalformed.
func (e Extractor) Extract(ctx context.Context, src *extract.Source) (*extract.Document, error) {
	decoded, _ := charset.Decode(src.Body, src.MediaType)
	if len(bytes.TrimSpace(decoded)) == 0 {
		var w mdwriter.Writer
		doc := w.Document()
		doc.Format = "feed"
		return doc, nil
	}
	r := reader{ctx: ctx, html: e.HTML, base: src.URL, w: mdwriter.NewWriter(src)}
	r.w.Until(ctx)
	parsed, broken, err := parse(ctx, string(decoded))
	if err == nil {
		r.feed(parsed)
	}
	if ctx.Err() != nil {
		return nil, fmt.Errorf("feed: %w", ctx.Err())
	}
	if err != nil {
		return nil, fmt.Errorf("feed: %w: %s", extract.ErrMalformed, mdwriter.Fold(err.Error()))
	}
	doc := r.w.Document()
	doc.Format = "feed"
	r.RemoveInvisible(string(decoded))
	r.SetLists(doc)
	doc.Meta = r.meta(parsed)
	if broken != "" {
		doc.Warnings = append(doc.Warnings, extract.Warning{Type: "extraction_fallback", Message: "the feed is broken and was read as far as possible", Detail: broken})
	}
	if r.ambiguous > 0 {
		doc.Warnings = append(doc.Warnings, extract.Warning{Type: "low_confidence_date", Message: fmt.Sprintf("%d dates are as written: their day and month can't be told apart", r.ambiguous)})
	}
	if r.cut {
		doc.Warnings = append(doc.Warnings, extract.Warning{Type: "truncated", Message: fmt.Sprintf("feed shown up to %d items or %d bytes", maxItems, maxOutput)})
	}
	return doc, nil
}

type reader struct {
	mdwriter.Collected
	ctx  context.Context
	html extract.Extractor
	base *url.URL
	w    mdwriter.Writer
	cut  bool

	addressed bool // identifiers of items are addresses unless they say otherwise
	ambiguous int  // dates that may be one of two days
}

func (r *reader) meta(f *gofeed.Feed) extract.Metadata {
	m := extract.Metadata{
		Title:       plainText(f.Title),
		Description: plainText(f.Description),
		Authors:     people(f.Authors),
		Language:    mdwriter.Fold(f.Language),
		Tags:        plainAll(f.Categories),
		License:     plainText(f.Copyright),
		Published:   authorTime(f.Published, f.PublishedParsed),
		Modified:    authorTime(f.Updated, f.UpdatedParsed),
	}
	if f.Image != nil {
		m.Image = mdwriter.Target(f.Image.URL, r.base)
	}
	m.CanonicalURL = mdwriter.Target(f.FeedLink, r.base)
	return m
}

func (r *reader) feed(f *gofeed.Feed) {
	title := plainText(f.Title)
	r.w.Heading(1, mdwriter.Link(mdwriter.Inline(title), f.Link, r.base), title)
	r.body(f.Description, r.base, 1)
	r.addressed = f.FeedType == "rss" || f.FeedType == "json"
	for i, item := range f.Items {
		if r.ctx.Err() != nil {
			break
		}
		if i == maxItems || r.w.Len() > maxOutput {
			r.cut = true
			break
		}
		r.item(item)
		f.Items[i] = nil // which is in the document now
	}
}

func (r *reader) link(target, text string, base *url.URL) string {
	target = mdwriter.Target(target, base)
	if target != "" {
		r.AddLink(extract.Link{URL: target, Text: text, Role: "content"})
	}
	return target
}

// body writes a description or the body of an item, unless ctx is done.
func (r *reader) body(html string, base *url.URL, shift int) {
	if r.ctx.Err() != nil {
		return
	}
	if !elementTag().MatchString(html) {
		r.text(html)
	} else if doc, err := htmlfrag.Convert(r.ctx, r.html, html, base); err == nil {
		r.w.Append(doc, shift)
		r.AddOf(doc)
	}
}
