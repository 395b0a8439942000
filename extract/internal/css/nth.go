package css

import (
	"strconv"
	"strings"
)

// parseNth reads the an+b notation of CSS Syntax Level 3, section 6. Its "of"
// form is not understood.
func parseNth(s string) (a, b int, ok bool) {
	s = Lower(strings.ReplaceAll(strings.TrimSpace(s), " ", ""))
	switch s {
	case "odd":
		return 2, 1, true
	case "even":
		return 2, 0, true
	}
	before, after, hasN := strings.Cut(s, "n")
	if !hasN {
		b, err := strconv.Atoi(s)
		return 0, b, err == nil && small(b)
	}
	switch before {
	case "", "+":
		a = 1
	case "-":
		a = -1
	default:
		n, err := strconv.Atoi(before)
		if err != nil || !small(n) {
			return 0, 0, false
		}
		a = n
	}
	if after != "" {
		n, err := strconv.Atoi(after)
		if err != nil || !small(n) {
			return 0, 0, false
		}
		b = n
	}
	return a, b, true
}

func small(n int) bool { return n > -1<<20 && n < 1<<20 }

// onNth reports whether index i, counted from 1, is a*n+b for an n >= 0.
func onNth(a, b, i int) bool {
	if a == 0 {
		return i == b
	}
	return (i-b)%a == 0 && (i-b)/a >= 0
}
