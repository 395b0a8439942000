package markdown

import (
	"bytes"
	"strings"
)

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
