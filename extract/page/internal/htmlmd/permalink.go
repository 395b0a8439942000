package htmlmd

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// Headings hold links that are tools of the page and not part of their text:
// those that lead to the heading itself, and those that edit what is below it.

// isPermalink reports whether a link leads to the heading it stands in, and shows
// nothing but a sign or what it is for.
func (w *writer) isPermalink(n *html.Node, href string) bool {
	if !w.leadsToPart(href) {
		return false
	}
	const most = 80 // bytes, of signs and words for links
	text := toolText(n, most)
	if r, size := utf8.DecodeRuneInString(text); size == len(text) && unicode.Is(unicode.Co, r) {
		text = "#" // a sign of an icon font, which has no meaning without it
	}
	switch {
	case text == "":
		return !hasImage(n)
	case text == "\u200b" || wordList("permalink sign").has(text):
		return w.heading > 0 || wordList("permalink").inClass(n)
	}
	return w.heading > 0 && w.besideText(n) && (wordList("sure permalink").inClass(n) || saysPermalink(text))
}

// leadsToPart reports whether an address is that of a part of the page at hand: outside of
// headings, one that says no more than the part.
func (w *writer) leadsToPart(href string) bool {
	if strings.HasPrefix(href, "#") {
		return len(href) > 1
	}
	return w.heading > 0 && w.leadsWithinPage(href)
}

// leadsWithinPage reports whether an address is that of the page at hand or a part of it.
func (w *writer) leadsWithinPage(href string) bool {
	if strings.HasPrefix(href, "#") {
		return true
	}
	page, part, _ := strings.Cut(href, "#")
	return part != "" && w.base.page != "" && w.base.resolve(page).String() == w.base.page
}

// toolText is the text of n, or the name of an image without any, in lower case
// and without brackets.
func toolText(n *html.Node, most int) string {
	text := strings.Trim(shortText(n, most), " \t\n\r\u00a0[]")
	if text == "" && hasImage(n) {
		text = htmltree.Attr(n, "aria-label")
	}
	return strings.ToLower(text)
}

// maxHeading bounds what is read of a heading to tell tools from its text, in bytes.
const maxHeading = 1000

// besideText reports whether the heading at hand has text besides that of n.
func (w *writer) besideText(n *html.Node) bool {
	if w.headingText < 0 {
		w.headingText = len(strings.TrimSpace(shortText(w.headingNode, maxHeading)))
	}
	return w.headingText > len(strings.TrimSpace(shortText(n, 100)))
}

// saysPermalink reports whether a text in lower case is what links to their own
// heading show.
func saysPermalink(text string) bool {
	return wordList("permalink label").has(text) || wordList("permalink label begins").begins(text)
}

// isCopyLabel reports whether an element in a heading that is no link shows only that the
// address of the heading may be copied, as its class says, too.
func (w *writer) isCopyLabel(n *html.Node) bool {
	if w.heading == 0 || n.FirstChild == nil || n == w.headingNode {
		return false
	}
	class := htmltree.Attr(n, "class")
	if !strings.Contains(class, "copy") && !strings.Contains(class, "link") && !strings.Contains(class, "anchor") {
		return false
	}
	text := toolText(n, 80)
	return strings.Contains(text, " ") && saysPermalink(text) && w.besideText(n)
}
