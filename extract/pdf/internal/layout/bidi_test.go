package layout_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
)

// TestVisualOrder has lines as they are seen from left to right; their text is
// the one that is read.
func TestVisualOrder(t *testing.T) {
	for _, c := range []struct{ name, seen, read string }{
		{"Hebrew", "םולש", "שלום"},
		{"words", "םלוע םולש", "שלום עולם"},
		{"Latin words inside", "ןאכ hello big world בותכ", "כתוב hello big world כאן"},
		{"a number", "תנש 2024 ץיק", "קיץ 2024 שנת"},
		{"a range of years", "2020 - 2024 םינש", "שנים 2024 - 2020"},
		{"a decimal and a percentage", "12.5% ךרעב", "בערך 12.5%"},
		{"a version after a word", "ךמסמ PDF 1.7 לש", "של PDF 1.7 מסמך"},
		{"Hebrew in English", "the word םולש means peace", "the word שלום means peace"},
		{"two words in English", "they say םלוע םולש in 2024 and 2025", "they say שלום עולם in 2024 and 2025"},
		{"a number between Hebrew words in English", "as in םולש 12 םלוע they say so", "as in עולם 12 שלום they say so"},
		{"a ligature of two letters", "ﻼﻋ", "علا"},
		{"no right-to-left letters", "10 - 20 and 30", "10 - 20 and 30"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, []string{c.read}, texts(newSheet().write(0, 0, c.seen).lines())) })
	}
}

// A ligature that the font maps to two letters keeps their order.
func TestLigatureOfTwoLetters(t *testing.T) {
	s := newSheet().write(0, 0, "بxس")
	s.Glyphs[1].Text = "لا"
	assert.Equal(t, []string{"سلاب"}, texts(s.lines()))
}

// What is written in the order of reading stays as it is.
func TestLogicalOrder(t *testing.T) {
	s := newSheet()
	for i, r := range []rune("שלום") {
		s.write(float32(100-5*i), 0, string(r))
	}
	assert.Equal(t, []string{"שלום"}, texts(s.lines()))
}

// TestPiecesOfDirections: programs write each piece of one direction for itself, and in
// it the letters in the order of reading.
func TestPiecesOfDirections(t *testing.T) {
	type piece struct {
		x    float32
		text string
		left bool // each glyph stands left of the one before
	}
	for _, c := range []struct {
		name, read string
		pieces     []piece
	}{
		{"a number at the end of the line", "שנת 2024 קיץ", []piece{{0, " קיץ", true}, {20, "2024", false}, {40, "שנת ", true}}},
		{"Latin words inside", "אמר John Smith אז", []piece{{0, " אז", true}, {15, "John Smith", false}, {65, "אמר ", true}}},
		{"brackets that show their meaning", "גשר (ארוך).", []piece{{0, "גשר (ארוך).", true}}},
		{"a word at the side of an address", "example.org/path מידע.", []piece{{0, " מידע.", true}, {30, "example.org/path", false}}},
	} {
		s := newSheet()
		for _, p := range c.pieces {
			runes := []rune(p.text)
			base := 0
			for _, r := range runes {
				if !unicode.Is(unicode.Mn, r) {
					base++
				}
			}
			at := 0
			for _, r := range runes {
				if unicode.Is(unicode.Mn, r) {
					s.write(p.x+5*float32(base-at)+1, 0, string(r))
					s.Glyphs[len(s.Glyphs)-1].W = 0
					continue
				}
				x := p.x + 5*float32(at)
				if at++; p.left {
					x = p.x + 5*float32(base-at)
				}
				s.write(x, 0, string(r))
			}
		}
		if strings.Contains(c.name, "address") {
			s.write(0, 50, "דף שכולו בעברית, ארוך מן הכתובת שבו פי כמה וכמה, כדי שכיוונו ברור")
		}
		got := texts(s.lines())
		assert.Equal(t, c.read, got[0], c.name)
	}
}
