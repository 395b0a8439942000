package markdown

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
)

// maxSegment is the length from which a source is parsed in segments.
const maxSegment = 64 << 10

// segment is a part of a source that begins and ends between blocks, as far as
// the source allows.
type segment struct {
	start, end int
	kind       segmentKind
	joined     bool // cut within a block: the first block continues the last one
}

type segmentKind int

const (
	mixed     segmentKind = iota // to be parsed
	oneFence                     // one fenced code block longer than a segment
	tableOnly                    // rows of one table longer than a segment
)

// splitSegments cuts a source. The error is that of the context of meter, which may be nil.
func splitSegments(src []byte, meter *ctxio.Meter) ([]segment, error) {
	if len(src) <= maxSegment {
		return []segment{{end: len(src)}}, nil
	}
	c := segmenter{src: src}
	for at := 0; at < len(src); {
		end := lineEnd(src, at)
		if err := meter.Spend(ctxio.PerItem + end - at); err != nil {
			return nil, err
		}
		at = c.line(at, end)
	}
	c.endSegment(len(src))
	return c.out, nil
}

// segmenter is the state of cutting line by line.
type segmenter struct {
	src    []byte
	out    []segment
	start  int  // of the segment
	border int  // the last place in it between two blocks, 0 for none
	fence  byte // the sign of an open top-level fence, 0 outside
	length int  // of its run
	rows   bool // all lines of the segment so far are table rows
	kind   segmentKind
	joined bool
}

// line takes the line [at, end) into account and returns where to go on: at end,
// or at the place where a segment was ended before.
func (c *segmenter) line(at, end int) int {
	line := c.src[at:end]
	isRow := line[0] == '|'
	if at == c.start {
		c.rows = isRow
	}
	sign, run := fenceRun(line)
	switch {
	case c.fence != 0:
		if line[0] == c.fence && closesFence(line, c.fence, c.length) {
			c.fence = 0
			c.border = end
			if c.kind == oneFence {
				return c.endSegment(end)
			}
		}
	case c.kind == tableOnly && !isRow:
		return c.endSegment(at)
	case sign != 0:
		c.fence, c.length, c.border = sign, run, at
	case len(bytes.TrimSpace(line)) == 0:
		c.border = end
	case line[0] == '#':
		c.border = at
	}
	c.rows = c.rows && isRow
	if end-c.start > maxSegment && c.kind == mixed {
		return c.cut(end)
	}
	return end
}

// cut ends the segment at the best place up to end and returns where to go on.
func (c *segmenter) cut(end int) int {
	switch {
	case c.border > c.start:
		return c.endSegment(c.border)
	case c.fence != 0:
		c.kind = oneFence
		return end
	case c.rows:
		c.kind = tableOnly
		return end
	}
	// one endless block: after its last whole line, or within its endless line
	at := c.start + maxSegment
	if line := bytes.LastIndexByte(c.src[c.start:at], '\n'); line > 0 {
		at = c.start + line + 1
	}
	for at > c.start+1 && !utf8.RuneStart(c.src[at]) {
		at--
	}
	c.endSegment(at)
	c.joined = true
	return at
}

// endSegment ends the segment at end, which it returns.
func (c *segmenter) endSegment(end int) int {
	if end > c.start {
		c.out = append(c.out, segment{c.start, end, c.kind, c.joined})
	}
	c.start, c.border, c.fence, c.kind, c.joined = end, end, 0, mixed, false
	return end
}

// lineEnd returns the index after the line at i.
func lineEnd(src []byte, i int) int {
	if n := bytes.IndexByte(src[i:], '\n'); n >= 0 {
		return i + n + 1
	}
	return len(src)
}

// fenceRun returns the sign and length of a code fence that line begins with,
// not indented; sign is 0 without one.
func fenceRun(line []byte) (sign byte, run int) {
	if len(line) < 3 || line[0] != '`' && line[0] != '~' {
		return 0, 0
	}
	for run < len(line) && line[run] == line[0] {
		run++
	}
	if run < 3 || line[0] == '`' && bytes.IndexByte(line[run:], '`') >= 0 {
		return 0, 0
	}
	return line[0], run
}

// closesFence reports whether line closes a code fence of a sign and length:
// nothing but blanks may follow.
func closesFence(line []byte, fence byte, length int) bool {
	sign, run := fenceRun(bytes.TrimSpace(line))
	return sign == fence && run >= length && run == len(bytes.TrimSpace(line))
}

// segmentPart is a segment of a source, or rows of a table that is longer than a segment
// below a head made for them.
type segmentPart struct {
	text   []byte
	offset int // of text in the source; what is before text[head:] is not in it
	head   int
}

// rowParts cuts a segment that is one long table into parts of about maxSegment, and
// returns other segments as they are. Rows of about the same number of cells stay
// together, since a parser fills up each row to the longest.
func rowParts(src []byte, c segment) []segmentPart {
	whole := segmentPart{text: src[c.start:c.end], offset: c.start}
	if c.kind != tableOnly {
		return []segmentPart{whole}
	}
	first := lineEnd(src, c.start)
	isTable := first < c.end && len(bytes.Trim(src[first:lineEnd(src, first)], "|:- \t\r\n")) == 0
	var parts []segmentPart
	for start := c.start; start < c.end; {
		end, rows, cells, most := start, 0, 0, 0
		for end < c.end && end-start < maxSegment {
			next := lineEnd(src, end)
			n := bytes.Count(src[end:next], []byte("|")) + 1
			if rows > 1 && max(most, n)*(rows+1) > maxEmptyCells+2*(cells+n) {
				break
			}
			end, rows, cells, most = next, rows+1, cells+n, max(most, n)
		}
		p := segmentPart{text: src[start:end], offset: start}
		if isTable && start > c.start {
			head := strings.Repeat("|x", most) + "|\n" + strings.Repeat("|-", most) + "|\n"
			p = segmentPart{text: append([]byte(head), p.text...), offset: start - len(head), head: len(head)}
		}
		parts = append(parts, p)
		start = end
	}
	return parts
}
