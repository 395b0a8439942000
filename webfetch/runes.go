package webfetch

import (
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/textstat"
)

// locOf is the span from start to end, in bytes, in code points.
func locOf(x textstat.RuneIndex, start, end int) extract.Loc {
	return extract.Loc{StartChar: x.At(start), EndChar: x.At(end)}
}

// clip returns the first n code points of s, with "…" for what is cut off.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for i := range s {
		if n == 0 {
			return s[:i] + "…"
		}
		n--
	}
	return s
}
