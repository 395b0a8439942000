package emulator

import (
	"math"
	"strings"
	"unicode"
)

// passages cuts a file at empty lines into pieces of about 600 bytes.
func passages(body string) []string {
	var out []string
	for part := range strings.SplitSeq(body, "\n\n") {
		if n := len(out) - 1; n >= 0 && len(out[n])+len(part) < 600 {
			out[n] += "\n\n" + part
			continue
		}
		out = append(out, part)
	}
	return out
}

func tokens(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// score counts the words of the question in a passage, and the cosine of both.
func score(question, passage []string, all bool) (keyword, cosine float64) {
	count := map[string]float64{}
	for _, w := range passage {
		count[w]++
	}
	dot, there := 0.0, 0
	seen := map[string]bool{}
	for _, w := range question {
		if !seen[w] && count[w] > 0 {
			there++
			dot += count[w]
		}
		seen[w] = true
	}
	length := 0.0
	for _, n := range count {
		length += n * n
	}
	if length > 0 && len(seen) > 0 {
		cosine = min(dot/math.Sqrt(length*float64(len(seen))), 1)
	}
	if all && there < len(seen) {
		return 0, cosine
	}
	return float64(there), cosine
}
