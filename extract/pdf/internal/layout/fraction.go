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
	maxAboveRule  = 1.0   // of the base line of a numerator
	minBelowRule  = 0.3   // of the base line of a denominator
	maxBelowRule  = 1.4   // of the base line of a denominator
	axis          = 0.25  // of the rule above the line that the fraction stands on
	axisSlack     = 0.12  // by which that may be more or less
	maxFromLine   = 1.2   // between the fraction and text of its line
	maxFractions  = 2_000 // rules of a page that are looked at
	fractionReach = 40    // points around a rule
)

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
