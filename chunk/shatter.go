package chunk

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"
)

// measurer counts pieces and breaks those that no chunk can hold.
type measurer struct {
	md    string
	count Counter
	limit int
	hard  int // what a part may have at most, lest a character is cut
	out   []piece
}

// measure returns the pieces with their tokens, each within what a chunk has
// room for, so that a chunk's size is near the sum of its pieces.
// What it returns is incomplete if ctx is done.
func measure(ctx context.Context, md string, ps []piece, count Counter, limit int) []piece {
	m := &measurer{md: md, count: count, limit: limit, out: make([]piece, 0, len(ps))}
	borders(md, ps)
	for i := range ps {
		if i%checkEvery == 0 && ctx.Err() != nil {
			break
		}
		p := ps[i]
		p.tokens = m.countUpTo(md[p.from:p.to], limit)
		m.add(ctx, p)
	}
	whole(m.out, limit)
	return m.out
}

// checkEvery is how many pieces are worked on between looks at the context.
const checkEvery = 256

// windowBytes is the size of the windows in which long texts are counted.
const windowBytes = 4096

// countUpTo counts a text. One that has clearly more than most tokens is not
// counted to its end: what is returned then is more than most, so that each of
// the ways to break a huge piece need not count all of it.
func (m *measurer) countUpTo(text string, most int) int {
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

// whole finds the blocks of several pieces that a chunk can hold.
func whole(ps []piece, limit int) {
	for i := 0; i < len(ps); {
		f, sum := ps[i].frame, 0
		for first := true; i < len(ps) && (first || f != nil && ps[i].frame == f); i++ {
			sum += ps[i].tokens
			first = false
		}
		if f != nil {
			f.fits = sum <= limit
		}
	}
}

// borders sets what is counted with which piece: line ends with the piece
// before them and spaces with the piece behind, as tokenizers join them, so
// that the sum of the counts is that of the whole.
func borders(md string, ps []piece) {
	at := 0
	for i := range ps {
		ps[i].from = at
		at = len(md)
		if i+1 < len(ps) {
			at = border(md, ps[i].End, ps[i+1].Start)
		}
		ps[i].to = at
	}
}

func border(md string, end, start int) int {
	if k := strings.LastIndexByte(md[end:start], '\n'); k >= 0 {
		return end + k + 1
	}
	return end
}

// add takes a piece, in parts if it is too large for a chunk.
func (m *measurer) add(ctx context.Context, p piece) {
	m.frame(&p)
	room := m.limit - m.around(p)
	if p.tokens <= room {
		m.out = append(m.out, p)
		return
	}
	if exact := m.countUpTo(m.md[p.Start:p.End], room); exact <= room {
		p.tokens = exact
		m.out = append(m.out, p)
		return
	}
	m.hard = m.limit - frameTokens(p.frame)
	m.shatter(ctx, p, first(p.Kind), max(m.hard/4, 1))
}

// frame counts what a part of the piece's block would have to repeat. More
// than half of a chunk is too much: then nothing is repeated.
func (m *measurer) frame(p *piece) {
	f := p.frame
	if f == nil || f.counted {
		return
	}
	f.counted = true
	f.beforeTokens, f.behindTokens = m.count.Count(f.before), m.count.Count(f.behind)
	if f.beforeTokens+f.behindTokens > m.limit/2 {
		f.before, f.behind, f.beforeTokens, f.behindTokens = "", "", 0, 0
	}
}

// around is what a chunk of this piece alone repeats.
func (m *measurer) around(p piece) int { return before(p) + behind(p) }

func frameTokens(f *frame) int {
	if f == nil {
		return 0
	}
	return f.beforeTokens + f.behindTokens
}

// before returns the tokens that a chunk repeats if it begins with the piece.
func before(p piece) int {
	if p.frame == nil || p.head {
		return 0
	}
	return p.frame.beforeTokens
}

// behind returns the tokens that a chunk adds if it ends with the piece.
func behind(p piece) int {
	if p.frame == nil || p.tail {
		return 0
	}
	return p.frame.behindTokens
}

// level is a way to break a piece, from the best to the last resort.
type level int

const (
	bySentence level = iota
	byLine
	byCell
	byClause
	byWord
	byGrapheme
)

// first returns the best way to break a unit of this kind.
func first(kind UnitKind) level {
	switch kind {
	case ItemUnit:
		return bySentence
	case RowUnit, HeadRowUnit:
		return byCell
	}
	return byLine
}

// worth is what a cut at a level is worth.
func (l level) worth() float32 {
	return [...]float32{cutSentence, cutLine, cutLine, cutClause, cutWord, cutNowhere}[l]
}

// shatter breaks a piece into parts of about room tokens, at the given level
// where that does it, else at the next one. It stops early if ctx is done.
func (m *measurer) shatter(ctx context.Context, p piece, l level, room int) {
	if l == byGrapheme {
		m.graphemes(ctx, p, room)
		return
	}
	open, begun := p, false // parts joined so far
	flush := func() {
		if begun {
			m.out = append(m.out, open)
			begun = false
		}
	}
	for start, n := p.Start, 0; start < p.End && ctx.Err() == nil; n++ {
		if solid := skipSpace(m.md, start, p.End); l != byLine || p.Kind != CodeUnit || solid == p.End {
			if start = solid; start == p.End {
				break
			}
		}
		stop, next := l.next(m.md, start, p.End)
		if skipSpace(m.md, start, stop) == stop { // a blank line of code
			start = next
			continue
		}
		part := p
		part.Start, part.End, part.from, part.to = start, stop, start, stop
		part.head, part.tail = p.head && n == 0, p.tail && next >= p.End
		part.tokens = m.tokens(p, start, stop, room)
		if n > 0 {
			part.cut = l.worth()
		}
		start = next
		switch {
		case part.tokens > room:
			flush()
			m.shatter(ctx, part, l+1, room)
		case begun && open.tokens+part.tokens <= room:
			open.End, open.to, open.tail, open.tokens = part.End, part.to, part.tail, open.tokens+part.tokens
		default:
			flush()
			open, begun = part, true
		}
	}
	flush()
}

// tokens counts a part with the white space before it, up to most.
func (m *measurer) tokens(p piece, start, stop, most int) int {
	from := start
	for from > p.Start && from > start-8 && (m.md[from-1] == ' ' || m.md[from-1] == '\n') {
		from--
	}
	return m.countUpTo(m.md[from:stop], most)
}

// graphemes breaks a piece that has no better place, between user-perceived
// characters, and between runes where one of them is too large.
func (m *measurer) graphemes(ctx context.Context, p piece, room int) {
	for start := skipSpace(m.md, p.Start, p.End); start < p.End && ctx.Err() == nil; start = skipSpace(m.md, start, p.End) {
		stop := start + m.fit(m.md[start:p.End], room)
		part := p
		part.Start, part.End, part.from, part.to = start, stop, start, stop
		part.head, part.tail = p.head && start == p.Start, p.tail && stop == p.End
		part.tokens = m.count.Count(m.md[start:stop])
		if start > p.Start {
			part.cut = cutNowhere
		}
		m.out = append(m.out, part)
		start = stop
	}
}

// fit returns the length of a prefix of s of at most room tokens, which ends
// between characters as a reader sees them: at least one, unless that has more
// tokens than a chunk has room for; then it is a code point.
func (m *measurer) fit(s string, room int) int {
	end := clusters(s, room) // a character is a token or more in most scripts
	for {
		n := m.count.Count(s[:end])
		if n <= room {
			return end
		}
		one := graphemeEnd(s)
		if one >= end {
			if n <= m.hard {
				return end
			}
			_, size := utf8.DecodeRuneInString(s)
			return size
		}
		end = max(one, floor(s, end*room/(n+1)))
	}
}

// clusters returns the end of the first n characters of s, at least one, and
// of not many more than maxBytes bytes each.
func clusters(s string, n int) int {
	const maxBytes = 8
	end, most := graphemeEnd(s), n*maxBytes
	for ; n > 1 && end < len(s) && end < most; n-- {
		end += graphemeEnd(s[end:])
	}
	return end
}

// floor returns the last end of a character in s that is not beyond i.
func floor(s string, i int) int {
	at := 0
	for at < i {
		n := at + graphemeEnd(s[at:])
		if n > i {
			break
		}
		at = n
	}
	return at
}

// next returns the end of the first part of md[start:end] and the beginning of
// the next one.
func (l level) next(md string, start, end int) (stop, next int) {
	switch l {
	case bySentence:
		return sentenceEnd(md, start, end)
	case byLine:
		stop, next = lineEnd(md, start, end)
		return stop, next
	case byCell:
		for i := start + 1; i+1 < end; i++ {
			if md[i] == '|' && md[i-1] == ' ' {
				return i, i
			}
		}
		return end, end
	case byClause:
		return clauseEnd(md, start, end)
	}
	return wordEnd(md, start, end)
}

// clauseEnd ends behind a comma, a semicolon or a colon.
func clauseEnd(md string, start, end int) (stop, next int) {
	for i := start; i < end; {
		r, size := utf8.DecodeRuneInString(md[i:end])
		i += size
		switch r {
		case ',', ';', ':':
			if next := skipSpace(md, i, end); next > i {
				return i, next
			}
		case '，', '、', '；', '：', '､', '،', '؛', '՝', '፣', '፤':
			return i, skipSpace(md, i, end)
		}
	}
	return end, end
}

// wordEnd ends before white space.
func wordEnd(md string, start, end int) (stop, next int) {
	for i := start; i < end; {
		r, size := utf8.DecodeRuneInString(md[i:end])
		if unicode.IsSpace(r) && i > start {
			return i, skipSpace(md, i, end)
		}
		i += size
	}
	return end, end
}
