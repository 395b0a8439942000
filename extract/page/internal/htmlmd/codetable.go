package htmlmd

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// isCodeTable reports whether a table sets lines of code against their numbers: by a
// class of a highlighter, by a first cell that is a gutter, or by rows of nothing
// but the next numbers and code.
func (w *writer) isCodeTable(n *html.Node) bool {
	if wordList("listing table").inClass(n) {
		return true
	}
	tr := firstRow(n)
	if tr == nil {
		return false
	}
	for c := tr.FirstChild; c != nil; c = c.NextSibling {
		if isCell(c) {
			return (isGutter(c) || w.isLineNumber(c)) && c.NextSibling != nil || isNumbered(tr)
		}
	}
	return false
}

// isNumbered reports whether each row from tr on sets preformatted text against line
// numbers that go on from those of the row before.
func isNumbered(tr *html.Node) bool {
	number := 0
	for ; tr != nil; tr = tr.NextSibling {
		if tr.DataAtom != atom.Tr {
			continue
		}
		gutter := childElement(tr, atom.Td)
		if gutter == nil || !isCodeCell(contentAfter(gutter)) {
			return false
		}
		lines := strings.Fields(shortText(gutter, maxGutter))
		for _, l := range lines {
			n, err := strconv.Atoi(strings.TrimRight(l, ".:"))
			if err != nil || number > 0 && n != number+1 {
				return false
			}
			number = n
		}
		if len(lines) == 0 {
			return false
		}
	}
	return number > 1
}

// maxGutter bounds the line numbers that are read of one cell, in bytes.
const maxGutter = 1 << 16

// isNumberCell reports whether a cell of code holds nothing but line numbers, or
// nothing at all, and code comes after it.
func isNumberCell(c *html.Node) bool {
	if c.DataAtom != atom.Td && c.DataAtom != atom.Th || contentAfter(c) == nil {
		return false
	}
	for _, r := range shortText(c, maxGutter) {
		if (r < '0' || r > '9') && r != '.' && r != ':' && r > ' ' {
			return false
		}
	}
	return true
}

// isCodeCell reports whether a cell is the last of its row and holds preformatted
// text and nothing else.
func isCodeCell(c *html.Node) bool {
	if c == nil || c.DataAtom != atom.Td || contentAfter(c) != nil {
		return false
	}
	for range 3 {
		inner := nextContent(c.FirstChild)
		if inner == nil || nextContent(inner.NextSibling) != nil {
			return false
		}
		if c = inner; c.DataAtom == atom.Pre {
			return true
		}
	}
	return false
}

// nextContent returns the first of n and its siblings after it that is neither a comment nor blank text,
// nil for none.
func nextContent(n *html.Node) *html.Node {
	for n != nil && (n.Type == html.CommentNode || n.Type == html.TextNode && isBlank(n.Data)) {
		n = n.NextSibling
	}
	return n
}

func firstRow(n *html.Node) *html.Node {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.DataAtom {
		case atom.Tr:
			return c
		case atom.Thead, atom.Tbody, atom.Tfoot:
			if tr := firstRow(c); tr != nil {
				return tr
			}
		}
	}
	return nil
}
