package classify

import (
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
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
	first := s.endOfRun(0, len(s.kept), func(i int) bool { return !s.kept[i] || !features.IsProse(&s.page.Blocks[i]) })
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

// ancestryLevels is how many elements sameAncestry compares, from the inside out.
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
	groups := map[uint32][]*measure.Element{} // by signature
	for e := range s.page.Elements {
		el := &s.page.Elements[e]
		if el.First <= last || el.First == el.End || el.Topics&(measure.ClassComment|measure.ClassMessage) == 0 || el.Kinds&(measure.Inline|measure.A) != 0 {
			continue
		}
		groups[el.Signature] = append(groups[el.Signature], el)
	}
	var replies []*measure.Element
	most := int32(0)
	for _, group := range groups {
		n := int32(0)
		for _, el := range group {
			n += s.features.Words(el)
		}
		if len(group) >= minPosts && n >= minReplyWords && (n > most || n == most && group[0].Index < replies[0].Index) {
			replies, most = group, n
		}
	}
	const controls = measure.Button | measure.Label | measure.Form | boilerplateKinds
	for _, el := range replies {
		for i := el.First; i < el.End; i++ { // no links, controls or short lines
			b, in := &s.page.Blocks[i], s.element(int(i))
			if s.scores[i] > 0 && (b.Words >= minPostWords || in.Kinds&measure.P != 0) && 2*b.LinkWords < b.Words && in.AnyKinds&controls == 0 {
				s.kept[i] = true
			}
		}
	}
}

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

const aboutUsers = measure.ClassAuthor | measure.ClassUser

// keepPostAuthors keeps the author and the date above each post of a thread, and no details of the author such as the
// number of posts. Without them posts run into each other, and a reader can't distinguish a question from its answer.
func (s *selection) keepPostAuthors() {
	// first is the first kept text, until the element of its post is found by the shape of a later
	// post; then -1. last is the last kept text.
	first, last := int32(-1), int32(-1)
	for i := range s.kept {
		if !s.kept[i] || s.page.Blocks[i].Words < minPostWords || s.isHeading(i) || s.describesUser(s.element(i)) {
			continue
		}
		if last < 0 {
			first, last = int32(i), int32(i)
			continue
		}
		post := int32(-1) // the largest element around that begins after the last text
		for e := s.page.Blocks[i].Element; e >= 0 && s.page.Elements[e].First > last; e = s.page.Elements[e].Parent {
			post = e
		}
		if post >= 0 && s.keepAuthorLine(post, int32(i)) && first >= 0 {
			p := &s.page.Elements[post] // the first post is the element around with the depth and tag of this one
			isPost := func(el *measure.Element) bool { return el.Depth == p.Depth && el.Atom == p.Atom }
			if e, _ := s.outward(s.page.Blocks[first].Element, isPost); e >= 0 {
				s.keepAuthorLine(e, first)
			}
			first = -1
		}
		last = int32(i)
	}
	s.dropRepeatedSubjects()
}

// dropRepeatedSubjects leaves out the headings above posts that say the same: "Re: " and the
// title of the thread.
func (s *selection) dropRepeatedSubjects() {
	subjects := map[uint64][]int{}
	for i, in := range s.postHead {
		if in && s.kept[i] && s.isHeading(i) {
			text := s.page.Blocks[i].Fingerprint
			subjects[text] = append(subjects[text], i)
		}
	}
	for _, same := range subjects {
		for _, i := range same {
			_, topics := s.page.Near(s.page.Blocks[i].Leaf)
			s.kept[i] = len(same) == 1 || topics&aboutUsers != 0 || s.linksToProfile(&s.page.Blocks[i])
		}
	}
}

// describesUser reports whether an element is an entry of a list about a user: "Joined on 2 May".
func (s *selection) describesUser(el *measure.Element) bool {
	isEntry := el.Atom == atom.Dd || el.Atom == atom.Dt || el.Atom == atom.Li
	return isEntry && el.Parent >= 0 && (el.Topics|s.page.Elements[el.Parent].Topics)&measure.ClassUser != 0
}

// keepAuthorLine keeps the author and the date in a post before its text, block i, and
// reports whether it found an author. Then the blocks before the text are in s.postHead, and these are left out of
// them: units, boxes about the author, and headings with a class of an author, such as a rank.
func (s *selection) keepAuthorLine(post, i int32) bool {
	name, date := int32(-1), int32(-1)
	from := s.page.Elements[post].First
	for k := from; k < i; k++ {
		b := &s.page.Blocks[k]
		kinds, topics := s.page.Near(b.Leaf)
		if kinds&(measure.Button|measure.Blockquote) != 0 {
			continue
		}
		dated := b.Digits > 0 && b.Words <= maxTimeWords &&
			(b.Words <= maxDateWords && (topics&measure.ClassDate != 0 || kinds&measure.Time != 0) || s.hasTime(b))
		switch {
		case date < 0 && dated:
			date = k
			if b.Words > maxDateWords && name < 0 {
				name = k
			}
		case name < 0 && b.Words <= maxNameWords && b.Bytes >= minNameBytes && b.Stops == 0 && (topics&aboutUsers != 0 || s.linksToProfile(b)):
			name = k
		}
	}
	if name >= 0 {
		if s.postHead == nil {
			s.postHead = make([]bool, len(s.kept))
		}
		for k := from; k < i; k++ {
			s.postHead[k] = true
			_, topics := s.page.Near(s.page.Blocks[k].Leaf)
			rank := s.isHeading(int(k)) && topics&aboutUsers != 0
			s.kept[k] = s.kept[k] && !rank && !s.inUnit(int(k)) && !s.inUserBox(k, i)
		}
		s.kept[name] = true
	}
	if date >= 0 {
		s.kept[date] = true
	}
	return name >= 0
}

func (s *selection) hasTime(b *measure.TextBlock) bool {
	inside := s.page.Elements[firstFrom(s.page, 0, b.Start):firstFrom(s.page, 0, b.End)]
	return slices.ContainsFunc(inside, func(el measure.Element) bool { return el.Kinds&measure.Time != 0 })
}

// inPostHead reports whether a block stands above the text of a post, where only the author and the date are wanted.
func (s *selection) inPostHead(block int32) bool { return s.postHead != nil && s.postHead[block] }

// maxNearSteps bounds the elements around a text that may be its link, or the box about a user.
const maxNearSteps = 2

// inUserBox reports whether one of the innermost elements around block k has a
// class of a user and ends before block text.
func (s *selection) inUserBox(k, text int32) bool {
	isEnd := func(el *measure.Element) bool { return el.End > text || el.Topics&measure.ClassUser != 0 }
	_, box := s.near(s.page.Blocks[k].Leaf, maxNearSteps, isEnd)
	return box != nil && box.End <= text
}

// linksToProfile reports whether a text is a link to the page of a person, by its address: so
// forums show authors whose elements have no class that says so.
func (s *selection) linksToProfile(b *measure.TextBlock) bool {
	if b.LinkWords == 0 || b.LinkWords < b.Words { // "gannet likes this" is more than a name
		return false
	}
	e, _ := s.near(b.Leaf, maxNearSteps, func(el *measure.Element) bool { return el.Kinds&measure.A != 0 })
	return e >= 0 && isProfile(htmltree.Attr(s.page.Nodes[e], "href"))
}

// isProfile reports whether an address is that of the page of a person: a part of its path
// says so, and another follows or a query does.
func isProfile(address string) bool {
	const maxProfileAddress = 300
	if len(address) > maxProfileAddress {
		return false
	}
	path, query, _ := strings.Cut(address, "?")
	if _, rest, absolute := strings.Cut(path, "//"); absolute { // the host is no part of the path
		_, path, _ = strings.Cut(rest, "/")
	}
	parts := strings.Split(strings.Trim(path, "/"), "/")
	for i, part := range parts {
		switch strings.TrimSuffix(strings.ToLower(part), ".php") {
		case "member", "members", "memberlist", "user", "users", "u", "profile", "profiles":
			return i+1 < len(parts) || query != ""
		}
	}
	return false
}
