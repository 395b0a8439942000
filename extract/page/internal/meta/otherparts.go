package meta

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// maxHops bounds the elements around a date or a name that are looked at.
const maxHops = 24

// inOtherPart reports whether an element stands in a part of the page that is a work
// of its own, or is about another.
func inOtherPart(n, h1 *html.Node) bool { return inEntry(n, h1) || inOtherWork(n, h1) }

// blockInOtherPart reports whether a block stands in such a part.
func blockInOtherPart(p *measure.Page, block int) bool {
	return inEntry(blockNode(p, block), p.Head.H1) || inOtherWork(p.Nodes[p.Blocks[block].Leaf], p.Head.H1)
}

// inOtherWork reports whether an element stands in a comment, an answer, a review, a
// quotation, a row of other pages. An element around the first h1 is none.
func inOtherWork(n, h1 *html.Node) bool {
	hops := 0
	for a := n; a != nil && a.DataAtom != atom.Body && hops < maxHops; a, hops = a.Parent, hops+1 {
		if a.Type != html.ElementNode {
			continue
		}
		if h1 != nil && htmltree.IsInside(h1, a) {
			return false
		}
		if a.DataAtom == atom.Blockquote || isOtherWorkType(htmltree.Attr(a, "itemtype")) || isOtherWorkProp(htmltree.Attr(a, "itemprop")) || isOtherWorkClass(htmltree.Attr(a, "class")) {
			return true
		}
	}
	return false
}

// isOtherWorkType reports whether a type of schema.org is that of a work about the page
// or quoted on it.
func isOtherWorkType(kind string) bool {
	switch kind[strings.LastIndexByte(kind, '/')+1:] {
	case "Review", "UserReview", "Comment", "UserComments", "Answer", "Quotation", "Book", "ItemList":
		return true
	}
	return false
}

func isOtherWorkProp(prop string) bool {
	switch prop {
	case "comment", "review", "reviews", "answer", "suggestedAnswer", "acceptedAnswer", "itemReviewed":
		return true
	}
	return false
}

// isOtherWorkClass reports whether a class names a part about the page, or about other
// pages. A word counts as the first or the last of a name of several.
func isOtherWorkClass(class string) bool {
	for name := range strings.FieldsSeq(strings.ToLower(class)) {
		first, _, _ := strings.Cut(strings.ReplaceAll(name, "_", "-"), "-")
		last := name[strings.LastIndexAny(name, "-_")+1:]
		if isOtherWorkWord(first) || isOtherWorkWord(last) {
			return true
		}
		for _, word := range [...]string{"-review-", "-review_", "_review_", "-comment-", "-testimonial"} {
			if strings.Contains(name, word) {
				return true
			}
		}
	}
	return false
}

func isOtherWorkWord(w string) bool {
	switch w {
	case "comment", "comments", "commentlist", "review", "reviews", "testimonial", "testimonials", "statement", "related", "recommended", "promo", "countdown", "slide", "carousel":
		return true
	}
	return false
}
