package tools

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// textWindow is a part of a longer text. All lengths count code points.
type textWindow struct {
	Text        string
	TotalLength int
	Truncated   bool
	// NextStartIndex continues the reading; 0 when nothing is left.
	NextStartIndex int
}

// window returns the part of text that begins at code point start, at most limit code points of
// it. A limit of 0 means no limit. A start at or beyond the end is
// START_INDEX_OUT_OF_RANGE, except start 0 of an empty text. A code point is
// never cut.
func window(text string, start, limit int) (textWindow, error) {
	total := utf8.RuneCountInString(text)
	if start < 0 || limit < 0 || start > 0 && start >= total {
		return textWindow{}, &webfetch.Error{Op: "view", Code: webfetch.StartIndexOutOfRange, Err: fmt.Errorf("start_index %d is outside of 0 to %d", start, max(total-1, 0))}
	}
	rest := text[runeOffset(text, start):]
	if limit == 0 || total-start <= limit {
		return textWindow{Text: rest, TotalLength: total}, nil
	}
	return textWindow{Text: rest[:runeOffset(rest, limit)], TotalLength: total, Truncated: true, NextStartIndex: start + limit}, nil
}

// windowLines is window for a list: it ends after the last whole line that
// fits. A first line that is longer than limit is cut like window cuts.
func windowLines(text string, start, limit int) (textWindow, error) {
	page, err := window(text, start, limit)
	if err != nil || !page.Truncated {
		return page, err
	}
	if next := text[runeOffset(text, page.NextStartIndex):]; strings.HasPrefix(next, "\n") {
		return page, nil
	}
	if end := strings.LastIndexByte(page.Text, '\n'); end > 0 {
		page.Text = page.Text[:end]
		page.NextStartIndex = start + utf8.RuneCountInString(page.Text)
	}
	return page, nil
}

// runeOffset returns the byte offset of the n-th code point of s.
func runeOffset(s string, n int) int {
	if n <= 0 {
		return 0
	}
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}
