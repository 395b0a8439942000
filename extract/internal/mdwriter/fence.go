package mdwriter

import (
	"bytes"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// appendFence appends a block of code between fences longer than any in it. Lines after the first begin with prefix, the markers of the
// containers around the block.
func appendFence(dst, code []byte, language string, prefix []byte) []byte {
	char := byte('`')
	if strings.Contains(language, "`") {
		char = '~'
	}
	fence := bytes.Repeat([]byte{char}, max(3, mdinline.LongestRun(code, char)+1))
	dst = append(dst, fence...)
	for i := range len(language) {
		switch c := language[i]; {
		case c == '\\' && i+1 < len(language) && ascii.IsPunct(language[i+1]):
			dst = append(dst, `\\`...)
		case c == '&' && mdinline.StartsEntity(language[i:]):
			dst = append(dst, "&amp;"...)
		default:
			dst = append(dst, c)
		}
	}
	if len(code) > 0 {
		for line := range bytes.SplitSeq(code, []byte{'\n'}) {
			dst = append(append(dst, '\n'), prefix...)
			if dst = append(dst, line...); len(line) == 0 {
				dst = bytes.TrimRight(dst, " ")
			}
		}
	}
	return append(append(append(dst, '\n'), prefix...), fence...)
}
