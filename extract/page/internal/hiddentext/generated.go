package hiddentext

import (
	"iter"
	"strings"
)

// Limits of generated content, in bytes: of the part before its first string, the name of
// the property included, and of the value.
const (
	maxPrefixBytes    = 200
	maxGeneratedBytes = 2000
)

// generatedContent yields the values of the content properties of a style sheet that hold
// a string (CSS Generated Content Level 3), each from its start to its end or to
// its bound. It looks at strings only, so that all else is passed over.
func generatedContent(css string) iter.Seq[string] {
	return func(yield func(value string) bool) {
		double, single := -1, -1
		for at := 0; ; {
			double, single = nextByte(css, double, at, '"'), nextByte(css, single, at, '\'')
			quote := min(double, single)
			if quote == len(css) {
				return
			}
			at = quote + 1
			if start := contentBefore(css, quote); start >= 0 {
				at = valueEnd(css, quote)
				if !yield(strings.TrimSpace(css[start:at])) {
					return
				}
			}
		}
	}
}

// nextByte returns where c next stands from at on, len(s) for nowhere; known is
// what it returned last.
func nextByte(s string, known, at int, c byte) int {
	if known >= at {
		return known
	}
	if i := strings.IndexByte(s[at:], c); i >= 0 {
		return at + i
	}
	return len(s)
}

// contentBefore returns where the value begins in which the first string opens at
// i, if it is one of the content property, else -1.
func contentBefore(css string, i int) int {
	before := css[max(0, i-maxPrefixBytes):i]
	name, value, found := strings.Cut(before[strings.LastIndexAny(before, ";{}")+1:], ":")
	if name = strings.TrimSpace(name); !found || !strings.EqualFold(name, "content") && !strings.HasSuffix(name, "*/content") {
		return -1
	}
	return i - len(value)
}

func valueEnd(css string, i int) int {
	end := min(len(css), i+maxGeneratedBytes)
	for quote := byte(0); i < end; i++ {
		switch c := css[i]; {
		case c == '\\':
			i++
		case quote != 0:
			if c == quote || c == '\n' {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == ';' || c == '}':
			return i
		}
	}
	return end
}
