// Package symbolfont translates text in fonts of signs. They have their own characters for the codes of letters: "a" of Symbol is α, "ü" of
// Wingdings is ✔. Word writes such a code as it is, or in the private area from U+F000 on, as PDFs do.
package symbolfont

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// table has runs of characters: the font, the code of the first in hexadecimal digits, and
// the characters that show the same.
//
//go:embed symbols.txt
var table string

// fonts has the characters of each font of signs by their code.
var fonts = sync.OnceValue(func() map[string]map[rune]rune {
	fonts := map[string]map[rune]rune{}
	for line := range strings.Lines(table) {
		name, rest, _ := strings.Cut(strings.TrimRight(line, "\n"), " ")
		code, signs, _ := strings.Cut(rest, " ")
		at, _ := strconv.ParseInt(code, 16, 32)
		if fonts[name] == nil {
			fonts[name] = map[rune]rune{}
		}
		for i, sign := range []rune(signs) {
			fonts[name][rune(at)+rune(i)] = sign
		}
	}
	return fonts
})

// signsOf returns the signs of a font, nil for one of letters. Names differ: "Wingdings 2", "Wingdings-Regular", "SymbolMT", and Wingdings1
// of LibreOffice, which counts the styles of a font.
func signsOf(font string) map[rune]rune {
	name := strings.ReplaceAll(strings.ToLower(font), " ", "")
	name = strings.TrimSuffix(strings.TrimSuffix(name, "-regular"), "mt")
	if signs := fonts()[name]; signs != nil {
		return signs
	}
	return fonts()[strings.TrimRight(name, "0123456789")]
}

// Is reports whether a font is one of signs.
func Is(font string) bool { return font != "" && signsOf(font) != nil }

// Text translates text in a font of signs to the Unicode characters that it shows, and
// drops signs without an equivalent. Text in another font is returned unchanged.
func Text(font, text string) string {
	signs := signsOf(font)
	if signs == nil {
		return text
	}
	return strings.Map(func(c rune) rune {
		if c >= 0xF020 && c <= 0xF0FF {
			c -= 0xF000
		}
		if sign, ok := signs[c]; ok {
			return sign
		}
		if c <= ' ' || c > 0xFF {
			return c // white space, or set in another font
		}
		return -1
	}, text)
}
