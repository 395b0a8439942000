package formula

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	maxDepth  = 16   // of parts within parts
	smallSize = 0.85 // times the size of the line, at most, of an exponent or index
	raised    = 0.15 // ems above the line, at least, of an exponent
	lowered   = 0.06 // ems below the line, at least, of an index
	onLine    = 0.12 // ems by which what stands on the line may be off
	scriptGap = 0.5  // ems at most before an exponent or index
	spaceGap  = 0.12 // ems from which there is a blank
	quadGap   = 0.9  // ems from which there is a wide one
)

// line is a row of items that is read.
type line struct {
	tex, flat  string // flat says the same in text on a line, "" for what none can say
	base, size float32
	rich, bad  bool
	scripts    []script
}

// script is an exponent or index of a line, as Unicode has it.
type script struct {
	items []*item
	text  string
}

// row reads items on one line.
func row(items []*item, depth int) line {
	if depth > maxDepth || len(items) == 0 {
		return line{bad: true}
	}
	items = takeAccents(items)
	items = takeDelimiters(items, depth)
	items = takeLimits(items, depth)
	items = slices.Clone(items)
	slices.SortStableFunc(items, func(a, b *item) int { return cmp.Compare(a.x0, b.x0) })
	r := rowReader{depth: depth}
	r.bad = depth == 0 && len(items) == 1 && items[0].class == limited // without what it is of
	r.base, r.size = baseLine(items)
	for _, it := range items {
		r.take(it)
	}
	r.flush()
	r.tex = strings.TrimSpace(r.b.String())
	if !r.steep {
		r.flat = strings.TrimSpace(r.text.String())
	}
	return r.line
}

// open reports whether the line ends in an operator.
func (l *line) open() bool {
	r, _ := utf8.DecodeLastRuneInString(l.tex)
	return strings.ContainsRune("=<>+-±×≤≥≈∼≡→⇒⇔∈", r)
}

// baseLine returns the base line and size of most items of the largest size.
func baseLine(items []*item) (base, size float32) {
	for _, it := range items {
		if !it.hangs && it.size > size {
			size = it.size
		}
	}
	if size == 0 {
		size = items[0].size
	}
	best := 0
	for _, it := range items {
		if it.size < 0.9*size || it.hangs {
			continue
		}
		n := 0
		for _, other := range items {
			if !other.hangs && other.size >= 0.9*size && abs(other.base-it.base) < onLine*size {
				n++
				if !other.rich {
					n++ // a part that is put together knows its line less well
				}
			}
		}
		if n > best {
			best, base = n, it.base
		}
	}
	if best == 0 {
		base = items[0].base
	}
	return base, size
}

func abs(v float32) float32 { return max(v, -v) }

// rowReader writes a line from left to right.
type rowReader struct {
	line
	depth    int
	b, text  strings.Builder
	steep    bool // text on a line can't say it
	atom     *item
	end      float32 // of the atom and its scripts
	sup, sub []*item
}

// take reads the next item.
func (r *rowReader) take(it *item) {
	if it.bad || it.class == stretch || it.class == accent || it.class == root {
		r.bad = true
	}
	r.rich = r.rich || it.rich
	switch r.place(it) {
	case 0:
		r.flush()
		if r.atom != nil {
			r.space((it.x0-r.end)/r.size, it.class == word || r.atom.class == word)
		}
		r.atom, r.end = it, it.x1
		add(&r.b, it.tex)
		r.text.WriteString(it.flat)
		r.steep = r.steep || it.flat == ""
		return
	case 1:
		r.sup = append(r.sup, it)
	default:
		r.sub = append(r.sub, it)
	}
	if r.atom == nil || it.x0-r.end > scriptGap*r.size {
		r.bad = true
	}
	r.end = max(r.end, it.x1)
}

// place tells whether an item stands on the line, 0, above it, 1, or below it, -1.
func (r *rowReader) place(it *item) int {
	rise := (it.base - r.base) / r.size
	middle := (it.axis - r.base - axis*r.size) / r.size
	small := it.size <= smallSize*r.size
	switch {
	case it.hangs:
		if abs(middle) < 0.3 {
			return 0
		}
	case it.rich && abs(middle) < 0.1, abs(rise) < onLine && !small:
		return 0
	case small && rise >= raised:
		return 1
	case small && rise <= -lowered:
		return -1
	}
	r.bad = true
	return 0
}

// space writes the blank that a gap in ems stands for.
func (r *rowReader) space(gap float32, atText bool) {
	switch {
	case gap >= spaceGap && atText:
		r.b.WriteString(`\ `)
	case gap >= quadGap:
		r.b.WriteString(` \quad `)
		r.text.WriteByte(' ')
	case gap >= spaceGap:
		r.b.WriteByte(' ')
		r.text.WriteByte(' ')
	}
}

// flush writes the scripts of the last atom.
func (r *rowReader) flush() {
	if r.atom == nil {
		return
	}
	sub, sup := r.sub, r.sup
	if len(sub)+len(sup) > 0 && isRelation(r.atom) {
		r.bad = true // it belongs to something else
	}
	r.sub, r.sup = nil, nil
	below, belowOK := r.unicode(sub, subscripts)
	above, aboveOK := r.unicode(sup, superscripts)
	r.text.WriteString(below + above)
	if belowOK && aboveOK && !r.atom.rich && r.atom.class == ordinary {
		r.b.WriteString(below + above) // as short as can be
		return
	}
	if len(sub) > 0 {
		r.script(sub, "_")
	}
	if len(sup) > 0 {
		r.script(sup, "^")
	}
}

// unicode returns an exponent or index in the characters that Unicode has.
func (r *rowReader) unicode(items []*item, forms map[string]string) (text string, ok bool) {
	if len(items) == 0 {
		return "", true
	}
	ok = len(items) <= maxUnicode
	for _, it := range items {
		form, known := forms[it.text]
		if !known || it.rich || it.size != items[0].size || it.base != items[0].base {
			r.rich, r.steep = true, true
			ok = false
		}
		text += form
	}
	r.scripts = append(r.scripts, script{items, text})
	return text, ok
}

// maxUnicode is how many characters of a script are written in Unicode beside TeX.
const maxUnicode = 3

// script writes an exponent or index.
func (r *rowReader) script(items []*item, mark string) {
	if mark == "^" && isPrimes(items) {
		r.b.WriteString(strings.Repeat("'", len(items)))
		return
	}
	l := row(items, r.depth+1)
	r.bad = r.bad || l.bad
	r.b.WriteString(mark + braced(l.tex))
}

// isRelation reports whether an item is a sign between two parts, which has no index.
func isRelation(it *item) bool {
	return it.class == ordinary && it.text != "" && strings.Contains("=<>≤≥≈∼≡→⇒⇔∈≠⊂⊆∝≪≫", it.text)
}

func isPrimes(items []*item) bool {
	return !slices.ContainsFunc(items, func(it *item) bool { return it.text != "′" })
}

// The exponents and indices that Unicode has.
var (
	superscripts = map[string]string{"0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸", "9": "⁹", "+": "⁺", "-": "⁻", "−": "⁻",
		"n": "ⁿ", "i": "ⁱ", "′": "′", "(": "⁽", ")": "⁾"}
	subscripts = map[string]string{"0": "₀", "1": "₁", "2": "₂", "3": "₃", "4": "₄", "5": "₅", "6": "₆", "7": "₇", "8": "₈", "9": "₉", "+": "₊", "-": "₋", "−": "₋",
		"a": "ₐ", "e": "ₑ", "h": "ₕ", "i": "ᵢ", "j": "ⱼ", "k": "ₖ", "l": "ₗ", "m": "ₘ", "n": "ₙ", "o": "ₒ", "p": "ₚ", "r": "ᵣ", "s": "ₛ", "t": "ₜ", "u": "ᵤ", "v": "ᵥ", "x": "ₓ"}
)
