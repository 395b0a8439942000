package chunk

import (
	"sort"

	"github.com/webfetch-mcp/webfetch-go/chunk/internal/grapheme"
)

// overlapEstimate returns, for each segment, about how many tokens a chunk that begins there repeats of the
// text before it, if it has the room.
func overlapEstimate(segs []segment, want int) []int {
	out := make([]int, len(segs))
	if want == 0 {
		return out
	}
	for i := 1; i < len(segs); i++ {
		whole := 0
		for k := i - 1; k >= 0 && i-k <= maxRepeated && whole+segs[k].tokens <= want; k-- {
			whole += segs[k].tokens
		}
		if out[i] = whole; whole == 0 {
			out[i] = want // a part of the segment before
		}
	}
	return out
}

const maxRepeated = 128

type overlap struct {
	start   int    // where it begins, in bytes of the document
	segment int    // the segment it begins in
	before  string // what it needs before it: a table's header, a fence
}

func (b *builder) repeatBefore(i, floor, want, room int) (overlap, bool) {
	best, sum := -1, 0
	for k := i - 1; k >= 0 && i-k <= maxRepeated && b.segments[k].Start >= floor; k-- {
		if sum += b.segments[k].tokens; sum > want+want/8+2 {
			break
		}
		if b.segments[k].quality >= qualitySentence && b.fitsAsOverlap(k, i, want, room) {
			best = k
		}
	}
	if best >= 0 {
		return overlap{b.segments[best].Start, best, contextBefore(b.segments[best])}, true
	}
	return b.clipBefore(i, floor, want, room)
}

// fitsAsOverlap reports whether the segments from k to i, with the context written before them, have at most
// want tokens and fit into room.
func (b *builder) fitsAsOverlap(k, i, want, room int) bool {
	if b.segments[i-1].Kind == TableHeaderUnit {
		return false
	}
	p := b.segments[k]
	n := b.count.Count(contextBefore(p) + b.doc.Markdown[p.Start:b.segments[i-1].End])
	needed := 0
	if p.context == b.segments[i].context && !b.segments[k-min(k, 1)].first {
		needed = tokensBefore(b.segments[i])
	}
	return n-needed <= want && n-tokensBefore(b.segments[i]) <= room
}

// clipBefore returns the end of the segment before i, from the first place at which it can be cut and has at
// most want tokens.
func (b *builder) clipBefore(i, floor, want, room int) (overlap, bool) {
	p := b.segments[i-1]
	r := overlap{segment: i - 1}
	switch {
	case p.Kind == HeadingUnit, p.Kind == TableHeaderUnit, p.Kind == RowUnit: // nothing without the rest
		return r, false
	case p.Kind == CodeUnit && p.context != nil:
		r.before = p.context.before
		want, room = want-p.context.beforeTokens, room-p.context.beforeTokens+tokensBefore(b.segments[i])
	case b.doc.Markdown[p.Start] == '>': // the signs of a block quote
		at, _ := indent(b.doc.Markdown[p.Start:p.End])
		r.before = b.doc.Markdown[p.Start : p.Start+at]
		want--
	}
	want = min(want, room)
	places := b.cutPlaces(p, max(floor, p.Start))
	at := sort.Search(len(places), func(k int) bool {
		return b.count.Count(b.doc.Markdown[places[k]:p.End]) <= want
	})
	if at == len(places) || want <= 0 {
		return r, false
	}
	r.start = places[at]
	return r, true
}

func (b *builder) cutPlaces(p segment, from int) []int {
	md := b.doc.Markdown
	var start, words, chars []int
	if p.Kind != CodeUnit && p.Start >= from {
		start = []int{p.Start}
	}
	space := false
	for i := p.Start; i < p.End; {
		switch {
		case p.Kind == CodeUnit:
			_, next := lineEnd(md, i, p.End)
			at, _ := indent(md[next:p.End])
			if i = skipSpace(md, next, p.End); i < p.End && i >= from && openingFence(md[next+at:p.End]).n == 0 {
				words = append(words, next)
			}
			continue
		case i > p.Start && i >= from && space:
			words = append(words, i)
		case i > p.Start && i >= from:
			chars = append(chars, i)
		}
		next := i + grapheme.End(md[i:p.End])
		if end := spanEnd(md, i, p.End); end > next {
			next = end
		}
		space = skipSpace(md, i, next) == next
		i = next
	}
	if len(words) == 0 {
		words = chars
	}
	return append(start, words...)
}

func spanEnd(md string, i, end int) int {
	switch md[i] {
	case '`':
		return inlineEnd(md, i, end)
	case '[':
		text := inlineEnd(md, i, end)
		if text == i {
			return i
		}
		for k := text; k < min(end, text+maxTarget); k++ {
			if md[k] == ')' {
				return k + 1
			}
		}
	}
	return i
}

const maxTarget = 400
