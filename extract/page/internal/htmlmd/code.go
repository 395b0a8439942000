package htmlmd

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// code writes code within a line, or as a block if it has lines of its own. If all of it is one link, the link goes
// around the code, as Markdown has it.
func (w *writer) code(n *html.Node) {
	if w.isBlockOfCode(n) {
		w.codeBlock(n, language(n))
		return
	}
	if a := onlyLink(n); a != nil && !w.inLink() {
		href := htmltree.Attr(a, "href")
		if url := w.base.resolve(href); !url.isEmpty() {
			w.inInline(openInline{kind: linkInline, link: link{url: url}}, func() { w.codeSpan(n) })
			return
		}
	}
	w.codeSpan(n)
}

// isBlockOfCode reports whether a <code> is a block of its own: all that its block
// holds, with line breaks.
func (w *writer) isBlockOfCode(n *html.Node) bool {
	if w.keepLines && n.DataAtom != atom.Kbd && len(w.Items) == 0 && isOwnLine(n) && strings.Contains(strings.TrimSpace(shortText(n, 4<<10)), "\n") {
		return w.cell == 0 && w.heading == 0 && !w.inLink()
	}
	if n.DataAtom != atom.Code || !hasChild(n, atom.Br) || n.Parent == nil || !htmltree.IsBlock(n.Parent.DataAtom) {
		return false
	}
	alone := nextContent(n.NextSibling) == nil && nextContent(n.Parent.FirstChild) == n
	return alone && w.cell == 0 && w.heading == 0 && !w.inLink() && len(w.Items) == 0
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
	if isKey(n) && isKey(n.PrevSibling) {
		w.pendingSpace = w.pendingSpace || !w.trimNext // two keys
	}
	w.spaceBeforeCode(n)
	b := w.codeText(n, w.scratch[:0])
	w.scratch = b
	b = foldCode(b)
	if len(b) == 0 {
		return
	}
	w.addCode(b)
}

func (w *writer) addCode(b []byte) {
	w.flushPending()
	start := int32(len(w.Text))
	w.Text = append(w.Text, b...)
	if n := len(w.Items); n > 0 && w.Items[n-1].Kind == mdinline.Code && w.Items[n-1].End == start {
		w.Items[n-1].End = int32(len(w.Text))
		return
	}
	w.Items = append(w.Items, mdinline.Item{Kind: mdinline.Code, Start: start, End: int32(len(w.Text))})
}

// foldCode makes each run of white space one space, in place.
func foldCode(b []byte) []byte {
	out := b[:0]
	space := false
	for _, c := range b {
		if classOf(c) == classSpace {
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
	if !w.fragment && isNumberColumn(n) {
		w.leaveOut(n, "numbers of lines")
		return
	}
	w.codeBlock(n, language(n))
}

// codeBlock writes the text of n as a code block.
func (w *writer) codeBlock(n *html.Node, lang string) {
	w.end()
	b := plainSpaces(w.codeText(n, w.scratch[:0]))
	w.scratch = b
	if isTerminalDemo(n) {
		b = withoutTags(b)
	}
	if hasChild(n, atom.Code) {
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
		w.leaveOut(n, "code not wanted")
		return
	}
	if w.cell > 0 {
		w.cellCode(b)
		return
	}
	w.fenced(b, lang)
}

// plainSpaces makes no-break spaces, which pages indent code with, plain ones, in
// place: to a compiler they are none.
func plainSpaces(b []byte) []byte {
	const space = noBreakSpace
	i := bytes.Index(b, []byte(space))
	if i < 0 {
		return b
	}
	out := b[:i]
	for ; i < len(b); i++ {
		if bytes.HasPrefix(b[i:], []byte(space)) {
			out = append(out, ' ')
			i++
			continue
		}
		out = append(out, b[i])
	}
	return out
}

// trimBlankEnd cuts off white space at the end.
func trimBlankEnd(b []byte) []byte {
	n := len(b)
	for n > 0 && classOf(b[n-1]) == classSpace {
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
		w.pendingBreak = len(w.Items) > 0
	}
}

// fenced writes a code block between fences longer than any in it.
func (w *writer) fenced(b []byte, lang string) {
	char, n := byte('`'), max(3, longestRun(b, '`')+1)
	if strings.Contains(lang, "`") {
		char, n = '~', max(3, longestRun(b, '~')+1)
	}
	w.beginBlock(codeBlock, extract.Code)
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
		case c == '\\' && i+1 < len(lang) && ascii.IsPunct(lang[i+1]):
			w.out = append(w.out, '\\', '\\')
		case c == '&' && mdinline.StartsEntity([]byte(lang[i:])):
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
			n := mdinline.RunLen(b, i)
			longest = max(longest, n)
			i += n - 1
		}
	}
	return longest
}
