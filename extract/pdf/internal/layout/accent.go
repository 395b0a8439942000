package layout

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

// Some programs, TeX above all, set a letter with an accent as two glyphs, one over the
// other, and as a rule the accent first. They are one character.

const (
	maxAccentRise = 0.5 // ems between the lines of an accent and its letter
	accentSlack   = 0.1 // ems by which the middle of an accent may be beside its letter

	stroke = '\u0338'
)

// combining maps spacing accents to combining marks.
var combining = map[rune]rune{
	'`': '\u0300', '´': '\u0301', 'ˆ': '\u0302', '^': '\u0302', '˜': '\u0303', '~': '\u0303', '¯': '\u0304', 'ˉ': '\u0304',
	'⃗': '\u20d7', '˘': '\u0306', '˙': '\u0307', '¨': '\u0308', '˚': '\u030a', '˝': '\u030b', 'ˇ': '\u030c', '¸': '\u0327', '˛': '\u0328',
}

// ComposeAccents makes one glyph of each letter and the accent that is painted over it, and of a sign and the
// stroke through it: "≠". Files have most accents before their letters: if an accent is painted over both of its
// neighbours, it is composed with the letter after it. A combining mark without a width is composed with the letter
// before it, as in Vietnamese text, whose letters may have two marks: "e", "◌̂", "◌́" become "ế".
func ComposeAccents(m *ctxio.Meter, p *contentstream.Page) {
	kept := p.Glyphs[:0]
	for i := 0; i < len(p.Glyphs) && m.Spend(perGlyph) == nil; i++ {
		g := p.Glyphs[i]
		mark, last := accentOf(&g), len(kept)-1
		before := mark != 0 && last >= 0 && isOver(&g, &kept[last])
		after := mark != 0 && i+1 < len(p.Glyphs) && isOver(&g, &p.Glyphs[i+1])
		isCombining := g.W == 0 && g.Text == string(mark) && mark != stroke
		switch {
		case before && (!after || isCombining):
			kept[last].Text = accented(kept[last].Text, mark)
			continue
		case after:
			i++
			g = p.Glyphs[i]
			g.Text = accented(g.Text, mark)
		}
		kept = append(kept, g)
	}
	p.Glyphs = kept
}

// accentOf returns the combining mark that a glyph means as an accent, 0 for none.
func accentOf(g *contentstream.Glyph) rune {
	r, size := utf8.DecodeRuneInString(g.Text)
	switch {
	case size == 0 || size != len(g.Text):
		return 0
	case r >= '\u0300' && r <= '\u036f':
		return r
	}
	return combining[r]
}

// isOver reports that an accent is painted over a letter.
func isOver(accent, letter *contentstream.Glyph) bool {
	if accent.Dir != letter.Dir || accent.Hidden != letter.Hidden || accent.Size <= 0 || accent.Annotation != letter.Annotation {
		return false
	}
	if rise := accent.Y - letter.Y; rise > maxAccentRise*accent.Size || -rise > maxAccentRise*accent.Size {
		return false
	}
	middle := accent.X + accent.W/2
	if middle < letter.X-accentSlack*accent.Size || middle > letter.X+letter.W+accentSlack*accent.Size {
		return false
	}
	overlap := min(accent.X+accent.W, letter.X+letter.W) - max(accent.X, letter.X)
	if overlap < min(accent.W, letter.W)/2 {
		return false
	}
	r, size := utf8.DecodeRuneInString(letter.Text)
	return size > 0 && size == len(letter.Text) && (unicode.IsLetter(r) || accent.Text == string(stroke))
}

func accented(letter string, mark rune) string {
	switch letter {
	case "ı":
		letter = "i"
	case "ȷ":
		letter = "j"
	}
	return norm.NFC.String(letter + string(mark))
}
