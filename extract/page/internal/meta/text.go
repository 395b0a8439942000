package meta

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// Text is the text below n, white space folded, at most limit bytes of it.
func Text(n *html.Node, limit int) string {
	if c := n.FirstChild; c != nil && c.NextSibling == nil && c.Type == html.TextNode {
		return fold(CutText(c.Data, limit))
	}
	var buf [512]byte
	return fold(string(appendText(buf[:0], limit, n, 0, nil)))
}

// bylineText returns the text of an element that may name authors. It has " | " at the end
// of a block or a line in the element, and ", " behind the items of a list, to separate
// names from other text.
func bylineText(n *html.Node) string {
	var buf [512]byte
	text := string(appendText(buf[:0], maxByline, n, 0, isBehindLike))
	return joinParts(strings.ReplaceAll(strings.Trim(fold(CutText(text, maxByline)), " |,"), " ,", ","))
}

// joinParts takes out the bars beside a word or a comma that joins names: "Ada Finch | and | Bo Reed".
func joinParts(text string) string {
	joins := vocabulary()["and"].Has // as it is written: "ET" is a time zone
	joined, rest, found := strings.Cut(text, " | ")
	for found {
		var part string
		part, rest, found = strings.Cut(strings.TrimLeft(rest, "| "), " | ")
		word, _, _ := strings.Cut(part, " ")
		if !joins(word) && !joins(lastWord(joined)) && !strings.HasSuffix(joined, ",") {
			joined += " |"
		}
		joined += " " + part
	}
	return joined
}

// appendText appends the text below n to dst until that is about limit bytes long. Of a byline, where isNext says which elements
// name the next author, it parts names as bylineText says, and leaves out notes and the marks of affiliations. isNext is a
// parameter because appendText and Text would call each other through isBehindLike, and the buffer of Text would be on the heap.
func appendText(dst []byte, limit int, n *html.Node, depth int, isNext func(*html.Node) bool) []byte {
	isByline := isNext != nil
	for c := n.FirstChild; c != nil && len(dst) < limit && depth < 64; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode && measure.IsBlank(c.Data):
			dst = space(dst)
			continue
		case c.Type == html.TextNode:
			dst = append(dst, CutText(c.Data, limit-len(dst))...)
			continue
		case c.Type != html.ElementNode, c.Data == "script", c.Data == "style", c.Data == "svg", c.Data == "button", c.Data == "select",
			isByline && htmltree.HasClass(c, "ltx_note", "ltx_author_notes", "footnote"):
			continue
		}
		if isByline && c.DataAtom == atom.Sup {
			if n := len(dst); n > 0 && (dst[n-1] < '0' || dst[n-1] > '9') { // behind the name of an author, not "1<sup>st</sup> May"
				dst = append(dst, "; "...)
			}
			continue
		}
		isBlock := isByline && (c.DataAtom == atom.Br || htmltree.IsBlock(c.DataAtom))
		if isBlock && len(dst) > 0 && c.DataAtom != atom.Li {
			dst = append(dst, " | "...)
		}
		if isByline && (c.DataAtom == atom.A || c.DataAtom == atom.Span || htmltree.Attr(c, "class") != "") && isNext(c) {
			dst = append(dst, ", "...)
		}
		start := len(dst)
		switch dst = appendText(dst, limit, c, depth+1, isNext); {
		case !isBlock:
			dst = space(dst)
		case len(bytes.TrimSpace(dst[start:])) == 0:
		case c.DataAtom == atom.Li:
			dst = append(dst, ", "...)
		default:
			dst = append(dst, " | "...)
		}
	}
	return dst
}

// isBehindLike reports whether an element with text stands right behind another one of its kind: two links, or two elements of one
// class with more than a word each, as each of several authors has one.
func isBehindLike(n *html.Node) bool {
	if n.PrevSibling == nil || Text(n, utf8.UTFMax) == "" { // before the search, which many empty elements would repeat
		return false
	}
	isBlank := func(s *html.Node) bool {
		return s.Type == html.TextNode && measure.IsBlank(s.Data) || s.Type == html.ElementNode && Text(s, 8) == ""
	}
	before := n.PrevSibling
	for hops := 0; hops < maxHops && before != nil && isBlank(before); hops++ {
		before = before.PrevSibling
	}
	if before == nil || before.DataAtom != n.DataAtom || before.Type != html.ElementNode {
		return false
	}
	isName := func(n *html.Node) bool { return strings.Contains(Text(n, 40), " ") }
	return n.DataAtom == atom.A || htmltree.Attr(before, "class") == htmltree.Attr(n, "class") && isName(before) && isName(n)
}

// space parts words. White space between tags doesn't count against the limit.
func space(dst []byte) []byte {
	if len(dst) > 0 && dst[len(dst)-1] != ' ' {
		return append(dst, ' ')
	}
	return dst
}

// CountWords counts the words of s.
func CountWords(s string) (n int) {
	for range strings.FieldsSeq(s) {
		n++
	}
	return n
}

// CutText returns at most limit bytes of s, whole characters.
func CutText(s string, limit int) string {
	if len(s) > limit {
		return strings.ToValidUTF8(s[:limit], "")
	}
	return s
}

func fold(s string) string {
	if strings.Contains(s, "&") && strings.Contains(s, ";") {
		s = html.UnescapeString(s)
	}
	return FoldSpace(s)
}

// FoldSpace makes each run of white space one space, and none at the ends. It returns a part of s where there is nothing to
// fold: single characters of rare kinds of white space don't count.
func FoldSpace(s string) string {
	s = strings.TrimSpace(s)
	for i := range len(s) {
		switch c := s[i]; {
		case c > ' ' && c != 0xC2: // as most are
		case c == ' ' && s[i+1] == ' ', // s is trimmed, so that a byte follows
			c == '\n' || c == '\t' || c == '\r' || c == '\f',
			c == 0xC2 && i+1 < len(s) && s[i+1] == 0xA0: // a no-break space is C2 A0
			return strings.Join(strings.Fields(s), " ")
		}
	}
	return s
}
