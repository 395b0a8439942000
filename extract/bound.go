package extract

import (
	"context"
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
)

// bounded returns e with its documents held to Options.MaxOutput.
func bounded(e Extractor) Extractor {
	return ExtractorFunc(func(ctx context.Context, src *Source) (*Document, error) {
		doc, err := e.Extract(ctx, src)
		if doc != nil {
			doc.bound(limit.Output(src.Options.MaxOutput))
		}
		return doc, err
	})
}

// bound holds d to a limit in bytes. Blocks that end beyond it are left out of the Markdown, with their places in the outline, the link
// spans and the section. Links, Removed and Doubtful keep their first entries, each list as many as have no more than limit bytes of
// text. If anything was left out, bound adds a Warning.
func (d *Document) bound(limit int) {
	cut := len(d.Markdown) > limit
	if cut {
		d.Blocks = endingBy(limit, d.Blocks, func(b Block) int { return b.End })
		end := 0
		if n := len(d.Blocks); n > 0 {
			end = d.Blocks[n-1].End
		}
		d.Markdown = d.Markdown[:end]
		d.Outline = endingBy(end, d.Outline, func(h Heading) int { return h.End })
		d.LinkSpans = endingBy(end, d.LinkSpans, func(l LinkSpan) int { return l.End })
		if d.Section.End = min(d.Section.End, end); d.Section.Start >= d.Section.End {
			d.Section = Span{}
		}
	}
	var links, removed, doubtful bool
	d.Links, links = within(d.Links, limit, func(l Link) int { return len(l.URL) + len(l.Text) })
	d.Removed, removed = within(d.Removed, limit, func(r Removed) int { return len(r.Text) })
	d.Doubtful, doubtful = within(d.Doubtful, limit, func(r Removed) int { return len(r.Text) })
	if cut || links || removed || doubtful {
		d.Warnings = append(d.Warnings, Warning{Type: "truncated", Message: fmt.Sprintf("read up to %d bytes", limit)})
	}
}

// endingBy returns the first entries of list, up to one that ends beyond limit.
func endingBy[T any](limit int, list []T, end func(T) int) []T {
	for i := range list {
		if end(list[i]) > limit {
			return list[:i]
		}
	}
	return list
}

// within returns the first entries of list whose sizes add up to limit at most, and whether any are left out.
func within[T any](list []T, limit int, size func(T) int) ([]T, bool) {
	total := 0
	for i := range list {
		if total += size(list[i]); total > limit {
			return list[:i:i], true
		}
	}
	return list, false
}
