package classify

import "github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"

// A post of a thread is an element with a byline, which has at most maxPostBylineWords words and
// says who wrote the post and when. The text begins less than maxTextDistance blocks after the
// byline. The element is one of the maxPostSteps innermost ones around the byline. The posts of
// a page hold at least minPostShare of its words outside of links.
const (
	maxPostBylineWords = 14
	maxTextDistance    = 8
	maxPostSteps       = 6
	minPostShare       = 0.5
)

// post is a post of a thread.
type post struct {
	element int32
	byline  int32 // the block that says who wrote it and when
}

// keepPosts keeps the texts of a thread whose posts say who wrote them and when, and these
// lines: on a page that is nothing but posts, no post is beside the point.
func (s *selection) keepPosts() {
	posts := s.findPosts()
	if posts == nil {
		return
	}
	for _, p := range posts {
		s.kept[p.byline] = s.keepPostText(p)
	}
	s.keepOpening(posts[0].element)
}

// keepPostText keeps the text of a post, and reports whether it has any. A short line is
// text only where the post has no other.
func (s *selection) keepPostText(p post) (found bool) {
	short := int32(-1)
	for i := p.byline + 1; i < s.page.Elements[p.element].End; i++ {
		b := &s.page.Blocks[i]
		likely := s.scores[i] >= s.threshold*quarterThreshold && b.LinkWords*2 <= b.Words
		if likely && b.Words >= minPostWords {
			s.kept[i] = true
		} else if likely && short < 0 {
			short = i
		}
		found = found || s.kept[i]
	}
	if !found && short >= 0 {
		s.kept[short], found = true, true
	}
	return found
}

// keepOpening keeps what stands above the first post: the title, where it is a link to
// what is talked of, the line that says who began the thread, and likely text.
func (s *selection) keepOpening(first int32) {
	title, end := s.features.TitleBlock(), s.page.Elements[first].First
	if title < 0 || title >= end {
		return
	}
	for i := title; i < end; i++ {
		b := &s.page.Blocks[i]
		switch {
		case i == title && b.LinkWords > 0, s.isPostByline(i), s.scores[i] >= s.threshold*halfThreshold && b.Words >= minPostWords:
			s.kept[i] = true
		}
	}
}

// findPosts returns the posts of a page that is a thread, nil on other pages: at least
// minPosts of one kind, and no article above them.
func (s *selection) findPosts() []post {
	if s.isArticle() {
		return nil
	}
	bylines, signature := s.postBylines()
	var posts []post
	for _, byline := range bylines {
		if e := s.elementAround(byline, signature); e >= 0 && (len(posts) == 0 || posts[len(posts)-1].element != e) {
			posts = append(posts, post{e, byline})
		}
	}
	if len(posts) < minPosts || s.proseBefore(posts[0].element) >= commentProse || !s.areMost(posts) {
		return nil
	}
	return posts
}

// postBylines returns the blocks that are bylines, and the most frequent signature of the elements
// that postOf finds for them.
func (s *selection) postBylines() (bylines []int32, signature uint32) {
	counts := map[uint32]int{}
	last := int32(-1)
	for i := range int32(len(s.page.Blocks)) {
		if !s.isPostByline(i) {
			continue
		}
		bylines = append(bylines, i)
		e := s.postOf(i)
		if e < 0 || e == last {
			continue
		}
		last = e
		sig := s.page.Elements[e].Signature
		if counts[sig]++; counts[sig] > counts[signature] {
			signature = sig
		}
	}
	return bylines, signature
}

// elementAround returns the nearest element around a byline that has this signature, -1 for
// none.
func (s *selection) elementAround(byline int32, signature uint32) int32 {
	e := s.page.Blocks[byline].Element
	for range maxPostSteps {
		if e < 0 || s.page.Elements[e].Signature == signature {
			return e
		}
		e = s.page.Elements[e].Parent
	}
	return -1
}

// isPostByline reports whether a block says who wrote something and when: a short text with digits
// and a link to the page of a person.
func (s *selection) isPostByline(i int32) bool {
	b := &s.page.Blocks[i]
	if b.Words > maxPostBylineWords || b.Words < 2 || b.Digits == 0 || b.LinkWords == 0 {
		return false
	}
	return s.hasProfileLink(b)
}

// hasProfileLink reports whether a link in a block leads to the page of a person.
func (s *selection) hasProfileLink(b *measure.TextBlock) bool {
	// The first link of a block may begin before its first text.
	for e := b.Leaf; e >= 0 && e != b.Element; e = s.page.Elements[e].Parent {
		if s.isProfileLink(e) {
			return true
		}
	}
	for e := range s.elementsIn(b) {
		if s.isProfileLink(e) {
			return true
		}
	}
	return false
}

// postOf returns the innermost element around a byline that has text after it, -1 for none.
func (s *selection) postOf(byline int32) int32 {
	e := s.page.Blocks[byline].Element
	for range maxPostSteps {
		if e < 0 {
			break
		}
		for i := byline + 1; i < min(s.page.Elements[e].End, byline+maxTextDistance); i++ {
			if b := &s.page.Blocks[i]; b.Words-b.LinkWords >= minPostWords {
				return e
			}
		}
		e = s.page.Elements[e].Parent
	}
	return -1
}

// proseBefore returns the expected number of content words outside of links before an element:
// the sum of words times score.
func (s *selection) proseBefore(e int32) (words float32) {
	for i := range s.page.Elements[e].First {
		b := &s.page.Blocks[i]
		words += s.scores[i] * float32(b.Words-b.LinkWords)
	}
	return words
}

// areMost reports whether posts hold minPostShare of the words of the page outside of links.
// Words in nested posts count once.
func (s *selection) areMost(posts []post) bool {
	all, inPosts, end := int32(0), int32(0), int32(0)
	for i := range s.page.Blocks {
		all += s.page.Blocks[i].Words - s.page.Blocks[i].LinkWords
	}
	for _, p := range posts {
		el := &s.page.Elements[p.element]
		for i := max(el.First, end); i < el.End; i++ {
			inPosts += s.page.Blocks[i].Words - s.page.Blocks[i].LinkWords
		}
		end = max(end, el.End)
	}
	return float32(inPosts) >= minPostShare*float32(all)
}
