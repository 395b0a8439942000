package visibility

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// Limits of Flatten.
const (
	flatDepth    = 256    // open elements that are kept
	flatContent  = 400    // open elements that are kept if they give text its form
	mostLinked   = 10_000 // open elements that rules may name, of those without attributes a tenth
	mostOpen     = 1 << 20
	mostFlatSeen = 256 << 10
)

// Flatten rewrites a page of more than 512 open elements, which html.Parse
// refuses, so that it can be parsed: plain containers that are nested deep are
// left out, with their text in place, and what a reader can't see is left out
// with its text, which is returned too, up to 256 KiB of it. It judges by the
// page's style sheets, by attributes and by inline style, while it reads: rules
// that depend on what comes after an element don't count. So what a reader sees
// of such a page is not known for sure.
//
// The page is UTF-8. Flatten stops early, with what it has, once ended returns
// true; nil means that it never does. The work is linear in the page but for the
// rules, which are bounded like those of a [Checker].
func Flatten(page []byte, ended func() bool) (flat []byte, hidden string) {
	f := flattener{ended: ended, hiddenAt: -1, open: map[string]int{}}
	f.sheet.alone = true
	f.sheet.SetEnded(ended)
	f.collect(page)
	z := html.NewTokenizer(bytes.NewReader(page))
	for n := 0; ; n++ {
		kind := z.Next()
		if kind == html.ErrorToken || n%256 == 0 && ended != nil && ended() {
			return f.out, f.seen.String()
		}
		switch raw := z.Raw(); kind {
		case html.TextToken:
			f.text(raw, z)
		case html.StartTagToken, html.SelfClosingTagToken:
			raw = bytes.Clone(raw)
			f.start(z.Token(), raw, kind == html.SelfClosingTagToken)
		case html.EndTagToken:
			name, _ := z.TagName()
			f.end(string(name))
		case html.DoctypeToken:
			f.out = append(f.out, raw...)
		}
	}
}

// flattener is the state of Flatten.
type flattener struct {
	ended func() bool
	sheet Checker
	stack []flatElement
	open  map[string]int // elements on the stack, by name
	kept  int            // of them
	out   []byte
	fresh bool // no text stands behind the last break

	hiddenAt int    // index of the outermost hidden element on the stack, -1 for none
	skip     string // name of a hidden element beyond those that are followed
	skipped  int    // open elements of that name in it
	seen     strings.Builder
}

// flatElement is an open element.
type flatElement struct {
	name string
	// node is the element, or the one around it that rules see in its place.
	node   *html.Node
	linked int // elements that rules see, from the root to node
	kept   bool
}

// collect reads the style sheets of the page.
func (f *flattener) collect(page []byte) {
	z := html.NewTokenizer(bytes.NewReader(page))
	for n := 0; ; n++ {
		switch z.Next() {
		case html.ErrorToken:
			return
		case html.StartTagToken:
			if t := z.Token(); t.Data == "style" && z.Next() == html.TextToken {
				style := nodeOf(t)
				style.AppendChild(&html.Node{Type: html.TextNode, Data: string(z.Text())})
				f.sheet.AddElement(style)
			}
		}
		if n%1024 == 0 && f.ended != nil && f.ended() {
			return
		}
	}
}

func nodeOf(t html.Token) *html.Node {
	return &html.Node{Type: html.ElementNode, Data: t.Data, DataAtom: t.DataAtom, Attr: t.Attr}
}

func (f *flattener) text(raw []byte, z *html.Tokenizer) {
	if f.hiddenAt < 0 && f.skip == "" {
		f.out = append(f.out, raw...)
		f.fresh = f.fresh && blankText(string(raw))
		return
	}
	if f.hiddenAt >= 0 {
		if name := f.stack[len(f.stack)-1].name; name == "script" || name == "style" {
			f.out = append(f.out, raw...)
			return
		}
	}
	if room := mostFlatSeen - f.seen.Len(); room > 0 {
		text := z.Text()
		f.seen.WriteString(strings.ToValidUTF8(string(text[:min(len(text), room)]), ""))
		f.seen.WriteByte(' ')
	}
}

func (f *flattener) start(t html.Token, raw []byte, closed bool) {
	if f.skip != "" {
		if t.Data == f.skip && !closed {
			f.skipped++
		}
		return
	}
	f.imply(t.Data)
	n, linked := nodeOf(t), 0
	if top := len(f.stack) - 1; top >= 0 {
		n.Parent, linked = f.stack[top].node, f.stack[top].linked
	}
	switch {
	case htmltree.IsVoid(t.Data):
		if f.hiddenAt < 0 {
			f.out = append(f.out, raw...)
		}
		return
	case len(f.stack) >= mostOpen:
		if f.hiddenAt < 0 && HiddenByAttributes(n) != "" {
			f.skip, f.skipped = t.Data, 1
		}
		f.separate(t.Data)
		return
	}
	f.push(n, linked, raw)
}

// push opens an element, in the page that comes out too unless it is hidden or a
// container nested too deep.
func (f *flattener) push(n *html.Node, linked int, raw []byte) {
	if f.hiddenAt < 0 && !flatRaw(n.Data) && f.sheet.HiddenReason(n) != "" {
		f.hiddenAt = len(f.stack)
	}
	kept := f.hiddenAt < 0 && (f.kept < flatDepth || f.kept < flatContent && formsText(n.Data))
	if flatRaw(n.Data) {
		kept = f.kept < flatContent || f.hiddenAt < 0
	}
	switch {
	case kept:
		f.kept++
		f.out = append(f.out, raw...)
	case f.hiddenAt < 0:
		f.separate(n.Data)
	}
	e := flatElement{n.Data, n, linked + 1, kept}
	if linked > mostLinked || linked > mostLinked/10 && len(n.Attr) == 0 {
		e.node, e.linked = n.Parent, linked
	}
	f.open[n.Data]++
	f.stack = append(f.stack, e)
}

func (f *flattener) end(name string) {
	if f.skip != "" {
		if name == f.skip {
			if f.skipped--; f.skipped == 0 {
				f.skip = ""
			}
		}
		return
	}
	if f.open[name] == 0 {
		return
	}
	for f.stack[len(f.stack)-1].name != name {
		f.pop(false)
	}
	f.pop(true)
}

// pop closes the innermost element; told, because its end tag stands there.
func (f *flattener) pop(told bool) {
	top := len(f.stack) - 1
	e := f.stack[top]
	f.stack = f.stack[:top]
	f.open[e.name]--
	switch {
	case e.kept:
		f.kept--
		if told {
			f.out = append(append(append(f.out, "</"...), e.name...), '>')
		}
	case f.hiddenAt < 0:
		f.separate(e.name)
	}
	if f.hiddenAt == top {
		f.hiddenAt = -1
	}
}

// imply closes what a start tag closes by itself (HTML, 13.1.2.4).
func (f *flattener) imply(name string) {
	if len(f.stack) == 0 {
		return
	}
	switch top := f.stack[len(f.stack)-1].name; top {
	case "p":
		if !inlineElement(name) {
			f.pop(false)
		}
	case "li", "option", "tr":
		if name == top {
			f.pop(false)
		}
	case "dt", "dd":
		if name == "dt" || name == "dd" {
			f.pop(false)
		}
	case "td", "th":
		if name == "td" || name == "th" || name == "tr" {
			f.pop(false)
		}
		if name == "tr" {
			f.imply(name)
		}
	}
}

// separate parts the text before and after the tag of an element that is left out.
func (f *flattener) separate(name string) {
	if !f.fresh && !inlineElement(name) {
		f.out = append(f.out, "<div></div>"...)
		f.fresh = true
	}
}

// flatRaw reports whether what is in an element is no markup and is not judged
// here.
func flatRaw(name string) bool { return name == "script" || name == "style" || name == "title" }

func inlineElement(name string) bool {
	switch name {
	case "a", "abbr", "b", "bdi", "bdo", "big", "br", "cite", "code", "data", "del", "dfn", "em", "font", "i", "img", "input", "ins", "kbd", "label", "mark", "nobr",
		"q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr":
		return true
	}
	return false
}

// formsText reports whether an element gives its text a form that readers of the
// page know.
func formsText(name string) bool {
	switch name {
	case "p", "h1", "h2", "h3", "h4", "h5", "h6", "a", "li", "ul", "ol", "table", "tbody", "thead", "tr", "td", "th", "pre", "code", "blockquote", "b", "strong", "i", "em", "dl", "dt", "dd":
		return true
	}
	return false
}
