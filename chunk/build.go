package chunk

import (
	"context"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

type builder struct {
	doc      *extract.Document
	segments []segment
	count    Counter
	limit    int
	overlap  int
	heading  []int32 // by segment: index of the heading over it, or -1
	paths    [][]string
	title    []string // the title of the document as a path; empty without one
	out      []Chunk
}

func split(ctx context.Context, doc *extract.Document, segs []segment, opts Options) ([]Chunk, error) {
	b := &builder{doc: doc, count: opts.counter(), limit: opts.limit(), overlap: opts.OverlapTokens}
	m := &splitter{md: doc.Markdown, count: b.count, limit: b.limit, mostTokens: opts.mostTokens()}
	b.segments = m.measure(ctx, segs)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case m.full():
		return nil, tooMany(doc, opts)
	}
	b.headings()
	cuts := chooseCuts(ctx, b.segments, overlapEstimate(b.segments, b.overlap), b.limit, opts.Strategy.costs())
	for k, i := range cuts {
		if ctx.Err() != nil || len(b.out) > opts.maxChunks() {
			break
		}
		end := len(b.segments)
		if k+1 < len(cuts) {
			end = cuts[k+1]
		}
		b.emit(ctx, i, end)
	}
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case len(b.out) > opts.maxChunks():
		return nil, tooMany(doc, opts)
	}
	return b.out, nil
}

func (b *builder) headings() {
	texts := make(map[int]string, len(b.doc.Outline))
	for _, h := range b.doc.Outline {
		texts[h.Start] = h.Text
	}
	b.heading = make([]int32, len(b.segments))
	var levels []int
	var path []string
	at, last := int32(-1), -1
	most := min(max(b.limit/2, minHeading), maxHeading)
	b.title = []string{}
	if title := strings.TrimSpace(b.doc.Meta.Title); title != "" {
		b.title = []string{clipHeading(title, most)}
	}
	for i, p := range b.segments {
		if p.Kind == HeadingUnit && p.Block != last {
			last = p.Block
			for len(levels) > 0 && levels[len(levels)-1] >= p.Level {
				levels, path = levels[:len(levels)-1], path[:len(path)-1]
			}
			text, ok := texts[b.doc.Blocks[p.Block].Start]
			if !ok {
				text, _, _ = strings.Cut(extract.HeadingText(b.doc.Text(b.doc.Blocks[p.Block])), "\n")
			}
			levels, path = append(levels, p.Level), append(path, clipHeading(text, most))
			if sameTitle(b.doc.Meta.Title, path[0]) {
				b.paths = append(b.paths, slices.Clone(path))
			} else {
				b.paths = append(b.paths, slices.Concat(b.title, path))
			}
			at++
		}
		b.heading[i] = at
	}
}

// How many characters of a heading a path holds: half as many as a chunk has
// tokens, within these bounds. Paths are repeated in every chunk and shall not be
// many times its text.
const (
	maxHeading = 300
	minHeading = 40
)

func clipHeading(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}

// path returns the title of the document and the headings above the first segment from i to j that is not a
// heading.
func (b *builder) path(i, j int) []string {
	k := i
	for k < j-1 && b.segments[k].Kind == HeadingUnit {
		k++
	}
	if h := b.heading[k]; h >= 0 {
		return b.paths[h]
	}
	return slices.Clone(b.title)
}

// sameTitle reports whether a heading is the title of its document, with or without the name of the site:
// "Knots" and "Knots | Rope School".
func sameTitle(title, heading string) bool {
	a, b := plainWords(title), plainWords(heading)
	if len(a) < len(b) {
		a, b = b, a
	}
	return b == "" || a == b || strings.HasPrefix(a, b+" ") || strings.HasSuffix(a, " "+b)
}

func plainWords(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.M, r) }), " ")
}

func (b *builder) emit(ctx context.Context, i, j int) {
	text := b.text(i, j)
	n := b.count.Count(text)
	switch {
	case n <= b.limit:
		c := Chunk{HeadingsPath: b.path(i, j), Tokens: n, Text: text, Start: b.segments[i].Start, End: b.segments[j-1].End}
		b.addOverlap(&c, i, j)
		b.out = append(b.out, c)
	case j-i > 1:
		k := b.shorten(i, j, n-b.limit)
		b.emit(ctx, i, k)
		b.emit(ctx, k, j)
	default:
		b.splitOversized(ctx, i, n)
	}
}

func (b *builder) addOverlap(c *Chunk, i, j int) {
	if len(b.out) == 0 || b.overlap == 0 {
		return
	}
	floor := b.out[len(b.out)-1].Start
	for want, room := b.overlap, b.limit-c.Tokens; want > 0 && room > 0; {
		r, ok := b.repeatBefore(i, floor, min(want, room+tokensBefore(b.segments[i])), room)
		if !ok {
			return
		}
		text := r.before + b.doc.Markdown[r.start:b.segments[j-1].End] + contextAfter(b.segments[j-1])
		n := b.count.Count(text)
		if n <= b.limit {
			c.Text, c.Tokens, c.HeadingsPath = text, n, b.path(r.segment, j)
			return
		}
		want, room = min(want, room)-(n-b.limit), room-(n-b.limit) // the counts don't add up
	}
}

func (b *builder) shorten(i, j, excess int) int {
	k := j - 1
	for n := b.segments[k].tokens; k > i+1 && n < excess; n += b.segments[k].tokens {
		k--
	}
	if k > i+1 && b.segments[k-1].Kind == HeadingUnit {
		k--
	}
	return k
}

// splitOversized breaks a segment that turned out too large, into ever smaller parts until each is within the
// limit or a single character.
func (b *builder) splitOversized(ctx context.Context, i, n int) {
	p := b.segments[i]
	room := max((b.limit-contextSize(p.context))*b.limit/(n+1), 1)
	for ; ctx.Err() == nil; room /= 2 {
		if room <= contextSize(p.context)/4 {
			p.context = nil
		}
		m := &splitter{md: b.doc.Markdown, count: b.count, limit: b.limit, mostTokens: math.MaxInt, hardLimit: b.limit - contextSize(p.context)}
		m.splitSegment(ctx, p, firstLevel(p.Kind), max(room, 1))
		fits, parts := true, len(b.out)
		for _, p := range m.out {
			text := contextBefore(p) + b.doc.Markdown[p.Start:p.End] + contextAfter(p)
			n := b.count.Count(text)
			fits = fits && n <= b.limit
			b.out = append(b.out, Chunk{HeadingsPath: b.path(i, i+1), Tokens: n, Text: text, Start: p.Start, End: p.End})
		}
		if fits || room <= 1 {
			return
		}
		b.out = b.out[:parts]
	}
}

func (b *builder) text(i, j int) string {
	return contextBefore(b.segments[i]) + b.doc.Markdown[b.segments[i].Start:b.segments[j-1].End] + contextAfter(b.segments[j-1])
}

func contextBefore(p segment) string {
	if p.context == nil || p.first {
		return ""
	}
	return p.context.before
}

func contextAfter(p segment) string {
	if p.context == nil || p.last {
		return ""
	}
	return p.context.after
}
