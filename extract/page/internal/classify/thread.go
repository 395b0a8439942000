package classify

import (
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

// minPosts is how many posts a thread has at least.
const minPosts = 3

// keepThreadPosts keeps the texts of a thread: if the first kept prose stands in one of a
// row of like elements, texts in the others whose elements have the same tags and classes
// are kept from a quarter of the threshold on.
func (s *selection) keepThreadPosts() {
	first := slices.Index(s.kept, true)
	for first >= 0 && first < len(s.kept) && !(s.kept[first] && features.IsProse(&s.page.Blocks[first])) {
		first++
	}
	if first < 0 || first == len(s.kept) {
		return
	}
	post := s.features.Context(s.page.Blocks[first].Element).Card
	if post < 0 {
		return
	}
	row := &s.page.Elements[s.page.Elements[post].Parent]
	texts, posts, last := []int32(nil), 0, int32(-1)
	for i := row.First; i < row.End; i++ {
		near := s.features.Context(s.page.Blocks[i].Element).Card
		if near < 0 || s.page.Elements[near].Parent != s.page.Elements[post].Parent || !s.sameAncestry(first, int(i)) {
			continue
		}
		if texts = append(texts, i); near != last {
			posts, last = posts+1, near
		}
	}
	for _, i := range texts {
		s.kept[i] = s.kept[i] || posts >= minPosts && s.scores[i] >= s.threshold*quarterThreshold
	}
}

// sameAncestry reports whether two blocks stand in elements with the same tags and
// classes, three levels up.
func (s *selection) sameAncestry(i, j int) bool {
	a, b := s.page.Blocks[i].Element, s.page.Blocks[j].Element
	for range 3 {
		if a < 0 || b < 0 {
			return a == b
		}
		if s.page.Elements[a].Signature != s.page.Elements[b].Signature {
			return false
		}
		a, b = s.page.Elements[a].Parent, s.page.Elements[b].Parent
	}
	return true
}
