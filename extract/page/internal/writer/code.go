package writer

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// code writes code within a line. If all of it is one link, the link goes
// around the code, as Markdown has it.
func (w *writer) code(n *html.Node) {
	if a := onlyLink(n); a != nil && !w.inLink() {
		href, _ := attr(a, "href")
		if url := w.base.resolve(href); !url.isEmpty() {
			w.marked(mark{kind: linkMark, link: link{url: url}}, func() { w.codeSpan(n) })
			return
		}
	}
	w.codeSpan(n)
}

func onlyLink(n *html.Node) *html.Node {
	var a *html.Node
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.ElementNode && c.DataAtom == atom.A && a == nil:
			a = c
		case c.Type == html.TextNode && isBlank(c.Data):
		default:
			return nil
		}
	}
	return a
}

// codeSpan adds the text of n as code. Code that touches other code joins it.
func (w *writer) codeSpan(n *html.Node) {
	b := w.codeText(n, w.scratch[:0])
	w.scratch = b
	b = foldCode(b)
	if len(b) == 0 {
		return
	}
	w.addCode(b)
}

func (w *writer) addCode(b []byte) {
	w.content()
	w.seen.code = true
	start := int32(len(w.text))
	w.text = append(w.text, b...)
	if n := len(w.items); n > 0 && w.items[n-1].kind == codeItem && w.items[n-1].end == start {
		w.items[n-1].end = int32(len(w.text))
		return
	}
	w.items = append(w.items, item{kind: codeItem, start: start, end: int32(len(w.text))})
}

// foldCode makes each run of white space one space, in place.
func foldCode(b []byte) []byte {
	out := b[:0]
	space := false
	for _, c := range b {
		if byteClass[c] == classSpace {
			if !space {
				out = append(out, ' ')
			}
			space = true
			continue
		}
		space = false
		out = append(out, c)
	}
	return out
}

// pre writes preformatted text as a fenced code block.
func (w *writer) pre(n *html.Node) {
	w.codeBlock(n, language(n))
}

// codeBlock writes the text of n as a code block.
func (w *writer) codeBlock(n *html.Node, lang string) {
	w.end()
	b := w.codeText(n, w.scratch[:0])
	w.scratch = b
	if hasCodeChild(n) {
		if len(b) > 0 && b[len(b)-1] == '\n' {
			b = b[:len(b)-1]
		}
	} else {
		b = trimBlankEnd(b)
		if len(b) == 0 {
			return
		}
	}
	if w.in.DropCode {
		return
	}
	if w.cell > 0 {
		w.cellCode(b)
		return
	}
	w.fenced(b, lang)
}

func hasCodeChild(n *html.Node) bool { return hasChild(n, atom.Code) }

// trimBlankEnd cuts off white space at the end.
func trimBlankEnd(b []byte) []byte {
	n := len(b)
	for n > 0 && byteClass[b[n-1]] == classSpace {
		n--
	}
	return b[:n]
}

// cellCode writes the lines of a code block in a table cell.
func (w *writer) cellCode(b []byte) {
	for line := range strings.Lines(string(b)) {
		if !isBlank(line) {
			w.addCode([]byte(strings.Trim(line, "\n")))
		}
		w.brk = len(w.items) > 0
	}
}

// fenced writes a code block between fences longer than any in it.
func (w *writer) fenced(b []byte, lang string) {
	char, n := byte('`'), max(3, longestRun(b, '`')+1)
	if strings.Contains(lang, "`") {
		char, n = '~', max(3, longestRun(b, '~')+1)
	}
	w.begin(codeBlock, extract.Code)
	w.repeat(char, n)
	w.emitInfo(clean(lang))
	for first := true; len(b) > 0 || first && b != nil && len(b) > 0; first = false {
		i := 0
		for i < len(b) && b[i] != '\n' {
			i++
		}
		w.out = append(w.out, '\n')
		if i > 0 {
			w.out = append(w.out, w.prefix...)
			w.out = append(w.out, b[:i]...)
		} else {
			w.out = append(w.out, w.prefix...)
			w.trimLine()
		}
		if i == len(b) {
			break
		}
		if b = b[i+1:]; len(b) == 0 {
			w.out = append(w.out, '\n')
			w.out = append(w.out, w.prefix...)
			w.trimLine()
		}
	}
	w.newline()
	w.repeat(char, n)
}

func (w *writer) repeat(c byte, n int) {
	for range n {
		w.out = append(w.out, c)
	}
}

// emitInfo writes the language of a code block.
func (w *writer) emitInfo(lang string) {
	for i := 0; i < len(lang); i++ {
		switch c := lang[i]; {
		case c == '\\' && i+1 < len(lang) && isASCIIPunct(lang[i+1]):
			w.out = append(w.out, '\\', '\\')
		case c == '&' && startsEntity([]byte(lang[i:])):
			w.out = append(w.out, "&amp;"...)
		default:
			w.out = append(w.out, c)
		}
	}
}

func longestRun(b []byte, c byte) int {
	longest := 0
	for i := 0; i < len(b); i++ {
		if b[i] == c {
			n := runLen(b, i)
			longest = max(longest, n)
			i += n - 1
		}
	}
	return longest
}

// codeText appends the text of code: line numbers and buttons left out, the
// lines apart that are elements of their own.
func (w *writer) codeText(n *html.Node, b []byte) []byte {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if !w.enter(c) {
			continue
		}
		switch {
		case c.Type == html.TextNode:
			if !isTablePart(n) {
				b = append(b, clean(c.Data)...)
			}
		case c.Type != html.ElementNode:
		case c.DataAtom == atom.Br:
			b = append(b, '\n')
		case isGutter(c):
			w.pass()
		case w.depth == maxDepth:
			w.pass()
		default:
			b = w.codeElement(c, b)
		}
	}
	return b
}

func (w *writer) codeElement(n *html.Node, b []byte) []byte {
	line := isLine(n)
	if line && len(b) > 0 && b[len(b)-1] != '\n' && hasLineBefore(n) {
		b = append(b, '\n')
	}
	at := len(b)
	w.depth++
	b = w.codeText(n, b)
	w.depth--
	if line && n.DataAtom != atom.Span && len(b) >= at && (len(b) == at || b[len(b)-1] != '\n') && n.NextSibling != nil {
		b = append(b, '\n')
	}
	return b
}

// isLine says whether an element in code is a line of it.
func isLine(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Div, atom.P, atom.Li, atom.Tr, atom.Pre:
		return true
	case atom.Span, atom.Code:
		return hasClass(n, "line", "code-line", "view-line", "token-line", "CodeMirror-line", "cm-line", "ec-line")
	}
	return false
}

// hasLineBefore says whether the element before n is a line without a line
// break of its own after it.
func hasLineBefore(n *html.Node) bool {
	p := n.PrevSibling
	return p != nil && p.Type == html.ElementNode && isLine(p)
}

// isTablePart says whether text in an element only sets the source apart.
func isTablePart(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Table, atom.Tbody, atom.Thead, atom.Tr:
		return true
	}
	return false
}

// isGutter says whether an element in code is not code: line numbers, prompts
// to copy, icons.
func isGutter(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Button, atom.Script, atom.Style, atom.Select, atom.Textarea, atom.Template, atom.Svg, atom.Noscript:
		return true
	case 0:
		if n.Data == "clipboard-copy" || n.Data == "copy-button" {
			return true
		}
	}
	v, ok := attr(n, "class")
	for ok && v != "" {
		var c string
		if c, v = cutToken(v); isGutterClass(c) {
			return true
		}
	}
	return false
}

func isGutterClass(c string) bool {
	switch strings.ToLower(c) {
	case "lineno", "linenos", "linenodiv", "linenumber", "linenumbers", "line-number", "line-numbers-rows",
		"lnt", "ln", "gutter", "rouge-gutter", "gl", "hljs-ln-numbers", "hljs-ln-line-numbers", "blob-num",
		"code-line-number", "react-syntax-highlighter-line-number", "codeblock-line-number", "line-num",
		"copy", "copy-btn", "btn-copy", "copybtn", "copy-button", "btn-clipboard", "code-copy", "copy-code-button",
		"clipboard-copy", "copy-to-clipboard-button", "zeroclipboard-container", "toolbar-item", "code-copy-button":
		return true
	}
	return false
}
