package trainer

import (
	"strings"
	"unicode"
)

// tokens are the words of a text as the scorer of the corpus sees them.
func tokens(text string, lower bool) []string {
	var out []string
	if lower {
		text = strings.ToLower(text)
	}
	start := -1
	for i, c := range text {
		word := c == '_' || unicode.IsLetter(c) || unicode.IsNumber(c)
		alone := lower && word && spaceless(c)
		if start >= 0 && (!word || alone) {
			out = append(out, text[start:i])
			start = -1
		}
		if alone {
			out = append(out, string(c))
		} else if word && start < 0 {
			start = i
		}
	}
	if start >= 0 {
		out = append(out, text[start:])
	}
	return out
}

// spaceless reports characters of scripts that are written without spaces.
func spaceless(c rune) bool {
	return c >= 0x3040 && c <= 0x30ff || c >= 0x3400 && c <= 0x4dbf || c >= 0x4e00 && c <= 0x9fff ||
		c >= 0xac00 && c <= 0xd7af || c >= 0xf900 && c <= 0xfaff || c >= 0x0e00 && c <= 0x0e7f
}

func squash(s string) string { return strings.Join(strings.Fields(s), " ") }

func hashes(words []string) []uint64 {
	out := make([]uint64, len(words))
	for i, w := range words {
		h := uint64(14695981039346656037)
		for j := 0; j < len(w); j++ {
			h = (h ^ uint64(w[j])) * 1099511628211
		}
		out[i] = h
	}
	return out
}

// gram hashes n words in a row.
func gram(words []uint64) uint64 {
	h := uint64(len(words))
	for _, w := range words {
		h = h*0x9E3779B97F4A7C15 ^ w
	}
	return h
}
