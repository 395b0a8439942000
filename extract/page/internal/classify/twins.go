package classify

const (
	maxRank      = 8       // more than all headings have
	maxTwinSteps = 1 << 16 // blocks of a page that are passed in search of headings above twins
)

// dropTwinUnits leaves out one of two lists or tables with the same items below the same headings, in parts of the page that have other
// shapes: the ingredients of a recipe, once for small screens and once for large ones. One of the two may begin with an item that the other
// lacks; it stays.
func (s *selection) dropTwinUnits() {
	firsts := map[uint64]*unit{} // by the fingerprint of the last item
	var dropped []*unit
	left := maxTwinSteps
	for i := range s.units {
		u := &s.units[i]
		if u.kind > termsUnit || u.kind == codeUnit || u.End-u.First < minRunBlocks || !s.kept[u.First] {
			continue
		}
		last := s.page.Blocks[u.End-1].Fingerprint
		first := firsts[last]
		if first != nil && s.areTwins(first, u, &left) {
			if first.End-first.First >= u.End-u.First {
				first, u = u, first
			}
			dropped = append(dropped, first)
		}
		firsts[last] = u
	}
	for _, u := range dropped {
		clear(s.kept[u.First:u.End])
	}
}

// areTwins takes the blocks that it passes off left, and knows no twins once none are left.
func (s *selection) areTwins(u, v *unit, left *int) bool {
	n, m := u.End-u.First, v.End-v.First
	if u.kind != v.kind || max(n, m)-min(n, m) > 1 || *left <= 0 {
		return false
	}
	for k := int32(1); k <= min(n, m); k++ {
		*left--
		if !s.areCopies(int(u.End-k), int(v.End-k)) {
			return false
		}
	}
	if part, _ := s.partsOfShape(u.End-1, v.End-1); part >= 0 || u.Parent == v.Parent {
		return false
	}
	before := int(v.First) - 1 // what isn't a heading
	for ; before >= 0 && *left > 0 && (!s.kept[before] || s.isHeading(before)); before-- {
		*left--
	}
	if b := &s.page.Blocks[max(before, 0)]; before >= 0 && !s.inUnit(before) && (b.Words < minRunTextWords || b.Last == ':') {
		return false // it may name the list
	}
	above := func(i, rank int) int { // the heading of the part with block i, -1 for none
		for i--; i >= 0 && *left > 0 && (!s.kept[i] || !s.isHeading(i) || s.headingRank(i) >= rank); i-- {
			*left--
		}
		return i
	}
	i, j := above(int(u.First), maxRank), above(int(v.First), maxRank)
	for i != j && i >= 0 && j >= 0 && s.areCopies(i, j) {
		i, j = above(i, s.headingRank(i)), above(j, s.headingRank(j))
	}
	return i == j && *left > 0
}
