package classify

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// embeddedPosts are classes of quotations that scripts of other sites replace by a post: its words,
// and below them its author, its date and its address.
var embeddedPosts = []string{
	"twitter-tweet", "instagram-media", "tiktok-embed", "mastodon-embed", "bluesky-embed", "text-post-media",
	"reddit-embed-bq", "reddit-card", "imgur-embed-pub", "fb-xfbml-parse-ignore", "twitter-video",
}

// isAttributed reports whether a quotation ends with who said it: it is an embedded post, its last
// child is a <cite> or a <footer>, or its last line begins with a dash:
//
//	<blockquote><p>Words</p>&mdash; Name (@name) <a href="…">1 May</a></blockquote>
func isAttributed(quote *html.Node) bool {
	if htmltree.HasClass(quote, embeddedPosts...) {
		return true
	}
	line := quote.LastChild
	for line != nil && isBlankNode(line) {
		line = line.PrevSibling
	}
	if line == nil || line.DataAtom == atom.Cite || line.DataAtom == atom.Footer {
		return line != nil
	}
	for b := line; b != nil && !htmltree.IsBlock(b.DataAtom) && b.DataAtom != atom.Br; b = b.PrevSibling {
		if !isBlankNode(b) {
			line = b
		}
	}
	const levels = 4 // of elements around the beginning of the line
	for range levels {
		if line == nil || line.Type != html.ElementNode {
			break
		}
		for line = line.FirstChild; line != nil && isBlankNode(line); line = line.NextSibling {
		}
	}
	if line == nil || line.Type != html.TextNode {
		return false
	}
	first, _ := utf8.DecodeRuneInString(strings.TrimSpace(line.Data))
	return slices.Contains([]rune("—–―-"), first)
}

// isBlankNode reports whether a node is neither an element nor text to see.
func isBlankNode(n *html.Node) bool {
	return n.Type != html.ElementNode && (n.Type != html.TextNode || strings.TrimSpace(n.Data) == "")
}
