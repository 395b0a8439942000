package layout

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/formula"
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

// joinFractions makes one run of the parts of each fraction. Inner fractions have
// the shorter rules and come first.
func joinFractions(runs []textRun, bars []contentstream.Segment) []textRun {
	if len(bars) == 0 {
		return runs
	}
	bars = slices.Clone(bars)
	slices.SortStableFunc(bars, func(a, b contentstream.Segment) int { return cmp.Compare(a.X1-a.X0, b.X1-b.X0) })
	f := fractionFinder{runs: runs, gone: make([]bool, len(runs))}
	f.byHeight = make([]int, len(runs))
	for i := range f.byHeight {
		f.byHeight[i] = i
	}
	slices.SortStableFunc(f.byHeight, func(a, b int) int { return cmp.Compare(runs[a].y, runs[b].y) })
	for _, r := range bars {
		f.join(float64(r.X0), float64(r.X1), float64(r.Y0+r.Y1)/2)
	}
	if !f.joined {
		return runs
	}
	var out []textRun
	for i := range f.runs {
		if !f.gone[i] {
			out = append(out, f.runs[i])
		}
	}
	return out
}

type fractionFinder struct {
	runs     []textRun
	gone     []bool
	byHeight []int // indices of runs
	joined   bool
}

// part is the numerator or denominator of a fraction.
type part struct {
	runs   []int // from left to right
	x0, x1 float64
	text   string
	wrong  bool // it can't be one
}

// join makes a fraction of what stands over and under a rule, if it is one.
func (f *fractionFinder) join(x0, x1, y float64) {
	over, under := part{x0: math.Inf(1), x1: math.Inf(-1)}, part{x0: math.Inf(1), x1: math.Inf(-1)}
	line := -1 // a run of the line that the fraction stands on
	from, _ := slices.BinarySearchFunc(f.byHeight, y-fractionReach, func(i int, v float64) int { return cmp.Compare(f.runs[i].y, v) })
	for _, i := range f.byHeight[from:] {
		c := &f.runs[i]
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
	if line < 0 || !over.fits(f.runs, x0, x1) || !under.fits(f.runs, x0, x1) || max(over.x1-over.x0, under.x1-under.x0) < x1-x0-2*partSlack*f.runs[line].size {
		return
	}
	first := slices.Min(append(slices.Clone(over.runs), under.runs...))
	for _, i := range append(over.runs, under.runs...) {
		f.gone[i] = i != first
	}
	c := f.runs[first]
	l := &f.runs[line]
	f.runs[first] = textRun{x0: x0, x1: x1, y: l.y, size: l.size, mcid: c.mcid, annotation: c.annotation,
		spans: []Span{{Text: formula.Bracketed(over.text, false) + "/" + formula.Bracketed(under.text, true)}}}
	f.joined = true
}

// add takes a run into a part.
func (p *part) add(c *textRun, i int, x0, x1 float64) {
	p.runs = append(p.runs, i)
	p.x0, p.x1 = min(p.x0, c.x0), max(p.x1, c.x1)
	slack := partSlack * c.size
	p.wrong = p.wrong || len(p.runs) > maxPart || c.x0 < x0-slack || c.x1 > x1+slack
}

// fits reports whether the runs are one line in the middle of the rule.
func (p *part) fits(runs []textRun, x0, x1 float64) bool {
	if p.wrong || len(p.runs) == 0 {
		return false
	}
	slices.SortFunc(p.runs, func(a, b int) int { return cmp.Compare(runs[a].x0, runs[b].x0) })
	first := &runs[p.runs[0]]
	texts := make([]string, 0, len(p.runs))
	for _, i := range p.runs {
		if math.Abs(runs[i].y-first.y) > 0.5*first.size || runs[i].rtl {
			return false
		}
		texts = append(texts, strings.TrimSpace(runs[i].text()))
	}
	p.text = strings.Join(texts, " ")
	return math.Abs((p.x0+p.x1)-(x0+x1)) < 4*partSlack*first.size && len(p.text) <= maxPartText
}
