package chunk

import (
	"context"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/chunk/internal/grapheme"
)

type splitLevel int

const (
	bySentence splitLevel = iota
	byLine
	byCell
	byClause
	byWord
	byGrapheme
)

func firstLevel(kind UnitKind) splitLevel {
	switch kind {
	case ItemUnit:
		return bySentence
	case RowUnit, TableHeaderUnit:
		return byCell
	}
	return byLine
}

func (m *splitter) splitSegment(ctx context.Context, p segment, l splitLevel, room int) {
	if l == byGrapheme {
		m.splitGraphemes(ctx, p, room)
		return
	}
	open, begun := p, false // parts joined so far
	flush := func() {
		if begun {
			m.push(open)
			begun = false
		}
	}
	for start, n := p.Start, 0; start < p.End && !m.stop(ctx); n++ {
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
		part.Start, part.End, part.countFrom, part.countTo = start, stop, start, stop
		part.first, part.last = p.first && n == 0, p.last && next >= p.End
		from := start // with up to 8 bytes of white space before it
		for from > p.Start && from > start-8 && (m.md[from-1] == ' ' || m.md[from-1] == '\n') {
			from--
		}
		part.tokens = m.countUpTo(m.md[from:stop], room)
		if n > 0 {
			part.quality = [...]float32{qualitySentence, qualityLine, qualityLine, qualityClause, qualityWord, qualityNone}[l]
		}
		start = next
		switch {
		case part.tokens > room:
			flush()
			m.splitSegment(ctx, part, l+1, room)
		case begun && open.tokens+part.tokens <= room:
			open.End, open.countTo, open.last, open.tokens = part.End, part.countTo, part.last, open.tokens+part.tokens
		default:
			flush()
			open, begun = part, true
		}
	}
	flush()
}

func (m *splitter) splitGraphemes(ctx context.Context, p segment, room int) {
	for start := skipSpace(m.md, p.Start, p.End); start < p.End && !m.stop(ctx); start = skipSpace(m.md, start, p.End) {
		stop := start + m.prefixWithin(m.md[start:p.End], room)
		part := p
		part.Start, part.End, part.countFrom, part.countTo = start, stop, start, stop
		part.first, part.last = p.first && start == p.Start, p.last && stop == p.End
		part.tokens = m.count.Count(m.md[start:stop])
		if start > p.Start {
			part.quality = qualityNone
		}
		m.push(part)
		start = stop
	}
}

// prefixWithin returns the length of a prefix of s of at most room tokens, which ends between characters as a
// reader sees them: at least one, unless that has more tokens than a chunk has room for; then it is a code
// point.
func (m *splitter) prefixWithin(s string, room int) int {
	// A character is a token or more in most scripts, and few have more than eight bytes.
	end := grapheme.End(s)
	for n := 1; n < room && end < len(s) && end < room*8; n++ {
		end += grapheme.End(s[end:])
	}
	for {
		n := m.count.Count(s[:end])
		if n <= room {
			return end
		}
		one := grapheme.End(s)
		if one >= end {
			if n <= m.hardLimit {
				return end
			}
			_, size := utf8.DecodeRuneInString(s)
			return size
		}
		end = max(one, clusterEndBefore(s, end*room/(n+1)))
	}
}

func clusterEndBefore(s string, i int) int {
	at := 0
	for at < i {
		n := at + grapheme.End(s[at:])
		if n > i {
			break
		}
		at = n
	}
	return at
}

func (l splitLevel) next(md string, start, end int) (stop, next int) {
	switch l {
	case bySentence:
		return sentenceEnd(md, start, end)
	case byLine:
		return lineEnd(md, start, end)
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
	for i := start; i < end; {
		r, size := utf8.DecodeRuneInString(md[i:end])
		if unicode.IsSpace(r) && i > start {
			return i, skipSpace(md, i, end)
		}
		i += size
	}
	return end, end
}

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
