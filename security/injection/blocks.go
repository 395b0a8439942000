package injection

import (
	"slices"
	"strings"
)

// A long text is scanned in blocks, so that the scan can end between two of them,
// and so that the memory of a scan is that of a block.
const (
	// blockLength is how many bytes a block has: 50 ms for the slowest texts known.
	blockLength = 256 << 10
	// blockOverlap is how many bytes of a block are scanned again with the next one.
	// A passage of up to that length at the border of two blocks is found whole.
	blockOverlap = 4 << 10
)

// blockEnd returns where the block that starts at start ends: behind a line or at
// least a word, if there is an end of one in its last part.
func blockEnd(text string, start int) int {
	end := start + blockLength
	if end >= len(text) {
		return len(text)
	}
	return cutBefore(text, end-blockOverlap, end)
}

// nextBlock returns where the block after text[start:end] starts: up to
// blockOverlap before its end.
func nextBlock(text string, end int) int {
	if end == len(text) {
		return end
	}
	return cutBefore(text, end-2*blockOverlap, end-blockOverlap)
}

// cutBefore returns the best place to cut text between from and to: behind the
// last empty line, line or word, else at the last start of a character.
func cutBefore(text string, from, to int) int {
	for _, border := range []string{"\n\n", "\n", " "} {
		if i := strings.LastIndex(text[from:to], border); i >= 0 {
			return from + i + len(border)
		}
	}
	for i := to; i > to-4; i-- {
		if text[i]&0xc0 != 0x80 {
			return i
		}
	}
	return to
}

// appendBlock adds the findings of a block, which starts at offset, to those of
// the blocks before. If two findings overlap where blocks overlap, the longer one
// is kept.
func appendBlock(all, found []Finding, offset int) []Finding {
	for _, f := range found {
		f.Start, f.End = f.Start+offset, f.End+offset
		if offset > 0 {
			shorter := func(known Finding) bool {
				return known.Start < f.End && f.Start < known.End && known.End-known.Start < f.End-f.Start
			}
			if all = slices.DeleteFunc(all, shorter); overlaps(all, f.Start, f.End) {
				continue
			}
		}
		all = insert(all, f)
	}
	return all
}
