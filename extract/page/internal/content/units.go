package content

import (
	"sort"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// unit is an element whose text is kept or left out as a whole: a table of
// data, preformatted text, a list, a list of terms, a figure with its caption.
// A reader who meets a table without two of its rows can't know that they are
// missing.
type unit struct {
	elem int32
	kind unitKind
}

type unitKind uint8

const (
	tableUnit unitKind = iota
	codeUnit
	listUnit
	termsUnit
	figureUnit
	itemUnit
)

// findUnits lists the outermost units of the page in document order, and the
// tables that only lay it out.
func (r *Reader) findUnits() {
	r.units, r.layouts = r.units[:0], r.layouts[:0]
	r.countSections()
	var hidden htmlmd.Marks // made at the first table
	end := int32(0)
	for e := range r.p.Elements {
		el := &r.p.Elements[e]
		if el.First == el.End || el.Index < end {
			continue
		}
		kind, ok := r.unitOf(int32(e), &hidden)
		if !ok {
			continue
		}
		r.units = append(r.units, unit{int32(e), kind})
		end = r.p.Next[el.Index]
	}
}

// unitOf tells whether element e is a unit, and of which kind. hidden are the nodes that
// a reader can't see.
func (r *Reader) unitOf(e int32, hidden *htmlmd.Marks) (unitKind, bool) {
	el := &r.p.Elements[e]
	switch el.Atom {
	case atom.Pre, atom.Listing, atom.Xmp, atom.Plaintext:
		return codeUnit, true
	case atom.Table:
		if *hidden == nil {
			*hidden = skippedNodes(rootOf(r.p.Nodes[e]), r.p)
		}
		if htmlmd.IsData(r.p.Nodes[e], *hidden) {
			return tableUnit, true
		}
		r.layouts = append(r.layouts, e)
	case atom.Dl:
		return termsUnit, r.plain(e)
	case atom.Ul, atom.Ol:
		return listUnit, r.plain(e)
	case atom.Figure:
		return figureUnit, r.plain(e)
	case atom.Li:
		return itemUnit, r.plain(e)
	}
	return 0, false
}

func rootOf(n *html.Node) *html.Node {
	for n.Parent != nil {
		n = n.Parent
	}
	return n
}

// sections are elements that a list or a figure with one inside is made of:
// cards, posts or parts of the page, of which one may be left out.
const sections = headings | measure.Article | measure.Form | measure.Section | furniture

// countSections sets the running totals that plain reads.
func (r *Reader) countSections() {
	r.parts = append(room(r.parts, len(r.p.Elements)+1), 0)
	for e := range r.p.Elements {
		n := r.parts[e]
		if el := &r.p.Elements[e]; el.Kinds&sections != 0 && el.First < el.End {
			n++
		}
		r.parts = append(r.parts, n)
	}
}

// plain tells an element without sections in it.
func (r *Reader) plain(e int32) bool {
	return r.parts[e+1] == r.parts[lastInside(r.p, e)+1]
}

// furniture are the elements around the matter of a page.
const furniture = measure.Nav | measure.Header | measure.Footer | measure.Aside | measure.Dialog | measure.Menu

// linkedList is the share of words in links from which on a list is one of
// links, whose items are judged one by one.
const linkedList = 0.6

// isText tells a list of text from one of links.
func (r *Reader) isText(el *measure.Element) bool {
	a, b := &r.sums[el.First], &r.sums[el.End]
	return ratio(b.links-a.links, b.words-a.words) < linkedList
}

// unite gives the blocks of each unit one probability: their mean, by words. Lists
// that stand side by side in elements alike, as in columns or cards, have one, too,
// and so have lists with nothing between them, which read as one.
func (r *Reader) unite(prob []float32) {
	for lo := 0; lo < len(r.units); {
		hi := lo + 1
		for hi < len(r.units) && r.alike(r.units[hi-1], r.units[hi]) {
			hi++
		}
		r.even(r.units[lo:hi], prob)
		lo = hi
	}
}

// alike tells two lists in parallel elements: siblings, or in siblings of the same
// kind; or with nothing between them.
func (r *Reader) alike(u, v unit) bool {
	a, b := &r.p.Elements[u.elem], &r.p.Elements[v.elem]
	if r.joined(u, v) {
		return true
	}
	if u.kind != v.kind || u.kind != listUnit || a.Signature != b.Signature || a.Parent == b.Parent {
		return false
	}
	for range 3 {
		if a.Parent < 0 || b.Parent < 0 {
			return false
		}
		if a.Parent == b.Parent {
			return true
		}
		if a, b = &r.p.Elements[a.Parent], &r.p.Elements[b.Parent]; a.Signature != b.Signature {
			return false
		}
	}
	return false
}

// joinSteps is how many elements may stand around a list below the one that holds
// the list after it, too, for both to read as one.
const joinSteps = 1

// joined tells two lists that read as one: nothing stands between them, both are of
// text or both of links, and they have a parent or a grandparent in common.
func (r *Reader) joined(u, v unit) bool {
	elems := r.p.Elements
	if u.kind != listUnit || v.kind != listUnit || elems[u.elem].End != elems[v.elem].First ||
		r.isText(&elems[u.elem]) != r.isText(&elems[v.elem]) {
		return false
	}
	up := elems[u.elem].Parent
	for step := 0; up >= 0 && step <= joinSteps; step++ {
		other := elems[v.elem].Parent
		for steps := 0; other >= 0 && steps <= joinSteps; steps++ {
			if up == other {
				return true
			}
			other = elems[other].Parent
		}
		up = elems[up].Parent
	}
	return false
}

// even gives the blocks of units their mean, by words.
func (r *Reader) even(units []unit, prob []float32) {
	var words, mass float32
	for _, u := range units {
		el := &r.p.Elements[u.elem]
		for i := el.First; i < el.End; i++ {
			w := float32(r.p.Blocks[i].Words) + 1
			words += w
			mass += w * prob[i]
		}
	}
	for _, u := range units {
		el := &r.p.Elements[u.elem]
		for i := el.First; i < el.End; i++ {
			prob[i] = mass / words
		}
	}
}

// settle keeps or leaves out each unit as a whole, and lists that read as one
// together: as most of its words are, and as the text on both sides is if that is
// kept and in the same element. least is the probability from which on blocks are
// kept.
func (r *Reader) settle(prob []float32, kept []bool, least float32, lo, hi int32) {
	for from := 0; from < len(r.units); {
		to := from + 1
		for to < len(r.units) && r.joined(r.units[to-1], r.units[to]) {
			to++
		}
		run := r.units[from:to]
		from = to
		first, end := r.span(run)
		if first < lo || end > hi {
			continue
		}
		var words, held int32
		for i := first; i < end; i++ {
			w := r.p.Blocks[i].Words + 1
			words += w
			if kept[i] {
				held += w
			}
		}
		whole := 2*held > words
		if !whole && r.between(run, kept, prob[first] >= least/2) {
			whole = true
			if h := first - 1; r.isHeading(int(h)) {
				kept[h] = true
			}
		}
		for i := first; i < end; i++ {
			kept[i] = whole
		}
	}
}

// span is where the blocks of neighbouring units begin, and where they end.
func (r *Reader) span(run []unit) (first, end int32) {
	return r.p.Elements[run[0].elem].First, r.p.Elements[run[len(run)-1].elem].End
}

// between tells a unit, or lists that read as one, between kept text of the element
// around. Lists of links there must be likely, too; a caption never goes along, nor
// an item of a list of cards.
func (r *Reader) between(run []unit, kept []bool, likely bool) bool {
	switch run[0].kind {
	case itemUnit, figureUnit:
		return false
	case listUnit:
		for _, u := range run {
			if !likely && !r.isText(&r.p.Elements[u.elem]) {
				return false
			}
		}
	}
	first, after := r.span(run)
	before := first - 1
	if before > 0 && !kept[before] && r.isHeading(int(before)) {
		before--
	}
	if before < 0 || int(after) >= len(kept) || !kept[before] || !kept[after] {
		return false
	}
	up := r.outside(&r.p.Elements[run[0].elem])
	for up >= 0 && r.p.Elements[up].End < after {
		up = r.outside(&r.p.Elements[up])
	}
	return up >= 0 && before >= r.p.Elements[up].First && after < r.p.Elements[up].End
}

// InUnit reports whether a block of the page of the last Choose is part of a
// unit.
func (c *Chooser) InUnit(block int) bool { return c.reader.inUnit(block) }

func (r *Reader) inUnit(block int) bool {
	after := sort.Search(len(r.units), func(u int) bool { return r.p.Elements[r.units[u].elem].End > int32(block) })
	return after < len(r.units) && r.p.Elements[r.units[after].elem].First <= int32(block)
}

// outside returns the nearest element that holds more than el, -1 for none.
func (r *Reader) outside(el *measure.Element) int32 {
	up := el.Parent
	for up >= 0 && r.p.Elements[up].First == el.First && r.p.Elements[up].End == el.End {
		up = r.p.Elements[up].Parent
	}
	return up
}
