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

	stroke = "\u0338"
)

// combining maps spacing accents to combining marks.
var combining = map[rune]rune{
	'`': '\u0300', '´': '\u0301', 'ˆ': '\u0302', '^': '\u0302', '˜': '\u0303', '~': '\u0303', '¯': '\u0304', 'ˉ': '\u0304',
	'⃗': '\u20d7', '˘': '\u0306', '˙': '\u0307', '¨': '\u0308', '˚': '\u030a', '˝': '\u030b', 'ˇ': '\u030c', '¸': '\u0327', '˛': '\u0328',
}

// ComposeAccents makes one glyph of each letter and the accent that is painted over it, and of a sign and the
// stroke through it: "≠".
func ComposeAccents(m *ctxio.Meter, p *contentstream.Page) {
	glyphs := p.Glyphs
	kept := 0 // glyphs that stay so far
	for i := 0; i < len(glyphs) && m.Spend(perGlyph) == nil; i++ {
		if kept < i {
			glyphs[kept] = glyphs[i]
		}
		mark, ok := accentOf(&glyphs[i])
		switch {
		case !ok:
		case i+1 < len(glyphs) && isOver(&glyphs[i], &glyphs[i+1]):
			composed := glyphs[i+1]
			composed.Text = accented(composed.Text, mark)
			i++
			glyphs[kept] = composed
		case kept > 0 && isOver(&glyphs[i], &glyphs[kept-1]):
			glyphs[kept-1].Text = accented(glyphs[kept-1].Text, mark)
			continue
		}
		kept++
	}
	p.Glyphs = glyphs[:kept]
}

func accentOf(g *contentstream.Glyph) (mark rune, ok bool) {
	r, size := utf8.DecodeRuneInString(g.Text)
	if size == 0 || size != len(g.Text) {
		return 0, false
	}
	if r >= '\u0300' && r <= '\u036f' {
		return r, true
	}
	mark, ok = combining[r]
	return mark, ok
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
	return size > 0 && size == len(letter.Text) && (unicode.IsLetter(r) || accent.Text == stroke)
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
