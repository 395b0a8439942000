package htmlmd

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
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
		case c.Type == html.ElementNode && c.Namespace == "" && c.DataAtom != atom.Script && c.DataAtom != atom.Style:
			block := htmltree.IsBlock(c.DataAtom)
			t.space = t.space || block
			t.read(c)
			t.space = t.space || block
		}
	}
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

type wordList string

var words = sync.OnceValue(func() map[wordList][]string {
	lists := map[wordList][]string{}
	for line := range strings.Lines(wordsText) {
		name, entries, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if ok && name[0] != '#' {
			lists[wordList(name)] = append(lists[wordList(name)], strings.Split(entries, ", ")...)
		}
	}
	for _, list := range lists {
		slices.Sort(list)
	}
	return lists
})

func (l wordList) has(word string) bool {
	_, found := slices.BinarySearch(words()[l], word)
	return found
}

func (l wordList) inClass(n *html.Node) bool { return l.inTokens(htmltree.Attr(n, "class")) }

func (l wordList) inTokens(tokens string) bool {
	for token := range strings.FieldsSeq(tokens) {
		if l.has(token) {
			return true
		}
	}
	return false
}

// within reports whether a text contains one of the entries.
func (l wordList) within(text string) bool {
	return slices.ContainsFunc(words()[l], func(entry string) bool { return strings.Contains(text, entry) })
}

// matches reports whether a text matches one of the entries: "*x" matches each text that ends in x, "x*" each that begins with x, and
// other entries themselves. It tries all entries, so that lists for it are short.
func (l wordList) matches(text string) bool {
	return slices.ContainsFunc(words()[l], func(entry string) bool {
		if rest, ok := strings.CutSuffix(entry, "*"); ok {
			return strings.HasPrefix(text, rest)
		}
		rest, ok := strings.CutPrefix(entry, "*")
		return text == entry || ok && strings.HasSuffix(text, rest)
	})
}
