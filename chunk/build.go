package chunk

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// builder writes the chunks of a plan.
type builder struct {
	doc     *extract.Document
	ps      []piece
	count   Counter
	limit   int
	overlap int
	heading []int32 // by piece: index of the heading over it, or -1
	paths   [][]string
	out     []Chunk
}

// split measures the pieces of a document, plans its chunks and writes them.
func split(ctx context.Context, doc *extract.Document, ps []piece, opts Options) ([]Chunk, error) {
	b := &builder{doc: doc, count: opts.counter(), limit: opts.limit(), overlap: opts.OverlapTokens}
	b.ps = measure(ctx, doc.Markdown, ps, b.count, b.limit)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	b.headings()
	cuts := plan(ctx, b.ps, reach(b.ps, b.overlap), b.limit, opts.Strategy.weights())
	for k, i := range cuts {
		if ctx.Err() != nil {
			break
		}
		end := len(b.ps)
		if k+1 < len(cuts) {
			end = cuts[k+1]
		}
		b.emit(ctx, i, end)
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return b.out, nil
}

// headings finds the path of headings over each piece.
func (b *builder) headings() {
	texts := make(map[int]string, len(b.doc.Outline))
	for _, h := range b.doc.Outline {
		texts[h.Start] = h.Text
	}
	b.heading = make([]int32, len(b.ps))
	var levels []int
	var path []string
	at, last := int32(-1), -1
	for i, p := range b.ps {
		if p.Kind == HeadingUnit && p.Block != last {
			last = p.Block
			for len(levels) > 0 && levels[len(levels)-1] >= p.Level {
				levels, path = levels[:len(levels)-1], path[:len(path)-1]
			}
			text, ok := texts[b.doc.Blocks[p.Block].Start]
			if !ok {
				text, _, _ = strings.Cut(extract.HeadingText(b.doc.Text(b.doc.Blocks[p.Block])), "\n")
			}
			levels, path = append(levels, p.Level), append(path, clipHeading(text))
			b.paths = append(b.paths, append([]string(nil), path...))
			at++
		}
		b.heading[i] = at
	}
}

// maxHeading is how many characters of a heading a path holds: paths are
// repeated in every chunk.
const maxHeading = 300

func clipHeading(text string) string {
	if utf8.RuneCountInString(text) <= maxHeading {
		return text
	}
	return string([]rune(text)[:maxHeading-1]) + "…"
}

// path returns the headings over the first piece from i to j that is none.
func (b *builder) path(i, j int) []string {
	k := i
	for k < j-1 && b.ps[k].Kind == HeadingUnit {
		k++
	}
	if h := b.heading[k]; h >= 0 {
		return b.paths[h]
	}
	return []string{}
}

// emit adds the chunk of pieces i to j, with an overlap if there is room for
// one. The sum of the pieces is only nearly what the whole counts: if that is
// too much, the chunk becomes two.
func (b *builder) emit(ctx context.Context, i, j int) {
	text := b.text(i, j)
	n := b.count.Count(text)
	switch {
	case n <= b.limit:
		c := Chunk{HeadingsPath: b.path(i, j), EstTokens: n, Text: text, Start: b.ps[i].Start, End: b.ps[j-1].End}
		b.repeatInto(&c, i, j)
		b.out = append(b.out, c)
	case j-i > 1:
		k := b.shorten(i, j, n-b.limit)
		b.emit(ctx, i, k)
		b.emit(ctx, k, j)
	default:
		b.shatter(ctx, i, n)
	}
}

// repeatInto gives the chunk of pieces i to j its overlap.
func (b *builder) repeatInto(c *Chunk, i, j int) {
	if len(b.out) == 0 || b.overlap == 0 {
		return
	}
	floor := b.out[len(b.out)-1].Start
	for want, room := b.overlap, b.limit-c.EstTokens; want > 0 && room > 0; {
		r, ok := b.repeatBefore(i, floor, min(want, room+before(b.ps[i])), room)
		if !ok {
			return
		}
		text := r.before + b.doc.Markdown[r.start:b.ps[j-1].End] + frameBehind(b.ps[j-1])
		n := b.count.Count(text)
		if n <= b.limit {
			c.Text, c.EstTokens, c.HeadingsPath = text, n, b.path(r.piece, j)
			return
		}
		want, room = min(want, room)-(n-b.limit), room-(n-b.limit) // the counts don't add up
	}
}

// shorten returns where to cut pieces i to j so that the first part has at
// least excess tokens less.
func (b *builder) shorten(i, j, excess int) int {
	k := j - 1
	for n := b.ps[k].tokens; k > i+1 && n < excess; n += b.ps[k].tokens {
		k--
	}
	if k > i+1 && b.ps[k-1].Kind == HeadingUnit {
		k--
	}
	return k
}

// shatter breaks a piece that turned out too large, into ever smaller parts
// until each is within the limit or a single character.
func (b *builder) shatter(ctx context.Context, i, n int) {
	p := b.ps[i]
	room := max((b.limit-frameTokens(p.frame))*b.limit/(n+1), 1)
	for ; ctx.Err() == nil; room /= 2 {
		if room <= frameTokens(p.frame)/4 {
			p.frame = nil
		}
		m := &measurer{md: b.doc.Markdown, count: b.count, limit: b.limit, hard: b.limit - frameTokens(p.frame)}
		m.shatter(ctx, p, first(p.Kind), max(room, 1))
		if out, ok := b.parts(i, m.out); ok || room <= 1 {
			b.out = append(b.out, out...)
			return
		}
	}
}

// parts makes a chunk of each part of piece i, and reports whether all are
// within the limit.
func (b *builder) parts(i int, parts []piece) (out []Chunk, ok bool) {
	ok = true
	for _, p := range parts {
		text := frameBefore(p) + b.doc.Markdown[p.Start:p.End] + frameBehind(p)
		n := b.count.Count(text)
		ok = ok && n <= b.limit
		out = append(out, Chunk{HeadingsPath: b.path(i, i+1), EstTokens: n, Text: text, Start: p.Start, End: p.End})
	}
	return out, ok
}

// text writes pieces i to j with what they need around them.
func (b *builder) text(i, j int) string {
	before, behind := frameBefore(b.ps[i]), frameBehind(b.ps[j-1])
	body := b.doc.Markdown[b.ps[i].Start:b.ps[j-1].End]
	if before == "" && behind == "" {
		return body
	}
	return before + body + behind
}

func frameBefore(p piece) string {
	if p.frame == nil || p.head {
		return ""
	}
	return p.frame.before
}

func frameBehind(p piece) string {
	if p.frame == nil || p.tail {
		return ""
	}
	return p.frame.behind
}
