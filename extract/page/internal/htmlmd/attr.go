package htmlmd

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/wordlist"
)

func attrOf(n *html.Node, keys ...string) string {
	for _, k := range keys {
		if v := htmltree.Attr(n, k); strings.TrimSpace(v) != "" {
			return v
		}
	}
	return ""
}

func hasChild(n *html.Node, a atom.Atom) bool { return childElement(n, a) != nil }

func childElement(n *html.Node, a atom.Atom) *html.Node {
	return htmltree.Find(n, 1, func(c *html.Node) bool { return c.DataAtom == a })
}

func isText(n *html.Node) bool { return n.Type == html.TextNode && !isBlank(n.Data) }

// isContent reports whether a node is an element, or a text that isn't blank.
func isContent(n *html.Node) bool { return n.Type == html.ElementNode || isText(n) }

func contentAfter(n *html.Node) *html.Node { return nextContent(n.NextSibling) }

// nextContent returns the first of n and its siblings after it that is content, nil for none.
func nextContent(n *html.Node) *html.Node {
	for n != nil && !isContent(n) {
		n = n.NextSibling
	}
	return n
}

// contentBefore returns the nearest sibling before n that is content, nil for none.
func contentBefore(n *html.Node) *html.Node {
	before := n.PrevSibling
	for before != nil && !isContent(before) {
		before = before.PrevSibling
	}
	return before
}

// holds reports whether a node below n is so.
func holds(n *html.Node, is func(*html.Node) bool) bool { return htmltree.Find(n, maxDepth, is) != nil }

// isOne returns a function that reports whether a node is one of some elements.
func isOne(tags ...atom.Atom) func(*html.Node) bool {
	return func(n *html.Node) bool { return slices.Contains(tags, n.DataAtom) }
}

func isHeading(n *html.Node) bool { return headingLevel(n) > 0 }

func isImage(n *html.Node) bool { return n.DataAtom == atom.Img || n.DataAtom == atom.Picture }

func isBlock(n *html.Node) bool { return htmltree.IsBlock(n.DataAtom) }

// around returns the first of n and the elements around it, at most hops of them, that is so, nil for none.
func around(n *html.Node, hops int, is func(*html.Node) bool) *html.Node {
	for ; n != nil && !is(n); n = n.Parent {
		if hops--; hops < 0 {
			return nil
		}
	}
	return n
}

// cutToken splits off the first of a list of tokens set apart by white space.
func cutToken(s string) (token, rest string) {
	i := 0
	for i < len(s) && classOf(s[i]) == classSpace {
		i++
	}
	j := i
	for j < len(s) && classOf(s[j]) != classSpace {
		j++
	}
	return s[i:j], s[j:]
}

// shortText is the text of a subtree, or its first max+1 bytes if it is longer.
func shortText(n *html.Node, max int) string {
	for c := n.FirstChild; c != nil && c.NextSibling == nil && (c.Type == html.TextNode || isRead(c)); c = c.FirstChild {
		n = c
	}
	if n.Type == html.TextNode {
		return n.Data[:min(len(n.Data), max+1)]
	}
	t := textReader{max: max}
	t.read(n)
	return string(t.b)
}

// shownText is [shortText] with white space folded, and a space where a block begins or ends.
func shownText(n *html.Node, max int) string {
	t := textReader{max: max, folds: true}
	t.read(n)
	return string(t.b)
}

type textReader struct {
	b     []byte
	max   int
	folds bool
	space bool // white space or the edge of a block stands before what comes
}

func (t *textReader) read(n *html.Node) {
	for c := n.FirstChild; c != nil && len(t.b) <= t.max; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode && !t.folds:
			t.b = append(t.b, c.Data[:min(len(c.Data), t.max+1-len(t.b))]...)
		case c.Type == html.TextNode:
			for i := 0; i < len(c.Data) && len(t.b) <= t.max; i++ {
				if classOf(c.Data[i]) == classSpace {
					t.space = true
					continue
				}
				if t.space && len(t.b) > 0 {
					t.b = append(t.b, ' ')
				}
				t.b, t.space = append(t.b, c.Data[i]), false
			}
		case isRead(c):
			block := htmltree.IsBlock(c.DataAtom)
			t.space = t.space || block
			t.read(c)
			t.space = t.space || block
		}
	}
}

// isRead reports whether the text of an element counts.
func isRead(n *html.Node) bool {
	return n.Type == html.ElementNode && n.Namespace == "" && n.DataAtom != atom.Script && n.DataAtom != atom.Style
}

func headingLevel(n *html.Node) int {
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return int(n.Data[1] - '0')
	}
	return 0
}

func appendFolded(b []byte, s string) []byte {
	at := len(b)
	for t := range strings.FieldsFuncSeq(s, func(r rune) bool { return r < ' '+1 && classOf(byte(r)) == classSpace }) {
		if len(b) > at {
			b = append(b, ' ')
		}
		b = append(b, t...)
	}
	return b
}

//go:embed words.txt
var wordsText string

var wordLists = sync.OnceValue(func() map[string]wordlist.List { return wordlist.Parse(wordsText) })

func words(list string) wordlist.List { return wordLists()[list] }
