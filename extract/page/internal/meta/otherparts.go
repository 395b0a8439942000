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

// elsewhere reports whether an element stands in a part of the page that is a work
// of its own, or is about another.
func elsewhere(n, h1 *html.Node) bool { return inEntry(n, h1) || inOtherWork(n, h1) }

// isElsewhere reports whether a block stands in such a part.
func isElsewhere(p *measure.Page, block int) bool {
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
		if h1 != nil && within(h1, a) {
			return false
		}
		if a.DataAtom == atom.Blockquote || otherWork(htmltree.Attr(a, "itemtype")) || otherProp(htmltree.Attr(a, "itemprop")) || otherClass(htmltree.Attr(a, "class")) {
			return true
		}
	}
	return false
}

// within reports whether n is a or stands below it.
func within(n, a *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n == a {
			return true
		}
	}
	return false
}

// otherWork reports whether a type of schema.org is that of a work about the page
// or quoted on it.
func otherWork(kind string) bool {
	switch kind[strings.LastIndexByte(kind, '/')+1:] {
	case "Review", "UserReview", "Comment", "UserComments", "Answer", "Quotation", "Book", "ItemList":
		return true
	}
	return false
}

func otherProp(prop string) bool {
	switch prop {
	case "comment", "review", "reviews", "answer", "suggestedAnswer", "acceptedAnswer", "itemReviewed":
		return true
	}
	return false
}

// otherClass reports whether a class names a part about the page, or about other
// pages. A word counts as the first or the last of a name of several.
func otherClass(class string) bool {
	for name := range strings.FieldsSeq(strings.ToLower(class)) {
		first, _, _ := strings.Cut(strings.ReplaceAll(name, "_", "-"), "-")
		last := name[strings.LastIndexAny(name, "-_")+1:]
		if otherWord(first) || otherWord(last) {
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

func otherWord(w string) bool {
	switch w {
	case "comment", "comments", "commentlist", "review", "reviews", "testimonial", "testimonials", "statement", "related", "recommended", "promo", "countdown", "slide", "carousel":
		return true
	}
	return false
}
