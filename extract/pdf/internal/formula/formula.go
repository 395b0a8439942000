// Package formula finds fractions and roots among the glyphs of a page and writes each as text on one line: (a + b)/c,
// √(a + b). What it can't read for certain stays as it is. Exponents and indices beside them stay glyphs.
package formula

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/raised"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/font"
)

const (
	maxRules  = 1_000     // of a page that are looked at
	maxRule   = 400       // points that one is long
	maxLooks  = 4_000_000 // at glyphs near rules of a page
	maxNear   = 400       // glyphs near one
	maxPart   = 100       // of them, those of a part
	maxBeside = 60        // rules near one: more are a drawing
	maxReach  = 40        // points from it to them
)

// Replace puts one glyph in the place of each fraction and root that has a sign of formulas.
func Replace(p *contentstream.Page) {
	if !slices.ContainsFunc(p.Glyphs, func(g contentstream.Glyph) bool { return isMath(&g) }) {
		return
	}
	var r replacer
	for i := range p.Glyphs {
		if it := newItem(&p.Glyphs[i], i); it != nil {
			r.items = append(r.items, it)
		}
	}
	rules := slices.DeleteFunc(slices.Clone(p.Segments), func(s contentstream.Segment) bool {
		return s.X1-s.X0 <= max(1.5, 2*(s.Y1-s.Y0)) || s.X1-s.X0 > maxRule // which no fraction or root has
	})
	if len(rules) <= maxRules {
		r.takeRules(rules)
	}
	p.Glyphs = r.replace(p.Glyphs)
}

// isMath reports whether a glyph is of formulas: by its font, or as a letter of Unicode's mathematical alphabets.
func isMath(g *contentstream.Glyph) bool {
	r, _ := utf8.DecodeRuneInString(g.Text)
	return g.Font.Math || r >= 0x1d400 && r <= 0x1d7ff
}

// replacer holds the glyphs of a page as items, and the parts of formulas behind them.
type replacer struct {
	items []*item
	looks int
}

// near returns the items around a height between x0 and x1, nil for too many.
func (r *replacer) near(y, x0, x1 float32) (items []*item) {
	for _, it := range r.items {
		if r.looks++; r.looks > maxLooks || len(items) > maxNear {
			return nil
		}
		if !it.gone && abs(it.axis()-y) < maxReach && it.x1 > x0 && it.x0 < x1 {
			items = append(items, it)
		}
	}
	return items
}

// merge puts one item with a text in the place of several.
func (r *replacer) merge(items []*item, text string, bad bool, base, size float32) *item {
	m := &item{box: extent(items), text: text, rich: true, bad: bad, base: base, size: size}
	for _, it := range items {
		it.gone = true
		m.glyphs = append(m.glyphs, it.glyphs...)
		m.bad, m.math = m.bad || it.bad, m.math || it.math
	}
	r.items = append(r.items, m)
	return m
}

// extent returns the box around items.
func extent(items []*item) box {
	b := items[0].box
	for _, it := range items {
		b = box{min(b.x0, it.x0), max(b.x1, it.x1), max(b.top, it.top), min(b.bottom, it.bottom)}
	}
	return b
}

// replace returns the glyphs of the page with one in the place of those that were merged.
func (r *replacer) replace(glyphs []contentstream.Glyph) (kept []contentstream.Glyph) {
	gone := map[int]bool{}
	for _, m := range r.items {
		if !m.rich || m.gone || m.bad || !m.math || m.text == "" {
			continue
		}
		first := slices.Min(m.glyphs)
		for _, at := range m.glyphs {
			gone[at] = at != first
		}
		g := &glyphs[first]
		g.Font = &font.Font{Formula: true}
		g.Text, g.X, g.W, g.Y, g.Size = m.text, m.x0, m.x1-m.x0, m.base, m.size
	}
	for i, g := range glyphs {
		if !gone[i] {
			kept = append(kept, g)
		}
	}
	return kept
}

// takeRules reads fractions and roots, the shortest rules first: these are the innermost.
func (r *replacer) takeRules(rules []contentstream.Segment) {
	slices.SortStableFunc(rules, func(a, b contentstream.Segment) int { return cmp.Compare(a.X1-a.X0, b.X1-b.X0) })
	for i, rule := range rules {
		var wider []contentstream.Segment // near it, and not looked at yet
		for _, w := range rules[i+1:] {
			if abs(w.Y0-rule.Y0) < maxReach && w.X0 < rule.X1+maxReach && w.X1 > rule.X0-maxReach {
				wider = append(wider, w)
			}
		}
		if len(wider) > maxBeside {
			continue
		}
		items := r.near(rule.Y0, rule.X0-20, rule.X1+10)
		sign := slices.IndexFunc(items, func(it *item) bool {
			return it.glyph == "√" && abs(rule.X0-it.x1) < 0.15*it.size && rule.Y0 > it.base-0.1*it.size && rule.Y0 < it.top+0.4*it.size
		})
		if sign >= 0 {
			r.takeRoot(items, items[sign], rule)
		} else {
			r.takeFraction(items, rule, wider)
		}
	}
}

// takeRoot reads a root, with a degree in digits. The sign of some fonts hangs from its base line.
func (r *replacer) takeRoot(items []*item, sign *item, rule contentstream.Segment) {
	var inside []*item
	all, degree := []*item{sign}, ""
	for _, it := range items {
		digit, isDigit := raised.Signs(it.glyph, true)
		switch {
		case it == sign:
		case it.x0 >= rule.X0-0.15*sign.size && it.x1 <= rule.X1+0.2*sign.size && it.axis() < rule.Y0 && it.bottom > rule.Y0-1.5*sign.size:
			inside = append(inside, it)
		case isDigit && it.size < 0.75*sign.size && it.x1 > sign.x0 && it.x1 < sign.x0+0.6*sign.size && it.base < rule.Y0 && it.base > rule.Y0-sign.size:
			all, degree = append(all, it), degree+digit
		}
	}
	if len(inside) > 0 && !areWords(inside) {
		l := row(inside)
		sign.bad = false
		m := r.merge(append(all, inside...), degree+"√"+bracketed(l.text, false), l.bad, l.base, l.size)
		m.x1 = max(m.x1, rule.X1)
	}
}

// takeFraction reads the fraction of a rule, if it is one.
func (r *replacer) takeFraction(items []*item, rule contentstream.Segment, wider []contentstream.Segment) {
	over, under := part(items, rule, wider, 1), part(items, rule, wider, -1)
	if len(over) == 0 || len(under) == 0 || areWords(over) || areWords(under) {
		return
	}
	if a, b := extent(over), extent(under); max(a.x1-a.x0, b.x1-b.x0) < 0.5*(rule.X1-rule.X0) {
		return
	}
	a, b := row(over), row(under)
	size := max(a.size, b.size)
	m := r.merge(append(over, under...), bracketed(a.text, false)+"/"+bracketed(b.text, true), a.bad || b.bad, rule.Y0-axis*size, size)
	m.x0, m.x1 = min(m.x0, rule.X0), max(m.x1, rule.X1)
}

// part returns the line of items above, for side 1, or below a rule, up to the next one.
func part(items []*item, rule contentstream.Segment, wider []contentstream.Segment, side float32) []*item {
	var near []*item
	for _, it := range items {
		slack := partSlack * it.size
		if it.x0 < rule.X0-slack || it.x1 > rule.X1+slack || (it.axis()-rule.Y0)*side <= 0 {
			continue
		}
		if !slices.ContainsFunc(wider, func(w contentstream.Segment) bool {
			return w.X0 < it.x1 && w.X1 > it.x0 && (w.Y0-rule.Y0)*side > 0 && (it.axis()-w.Y0)*side > 0
		}) {
			near = append(near, it)
		}
	}
	inner := func(it *item) float32 { return min(it.bottom*side, it.top*side) }
	outer := func(it *item) float32 { return max(it.bottom*side, it.top*side) }
	slices.SortStableFunc(near, func(a, b *item) int { return cmp.Compare(inner(a), inner(b)) })
	edge := rule.Y0 * side
	for n, it := range near {
		if n == 0 && inner(it)-edge > partGap*it.size || n > 0 && inner(it) > edge { // of another line
			near = near[:n]
			break
		}
		edge = max(edge, outer(it))
	}
	if len(near) > maxPart {
		return nil
	}
	return near
}

// areWords reports whether items are text: more letters than a formula has.
func areWords(items []*item) bool {
	const maxLetters = 12
	letters := 0
	for _, it := range items {
		if r, _ := utf8.DecodeRuneInString(it.glyph); !it.math && unicode.IsLetter(r) {
			letters++
		}
	}
	return letters > maxLetters
}

// bracketed returns a part in brackets, unless it is one number or name. In a denominator 2π and dt
// are more than one.
func bracketed(text string, denominator bool) string {
	letters, digits := 0, 0
	for _, r := range text {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r):
			digits++
		case !unicode.Is(unicode.No, r): // no exponent
			return "(" + text + ")"
		}
	}
	if denominator && (letters > 1 || letters > 0 && digits > 0) {
		return "(" + text + ")"
	}
	return text
}

// item is a glyph or a part of a formula that is read.
type item struct {
	box
	base, size float32
	glyph      string // the glyph as it is, "" for a part
	text       string
	glyphs     []int // their places on the page
	rich       bool  // put together of several glyphs
	bad        bool  // it could not be read
	math       bool  // it has signs of formulas
	gone       bool  // it is a part of another one
}

type box struct{ x0, x1, top, bottom float32 }

// newItem makes an item of a glyph, nil for one that no formula has. It is bad without usable text, or as one piece of a
// delimiter that is built of several.
func newItem(g *contentstream.Glyph, at int) *item {
	if g.Hidden != contentstream.Seen || g.Dir != 0 || g.Annotation != 0 || g.Size <= 0 || g.Font.Mono || strings.TrimSpace(g.Text) == "" {
		return nil
	}
	it := &item{box: box{g.X, g.X + g.W, g.Y + 0.7*g.Size, g.Y - 0.2*g.Size}, base: g.Y, size: g.Size, glyphs: []int{at}, math: isMath(g)}
	it.glyph = strings.TrimRight(g.Text, "\ufe00\ufe01\ufe02\ufe0e\ufe0f")
	it.text = it.glyph
	r, _ := utf8.DecodeRuneInString(it.text)
	if r >= 0x1d400 && r <= 0x1d7ff || r == 'ℎ' {
		it.text = norm.NFKC.String(it.text)
	}
	unknown := g.Font.Math && r >= 0xa0 && r <= 0xff && !strings.ContainsRune("±×÷·¬¯´¨°µ", r) // of a font without a table
	it.bad = unknown || r < ' ' || r == utf8.RuneError || unicode.Is(unicode.Co, r) || strings.ContainsRune("√⏞⏟⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦⎧⎨⎩⎫⎬⎭⎪^~`", r)
	return it
}

func (it *item) axis() float32 { return it.base + axis*it.size }
