package htmlmd

import (
	"net/url"
	"path"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// Images that are part of the interface of a page, and those written already.

// isInterface reports whether an image without a text is part of the interface of a
// page by its class, the name of its file or the folder that holds it: an icon, a
// star of a rating, a sign that something is loading.
func isInterface(n *html.Node, address linkTarget) bool {
	class := htmltree.Attr(n, "class")
	for class != "" {
		var c string
		if c, class = cutToken(class); hasWord(c, wordList("interface class").has) {
			return true
		}
	}
	file, _, _ := strings.Cut(address.path, "?")
	if len(file) > maxFileName {
		return false
	}
	if s, err := url.PathUnescape(file); err == nil {
		file = s
	}
	folder, name := path.Split(file)
	for part := range strings.SplitSeq(strings.ToLower(folder), "/") {
		if wordList("interface folder").has(part) {
			return true
		}
	}
	switch ext := path.Ext(name); strings.ToLower(ext) {
	case ".svg", ".gif", ".png":
		name = strings.TrimSuffix(name, ext)
		return hasWord(name, wordList("interface file").has) || hasWord(name, func(word string) bool {
			return wordList("interface drawing").has(word) || strings.HasSuffix(word, "logo")
		})
	default:
		return hasWord(name, wordList("interface file").has)
	}
}

// isCellImage reports whether an image is all that the cell around it shows: the value
// of that cell, such as a tick, whatever it looks like.
func (w *writer) isCellImage(n *html.Node) bool {
	if w.cell == 0 {
		return false
	}
	for ; n != nil; n = n.Parent {
		if isCell(n) {
			return isBlank(shortText(n, 64))
		}
	}
	return false
}

// maxFileName bounds what is looked at of the address of an image, in bytes.
const maxFileName = 500

// hasWord reports whether one of the words of a name is one of a kind. Words are runs
// of ASCII letters in lower case, or such with a capital: "starRed_2" has two.
func hasWord(name string, is func(string) bool) bool {
	for i := 0; i < len(name); {
		j := i
		for j < len(name) && ascii.IsLetter(name[j]) && (j == i || !isUpper(name[j]) || isUpper(name[j-1])) {
			j++
		}
		if j > i && is(strings.ToLower(name[i:j])) {
			return true
		}
		i = max(j, i+1)
	}
	return false
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

// isFileName reports whether the text of an image is the name of its file.
func isFileName(alt string) bool {
	switch path.Ext(strings.ToLower(strings.TrimSpace(alt))) {
	case ".jpg", ".jpeg", ".png", ".gif", ".webp", ".svg", ".avif":
		return true
	}
	return false
}

// lastImage is the image that was written last.
type lastImage struct {
	url    linkTarget
	alt    string
	link   linkTarget // that it leads to
	parent *html.Node // that it stands in
	at     int        // the pieces of content that were written with it
}

// isRepeat reports whether the same image, or another view of it with the same text on
// the same card, was written right before.
func (w *writer) isRepeat(n *html.Node, url linkTarget, alt string) bool {
	last := &w.lastImg
	if w.fragment || last.at != w.contentCount || last.at == 0 {
		return false
	}
	link := w.linkAround()
	if url == last.url {
		return link == last.link || link.isEmpty()
	}
	return alt != "" && alt == last.alt && (!link.isEmpty() && link == last.link || n.Parent == last.parent)
}

// linkAround is where the link leads that is open, if one is.
func (w *writer) linkAround() linkTarget {
	for i := range w.inlines {
		if w.inlines[i].kind == linkInline {
			return w.inlines[i].link.url
		}
	}
	return linkTarget{}
}

// isStandIn reports whether an image without an address holds the place of one with
// an address that follows it in the same place or one around that.
func (w *writer) isStandIn(n *html.Node) bool {
	const levels, near = 2, 8
	for range levels {
		left := near
		for s := n.NextSibling; s != nil && left > 0; s = s.NextSibling {
			left--
			switch {
			case s.Type == html.TextNode && !isBlank(s.Data):
				return false
			case s.Type != html.ElementNode:
				continue
			}
			img := s
			if s.DataAtom != atom.Img {
				if !isBlank(shortText(s, 64)) {
					return false
				}
				img = firstImage(s, 4)
			}
			if img != nil {
				return !isPixel(img) && !w.imageURL(img).isEmpty()
			}
		}
		if n = n.Parent; n == nil || n.DataAtom == atom.Li || isCell(n) || n.DataAtom == atom.P {
			return false
		}
	}
	return false
}

// plainImages takes back emphasis around nothing but images.
func (w *writer) plainImages() {
	var open []int        // of emphasis
	text, image := -1, -1 // the last item that is one
	dropped := false
	for i := 0; i < len(w.Items); i++ {
		switch it := &w.Items[i]; it.Kind {
		case mdinline.Image:
			i, image = int(it.Pair), i
		case mdinline.Open:
			open = append(open, i)
		case mdinline.Close:
			n := len(open) - 1
			if text < open[n] && image > open[n] {
				w.Items[open[n]].Kind, it.Kind, dropped = mdinline.Removed, mdinline.Removed, true
			}
			open = open[:n]
		case mdinline.Link, mdinline.LinkEnd, mdinline.Break, mdinline.Removed:
		default:
			if it.Kind != mdinline.Text || !isSpaces(w.Text[it.Start:it.End]) {
				text = i
			}
		}
	}
	if !dropped {
		return
	}
	w.DropRemoved()
}
