package layout

import (
	"testing"

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
