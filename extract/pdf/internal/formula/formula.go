// Package formula finds formulas among the glyphs of a page and writes them as text on one line:
// exponents, indices, fractions and roots. Any other formula stays as it is.
package formula

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/font"
)

const (
	maxRules     = 2_000 // of a page that are looked at
	maxRule      = 400   // points that one is long
	maxZoneRules = 60    // of one zone
	pieceGap     = 2.6   // ems between formulas on one line
	rowGap       = 0.6   // ems between the base lines of two rows, at least
	digitsGap    = 0.22  // ems from which digits before a formula are of the text
)

// Replace puts one glyph for each formula of a page whose glyphs are not on one line, or that has
// lines to itself. Its text is the formula.
func Replace(p *contentstream.Page) {
	if !slices.ContainsFunc(p.Glyphs, func(g contentstream.Glyph) bool { return isMath(&g) }) {
		return
	}
	r := replacer{page: p, glyph: map[int]contentstream.Glyph{}, gone: map[int]bool{}}
	for _, s := range p.Segments { // that fractions and roots may have
		if s.X1-s.X0 > 2*(s.Y1-s.Y0) && s.X1-s.X0 > 1.5 && s.X1-s.X0 <= maxRule {
			r.rules = append(r.rules, s)
		}
	}
	if len(r.rules) > maxRules {
		r.rules = nil
	}
	slices.SortStableFunc(r.rules, func(a, b contentstream.Segment) int { return cmp.Compare(a.Y0, b.Y0) })
	zones(p.Glyphs, r.zone)
	if len(r.glyph) == 0 {
		return
	}
	kept := make([]contentstream.Glyph, 0, len(p.Glyphs))
	for i := range p.Glyphs {
		if g, ok := r.glyph[i]; ok {
			kept = append(kept, g)
		} else if !r.gone[i] {
			kept = append(kept, p.Glyphs[i])
		}
	}
	p.Glyphs = kept
}

type replacer struct {
	page  *contentstream.Page
	rules []contentstream.Segment // from the lowest one on
	glyph map[int]contentstream.Glyph
	gone  map[int]bool
}

func (r *replacer) zone(z *zone) {
	var rules []contentstream.Segment
	from, _ := slices.BinarySearchFunc(r.rules, z.y0-z.size, func(s contentstream.Segment, y float32) int { return cmp.Compare(s.Y0, y) })
	for _, s := range r.rules[from:] {
		if s.Y0 > z.y1+1.2*z.size {
			break
		}
		if s.X0 > z.x0-z.size && s.X1 < z.x1+z.size {
			rules = append(rules, s)
		}
	}
	if len(rules) > maxZoneRules {
		return // a drawing
	}
	var items []*item
	for _, at := range z.glyphs {
		items = append(items, newItem(&r.page.Glyphs[at], at))
	}
	alone := z.alone(r.page.Glyphs)
	for _, line := range splitRows(takeRules(items, rules)) {
		for _, piece := range splitCells(line) {
			display := alone && slices.ContainsFunc(piece, (*item).isRelation)
			r.piece(trim(piece, display), display)
		}
	}
}

// splitRows groups items by their base lines, from the top. Small items belong to the nearest row,
// items beside a high bracket to its row.
func splitRows(items []*item) [][]*item {
	var size float32
	var high []*item
	for _, it := range items {
		size = max(size, it.size)
		if it.hangs && it.top-it.bottom > 1.7*it.size {
			high = append(high, it)
		}
	}
	line := func(it *item) float32 {
		for _, h := range high {
			if it.axis() < h.top && it.axis() > h.bottom {
				return h.base
			}
		}
		return it.axis() - axis*size
	}
	sorted := slices.Clone(items)
	slices.SortStableFunc(sorted, func(a, b *item) int { return cmp.Compare(line(b), line(a)) })
	var rows [][]*item
	var bases []float32
	for _, small := range [...]bool{false, true} {
		for _, it := range sorted {
			if it.size < smallSize*size != small {
				continue
			}
			n := len(bases) - 1
			if n < 0 || !small && bases[n]-line(it) > rowGap*size {
				rows, bases = append(rows, nil), append(bases, line(it))
				n++
			}
			for small && n > 0 && abs(line(it)-bases[n-1]) <= abs(line(it)-bases[n]) {
				n--
			}
			rows[n] = append(rows[n], it)
		}
	}
	return rows
}

func splitCells(items []*item) (cells [][]*item) {
	slices.SortStableFunc(items, func(a, b *item) int { return cmp.Compare(a.x0, b.x0) })
	var end, size float32
	start := 0
	for i, it := range items {
		size = max(size, it.size)
		if i > 0 && it.x0-end > pieceGap*size {
			cells = append(cells, items[start:i])
			start = i
		}
		end = max(end, it.x1)
	}
	return append(cells, items[start:])
}

func bracket(text string) int {
	switch text {
	case "(", "[", "{":
		return 1
	case ")", "]", "}":
		return -1
	}
	return 0
}

// trim leaves out of a formula:
//   - the punctuation of the sentence at both ends
//   - digits before it that stand apart, unless it stands on lines of its own
//   - brackets without a partner, and what is behind one that closes
func trim(items []*item, display bool) []*item {
	punctuation := func(it *item) bool { return len(it.glyph) == 1 && strings.Contains(".,;:", it.glyph) }
	for len(items) > 0 && punctuation(items[len(items)-1]) {
		items = items[:len(items)-1]
	}
	for len(items) > 0 && punctuation(items[0]) {
		items = items[1:]
	}
	digits := 0
	for digits < len(items) && items[digits].glyph != "" && strings.Trim(items[digits].glyph, "0123456789.,:;") == "" {
		digits++
	}
	if digits > 0 && digits < len(items) && !display && items[digits].x0-items[digits-1].x1 >= digitsGap*items[digits].size && !strings.Contains("=<>+−±×·≤≥≈∼", items[digits].glyph) {
		items = items[digits:]
	}
	depth := 0
	for i, it := range items {
		depth += bracket(it.glyph)
		if depth < 0 {
			return trim(items[:i], display)
		}
	}
	if depth > 0 && bracket(items[0].glyph) > 0 {
		return trim(items[1:], display)
	}
	return items
}

// piece reads one formula. display reports that the formula has its lines to itself.
// piece leaves the glyphs as they are in three cases: what it can't read for certain, inline text with only
// exponents and indices that Unicode has (x²), and a line that ends in an operator ("a ="), whose
// rest wasn't found.
func (r *replacer) piece(items []*item, display bool) {
	if len(items) < 2 && !(len(items) == 1 && items[0].rich) {
		return
	}
	l := row(items, 0)
	last, _ := utf8.DecodeLastRuneInString(l.text)
	if l.bad || l.text == "" || !l.rich && !display || display && strings.ContainsRune("=<>+-±×≤≥≈∼≡→⇒⇔∈", last) {
		return
	}
	all := merge(items, "")
	first := slices.Min(all.glyphs)
	g := r.page.Glyphs[first]
	g.Font = &font.Font{Formula: display}
	g.Text, g.Hang, g.X, g.W, g.Y, g.Size = l.text, 0, all.x0, all.x1-all.x0, l.base, l.size
	for _, at := range all.glyphs {
		r.gone[at] = true
	}
	r.glyph[first] = g
}
