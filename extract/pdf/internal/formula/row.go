package formula

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

const (
	maxDepth  = 16   // of parts within parts
	smallSize = 0.85 // times the size of the line, at most, of an exponent or index
	raised    = 0.15 // ems above the line, at least, of an exponent
	lowered   = 0.06 // ems below the line, at least, of an index
	onLine    = 0.12 // ems by which items of one line may differ in height
	scriptGap = 0.5  // ems at most before an exponent or index
	spaceGap  = 0.12 // ems from which there is a blank
	axis      = 0.25 // ems from the base line to the rules of fractions
	partSlack = 0.25 // ems by which a part may stand out from its rule
	partGap   = 0.8  // ems at most between a rule and what it is of, and between that
	maxScript = 3    // characters of an exponent or index in Unicode
)

// item is a glyph or a part of a formula that is read.
type item struct {
	x0, x1, top, bottom float32
	base, size          float32
	glyph               string // the glyph or word as it is, "" for a part
	text                string
	glyphs              []int // their places on the page
	large               bool  // a sign with limits
	rich                bool  // more than glyphs on a line
	bad                 bool  // it could not be read
	hangs               bool  // it reaches below its base line, and stands around the axis
}

// newItem makes an item of a glyph. A sign that hangs gets the base line of the text beside it.
// It is bad without usable text, or as one piece of a delimiter that is built of several.
func newItem(g *contentstream.Glyph, at int) *item {
	it := &item{x0: g.X, x1: g.X + g.W, base: g.Y, size: g.Size, glyphs: []int{at}, glyph: strings.TrimRight(g.Text, "\ufe00\ufe01\ufe02\ufe0e\ufe0f")}
	it.top, it.bottom = g.Y+0.7*g.Size, g.Y-0.2*g.Size
	it.large = strings.Contains("∑∏∐∫∮⋃⋂", it.glyph)
	switch {
	case g.Hang > 0:
		it.hangs = true
		it.top, it.bottom = g.Y+0.04*g.Size, g.Y-g.Hang*g.Size
		it.base = (it.top+it.bottom)/2 - axis*g.Size
	case it.large:
		it.top, it.bottom = g.Y+0.95*g.Size, g.Y-0.4*g.Size
	}
	it.text = it.glyph
	r, _ := utf8.DecodeRuneInString(it.text)
	if r >= 0x1d400 && r <= 0x1d7ff || r == 'ℎ' {
		it.text = norm.NFKC.String(it.text)
	}
	it.bad = r < ' ' || r == utf8.RuneError || unicode.Is(unicode.Co, r) || strings.ContainsRune("⏞⏟⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦⎧⎨⎩⎫⎬⎭⎪^~`", r) || g.Hang > 0 && strings.ContainsRune("∣∥│‖", r)
	return it
}

func (it *item) axis() float32 { return it.base + axis*it.size }

// isRelation reports whether an item is a sign between two parts, which has no index.
func (it *item) isRelation() bool {
	return it.glyph != "" && strings.Contains("=<>≤≥≈∼≡→⇒⇔∈≠⊂⊆∝≪≫", it.glyph)
}

func merge(items []*item, text string) *item {
	m := *items[0]
	m.glyph, m.text, m.glyphs, m.rich, m.large, m.hangs = "", text, nil, true, false, false
	for _, it := range items {
		m.x0, m.x1 = min(m.x0, it.x0), max(m.x1, it.x1)
		m.top, m.bottom = max(m.top, it.top), min(m.bottom, it.bottom)
		m.glyphs = append(m.glyphs, it.glyphs...)
		m.bad = m.bad || it.bad
	}
	return &m
}

func replace(items, gone []*item, by *item) []*item {
	return append(slices.DeleteFunc(slices.Clone(items), func(it *item) bool { return slices.Contains(gone, it) }), by)
}

// takeRules reads fractions and roots, the shortest rules first: these are the innermost.
func takeRules(items []*item, rules []contentstream.Segment) []*item {
	slices.SortStableFunc(rules, func(a, b contentstream.Segment) int { return cmp.Compare(a.X1-a.X0, b.X1-b.X0) })
	for i, rule := range rules {
		sign := slices.IndexFunc(items, func(it *item) bool {
			return it.glyph == "√" && abs(rule.X0-it.x1) < 0.15*it.size && rule.Y0 > it.axis() && rule.Y0 < it.top+0.4*it.size
		})
		if sign >= 0 {
			items = takeRoot(items, items[sign], rule)
		} else {
			items = takeFraction(items, rule, rules[i+1:])
		}
	}
	for _, it := range items {
		it.bad = it.bad || it.glyph == "√"
	}
	return items
}

// takeRoot reads a root, with a degree in digits.
func takeRoot(items []*item, sign *item, rule contentstream.Segment) []*item {
	var inside []*item
	all, degree := []*item{sign}, ""
	for _, it := range items {
		form := string(Superscripts[[]rune(it.glyph + "x")[0]])
		switch {
		case it == sign:
		case it.x0 >= rule.X0-0.15*sign.size && it.x1 <= rule.X1+0.2*sign.size && it.axis() < rule.Y0 && it.bottom > sign.bottom-0.4*sign.size:
			inside = append(inside, it)
		case form != "\x00" && it.size < 0.75*sign.size && it.x1 > sign.x0 && it.x1 < sign.x0+0.6*sign.size && it.base > sign.axis() && it.base < sign.top:
			all, degree = append(all, it), degree+form
		}
	}
	if len(inside) == 0 {
		return items
	}
	all = append(all, inside...)
	l := row(inside, 1)
	m := merge(all, degree+"√"+bracketed(l.text, false))
	m.bad, m.base, m.size, m.x1 = m.bad || l.bad, l.base, l.size, max(m.x1, rule.X1)
	return replace(items, all, m)
}

// takeFraction reads the fraction of a rule, if it is one. wider are the rules that are not
// looked at yet.
func takeFraction(items []*item, rule contentstream.Segment, wider []contentstream.Segment) []*item {
	over, under := part(items, rule, wider, 1), part(items, rule, wider, -1)
	if len(over) == 0 || len(under) == 0 {
		return items
	}
	a, b, upper, lower := row(over, 1), row(under, 1), merge(over, ""), merge(under, "")
	if max(upper.x1-upper.x0, lower.x1-lower.x0) < 0.5*(rule.X1-rule.X0) {
		over[0].bad = true // what the rule parts is not clear
		return items
	}
	all := append(slices.Clone(over), under...)
	m := merge(all, bracketed(a.text, false)+"/"+bracketed(b.text, true))
	m.bad = m.bad || a.bad || b.bad
	m.x0, m.x1, m.size = min(m.x0, rule.X0), max(m.x1, rule.X1), max(a.size, b.size)
	m.base = rule.Y0 - axis*m.size
	return replace(items, all, m)
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

// part returns the items above, for side 1, or below a rule, up to the next one.
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
	inner, outer := func(it *item) float32 { return it.bottom }, func(it *item) float32 { return it.top }
	if side < 0 {
		inner, outer = func(it *item) float32 { return -it.top }, func(it *item) float32 { return -it.bottom }
	}
	slices.SortStableFunc(near, func(a, b *item) int { return cmp.Compare(inner(a), inner(b)) })
	edge := rule.Y0 * side
	for n, it := range near {
		if inner(it)-edge > partGap*it.size {
			return near[:n]
		}
		edge = max(edge, outer(it))
	}
	return near
}

// placeLimits moves the small items right above and below large signs behind these, where exponents
// and indices stand.
func placeLimits(items []*item) {
	for _, sign := range items {
		if !sign.large {
			continue
		}
		for _, it := range items {
			gap, middle := max(it.bottom-sign.top, sign.bottom-it.top), (it.x0+it.x1-sign.x0-sign.x1)/2
			if it.size <= smallSize*sign.size && gap > -0.35*sign.size && gap < 0.5*sign.size && abs(it.axis()-sign.axis()) > 0.5*sign.size && abs(middle) < 2*sign.size {
				width := it.x1 - it.x0
				it.x0 = sign.x1 + (it.x0-sign.x0+2*sign.size)/100
				it.x1 = it.x0 + min(width, 0.01*sign.size)
			}
		}
	}
}

// line is a row of items that is read.
type line struct {
	text       string
	base, size float32
	rich, bad  bool
}

func row(items []*item, depth int) line {
	if depth > maxDepth || len(items) == 0 {
		return line{bad: true}
	}
	items = slices.Clone(items)
	for i, it := range items {
		placed := *it // at its place in this row
		items[i] = &placed
	}
	placeLimits(items)
	slices.SortStableFunc(items, func(a, b *item) int { return cmp.Compare(a.x0, b.x0) })
	r := rowReader{depth: depth}
	r.base, r.size = baseLine(items)
	for _, it := range items {
		r.take(it)
	}
	r.flush()
	r.bad = r.bad || depth == 0 && len(items) > 0 && r.atom != nil && r.atom.large // a sign of nothing
	r.text = strings.TrimSpace(r.b.String())
	return r.line
}

// baseLine returns the base line and size of most items of the largest size.
func baseLine(items []*item) (base, size float32) {
	base, size = items[0].base, items[0].size
	for _, it := range items {
		if !it.hangs && (items[0].hangs || it.size > size) {
			size = max(size, it.size)
		}
	}
	best := 0
	for _, it := range items {
		n := 0
		for _, other := range items {
			if !other.hangs && other.size >= 0.9*size && abs(other.base-it.base) < onLine*size {
				n++
				if !other.rich {
					n++ // a part that is put together knows its line less well
				}
			}
		}
		if n > best && !it.hangs && it.size >= 0.9*size {
			best, base = n, it.base
		}
	}
	return base, size
}

func abs(v float32) float32 { return max(v, -v) }

// rowReader writes a line from left to right.
type rowReader struct {
	line
	depth   int
	b       strings.Builder
	atom    *item
	end     float32    // of the atom and its scripts
	scripts [2][]*item // below and above the line
}

func (r *rowReader) take(it *item) {
	r.bad, r.rich = r.bad || it.bad, r.rich || it.rich
	rise := (it.base - r.base) / r.size
	small := it.size <= smallSize*r.size
	where := 0
	switch {
	case (it.hangs || it.rich) && abs(it.axis()-r.base-axis*r.size) < 0.3*r.size, abs(rise) < onLine && !small:
		where = -1
	case small && rise >= raised:
		where = 1
	case !small || rise > -lowered:
		r.bad, where = true, -1
	}
	if where >= 0 {
		r.scripts[where] = append(r.scripts[where], it)
		r.bad = r.bad || r.atom == nil || it.x0-r.end > scriptGap*r.size
		r.end = max(r.end, it.x1)
		return
	}
	r.flush()
	if r.atom != nil && (it.x0-r.end)/r.size >= spaceGap {
		r.b.WriteByte(' ')
	}
	r.atom, r.end = it, it.x1
	r.b.WriteString(it.text)
}

// flush writes the scripts of the last atom: as short as can be, else behind a sign.
func (r *rowReader) flush() {
	for i, items := range r.scripts {
		if len(items) == 0 || r.atom == nil {
			continue
		}
		r.bad = r.bad || r.atom.isRelation() // it belongs to something else
		text, known := "", len(items) <= maxScript
		for _, it := range items {
			c, _ := utf8.DecodeRuneInString(it.glyph)
			form := [...]map[rune]rune{Subscripts, Superscripts}[i][c]
			if it.glyph == "′" {
				form = '′'
			}
			known = known && form != 0 && !it.rich && it.size == items[0].size && it.base == items[0].base
			text += string(form)
		}
		if known {
			r.b.WriteString(text)
			continue
		}
		r.rich = true
		l := row(items, r.depth+1)
		r.bad = r.bad || l.bad
		if utf8.RuneCountInString(l.text) > 1 {
			l.text = "(" + l.text + ")"
		}
		r.b.WriteString([...]string{"_", "^"}[i] + l.text)
	}
	r.scripts = [2][]*item{}
}

// Superscripts and Subscripts are the exponents and indices that Unicode has.
var (
	Superscripts = map[rune]rune{'0': '⁰', '1': '¹', '2': '²', '3': '³', '4': '⁴', '5': '⁵', '6': '⁶', '7': '⁷', '8': '⁸', '9': '⁹', '+': '⁺', '-': '⁻', '−': '⁻', '–': '⁻', 'n': 'ⁿ'}
	Subscripts   = map[rune]rune{'0': '₀', '1': '₁', '2': '₂', '3': '₃', '4': '₄', '5': '₅', '6': '₆', '7': '₇', '8': '₈', '9': '₉', '+': '₊', '-': '₋', '−': '₋',
		'a': 'ₐ', 'e': 'ₑ', 'h': 'ₕ', 'i': 'ᵢ', 'j': 'ⱼ', 'k': 'ₖ', 'l': 'ₗ', 'm': 'ₘ', 'n': 'ₙ', 'o': 'ₒ', 'p': 'ₚ', 'r': 'ᵣ', 's': 'ₛ', 't': 'ₜ', 'u': 'ᵤ', 'v': 'ᵥ', 'x': 'ₓ'}
)
