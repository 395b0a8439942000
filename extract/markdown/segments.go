package markdown

import (
	"bytes"
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
