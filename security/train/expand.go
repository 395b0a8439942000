package main

import (
	"math/rand/v2"
	"strings"
)

// expand returns a text of a template: of each {a|b|c} one part, which may hold
// more of them. Braces without a bar stand for themselves.
func expand(rng *rand.Rand, s string) string {
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		parts, end := choice(s, i)
		if end < 0 {
			out.WriteByte(s[i])
			continue
		}
		out.WriteString(expand(rng, parts[rng.IntN(len(parts))]))
		i = end
	}
	return out.String()
}

// choice returns the parts of the choice at s[i] and where its closing brace
// is, or -1.
func choice(s string, i int) (parts []string, end int) {
	if s[i] != '{' {
		return nil, -1
	}
	depth, from := 0, i+1
	for k := i; k < len(s); k++ {
		switch {
		case s[k] == '{':
			depth++
		case s[k] == '}':
			if depth--; depth == 0 {
				if parts == nil {
					return nil, -1
				}
				return append(parts, s[from:k]), k
			}
		case s[k] == '|' && depth == 1:
			parts = append(parts, s[from:k])
			from = k + 1
		}
	}
	return nil, -1
}
