package layout_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/font"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/layout"
)

// TestAccents joins a letter with the accent that is painted over it, as TeX does.
func TestAccents(t *testing.T) {
	formula := &font.Font{Math: true}
	for _, c := range []struct {
		name  string
		sheet *sheet
		want  string
	}{
		{"accent first", newSheet().write(0, 0, "M").write(5, 0, "¨").write(5, 0, "ol"), "Möl"},
		{"raised above a capital", newSheet().write(0, 2, "¨").write(0, 0, "Oresund"), "Öresund"},
		{"letter first", newSheet().write(0, 0, "ac").write(5, 0, "¸").write(10, 0, "a"), "aça"},
		{"dotless letter", newSheet().write(0, 0, "na").write(10, 0, "¨").write(10, 0, "ıf"), "naïf"},
		{"ring", newSheet().write(0, 0, "p").write(5, 1, "˚").write(5, 0, "a"), "på"},
		{"combining mark first", newSheet().write(0, 0, "\u0301").write(0, 0, "e"), "é"},
		{"no such character", newSheet().write(0, 0, "¨").write(0, 0, "q"), "q\u0308"},
		{"beside the letter", newSheet().write(0, 0, "¨o `x ~y"), "¨o `x ~y"},
		{"over a sign", newSheet().write(0, 0, "ˆ").write(0, 0, "+"), "ˆ+"},
		{"line above", newSheet().write(0, 12, "¨").write(0, 0, "o"), "¨ o"},
		{"formula", newSheet().in(formula, 10).write(0, 0, "ˆ").write(0, 0, "y"), "ŷ"},
		{"mark without a width", newSheet().write(0, 0, "ti").write(10, 0, "e").mark(15, 0, "\u0302").mark(15, 0, "\u0301").write(15, 0, "ng"), "tiếng"},
		{"mark below and above", newSheet().write(0, 0, "Vi").write(10, 0, "e").mark(15, 0, "\u0323").mark(15, 0, "\u0302").write(15, 0, "t"), "Việt"},
		{"mark on a letter with a hook", newSheet().write(0, 0, "nư").mark(10, 0, "\u031b").write(10, 0, "ơ").mark(15, 0, "\u0301").write(15, 0, "c"), "nư\u031bớc"},
		{"letter and marks in one glyph", newSheet().write(0, 0, "t").mark(5, 0, "o\u0302\u0300").write(5, 0, "n"), "tồn"},
		{"stroke", newSheet().in(formula, 10).write(0, 0, "\u0338").write(0, 0, "="), "≠"},
		{"at the end", newSheet().write(0, 0, "a¨"), "a¨"},
	} {
		t.Run(c.name, func(t *testing.T) {
			layout.ComposeAccents(nil, &c.sheet.Page)
			text := ""
			for i, l := range c.sheet.lines() {
				if i > 0 {
					text += " "
				}
				text += l.Text()
			}
			assert.Equal(t, c.want, text)
		})
	}
}
