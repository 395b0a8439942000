package formula

import (
	"cmp"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/raised"
)

const (
	smallSize = 0.85 // times the size of the line, at most, of an exponent or index
	higher    = 0.15 // ems above the line, at least, of an exponent
	lower     = 0.06 // ems below the line, at least, of an index
	onLine    = 0.12 // ems by which items of one line may differ in height
	scriptGap = 0.5  // ems at most before an exponent or index
	spaceGap  = 0.12 // ems from which there is a blank
	axis      = 0.25 // ems from the base line to the rules of fractions
	partSlack = 0.25 // ems by which a part may be longer than its rule, at either end
	partGap   = 0.8  // ems at most between a rule and its parts
)

// line is a row of items that is read.
type line struct {
	text       string
	base, size float32
	bad        bool
}

// row reads items from left to right: those on the line, each with the exponents and indices behind it.
func row(items []*item) line {
	items = slices.Clone(items)
	slices.SortStableFunc(items, func(a, b *item) int { return cmp.Compare(a.x0, b.x0) })
	var l line
	var text strings.Builder
	l.base, l.size = baseLine(items)
	var atom, first *item // the last one on the line, and the first of its scripts
	var end float32       // of it and its scripts
	var scripts [2]string // below and above the line
	flush := func() {
		for i, of := range scripts {
			if of == "" {
				continue
			}
			// a relation has no index, so that the script belongs to another letter
			l.bad = l.bad || atom == nil || atom.glyph != "" && strings.Contains("=<>≤≥≈∼≡→⇒⇔∈≠⊂⊆∝≪≫", atom.glyph)
			written, ok := raised.Text(of, i == 1, true)
			if !ok {
				written = "^" + of
			}
			text.WriteString(written)
		}
		scripts, first = [2]string{}, nil
	}
	for _, it := range items {
		l.bad = l.bad || it.bad
		rise, small, level := (it.base-l.base)/l.size, it.size <= smallSize*l.size, -1
		switch {
		case it.rich && abs(it.axis()-l.base-axis*l.size) < 0.3*l.size, abs(rise) < onLine && !small:
		case small && rise >= higher:
			level = 1
		case small && rise <= -lower:
			level = 0
		default:
			l.bad = true
		}
		if level >= 0 {
			first = cmp.Or(first, it)
			l.bad = l.bad || it.x0-end > scriptGap*l.size || it.size <= smallSize*first.size // a script of a script
			scripts[level] += it.text
			end = max(end, it.x1)
			continue
		}
		flush()
		if atom != nil && (it.x0-end)/l.size >= spaceGap {
			text.WriteByte(' ')
		}
		atom, end = it, it.x1
		text.WriteString(it.text)
	}
	flush()
	l.text = strings.TrimSpace(text.String())
	return l
}

// baseLine returns the base line and size of most items of the largest size.
func baseLine(items []*item) (base, size float32) {
	base, size = items[0].base, items[0].size
	for _, it := range items {
		size = max(size, it.size)
	}
	best := 0
	for _, it := range items {
		n := 0
		for _, other := range items {
			if other.size >= 0.9*size && abs(other.base-it.base) < onLine*size {
				n++
				if !other.rich {
					n++ // a part that is put together knows its line less well
				}
			}
		}
		if n > best && it.size >= 0.9*size {
			best, base = n, it.base
		}
	}
	return base, size
}

func abs(v float32) float32 { return max(v, -v) }
