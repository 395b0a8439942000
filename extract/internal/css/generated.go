package css

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Generated is a box that an element generates before or after its content (CSS
// Pseudo-Elements Level 4, section 4). Zero stands for none, the element itself.
type Generated uint8

const (
	Before Generated = 1 + iota
	After
)

// readGenerated reads the name of a pseudo-element of generated content, whose name, or
// second colon, begins at start. It reports whether there is one, and moves i behind it.
// It has to stand behind something in its compound.
func (t *selectorSummary) readGenerated(list string, start int, i *int, name string, n *names) bool {
	end, first := *i, start-1
	if name == "" && start < len(list) && list[start] == ':' {
		end = nameEnd(list, start+1)
		name = Lower(list[start+1 : end])
	}
	switch {
	case end < len(list) && (list[end] == '(' || list[end] == '\\'), n.id|n.class|n.tag == 0:
		return false
	case name == "before":
		t.generated = Before
	case name == "after":
		t.generated = After
	default:
		return false
	}
	t.origin, *i = uint16(first), end
	return true
}

// positions reports whether a value of position takes a box out of the flow.
func positions(value string) bool { return value == "absolute" || value == "fixed" }

// keysBloom is a Bloom filter of the names that selectors are indexed by.
type keysBloom struct {
	bits  [64]uint64
	loose bool // some have no name
	tags  bool // some may be those of tags
	some  bool // it isn't empty
}

func (b *keysBloom) add(e *entry) {
	b.some, b.loose, b.tags = true, b.loose || e.key == 0, b.tags || e.byTag
	b.bits[e.key>>26] |= 1 << (e.key >> 20 & 63)
}

func (b *keysBloom) has(key uint32) bool { return b.bits[key>>26]>>(key>>20&63)&1 != 0 }

// any reports whether n may have one of the names.
func (b *keysBloom) any(n *html.Node) bool {
	if b.loose || !b.some {
		return b.loose
	}
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "id":
			if b.has(hashName(idKind, a.Val)) {
				return true
			}
		case "class":
			var buf [16]uint32
			if slices.ContainsFunc(appendClasses(buf[:0], a.Val), b.has) {
				return true
			}
		}
	}
	return b.tags && b.has(hashTag(n.Data))
}

// positionedNames tells which elements rules may take out of the flow, and which have
// generated boxes that they may.
type positionedNames struct {
	listed                bool
	positioned, generated keysBloom
	movedBack             keysBloom
	boxes                 map[uint32][]int32 // the entries of generated boxes by their keys
}

// Positions reports whether rules of s may take elements, or boxes that they generate,
// out of the flow. Ask it before [Sheet.MayPosition] and [Sheet.Generates].
func (s *Sheet) Positions() bool {
	s.listPositioned()
	return s.positioned.some
}

// listPositioned looks through all rules once.
func (s *Sheet) listPositioned() {
	if s.listed {
		return
	}
	s.positionedNames = positionedNames{listed: true}
	for i := range s.entries {
		e := &s.entries[i]
		if e.generated != 0 {
			if s.boxes == nil {
				s.boxes = map[uint32][]int32{}
			}
			s.boxes[e.key] = append(s.boxes[e.key], int32(i))
		}
		if s.rules[e.rule].movesBack && e.generated == 0 {
			s.movedBack.add(e)
		}
		if !s.rules[e.rule].positions {
			continue
		}
		if s.positioned.add(e); e.generated != 0 {
			s.generated.add(e)
		}
	}
}

// MayPosition reports whether rules may take n, or a box that it generates, out of the
// flow, judged by the names of n alone.
func (s *Sheet) MayPosition(n *html.Node) bool {
	return s.positioned.any(n)
}

// MovesBack reports whether rules of s may move elements over what stands before them. Ask
// it before [Sheet.MayMoveBack].
func (s *Sheet) MovesBack() bool {
	s.listPositioned()
	return s.movedBack.some
}

// MayMoveBack reports whether rules may move n over what stands before it, judged by the
// names of n alone.
func (s *Sheet) MayMoveBack(n *html.Node) bool { return s.movedBack.some && s.movedBack.any(n) }

// movesBack reports whether a declaration moves a box up or to the left.
func movesBack(p Property, value string) bool {
	switch p {
	case MarginShorthand, MarginTop, MarginLeft, Top, Left, InsetShorthand, Translate, Transform:
		return Substitutes(value) || strings.IndexByte(value, '-') >= 0
	}
	return false
}

// Generates reports whether rules may take a box that n generates out of the flow, judged
// by the names of n alone.
func (s *Sheet) Generates(n *html.Node) bool { return s.generated.some && s.generated.any(n) }

// ComputeGenerated finds the winning declarations of some properties of a box that the
// element at i of the path generates.
func (s *Sheet) ComputeGenerated(i int, which Generated, wanted PropertySet, c *Style) {
	c.Set = 0
	s.listPositioned()
	if len(s.boxes) == 0 {
		return
	}
	if !s.indexed {
		s.index()
	}
	s.generate(s.boxes[0], i, which, wanted, c)
	for _, key := range s.path.namesAt(i) {
		s.generate(s.boxes[key], i, which, wanted, c)
	}
	s.resolve(i, wanted, c)
	c.Set &= wanted
}

// generate sets the declarations of entries that match a generated box. A pseudo-element adds 1 to the
// specificity of the selector.
func (s *Sheet) generate(entries []int32, i int, which Generated, wanted PropertySet, c *Style) {
	for _, at := range entries {
		e := &s.entries[at]
		if !s.spend(1) {
			return
		}
		if e.generated != which || s.rules[e.rule].declares&wanted == 0 {
			continue
		}
		if sel := s.matchesAt(e, i); sel != nil {
			s.apply(e.rule, sel.specificity+1, wanted, c)
		}
	}
}
