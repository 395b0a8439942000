package formula

import (
	"cmp"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/font"
)

// Unsure stands for a formula that can't be read for certain.
const Unsure = "[formula]"

const (
	maxRules     = 2_000 // of a page that are looked at
	maxRule      = 400   // points that one is long
	maxZoneRules = 60    // of one zone
	pieceGap     = 2.6   // ems between formulas on one line
	commaGap     = 0.26  // ems from which a comma is of the sentence
	digitsGap    = 0.22  // ems from which digits before a formula are of the text
)

// Replace puts one glyph for each formula of a page that says more than text on a
// line can: its text is TeX and its font has Formula set, or it is Unsure. Exponents
// and indices that Unicode has become those. Replace returns how many formulas are
// unsure.
func Replace(p *contentstream.Page) (unsure int) {
	if !slices.ContainsFunc(p.Glyphs, func(g contentstream.Glyph) bool { return g.Font.Math }) {
		return 0
	}
	negate(p)
	r := replacer{page: p, rules: rulesOf(p.Segments), glyph: map[int]contentstream.Glyph{}, gone: map[int]bool{}}
	zones(p.Glyphs, r.rules, r.zone)
	if len(r.gone)+len(r.glyph) == 0 {
		return 0
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
	return r.unsure
}

// rulesOf returns the horizontal rules that fractions and roots may have.
func rulesOf(segments []contentstream.Segment) (rules []contentstream.Segment) {
	for _, s := range segments {
		if s.X1-s.X0 > 2*(s.Y1-s.Y0) && s.X1-s.X0 > 1.5 && s.X1-s.X0 <= maxRule {
			rules = append(rules, s)
		}
	}
	if len(rules) > maxRules {
		return nil
	}
	slices.SortStableFunc(rules, func(a, b contentstream.Segment) int { return cmp.Compare(a.Y0, b.Y0) })
	return rules
}

type replacer struct {
	page   *contentstream.Page
	rules  []contentstream.Segment // from the lowest one on
	glyph  map[int]contentstream.Glyph
	gone   map[int]bool
	unsure int
}

// zone reads the formulas of a zone.
func (r *replacer) zone(z *zone) {
	items := assemble(z.items(r.page.Glyphs))
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
	items = takeRules(items, rules, 0)
	items = takeDelimiters(items, 0)
	alone := z.alone(r.page.Glyphs)
	for _, line := range splitRows(items) {
		for _, piece := range splitCells(line, pieceGap) {
			if alone && isStatement(piece) {
				r.piece(trim(piece, true), true)
				continue
			}
			for _, part := range splitCommas(piece) {
				r.piece(trim(part, false), false)
			}
		}
	}
}

// isStatement reports whether a formula says something: it has a relation.
func isStatement(items []*item) bool {
	return slices.ContainsFunc(items, isRelation)
}

// splitCommas parts items, from left to right, after commas with the blank of a
// sentence.
func splitCommas(items []*item) (parts [][]*item) {
	depth, start := 0, 0
	for i, it := range items {
		switch it.text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		}
		if it.text == "," && depth <= 0 && i+1 < len(items) && items[i+1].x0-it.x1 > commaGap*it.size {
			parts = append(parts, items[start:i+1])
			start = i + 1
		}
	}
	return append(parts, items[start:])
}

// trim leaves the punctuation of the sentence out of a formula, digits before it, and
// brackets that it has no other one of.
func trim(items []*item, display bool) []*item {
	for len(items) > 0 && len(items[len(items)-1].text) == 1 && strings.Contains(".,;:", items[len(items)-1].text) {
		items = items[:len(items)-1]
	}
	for len(items) > 0 && len(items[0].text) == 1 && strings.Contains(".,;:", items[0].text) {
		items = items[1:]
	}
	for len(items) > 1 && !display && isDigits(items[0].text) {
		n := 0
		for n < len(items) && isDigits(items[n].text) {
			n++
		}
		if n == len(items) || items[n].x0-items[n-1].x1 < digitsGap*items[n].size || items[n].class == ordinary && strings.Contains("=<>+−±×·≤≥≈∼", items[n].text) {
			break
		}
		items = items[n:]
	}
	depth := 0
	for i, it := range items {
		switch {
		case it.hangs:
		case it.text == "(" || it.text == "[":
			depth++
		case it.text == ")" || it.text == "]":
			depth--
		}
		if depth < 0 && !it.rich && it.class == ordinary {
			return trim(items[:i], display)
		}
	}
	if depth > 0 && !items[0].hangs && (items[0].text == "(" || items[0].text == "[") {
		return trim(items[1:], display)
	}
	return items
}

func isDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789.,:;") == ""
}

// piece reads one formula. display means that it stands for itself.
func (r *replacer) piece(items []*item, display bool) {
	if len(items) < 2 && !(len(items) == 1 && items[0].rich) {
		return
	}
	l := row(items, 0)
	seen := l.rich || display
	for _, it := range items {
		seen = seen || it.rich || it.hangs || it.class == stretch
	}
	switch {
	case display && l.open():
		r.unfinished(items, l)
	case !seen && !l.bad:
		r.scripts(l)
	case !seen:
	case !l.bad && !display && l.flat != "":
		r.flatten(items, l)
	case l.bad || l.tex == "":
		r.unsure++
		r.replace(items, l, Unsure, display)
	default:
		r.replace(items, l, l.tex, display)
	}
}

// unfinished leaves out a formula that ends in an operator, unless that is all on one
// line: what comes behind it was not found.
func (r *replacer) unfinished(items []*item, l line) {
	if !l.rich {
		r.scripts(l)
		return
	}
	r.unsure++
	r.replace(items, l, Unsure, true)
}

// flatten puts text for items that need no TeX.
func (r *replacer) flatten(items []*item, l line) {
	r.replace(items, l, l.flat, false)
	first := slices.Min(merge(items, "").glyphs)
	g := r.glyph[first]
	g.Font = r.page.Glyphs[first].Font
	r.glyph[first] = g
}

// replace puts text for items, where the first of them is in the stream.
func (r *replacer) replace(items []*item, l line, text string, display bool) {
	all := merge(items, "")
	first := slices.Min(all.glyphs)
	g := r.page.Glyphs[first]
	f := &font.Font{Formula: font.InlineFormula}
	if display {
		f.Formula = font.DisplayFormula
	}
	g.Text, g.Font, g.Hang, g.X, g.W, g.Y, g.Size = text, f, 0, all.x0, all.x1-all.x0, l.base, l.size
	for _, at := range all.glyphs {
		r.gone[at] = true
	}
	r.glyph[first] = g
}

// scripts puts the exponents and indices of Unicode for those of a line.
func (r *replacer) scripts(l line) {
	for _, s := range l.scripts {
		if s.text == "¹" {
			continue // the number of a footnote
		}
		for n, it := range s.items {
			g := r.page.Glyphs[it.glyphs[0]]
			g.Y, g.Size = l.base, l.size
			if n == 0 {
				all := merge(s.items, "")
				g.Text, g.X, g.W = s.text, all.x0, all.x1-all.x0
				r.glyph[it.glyphs[0]] = g
			} else {
				r.gone[it.glyphs[0]] = true
			}
		}
	}
}

// negate joins the stroke of TeX with the sign that it is painted over.
func negate(p *contentstream.Page) {
	const stroke = "\u0338"
	kept := p.Glyphs[:0]
	struck := false
	for _, g := range p.Glyphs {
		if g.Text == stroke {
			struck = true
			continue
		}
		if struck && !isBlank(g.Text) {
			g.Text = struckThrough(g.Text)
			struck = false
		}
		kept = append(kept, g)
	}
	p.Glyphs = kept
}
