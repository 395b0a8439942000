package formula

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

const (
	maxZone      = 600  // glyphs of a zone
	maxZoneWords = 12   // words of text in one
	reachRight   = 2.6  // ems from a zone to the next glyph of it
	reachLeft    = 2.2  // the same, back
	reachUp      = 2.6  // the same, up or down
	otherSize    = 1.25 // times the size of a zone that is too large for it
	tightGap     = 0.19 // ems below which a letter of text belongs to the sign beside it
)

// functions are names that text in formulas may have.
const functions = " det gcd inf lim max min Pr sup arccos arcsin arctan arg cos cosh cot coth deg dim exp hom ker lg ln log sec sin sinh tan tanh "

// zone is a part of the stream that is written of signs of formulas alone: the words
// around it end it, so that lines above and below don't come in.
type zone struct {
	glyphs         []int
	x0, x1, y0, y1 float32
	b0, b1         float32 // the lowest and highest base line
	size           float32
	words          int
	before         int  // the last glyph before it, -1 for none
	math           bool // it has signs of formulas
}

type kind uint8

const (
	breaks  kind = iota // ends a zone
	sign                // of a formula
	neutral             // digits and punctuation
	letters             // of text
)

// zones calls yield with each part of the page that is written of signs alone.
func zones(glyphs []contentstream.Glyph, yield func(*zone)) {
	last := -1
	z := &zone{before: last}
	flush := func() {
		if z.math && len(z.glyphs) > 1 {
			yield(z)
		}
		z = &zone{before: last}
	}
	for i := 0; i < len(glyphs); {
		if isBlank(glyphs[i].Text) {
			i++
			continue
		}
		first, kind := i, kindOf(&glyphs[i])
		i = endOfWord(glyphs, first, kind)
		if len(z.glyphs) > 0 && !z.reaches(&glyphs[first]) {
			flush()
		}
		if kind == breaks || len(z.glyphs) > maxZone || kind == letters && !z.admits(glyphs, first, i) {
			last = i - 1
			flush()
			continue
		}
		for n := first; n < i; n++ {
			z.add(&glyphs[n], n)
		}
		if kind == letters {
			z.words++
		}
		last = i - 1
	}
	flush()
}

// isMath reports whether a glyph is of formulas: by its font, or as a letter of Unicode's mathematical alphabets.
func isMath(g *contentstream.Glyph) bool {
	r, _ := utf8.DecodeRuneInString(g.Text)
	return g.Font.Math || r >= 0x1d400 && r <= 0x1d7ff
}

func isBlank(text string) bool { return strings.TrimSpace(text) == "" }

// endOfWord returns the end of the word that begins with a letter, or that of one glyph.
func endOfWord(glyphs []contentstream.Glyph, i int, kind kind) int {
	for i++; kind == letters && i < len(glyphs); i++ {
		a, b := &glyphs[i-1], &glyphs[i]
		if kindOf(b) != letters || b.Y != a.Y || b.Size != a.Size || b.Font != a.Font || abs(b.X-a.X-a.W) > 0.15*a.Size {
			break
		}
	}
	return i
}

func kindOf(g *contentstream.Glyph) kind {
	if g.Hidden != contentstream.Seen || g.Dir != 0 || g.Annotation != 0 || g.Size <= 0 || g.Font.Mono {
		return breaks
	}
	r, size := utf8.DecodeRuneInString(g.Text)
	switch {
	case g.Font.Math && r >= 0xa0 && r <= 0xff && !strings.ContainsRune("±×÷·¬¯´¨°µ", r):
		return breaks // the font encodes its signs as Latin-1 letters, so their meaning is unknown
	case isMath(g) || g.Hang > 0 || g.Text == "√":
		return sign
	case unicode.IsLetter(r):
		return letters
	case size != len(g.Text):
		return breaks
	case unicode.IsDigit(r), r < utf8.RuneSelf && r > ' ', strings.ContainsRune("−–±×÷·…′∗≤≥≠≈→∞|", r):
		return neutral
	case unicode.Is(unicode.Sm, r):
		return sign
	}
	return breaks
}

// reaches reports whether a glyph is near enough to be of the zone.
func (z *zone) reaches(g *contentstream.Glyph) bool {
	em := max(z.size, g.Size)
	if g.Size > otherSize*z.size && g.Hang == 0 && g.Y < z.b0-g.Size {
		return false // of a heading below
	}
	if g.X < z.x0-reachLeft*em || g.Y < z.y0-reachUp*em || g.Y > z.y1+reachUp*em {
		return false
	}
	return g.X < z.x1+reachRight*em
}

// admits reports whether a word of text may be of a formula: the name of a function, an
// index, or one letter at a sign.
func (z *zone) admits(glyphs []contentstream.Glyph, first, end int) bool {
	g := &glyphs[first]
	word := ""
	for i := first; i < end && len(word) < 10; i++ {
		word += glyphs[i].Text
	}
	single := utf8.RuneCountInString(word) == 1
	if strings.Contains(functions, " "+word+" ") || single && g.Font.Bold {
		return true
	}
	if len(z.glyphs) == 0 || z.words >= maxZoneWords {
		return false
	}
	last := &glyphs[z.glyphs[len(z.glyphs)-1]]
	gap := g.X - last.X - last.W
	return g.Size <= smallSize*z.size && gap < 0.4*z.size || single && abs(gap) < tightGap*g.Size && g.Y == last.Y
}

func (z *zone) add(g *contentstream.Glyph, at int) {
	if len(z.glyphs) == 0 {
		z.x0, z.x1, z.y0, z.y1 = g.X, g.X+g.W, g.Y, g.Y
	}
	z.x0, z.x1 = min(z.x0, g.X), max(z.x1, g.X+g.W)
	z.y0, z.y1 = min(z.y0, g.Y-g.Hang*g.Size), max(z.y1, g.Y)
	if g.Hang == 0 {
		if z.b1 == 0 {
			z.b0, z.b1 = g.Y, g.Y
		}
		z.b0, z.b1 = min(z.b0, g.Y), max(z.b1, g.Y)
	}
	z.size = max(z.size, g.Size)
	z.math = z.math || isMath(g)
	z.glyphs = append(z.glyphs, at)
}

// alone reports whether the glyphs before and after the zone are on other lines. A "("
// after it may be on the same line, as it begins the number of the formula.
func (z *zone) alone(glyphs []contentstream.Glyph) bool {
	beside := func(g *contentstream.Glyph) bool {
		em := max(z.size, g.Size)
		return g.Y > z.b0-0.3*em && g.Y < z.b1+0.3*em
	}
	next := z.glyphs[len(z.glyphs)-1] + 1
	for next < len(glyphs) && isBlank(glyphs[next].Text) {
		next++
	}
	return (z.before < 0 || !beside(&glyphs[z.before])) && (next == len(glyphs) || !beside(&glyphs[next]) || glyphs[next].Text == "(")
}
