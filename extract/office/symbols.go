package office

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// Fonts of signs have their own characters for the codes of letters: "a" of Symbol is α, "ü"
// of Wingdings is ✔. Word writes such a code as it is, or in the private area from U+F000 on.

// symbolTable has runs of characters: the font, the code of the first in hexadecimal digits, and
// the characters that show the same.
//
//go:embed symbols.txt
var symbolTable string

// symbolFonts returns the characters of each font of signs by their code.
var symbolFonts = sync.OnceValue(func() map[string]map[rune]rune {
	fonts := map[string]map[rune]rune{}
	for line := range strings.Lines(symbolTable) {
		font, rest, _ := strings.Cut(strings.TrimRight(line, "\n"), " ")
		if after, ok := strings.CutPrefix(rest, "2 "); ok {
			font, rest = font+" 2", after
		}
		code, signs, _ := strings.Cut(rest, " ")
		at, _ := strconv.ParseInt(code, 16, 32)
		name := strings.ToLower(font)
		if fonts[name] == nil {
			fonts[name] = map[rune]rune{}
		}
		for i, sign := range []rune(signs) {
			fonts[name][rune(at)+rune(i)] = sign
		}
	}
	return fonts
})

// isSymbolFont reports whether a font is one of signs.
func isSymbolFont(font string) bool { return font != "" && symbolFonts()[strings.ToLower(font)] != nil }

// symbolText translates text in a symbol font to the Unicode characters that it shows, and
// drops symbols without an equivalent. Text in another font is returned unchanged.
func symbolText(font, text string) string {
	signs := symbolFonts()[strings.ToLower(font)]
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
