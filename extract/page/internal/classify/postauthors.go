package classify

import (
	"iter"
	"sort"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// Above the text of a post, a kept block of at least minPostWords words, are its author and
// its date. The author has at most maxNameWords words and at least minNameBytes bytes,
// because a single letter is often an avatar. The date has at most maxDateWords words, or
// maxTimeWords with a time element ("Updated Monday 3 May at 10:15 by the newsroom"); such a
// longer line may include the name.
const (
	maxNameWords = 6
	minNameBytes = 3
	maxDateWords = 8
	maxTimeWords = 16
	minPostWords = 5
)

// keepPostAuthors keeps the author and the date above each post of a thread. Without them
// posts run into each other, and a reader can't distinguish a question from its answer.
func (s *selection) keepPostAuthors() {
	if !s.isForum() {
		return
	}
	// first is the first kept text, until the element of its post is found by the shape of a later
	// post; then -1. last is the last kept text.
	first, last := int32(-1), int32(-1)
	for i := range s.kept {
		b := &s.page.Blocks[i]
		if !s.kept[i] || b.Words < minPostWords || s.isHeading(i) || s.describesUser(b) {
			continue
		}
		if last < 0 {
			first, last = int32(i), int32(i)
			continue
		}
		if post := s.postAround(int32(i), last); post >= 0 {
			if named := s.keepAuthorLine(post, int32(i)); named && first >= 0 {
				if post := s.enclosingPost(post, first); post >= 0 {
					s.keepAuthorLine(post, first)
				}
				first = -1
			}
		}
		last = int32(i)
	}
	s.dropRepeatedSubjects()
}

// dropRepeatedSubjects leaves out the headings above posts that say the same: "Re: " and the
// title of the thread.
func (s *selection) dropRepeatedSubjects() {
	subjects := map[uint64]int{}
	for i, in := range s.postHead {
		if in && s.kept[i] && s.isHeading(i) {
			subjects[s.page.Blocks[i].Fingerprint]++
		}
	}
	for i, in := range s.postHead {
		if in && s.kept[i] && s.isHeading(i) && subjects[s.page.Blocks[i].Fingerprint] > 1 && !s.namesAuthor(i) {
			s.kept[i] = false
		}
	}
}

// namesAuthor reports whether block i is in an element with a class of an author, or is a
// link to the page of a person.
func (s *selection) namesAuthor(i int) bool {
	b := &s.page.Blocks[i]
	_, topics := s.page.Near(b.Leaf)
	return topics&(measure.ClassAuthor|measure.ClassUser) != 0 || s.linksToProfile(b)
}

// describesUser reports whether a block is an entry of a list of properties of a user.
func (s *selection) describesUser(b *measure.TextBlock) bool {
	el := &s.page.Elements[b.Element]
	switch el.Atom {
	case atom.Dd, atom.Dt, atom.Li:
		return el.Parent >= 0 && (el.Topics|s.page.Elements[el.Parent].Topics)&measure.ClassUser != 0
	}
	return false
}

// postAround returns the largest element around block i that begins after block last, -1
// for none.
func (s *selection) postAround(i, last int32) int32 {
	post := int32(-1)
	for e := s.page.Blocks[i].Element; e >= 0 && s.page.Elements[e].First > last; e = s.page.Elements[e].Parent {
		post = e
	}
	return post
}

// enclosingPost returns the element around block i with the depth and tag of a post, else
// the nearest one with its signature, -1 for none.
func (s *selection) enclosingPost(post, i int32) int32 {
	p, near := &s.page.Elements[post], int32(-1)
	for e := s.page.Blocks[i].Element; e >= 0; e = s.page.Elements[e].Parent {
		el := &s.page.Elements[e]
		if el.Depth == p.Depth && el.Atom == p.Atom {
			return e
		}
		if near < 0 && el.Signature == p.Signature {
			near = e
		}
	}
	return near
}

// keepAuthorLine keeps the author and the date in a post before its text, block i, and
// reports whether it found an author.
func (s *selection) keepAuthorLine(post, i int32) bool {
	name, date := int32(-1), int32(-1)
	for k := s.page.Elements[post].First; k < i; k++ {
		b := &s.page.Blocks[k]
		tags, class := s.page.Near(b.Leaf)
		if tags&(measure.Button|measure.Blockquote) != 0 {
			continue
		}
		switch {
		case date < 0 && s.isDateLine(b, tags, class):
			date = k
			if b.Words > maxDateWords && name < 0 {
				name = k
			}
		case name < 0 && b.Words <= maxNameWords && b.Bytes >= minNameBytes && b.Stops == 0 && (class&(measure.ClassAuthor|measure.ClassUser) != 0 || s.linksToProfile(b)):
			name = k
		}
	}
	if name >= 0 {
		s.recordPostHead(s.page.Elements[post].First, i, name)
		s.dropUserBox(s.page.Elements[post].First, i)
		s.kept[name] = true
	}
	if date >= 0 {
		s.kept[date] = true
	}
	return name >= 0
}

// isDateLine reports whether a block is the date of a post. tags and class are the result of
// Page.Near for it.
func (s *selection) isDateLine(b *measure.TextBlock, tags measure.ElementKinds, class measure.ClassTopics) bool {
	switch {
	case b.Digits == 0 || b.Words > maxTimeWords:
		return false
	case b.Words <= maxDateWords && (class&measure.ClassDate != 0 || tags&measure.Time != 0):
		return true
	}
	return s.hasTime(b)
}

// maxLinkSteps bounds the elements around a text that may be its link.
const maxLinkSteps = 3

// linksToProfile reports whether a text is a link to the page of a person, by its address: so
// forums show authors whose elements have no class that says so.
func (s *selection) linksToProfile(b *measure.TextBlock) bool {
	if b.LinkWords == 0 || b.LinkWords < b.Words {
		return false
	}
	e := b.Leaf
	for range maxLinkSteps {
		if e < 0 {
			return false
		}
		if s.page.Elements[e].Kinds&measure.A != 0 {
			return s.isProfileLink(e)
		}
		e = s.page.Elements[e].Parent
	}
	return false
}

// isProfileLink reports whether an element is a link to the page of a person.
func (s *selection) isProfileLink(e int32) bool {
	return s.page.Elements[e].Kinds&measure.A != 0 && isProfile(htmltree.Attr(s.page.Nodes[e], "href"))
}

// maxProfileAddress bounds what is looked at of an address, in bytes.
const maxProfileAddress = 300

// isProfile reports whether an address is that of the page of a person: a part of its path
// says so, and another follows or a query does.
func isProfile(address string) bool {
	if len(address) > maxProfileAddress {
		return false
	}
	path, query, _ := strings.Cut(address, "?")
	if _, rest, absolute := strings.Cut(path, "//"); absolute {
		_, path, _ = strings.Cut(rest, "/")
	}
	path = strings.Trim(path, "/")
	for path != "" {
		var part string
		part, path, _ = strings.Cut(path, "/")
		switch strings.TrimSuffix(strings.ToLower(part), ".php") {
		case "member", "members", "memberlist", "user", "users", "u", "profile", "profiles":
			return path != "" || query != ""
		}
	}
	return false
}

// recordPostHead sets s.postHead for the blocks from first to before end, which stand above the text
// of a post. It leaves out headings among them with a class of an author or a user, such as a
// rank. The heading in block name, the author, stays.
func (s *selection) recordPostHead(first, end, name int32) {
	if s.postHead == nil {
		s.postHead = make([]bool, len(s.kept))
	}
	for k := first; k < end; k++ {
		s.postHead[k] = true
		if _, topics := s.page.Near(s.page.Blocks[k].Leaf); k != name && s.isHeading(int(k)) && topics&(measure.ClassAuthor|measure.ClassUser) != 0 {
			s.kept[k] = false
		}
	}
}

// dropUserBox leaves out details of the author above the text of a post: number of posts,
// member since, place. It examines the blocks from first to before block text. It leaves out
// those in a unit, such as a list or a table, and those that inUserBox reports.
func (s *selection) dropUserBox(first, text int32) {
	for k := first; k < text; k++ {
		s.kept[k] = s.kept[k] && !s.inUnit(int(k)) && !s.inUserBox(k, text)
	}
}

// maxUserBoxSteps bounds the elements around a text that may be the box about a user.
const maxUserBoxSteps = 3

// inUserBox reports whether one of the maxUserBoxSteps innermost elements around block k has a
// class of a user and ends before block text.
func (s *selection) inUserBox(k, text int32) bool {
	e := s.page.Blocks[k].Leaf
	for range maxUserBoxSteps {
		if e < 0 || s.page.Elements[e].End > text {
			return false
		}
		if s.page.Elements[e].Topics&measure.ClassUser != 0 {
			return true
		}
		e = s.page.Elements[e].Parent
	}
	return false
}

// inPostHead reports whether a block stands above the text of a post, where only the author and the
// date are wanted. Before keepPostAuthors has run it is false for all blocks.
func (s *selection) inPostHead(block int32) bool { return s.postHead != nil && s.postHead[block] }

// hasTime reports whether there is a time element in a block.
func (s *selection) hasTime(b *measure.TextBlock) bool {
	for e := range s.elementsIn(b) {
		if s.page.Elements[e].Kinds&measure.Time != 0 {
			return true
		}
	}
	return false
}

// elementsIn yields the elements that begin after the first text of a block and before its
// end.
func (s *selection) elementsIn(b *measure.TextBlock) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		elems := s.page.Elements
		e := sort.Search(len(elems), func(e int) bool { return elems[e].Index >= b.Start })
		for ; e < len(elems) && elems[e].Index < b.End; e++ {
			if !yield(int32(e)) {
				return
			}
		}
	}
}
