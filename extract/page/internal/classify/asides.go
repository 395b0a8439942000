package classify

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// The words of an appeal: a line that suggests another article has maxPhraseWords words outside of links at most, an
// invitation minInvitationWords at least. Below a line that only announces suggestions are maxSuggestions at most.
const (
	maxAppealWords     = 40
	maxPhraseWords     = 5
	minInvitationWords = 4
	maxSuggestions     = 6
)

// dropAppeals leaves out lines between the paragraphs of an article that send the reader elsewhere: a phrase like "Read
// also:" and a link, such a phrase with links below it, an invitation to subscribe to the site, to follow it or to pay
// for it.
func (s *selection) dropAppeals() {
	lists := phraseLists()
	for i := range s.kept {
		b := &s.page.Blocks[i]
		if !s.kept[i] || b.Words > maxAppealWords || s.inUnit(i) {
			continue
		}
		words, others := s.words(i), b.Words-b.LinkWords
		n := lists["suggestion"].startOf(words)
		switch {
		case n > 0 && others <= n && b.Words > n && b.LinkWords > 0 && (n > 1 || s.opensWithColon(i)):
			s.kept[i] = false
		case n > 0 && b.Words == n && others <= maxPhraseWords:
			s.dropAnnounced(i)
		case b.Words >= minInvitationWords:
			s.kept[i] = !(lists["inviting"].occurIn(words) && lists["means"].occurIn(words) && lists["own"].occurIn(words))
		}
	}
}

// dropAnnounced leaves out a line and the links right below it, if there are any.
func (s *selection) dropAnnounced(line int) {
	for i := line + 1; i < len(s.kept) && i <= line+maxSuggestions; i++ {
		b := &s.page.Blocks[i]
		if !s.kept[i] || b.Words > maxAppealWords || b.LinkWords < b.Words || b.Words == 0 {
			break
		}
		s.kept[line], s.kept[i] = false, false
	}
}

// opensWithColon reports whether a colon follows the first word of a block.
func (s *selection) opensWithColon(i int) bool {
	for n := range s.page.Nodes[s.page.Blocks[i].Leaf].Descendants() {
		if n.Type == html.TextNode {
			if text := strings.TrimSpace(n.Data); text != "" {
				word, _, colon := strings.Cut(text, ":")
				return colon && word != "" && !strings.Contains(word, " ")
			}
		}
	}
	return false
}

// A table of contents has at least minContentsItems links, nearly all of them to parts of the page, and the text that
// they lead to has at least minContentsRatio as many words.
const (
	minContentsItems = 5
	minContentsShare = 0.9
	minContentsRatio = 5
	maxLabelWords    = 6 // of a label above it
)

// dropContents leaves out lists of links to the parts of the page, whose headings say the same, and the heading or label of
// such links.
func (s *selection) dropContents() {
	toParts := make([]bool, len(s.kept)) // by block: it is a link to a part of the page
	for _, l := range s.page.Links {
		if l.Block >= 0 && s.page.Blocks[l.Block].LinkWords == s.page.Blocks[l.Block].Words && strings.HasPrefix(htmltree.Attr(l.Node, "href"), "#") {
			toParts[l.Block] = true
		}
	}
	keptWords := s.keptWords()
	for _, u := range s.units {
		el := &s.page.Elements[u.elem]
		n := el.End - el.First
		after, inList := keptWords[len(s.kept)]-keptWords[el.End], keptWords[el.End]-keptWords[el.First]
		if u.kind != listUnit || !s.kept[el.First] || n < minContentsItems || s.isTextList(el) || after < minContentsRatio*inList {
			continue
		}
		links := 0
		for i := el.First; i < el.End; i++ {
			if toParts[i] {
				links++
			}
		}
		if float32(links) >= minContentsShare*float32(n) {
			clear(s.kept[el.First:el.End])
		}
	}
	names := phraseLists()["contents"]
	for i := 0; i+2 < len(s.kept); i++ {
		b := &s.page.Blocks[i]
		if !s.kept[i] || b.Words == 0 || b.Words > maxLabelWords || toParts[i+1] && s.kept[i+1] {
			continue
		}
		named := names.startOf(s.words(i)) == b.Words
		_, topics := s.page.Near(b.Leaf)
		_, nextTopics := s.page.Near(s.page.Blocks[i+1].Leaf)
		announces := named && b.Words > 1 && s.isHeading(i) // a script adds the links
		if announces || toParts[i+1] && toParts[i+2] && !s.kept[i+2] && (named || (topics|nextTopics)&measure.ClassToc != 0) {
			s.kept[i] = false
		}
	}
}

// maxSignBytes is the length in bytes of punctuation that is dropped if it is a block of its
// own.
const maxSignBytes = 2

// dropStraySigns leaves out punctuation that is a block of its own outside of units, such as
// a full stop used as a spacer or the currency of a price that a script fills in, and the
// placeholder "Loading...".
func (s *selection) dropStraySigns() {
	loading := measure.HashWord("loading")
	for i := range s.kept {
		b, el := &s.page.Blocks[i], s.element(i)
		sign := b.Words == 0 && b.Bytes <= maxSignBytes && strings.IndexByte(".,;:|/-+$", b.First) >= 0 && el.End-el.First == 1 && !s.inUnit(i)
		if sign || b.Words == 1 && b.HashedWords == 1 && s.words(i)[0] == loading && b.Bytes > int32(len("loading")) {
			s.kept[i] = false
		}
	}
}
