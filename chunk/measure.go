package chunk

import (
	"context"
	"strings"
	"unicode/utf8"
)

type splitter struct {
	md        string
	count     Counter
	limit     int
	hardLimit int // tokens of a part before a character may be cut into code points

	out        []segment
	tokens     int // of out
	mostTokens int // of out; see full
}

func (m *splitter) full() bool { return m.tokens > m.mostTokens }

func (m *splitter) stop(ctx context.Context) bool { return m.full() || ctx.Err() != nil }

func (m *splitter) push(p segment) {
	m.out = append(m.out, p)
	m.tokens += p.tokens
}

func (m *splitter) measure(ctx context.Context, segs []segment) []segment {
	m.out = make([]segment, 0, len(segs))
	assignWhitespace(m.md, segs)
	for i := range segs {
		if m.full() || i%checkEvery == 0 && ctx.Err() != nil {
			break
		}
		p := segs[i]
		p.tokens = m.countUpTo(m.md[p.countFrom:p.countTo], m.limit)
		m.add(ctx, p)
	}
	markWholeBlocks(m.out, m.limit)
	return m.out
}

const checkEvery = 256

const windowBytes = 4096

func (m *splitter) countUpTo(text string, most int) int {
	sum, slack := 0, most/8
	for at := 0; len(text) > windowBytes && at < len(text); {
		end := min(at+windowBytes, len(text))
		for end < len(text) && !utf8.RuneStart(text[end]) {
			end++
		}
		sum, slack = sum+m.count.Count(text[at:end]), slack+4
		if at = end; sum > most+slack {
			return sum
		}
	}
	return m.count.Count(text)
}

func markWholeBlocks(segs []segment, limit int) {
	for i := 0; i < len(segs); {
		f, sum := segs[i].context, 0
		for first := true; i < len(segs) && (first || f != nil && segs[i].context == f); i++ {
			sum += segs[i].tokens
			first = false
		}
		if f != nil {
			f.wholeFits = sum <= limit
		}
	}
}

// assignWhitespace sets the spans to count: line ends belong to the segment before them and spaces to the
// segment after them, because tokenizers join them in this way.
func assignWhitespace(md string, segs []segment) {
	at := 0
	for i := range segs {
		segs[i].countFrom = at
		at = len(md)
		if i+1 < len(segs) {
			at = segs[i].End + strings.LastIndexByte(md[segs[i].End:segs[i+1].Start], '\n') + 1
		}
		segs[i].countTo = at
	}
}

func (m *splitter) add(ctx context.Context, p segment) {
	m.measureContext(&p)
	room := m.limit - tokensBefore(p) - tokensAfter(p)
	if p.tokens <= room {
		m.push(p)
		return
	}
	if exact := m.countUpTo(m.md[p.Start:p.End], room); exact <= room {
		p.tokens = exact
		m.push(p)
		return
	}
	m.hardLimit = m.limit - contextSize(p.context)
	m.splitSegment(ctx, p, firstLevel(p.Kind), max(m.hardLimit/4, 1))
}

func (m *splitter) measureContext(p *segment) {
	f := p.context
	if f == nil || f.measured {
		return
	}
	f.measured = true
	f.beforeTokens, f.afterTokens = m.count.Count(f.before), m.count.Count(f.after)
	if f.beforeTokens+f.afterTokens > m.limit/2 {
		f.before, f.after, f.beforeTokens, f.afterTokens = "", "", 0, 0
	}
}

func contextSize(f *repeatedContext) int {
	if f == nil {
		return 0
	}
	return f.beforeTokens + f.afterTokens
}

func tokensBefore(p segment) int {
	if p.context == nil || p.first {
		return 0
	}
	return p.context.beforeTokens
}

func tokensAfter(p segment) int {
	if p.context == nil || p.last {
		return 0
	}
	return p.context.afterTokens
}
