package classify

import (
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// postBoilerplateWords are words of class names of what a forum adds to each post: what its author
// always signs with, who liked it.
func postBoilerplateWords() [3]uint32 {
	return [...]uint32{measure.HashWord("signature"), measure.HashWord("sig"), measure.HashWord("reactions")}
}

// maxControlWords bounds the words of a control of a forum.
const maxControlWords = 4

// suppressPostBoilerplate sets the scores of what a forum adds to each post to 0, links that lead
// nowhere ("Select all") and buttons that end in a stop ("Click to expand...") among it.
func (s *selection) suppressPostBoilerplate() {
	if !s.isForum() {
		return
	}
	words := postBoilerplateWords()
	for e := range s.page.Elements {
		el := &s.page.Elements[e]
		if el.First == el.End || el.Parent < 0 {
			continue
		}
		for _, token := range s.page.Tokens[el.FirstToken : el.FirstToken+int32(el.TokenCount)] {
			if token == words[0] || token == words[1] || token == words[2] {
				clear(s.scores[el.First:el.End])
			}
		}
	}
	for _, l := range s.page.Links {
		if l.Block >= 0 && leadsNowhere(htmltree.Attr(l.Node, "href"), &s.page.Blocks[l.Block]) {
			s.scores[l.Block] = 0
		}
	}
	for i := range s.page.Blocks {
		if b := &s.page.Blocks[i]; b.Last == '.' && b.Words <= maxControlWords && s.page.Elements[b.Leaf].AnyKinds&measure.Button != 0 {
			s.scores[i] = 0
		}
	}
}

// leadsNowhere reports whether the link of a short block leads to no other page: a script does
// something instead, or it leads back to the top.
func leadsNowhere(address string, b *measure.TextBlock) bool {
	switch address {
	case "#", "#top", "#wrap":
		return b.Words <= maxControlWords
	}
	return false
}
