package visibility

import (
	"bytes"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// Open elements up to which Flatten keeps those of a kind. The parser takes 512.
const (
	maxFlatPlain   = 256 // containers without attributes
	maxFlatStyled  = 320 // others whose attributes may hide text
	maxFlatContent = 400 // those that give text its form
	maxFlatOpen    = 1 << 20
)

// Flatten rewrites a page of more than 512 open elements, which html.Parse refuses, so that
// it can be parsed: tags of containers that nest deep are left out, with their text in
// place. Containers without attributes go first, so that what hides by an attribute or a rule
// mostly still does; but what a reader sees of such a page is not known for sure.
//
// The page is UTF-8. Flatten stops early, with what it has, once ended returns true; nil
// means that it never does. The work is linear in the page.
func Flatten(page []byte, ended func() bool) (flat []byte) {
	f := flattener{open: map[string]int{}}
	z := html.NewTokenizer(bytes.NewReader(page))
	for n := 1; ; n++ {
		kind := z.Next()
		if kind == html.ErrorToken || n%256 == 0 && ended != nil && ended() {
			return f.out
		}
		raw := z.Raw()
		switch kind {
		case html.TextToken:
			f.out = append(f.out, raw...)
			f.fresh = f.fresh && blankText(string(raw))
		case html.StartTagToken, html.SelfClosingTagToken:
			f.start(bytes.Clone(raw), z)
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
	stack []flatElement
	open  map[string]int // elements on the stack, by name
	kept  int            // of them
	out   []byte
	fresh bool // no text stands behind the last break
}

// flatElement is an open element.
type flatElement struct {
	name string
	kept bool
}

func (f *flattener) start(raw []byte, z *html.Tokenizer) {
	tag, more := z.TagName()
	name, most := string(tag), maxFlatPlain
	for more {
		var key []byte
		switch key, _, more = z.TagAttr(); string(key) {
		case "class", "id", "style", "hidden":
			most = maxFlatStyled
		}
	}
	switch name {
	case "p", "h1", "h2", "h3", "h4", "h5", "h6", "a", "li", "ul", "ol", "table", "tbody", "thead", "tr", "td", "th", "pre", "code", "blockquote", "b", "strong", "i", "em", "dl", "dt", "dd":
		most = maxFlatContent
	case "script", "style", "title", "template": // whose text is not that of the page
		most = maxFlatOpen
	}
	f.imply(name)
	switch {
	case htmltree.IsVoid(name):
		f.out = append(f.out, raw...)
		return
	case len(f.stack) >= maxFlatOpen:
		f.separate(name)
		return
	}
	kept := f.kept < most
	if kept {
		f.kept++
		f.out = append(f.out, raw...)
	} else {
		f.separate(name)
	}
	f.open[name]++
	f.stack = append(f.stack, flatElement{name, kept})
}

func (f *flattener) end(name string) {
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
	e := f.stack[len(f.stack)-1]
	f.stack = f.stack[:len(f.stack)-1]
	f.open[e.name]--
	if !e.kept {
		f.separate(e.name)
		return
	}
	f.kept--
	if told {
		f.out = append(append(append(f.out, "</"...), e.name...), '>')
	}
}

// imply closes what a start tag closes by itself (HTML, 13.1.2.4).
func (f *flattener) imply(name string) {
	if len(f.stack) == 0 {
		return
	}
	switch top := f.stack[len(f.stack)-1].name; {
	case top == "p" && !inlineElement(name), (top == "li" || top == "option" || top == "tr") && name == top, (top == "dt" || top == "dd") && (name == "dt" || name == "dd"):
		f.pop(false)
	case (top == "td" || top == "th") && (name == "td" || name == "th" || name == "tr"):
		if f.pop(false); name == "tr" {
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

func inlineElement(name string) bool {
	switch name {
	case "a", "abbr", "b", "bdi", "bdo", "big", "br", "cite", "code", "data", "del", "dfn", "em", "font", "i", "img", "input", "ins", "kbd", "label", "mark", "nobr",
		"q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr":
		return true
	}
	return false
}
