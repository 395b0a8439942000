// Package line makes one line of a text of strangers.
package line

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// OneLine folds white space and drops control and format characters, so that
// text of a page can't leave its line.
func OneLine(s string) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.C, r), r == utf8.RuneError:
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(clean), " ")
}

// Short returns s as one line of at most n code points, see [Clip].
func Short(s string, n int) string { return Clip(OneLine(s), n) }

// Clip cuts s to at most n code points, the last of them an ellipsis if it was cut. n is at
// least 1.
func Clip(s string, n int) string {
	if len(s) <= n || utf8.RuneCountInString(s) <= n {
		return s
	}
	return s[:Offset(s, n-1)] + "…"
}

// Offset returns where code point n of s begins, in bytes: 0 for less than one, and the length of s
// where it has fewer.
func Offset(s string, n int) int {
	for i := range s {
		if n <= 0 {
			return i
		}
		n--
	}
	return len(s)
}
