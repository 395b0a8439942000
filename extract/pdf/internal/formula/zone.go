package formula

import (
	"cmp"
	"slices"
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

// zone is a part of the stream that is written of signs of formulas alone: the words
// around it end it, so that lines above and below don't come in.
type zone struct {
	tokens         []token
	x0, x1, y0, y1 float32
	b0, b1         float32 // the lowest and highest base line
	size           float32
	words          int
	rules          []contentstream.Segment // of the page, from the lowest one on
	before         int                     // the last glyph before it, -1 for none
	math, tall     bool                    // it has signs of formulas; a high bracket is open
	tallX          float32                 // where that begins
	tallY0, tallY1 float32
}

// token is a glyph, or the glyphs of a word.
type token struct {
	first, last int
	text        string
	kind        kind
}

type kind uint8

const (
	breaks  kind = iota // ends a zone
	sign                // of a formula
	neutral             // digits and punctuation
	letters             // of text
)

// zones calls yield with each part of the page that is written of signs alone.
func zones(glyphs []contentstream.Glyph, rules []contentstream.Segment, yield func(*zone)) {
	last := -1
	z := &zone{rules: rules, before: last}
	flush := func() {
		if z.math && len(z.tokens) > 1 {
			yield(z)
		}
		z = &zone{rules: rules, before: last}
	}
	for i := 0; i < len(glyphs); {
		if isBlank(glyphs[i].Text) {
			i++
			continue
		}
		t := nextToken(glyphs, i)
		i = t.last + 1
		if len(z.tokens) > 0 && !z.reaches(&glyphs[t.first]) {
			flush()
		}
		if t.kind == breaks || len(z.tokens) > maxZone || t.kind == letters && !z.admits(glyphs, t) {
			last = t.last
			flush()
			continue
		}
		z.add(glyphs, t)
		last = t.last
	}
	flush()
}

func isBlank(text string) bool { return strings.TrimSpace(text) == "" }

// nextToken returns the glyph at i, or the word that it begins.
func nextToken(glyphs []contentstream.Glyph, i int) token {
	g := &glyphs[i]
	t := token{first: i, last: i, text: g.Text, kind: kindOf(g)}
	if t.kind != letters {
		return t
	}
	for t.last+1 < len(glyphs) {
		a, b := &glyphs[t.last], &glyphs[t.last+1]
		if kindOf(b) != letters || b.Y != a.Y || b.Size != a.Size || b.Font != a.Font || abs(b.X-a.X-a.W) > 0.15*a.Size {
			break
		}
		t.last++
		t.text += b.Text
	}
	return t
}

// kindOf tells what a glyph is in text and in formulas.
func kindOf(g *contentstream.Glyph) kind {
	if g.Hidden != contentstream.Seen || g.Dir != 0 || g.Artifact || g.Annotation != 0 || g.Size <= 0 {
		return breaks
	}
	r, size := utf8.DecodeRuneInString(g.Text)
	switch {
	case g.Font.Mono:
		return breaks // a program, and what it prints
	case g.Font.Math && r >= 0xa0 && r <= 0xff && !strings.ContainsRune("±×÷·¬¯´¨°µ", r):
		return breaks // a font whose signs nobody told the meaning of
	case g.Font.Math || g.Hang > 0 || g.Text == "√":
		return sign
	case isAccent(g.Text):
		return neutral
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
	if z.newLine(g) {
		return false
	}
	return g.X < z.x1+reachRight*em || z.ruleTo(g, em)
}

// newLine reports whether a glyph begins the next line of formulas: it stands at the left,
// below all others, in no bracket and under no rule.
func (z *zone) newLine(g *contentstream.Glyph) bool {
	y := g.Y - g.Hang*g.Size/2
	if len(z.tokens) < minLine || z.tall || g.X > z.x0+2*z.size || y > z.b0-1.1*z.size {
		return false
	}
	from, _ := slices.BinarySearchFunc(z.rules, y, func(s contentstream.Segment, y float32) int { return cmp.Compare(s.Y0, y) })
	for _, s := range z.rules[from:] {
		if s.Y0 > z.b0 {
			return true
		}
		if s.X0 < g.X+g.W && s.X1 > g.X {
			return false
		}
	}
	return true
}

// minLine is how many signs a line of a formula has at least that another one follows.
const minLine = 8

// ruleTo reports whether the rule of a fraction goes from the zone to a glyph, which
// may stand in the middle of it.
func (z *zone) ruleTo(g *contentstream.Glyph, em float32) bool {
	from, _ := slices.BinarySearchFunc(z.rules, g.Y-2*em, func(s contentstream.Segment, y float32) int { return cmp.Compare(s.Y0, y) })
	for _, s := range z.rules[from:] {
		if s.Y0 > g.Y {
			return false
		}
		if s.X0 < z.x1+em && s.X1 > g.X {
			return true
		}
	}
	return false
}

// admits reports whether a word of text may be of a formula: the name of a function, an
// index, one letter at a sign, or what stands in high brackets.
func (z *zone) admits(glyphs []contentstream.Glyph, t token) bool {
	g := &glyphs[t.first]
	if _, known := functions[t.text]; known {
		return true
	}
	single := t.first == t.last && utf8.RuneCountInString(t.text) == 1
	if single && g.Font.Bold {
		return true
	}
	if len(z.tokens) == 0 || z.words >= maxZoneWords {
		return false
	}
	last := &glyphs[z.tokens[len(z.tokens)-1].last]
	gap := g.X - last.X - last.W
	switch {
	case z.tall && g.X > z.tallX && g.Y < z.tallY1 && g.Y > z.tallY0:
		return true
	case g.Size <= smallSize*z.size && gap < 0.4*z.size:
		return true
	}
	return single && gap < tightGap*g.Size && gap > -tightGap*g.Size && g.Y == last.Y
}

// add takes a token into the zone.
func (z *zone) add(glyphs []contentstream.Glyph, t token) {
	for i := t.first; i <= t.last; i++ {
		g := &glyphs[i]
		if len(z.tokens) == 0 && i == t.first {
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
		z.math = z.math || g.Font.Math
	}
	if t.kind == letters {
		z.words++
	}
	z.bracket(&glyphs[t.first])
	z.tokens = append(z.tokens, t)
}

// bracket notes where a high bracket is open.
func (z *zone) bracket(g *contentstream.Glyph) {
	if g.Hang <= 0 || g.Text == "" {
		return
	}
	top, bottom := g.Y+0.1*g.Size, g.Y-g.Hang*g.Size
	switch {
	case strings.Contains("([{⎛⎜⎝⎡⎢⎣⎧⎨⎩", g.Text):
		if !z.tall || abs(g.X-z.tallX) > g.Size {
			z.tallX, z.tallY0, z.tallY1 = g.X, bottom, top
		}
		z.tall, z.tallY0, z.tallY1 = true, min(z.tallY0, bottom), max(z.tallY1, top)
	case g.Text == "⎪" && z.tall:
		z.tallY0, z.tallY1 = min(z.tallY0, bottom), max(z.tallY1, top)
	case strings.Contains(")]}⎞⎠⎤⎦⎫⎬⎭", g.Text):
		z.tall = false
	}
}

// alone reports whether no text stands beside the zone on its lines but the number of
// the formula.
func (z *zone) alone(glyphs []contentstream.Glyph) bool {
	next := z.tokens[len(z.tokens)-1].last + 1
	for next < len(glyphs) && isBlank(glyphs[next].Text) {
		next++
	}
	return (z.before < 0 || !z.beside(&glyphs[z.before])) && (next == len(glyphs) || !z.beside(&glyphs[next]) || glyphs[next].Text == "(")
}

// beside reports whether a glyph stands on a line of the zone.
func (z *zone) beside(g *contentstream.Glyph) bool {
	em := max(z.size, g.Size)
	return g.Y > z.b0-0.3*em && g.Y < z.b1+0.3*em
}

// items makes items of the tokens.
func (z *zone) items(glyphs []contentstream.Glyph) []*item {
	var out []*item
	for _, t := range z.tokens {
		if t.kind != letters || t.first == t.last {
			out = append(out, newItem(&glyphs[t.first], t.first))
			continue
		}
		var parts []*item
		for i := t.first; i <= t.last; i++ {
			parts = append(parts, newItem(&glyphs[i], i))
		}
		m := merge(parts, "")
		m.tex, m.class = named(t.text, parts[0].size <= smallSize*z.size)
		m.text, m.base, m.axis, m.size, m.rich = t.text, parts[0].base, parts[0].axis, parts[0].size, false
		out = append(out, m)
	}
	return out
}
