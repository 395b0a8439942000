package extract

import "fmt"

// DefaultMaxOutput is the limit of a document when Options.MaxOutput is zero:
// 16 MiB.
const DefaultMaxOutput = 16 << 20

// OutputLimit returns how many bytes of Markdown a document may have: MaxOutput,
// or DefaultMaxOutput if that is zero or negative.
func (o *Options) OutputLimit() int {
	if o.MaxOutput <= 0 {
		return DefaultMaxOutput
	}
	return o.MaxOutput
}

// Bound holds d to a limit in bytes. Blocks that end beyond it are left out of
// the Markdown, with their places in the outline, the link spans and the section. Links,
// Removed and Doubtful keep their first entries, as many as have no more than
// limit bytes of text, each list for itself. If anything was left out,
// Bound adds a Warning and returns true.
func (d *Document) Bound(limit int) bool {
	cut := d.boundMarkdown(limit)
	var links, removed, doubtful bool
	d.Links, links = within(d.Links, limit, func(l *Link) int { return len(l.URL) + len(l.Text) })
	d.Removed, removed = within(d.Removed, limit, func(r *Removed) int { return len(r.Text) })
	d.Doubtful, doubtful = within(d.Doubtful, limit, func(r *Removed) int { return len(r.Text) })
	if cut = cut || links || removed || doubtful; cut {
		d.Warnings = append(d.Warnings, Warning{Type: WarnTruncated, Message: fmt.Sprintf("read up to %d bytes", limit)})
	}
	return cut
}

func (d *Document) boundMarkdown(limit int) bool {
	if len(d.Markdown) <= limit {
		return false
	}
	keep := 0
	for keep < len(d.Blocks) && d.Blocks[keep].End <= limit {
		keep++
	}
	end := 0
	if keep > 0 {
		end = d.Blocks[keep-1].End
	}
	d.Markdown, d.Blocks = d.Markdown[:end], d.Blocks[:keep]
	headings := 0
	for headings < len(d.Outline) && d.Outline[headings].End <= end {
		headings++
	}
	d.Outline = d.Outline[:headings]
	links := 0
	for links < len(d.LinkSpans) && d.LinkSpans[links].End <= end {
		links++
	}
	d.LinkSpans = d.LinkSpans[:links]
	if d.Section.End > end {
		d.Section.End = end
	}
	if d.Section.Start >= d.Section.End {
		d.Section = Span{}
	}
	return true
}

// within returns the first entries of list whose sizes add up to limit at most,
// and whether any are left out.
func within[T any](list []T, limit int, size func(*T) int) ([]T, bool) {
	total := 0
	for i := range list {
		if total += size(&list[i]); total > limit {
			return list[:i:i], true
		}
	}
	return list, false
}
