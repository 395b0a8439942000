package classify

import (
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// minPosts is how many posts a thread has at least.
const minPosts = 3

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
		s.kept[i] = s.kept[i] || posts >= minPosts && s.scores[i] >= s.threshold*tenthThreshold
	}
}

// ancestryLevels is how many elements sameAncestry and isParallel compare, from the inside out.
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

// isForum reports whether the page is one of a forum, by its JSON-LD types or its
// PageTypeOdds.
func (s *selection) isForum() bool {
	return s.hints.Schema&features.SchemaForum != 0 || s.features.PageTypeOdds(features.TypeForum) > s.features.PageTypeOdds(features.TypeArticle)
}

// isArticle reports whether the page is an article rather than a forum page, by its JSON-LD
// types and its PageTypeOdds. A page with equal odds is neither.
func (s *selection) isArticle() bool {
	return s.hints.Schema&features.SchemaForum == 0 && s.features.PageTypeOdds(features.TypeArticle) > s.features.PageTypeOdds(features.TypeForum)
}

// minReplyWords is how many words the replies to a post have at least, all of them together.
const minReplyWords = 50

// minForumOdds is the least log odds (see features.Extractor.PageTypeOdds) of a forum for
// declaresForum on a page whose JSON-LD doesn't declare one.
const minForumOdds = 0.5

// declaresForum reports whether the page says clearly that it is one of a forum.
func (s *selection) declaresForum() bool {
	return s.isForum() && (s.hints.Schema&features.SchemaForum != 0 || s.features.PageTypeOdds(features.TypeForum) >= minForumOdds)
}

// keepReplies keeps the replies of a forum if a post is kept and nothing below it: elements of
// one signature with a class of comments or posts, wherever they are nested, if there are
// minPosts of them.
func (s *selection) keepReplies() {
	if s.prose == 0 || !s.declaresForum() {
		return
	}
	last := int32(len(s.kept)) - 1
	for last >= 0 && !s.kept[last] {
		last--
	}
	groups := map[uint32]*replies{}
	for e := range s.page.Elements {
		el := &s.page.Elements[e]
		if last < 0 || el.First <= last || !isReply(el) {
			continue
		}
		g := groups[el.Signature]
		if g == nil {
			g = new(replies)
			groups[el.Signature] = g
		}
		g.all = append(g.all, el)
		g.words += s.features.Words(el)
	}
	var most *replies
	for _, g := range groups {
		if len(g.all) >= minPosts && g.words >= minReplyWords && (most == nil || g.isMore(most)) {
			most = g
		}
	}
	if most != nil {
		for _, el := range most.all {
			s.keepReply(el)
		}
	}
}

// replies are elements of one signature that may be replies to a post.
type replies struct {
	all   []*measure.Element
	words int32
}

// isMore reports whether g has more words than other, or begins before it with as many.
func (g *replies) isMore(other *replies) bool {
	return g.words > other.words || g.words == other.words && g.all[0].Index < other.all[0].Index
}

// isReply reports whether an element may be a reply, by its class.
func isReply(el *measure.Element) bool {
	return el.Topics&(measure.ClassComment|measure.ClassMessage) != 0 && el.First < el.End && el.Kinds&(measure.Inline|measure.A) == 0
}

// keepReply keeps the text of a reply: no links, controls or short lines.
func (s *selection) keepReply(el *measure.Element) {
	const controls = measure.Button | measure.Label | measure.Form | boilerplateKinds
	for i := el.First; i < el.End; i++ {
		b := &s.page.Blocks[i]
		if s.scores[i] > 0 && (b.Words >= minPostWords || s.page.Elements[b.Element].Kinds&measure.P != 0) && 2*b.LinkWords < b.Words && s.page.Elements[b.Element].AnyKinds&controls == 0 {
			s.kept[i] = true
		}
	}
}
