package layout

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/content"
)

// A fraction is text over a rule over text. Its parts would be read as lines of
// their own, or run together. The distances are those of TeX (The TeXbook, appendix
// G), in ems.
const (
	maxPart       = 4     // pieces of a numerator or denominator
	maxPartText   = 80    // bytes of one
	maxFraction   = 300   // points that a rule is wide
	partSlack     = 0.25  // by which a part may stand out, or off the middle
	minAboveRule  = 0.17  // of the base line of a numerator; text is underlined closer
	maxAboveRule  = 1.0   //
	maxBelowRule  = 1.4   // of the base line of a denominator
	axis          = 0.25  // of the rule above the line that the fraction stands on
	axisSlack     = 0.12  //
	maxFromLine   = 1.2   // between the fraction and text of its line
	maxFractions  = 2_000 // rules of a page that are looked at
	fractionReach = 40    // points around a rule
)

// fractionBars returns the rules that have text of their width over and under them,
// from the lowest one on, none where there are too many rules.
func fractionBars(segments []content.Segment, glyphs []*content.Glyph) (bars []content.Segment) {
	for _, s := range segments {
		if s.X1-s.X0 > 2*(s.Y1-s.Y0) && s.X1-s.X0 > 2 && s.X1-s.X0 <= maxFraction {
			bars = append(bars, s)
		}
	}
	if len(bars) == 0 || len(bars) > maxFractions {
		return nil
	}
	byHeight := slices.DeleteFunc(slices.Clone(glyphs), func(g *content.Glyph) bool { return g.Dir != 0 || blank(g.Text) })
	slices.SortStableFunc(byHeight, func(a, b *content.Glyph) int { return cmp.Compare(a.Y, b.Y) })
	bars = slices.DeleteFunc(bars, func(s content.Segment) bool { return !isBar(s, byHeight) })
	slices.SortStableFunc(bars, func(a, b content.Segment) int { return cmp.Compare(a.Y0, b.Y0) })
	return bars
}

// isBar reports whether glyphs stand over and under the middle of a rule, and none
// of their lines beside them.
func isBar(s content.Segment, byHeight []*content.Glyph) bool {
	var x0, x1 [2]float32 // over and under the rule
	em := float32(0)
	from, _ := slices.BinarySearchFunc(byHeight, s.Y0-fractionReach, func(g *content.Glyph, y float32) int { return cmp.Compare(g.Y, y) })
	for _, g := range byHeight[from:] {
		if g.Y > s.Y0+fractionReach {
			break
		}
		rise := (g.Y - s.Y0) / g.Size
		if rise > maxAboveRule || rise < -maxBelowRule || rise > -0.3 && rise < minAboveRule || g.X > s.X1+0.3*g.Size || g.X+g.W < s.X0-0.3*g.Size {
			continue
		}
		if g.X < s.X0-partSlack*g.Size || g.X+g.W > s.X1+partSlack*g.Size {
			if rise > 0 && rise < 0.6 || rise < -0.5 && rise > -1.1 {
				return false // the line goes on
			}
			continue
		}
		at := 0
		if rise < 0 {
			at = 1
		}
		if x1[at] == 0 {
			x0[at], x1[at] = g.X, g.X+g.W
		}
		x0[at], x1[at], em = min(x0[at], g.X), max(x1[at], g.X+g.W), max(em, g.Size)
	}
	if em == 0 || x1[0] == 0 || x1[1] == 0 || max(x1[0]-x0[0], x1[1]-x0[1]) < s.X1-s.X0-2*partSlack*em {
		return false
	}
	for at := range x0 {
		if abs(x0[at]+x1[at]-s.X0-s.X1) > 4*partSlack*em {
			return false
		}
	}
	return true
}

// barred reports whether g stands over or under a bar that other stands beside.
func (c *chunker) barred(g, other *content.Glyph) bool {
	em := g.Size
	from, _ := slices.BinarySearchFunc(c.bars, g.Y-maxAboveRule*em, func(s content.Segment, y float32) int { return cmp.Compare(s.Y0, y) })
	for _, s := range c.bars[from:] {
		if s.Y0 > g.Y+maxBelowRule*em {
			return false
		}
		rise := (g.Y - s.Y0) / em
		within := g.X >= s.X0-partSlack*em && g.X+g.W <= s.X1+partSlack*em
		beside := other.X+other.W <= s.X0+partSlack*em || other.X >= s.X1-partSlack*em
		if within && beside && (rise < 0 || rise > minAboveRule) {
			return true
		}
	}
	return false
}

// joinFractions makes one chunk of the parts of each fraction. Inner fractions have
// the shorter rules and come first.
func joinFractions(chunks []chunk, bars []content.Segment) []chunk {
	if len(bars) == 0 {
		return chunks
	}
	bars = slices.Clone(bars)
	slices.SortStableFunc(bars, func(a, b content.Segment) int { return cmp.Compare(a.X1-a.X0, b.X1-b.X0) })
	f := fractionFinder{chunks: chunks, gone: make([]bool, len(chunks))}
	f.byHeight = make([]int, len(chunks))
	for i := range f.byHeight {
		f.byHeight[i] = i
	}
	slices.SortStableFunc(f.byHeight, func(a, b int) int { return cmp.Compare(chunks[a].y, chunks[b].y) })
	for _, r := range bars {
		f.join(float64(r.X0), float64(r.X1), float64(r.Y0+r.Y1)/2)
	}
	if !f.joined {
		return chunks
	}
	var out []chunk
	for i := range f.chunks {
		if !f.gone[i] {
			out = append(out, f.chunks[i])
		}
	}
	return out
}

type fractionFinder struct {
	chunks   []chunk
	gone     []bool
	byHeight []int // indices of chunks
	joined   bool
}

// part is the numerator or denominator of a fraction.
type part struct {
	chunks []int // from left to right
	x0, x1 float64
	text   string
	wrong  bool // it can't be one
}

// join makes a fraction of what stands over and under a rule, if it is one.
func (f *fractionFinder) join(x0, x1, y float64) {
	over, under := part{x0: math.Inf(1), x1: math.Inf(-1)}, part{x0: math.Inf(1), x1: math.Inf(-1)}
	line := -1 // a chunk of the line that the fraction stands on
	from, _ := slices.BinarySearchFunc(f.byHeight, y-fractionReach, func(i int, v float64) int { return cmp.Compare(f.chunks[i].y, v) })
	for _, i := range f.byHeight[from:] {
		c := &f.chunks[i]
		if c.y > y+fractionReach || over.wrong || under.wrong {
			break
		}
		rise := (c.y - y) / c.size
		switch {
		case f.gone[i] || c.rows != nil:
		case c.x0 < x1 && c.x1 > x0 && rise > minAboveRule && rise < maxAboveRule:
			over.add(c, i, x0, x1)
		case c.x0 < x1 && c.x1 > x0 && rise < 0 && rise > -maxBelowRule:
			under.add(c, i, x0, x1)
		case math.Abs(rise+axis) < axisSlack && (c.x1 <= x0+partSlack*c.size && x0-c.x1 < maxFromLine*c.size || c.x0 >= x1-partSlack*c.size && c.x0-x1 < maxFromLine*c.size):
			line = i
		}
	}
	if line < 0 || !over.fits(f.chunks, x0, x1) || !under.fits(f.chunks, x0, x1) || max(over.x1-over.x0, under.x1-under.x0) < x1-x0-2*partSlack*f.chunks[line].size {
		return
	}
	first := slices.Min(append(slices.Clone(over.chunks), under.chunks...))
	for _, i := range append(over.chunks, under.chunks...) {
		f.gone[i] = i != first
	}
	c := f.chunks[first]
	l := &f.chunks[line]
	f.chunks[first] = chunk{x0: x0, x1: x1, y: l.y, size: l.size, mcid: c.mcid, annotation: c.annotation,
		spans: []Span{{Text: bracketed(over.text, false) + "/" + bracketed(under.text, true)}}}
	f.joined = true
}

// add takes a chunk into a part.
func (p *part) add(c *chunk, i int, x0, x1 float64) {
	p.chunks = append(p.chunks, i)
	p.x0, p.x1 = min(p.x0, c.x0), max(p.x1, c.x1)
	slack := partSlack * c.size
	p.wrong = p.wrong || len(p.chunks) > maxPart || c.x0 < x0-slack || c.x1 > x1+slack
}

// fits reports whether the chunks are one line in the middle of the rule.
func (p *part) fits(chunks []chunk, x0, x1 float64) bool {
	if p.wrong || len(p.chunks) == 0 {
		return false
	}
	slices.SortFunc(p.chunks, func(a, b int) int { return cmp.Compare(chunks[a].x0, chunks[b].x0) })
	first := &chunks[p.chunks[0]]
	texts := make([]string, 0, len(p.chunks))
	for _, i := range p.chunks {
		if math.Abs(chunks[i].y-first.y) > 0.5*first.size || chunks[i].rtl {
			return false
		}
		texts = append(texts, strings.TrimSpace(chunks[i].text()))
	}
	p.text = strings.Join(texts, " ")
	return math.Abs((p.x0+p.x1)-(x0+x1)) < 4*partSlack*first.size && len(p.text) <= maxPartText
}

// bracketed puts brackets around more than one number or name. In a denominator 2π is
// more than one.
func bracketed(text string, denominator bool) string {
	letters, digits := 0, 0
	for i, r := range text {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r) || r == '.' && i > 0:
			digits++
		case unicode.Is(unicode.No, r): // an exponent
		default:
			letters, digits = len(text), len(text)
		}
	}
	simple := letters+digits <= len(text) && !(denominator && letters > 0 && digits > 0)
	if simple || strings.HasPrefix(text, "(") && strings.IndexByte(text, ')') == len(text)-1 {
		return text
	}
	return "(" + text + ")"
}
