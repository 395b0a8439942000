package htmlmd

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// codeText appends the text of code: line numbers, buttons and hidden lines left
// out, the lines apart that are elements of their own.
func (w *writer) codeText(n *html.Node, b []byte) []byte {
	w.codeLine = -1
	return w.appendCode(n, b)
}

func (w *writer) appendCode(n *html.Node, b []byte) []byte {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if w.skips(c) {
			continue
		}
		switch {
		case c.Type == html.TextNode:
			switch n.DataAtom {
			case atom.Table, atom.Tbody, atom.Thead, atom.Tr: // white space of the source
			default:
				b = append(w.afterLine(b, c.Data), w.visibleText(c.Data)...)
			}
		case c.Type != html.ElementNode:
		case c.DataAtom == atom.Br:
			b = append(b, '\n')
		case isGutter(c), isNumberCell(c), atLineStart(b) && w.isLineNumber(c):
		case w.depth == maxDepth:
		default:
			b = w.codeElement(c, b)
		}
	}
	return b
}

func (w *writer) codeElement(n *html.Node, b []byte) []byte {
	block := isCodeBlock(n)
	line := block || isLine(n)
	before := n.PrevSibling
	if line && !atLineStart(b) && (block || before != nil && before.Type == html.ElementNode && (isCodeBlock(before) || isLine(before))) {
		b = append(b, '\n')
	}
	if n.DataAtom == atom.Kbd && isKey(n.PrevSibling) && len(b) > 0 {
		b = append(b, ' ') // two keys
	}
	at, whole := len(b), atLineStart(b)
	w.depth++
	b = w.appendCode(n, b)
	w.depth--
	if line && len(b) == at && whole && n.DataAtom == atom.Span && n.NextSibling != nil && n.NextSibling.Type == html.ElementNode && isLine(n.NextSibling) {
		b = append(b, '\n') // an empty line
	}
	if line && n.DataAtom != atom.Span && len(b) >= at && (len(b) == at || b[len(b)-1] != '\n') && n.NextSibling != nil {
		b = append(b, '\n')
	}
	if line && whole && len(b) > at {
		w.codeLine = len(b)
	}
	return b
}

func atLineStart(b []byte) bool { return len(b) == 0 || b[len(b)-1] == '\n' }

// afterLine appends the line break that the element before a text does without, as
// it is a line of its own, unless the text begins with one.
func (w *writer) afterLine(b []byte, text string) []byte {
	if w.codeLine != len(b) || atLineStart(b) || text == "" || strings.HasPrefix(strings.TrimLeft(text, " \t\r"), "\n") {
		return b
	}
	return append(b, '\n')
}

// isKey reports whether a node is a key to press.
func isKey(n *html.Node) bool { return n != nil && n.DataAtom == atom.Kbd }

// isCodeBlock reports whether an element in code is shown on lines of its own.
func isCodeBlock(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Div, atom.P, atom.Li, atom.Tr, atom.Pre:
		return true
	}
	return false
}

// isLine reports whether an element in code that is shown within a line is a line of
// its own by its class or style, or one of several that a <pre> is made of.
func isLine(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Code:
		return isLineClass(n) || n.Parent.DataAtom == atom.Pre && (isCodeElement(n.PrevSibling) || isCodeElement(n.NextSibling))
	case atom.Span:
		return isLineClass(n)
	}
	return false
}

func isLineClass(n *html.Node) bool {
	class := htmltree.Attr(n, "class")
	for class != "" {
		var c string
		if c, class = cutToken(class); namesLine(c) {
			return true
		}
	}
	_, display, _ := strings.Cut(htmltree.Attr(n, "style"), "display:")
	display = strings.TrimLeft(display, " ")
	return strings.HasPrefix(display, "block") || strings.HasPrefix(display, "flex") || strings.HasPrefix(display, "grid") || strings.HasPrefix(display, "table")
}

// namesLine reports whether a class is "line", or a compound that ends in it as a word:
// "code-line", "highlightLine".
func namesLine(c string) bool {
	return c == "line" || !wordList("no line").has(c) && (strings.HasSuffix(c, "-line") || strings.HasSuffix(c, "_line") || strings.HasSuffix(c, "Line"))
}

func isCodeElement(n *html.Node) bool { return n != nil && n.DataAtom == atom.Code }

// isGutter reports whether an element in code is not code: line numbers, prompts
// to copy, icons, what mdBook hides as "boring", and links of Sphinx back to the
// documentation.
func isGutter(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Button, atom.Script, atom.Style, atom.Select, atom.Textarea, atom.Template, atom.Svg, atom.Noscript:
		return true
	case 0:
		if n.Data == "clipboard-copy" || n.Data == "copy-button" {
			return true
		}
	}
	return wordList("gutter").inTokens(strings.ToLower(htmltree.Attr(n, "class")))
}

// isLineNumber reports whether an element at the beginning of a line of code is its number: digits that
// can't be selected, or that a class or an attribute tells from code.
func (w *writer) isLineNumber(n *html.Node) bool {
	const longest = 12 // bytes
	text := strings.TrimSpace(strings.ReplaceAll(shortText(n, longest), noBreakSpace, " "))
	if text = strings.TrimRight(text, ".:|│ "); text == "" || strings.Trim(text, "0123456789") != "" {
		return false
	}
	if declared(w.style(n), "user-select") == "none" {
		return true
	}
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "unselectable", "data-line-number", "data-line", "data-lineno", "data-ln":
			return true
		case "aria-hidden":
			if a.Val == "true" {
				return true
			}
		case "class":
			name := strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(a.Val))
			if strings.Contains(name, "lineno") || strings.Contains(name, "linenum") || strings.Contains(name, "lnnum") || strings.Contains(name, "gutter") || hasToken(a.Val, "ln", "nr", "no", "rownum") {
				return true
			}
		}
	}
	return false
}

// isNumberColumn reports whether preformatted text is the column of line numbers beside
// the code that comes right after it: whole numbers, each one more than the last.
func isNumberColumn(n *html.Node) bool {
	code := contentAfter(n)
	if code == nil || code.DataAtom != atom.Pre {
		return false
	}
	const some = 128 // bytes, of which the last number may be cut
	text := shortText(n, some)
	numbers := strings.Fields(text)
	if len(text) > some && len(numbers) > 0 {
		numbers = numbers[:len(numbers)-1]
	}
	first := 0
	for i, field := range numbers {
		v, err := strconv.Atoi(field)
		if err != nil || i > 0 && v != first+i {
			return false
		}
		if i == 0 {
			first = v
		}
	}
	return len(numbers) > 1
}
