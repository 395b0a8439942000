package classify

import (
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// A thread has at least minPosts posts. The replies to a post have at least minReplyWords words, all of them together.
const (
	minPosts      = 3
	minReplyWords = 50
)

// keepThreadPosts keeps the texts of a thread. The first kept prose must be in one of a row
// of similar elements, the posts. Texts of the other posts are kept from a tenth of the
// threshold on if sameAncestry reports that their elements are like those of the first, and
// minPosts posts have one.
func (s *selection) keepThreadPosts() {
	first := 0
	for first < len(s.kept) && !(s.kept[first] && features.IsProse(&s.page.Blocks[first])) {
		first++
	}
	if first == len(s.kept) {
		return
	}
	card := func(i int32) int32 { return s.features.Context(s.page.Blocks[i].Element).Card }
	post := card(int32(first))
	if post < 0 {
		return
	}
	parent := s.page.Elements[post].Parent
	row := &s.page.Elements[parent]
	texts, posts, last := []int32(nil), 0, int32(-1)
	for i := row.First; i < row.End; i++ {
		near := card(i)
		if near < 0 || s.page.Elements[near].Parent != parent || !s.sameAncestry(first, int(i)) {
			continue
		}
		if texts = append(texts, i); near != last {
			posts, last = posts+1, near
		}
	}
	for _, i := range texts {
		s.kept[i] = s.kept[i] || posts >= minPosts && s.scores[i] >= s.threshold*tenthThreshold
	}
}

// ancestryLevels is how many elements sameAncestry and areParallel compare, from the inside out.
const ancestryLevels = 3

// sameAncestry reports whether the elements of two blocks, their parents and their grandparents have
// the same signatures.
func (s *selection) sameAncestry(i, j int) bool {
	a, b := s.page.Blocks[i].Element, s.page.Blocks[j].Element
	for range ancestryLevels {
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

// keepReplies keeps the replies of a forum if a post is kept and nothing below it: elements of
// one signature with a class of comments or posts, wherever they are nested, if there are
// minPosts of them. Of several signatures the one with most words counts, of these the first.
func (s *selection) keepReplies() {
	if s.prose == 0 || !s.declaresForum() {
		return
	}
	last := int32(len(s.kept)) - 1
	for last >= 0 && !s.kept[last] {
		last--
	}
	if last < 0 {
		return
	}
	type replies struct {
		all   []*measure.Element
		words int32
	}
	groups := map[uint32]*replies{}
	most := new(replies)
	for e := range s.page.Elements {
		el := &s.page.Elements[e]
		if el.First <= last || el.First == el.End || el.Topics&(measure.ClassComment|measure.ClassMessage) == 0 || el.Kinds&(measure.Inline|measure.A) != 0 {
			continue
		}
		g := groups[el.Signature]
		if g == nil {
			g = new(replies)
			groups[el.Signature] = g
		}
		g.all, g.words = append(g.all, el), g.words+s.features.Words(el)
	}
	for _, g := range groups {
		if len(g.all) >= minPosts && g.words >= minReplyWords &&
			(g.words > most.words || g.words == most.words && g.all[0].Index < most.all[0].Index) {
			most = g
		}
	}
	const controls = measure.Button | measure.Label | measure.Form | boilerplateKinds
	for _, el := range most.all {
		for i := el.First; i < el.End; i++ { // no links, controls or short lines
			b, in := &s.page.Blocks[i], s.element(int(i))
			if s.scores[i] > 0 && (b.Words >= minPostWords || in.Kinds&measure.P != 0) && 2*b.LinkWords < b.Words && in.AnyKinds&controls == 0 {
				s.kept[i] = true
			}
		}
	}
}
