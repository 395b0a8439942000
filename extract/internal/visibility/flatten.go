package visibility

import (
	"bytes"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// Flatten drops the tags of a kind of elements once so many elements are open. html.Parse allows 512.
const (
	maxFlatPlain = 256 // div and span without attributes
	maxFlatOther = 360 // other elements, which format text or may hide it
	maxFlatOpen  = 1 << 20
)

// Flatten rewrites a page of more than 512 open elements, which html.Parse refuses, so that
// it can be parsed. It drops tags that are nested deep and keeps their text, plain containers first, so
// that most elements that are hidden by an attribute or a rule stay hidden. Visibility on such a page
// is not certain.
//
// With plain, Flatten keeps no tags except script, style, title and template, without attributes. html.Parse opens
// formatting elements again in each block, so that even few tags may nest too deep.
//
// The page is UTF-8. Flatten stops early, with what it has, once ended returns true; nil
// means that it never does. The work is linear in the page.
func Flatten(page []byte, plain bool, ended func() bool) (flat []byte) {
	type element struct {
		name string
		kept bool
	}
	var stack []element
	open, kept := map[string]int{}, 0
	pop := func() (e element) {
		e, stack = stack[len(stack)-1], stack[:len(stack)-1]
		if open[e.name]--; e.kept {
			kept--
		}
		return e
	}
	z := html.NewTokenizer(bytes.NewReader(page))
	for n := 1; ; n++ {
		kind := z.Next()
		if kind == html.ErrorToken || n%256 == 0 && ended != nil && ended() {
			return flat
		}
		raw := z.Raw()
		at := len(flat)
		flat = append(flat, raw...)
		switch kind {
		case html.CommentToken:
			flat = flat[:at]
		case html.StartTagToken, html.SelfClosingTagToken:
			tag, hasAttributes := z.TagName()
			name, most := string(tag), maxFlatOther
			switch {
			case htmltree.IsVoid(name):
				continue
			case name == "script" || name == "style" || name == "title" || name == "template": // their text is not page text
				if most = maxFlatOpen; plain {
					flat = append(append(append(flat[:at], '<'), name...), '>')
				}
			case plain:
				most = 0
			case !hasAttributes && (name == "div" || name == "span"):
				most = maxFlatPlain
			}
			if top := len(stack) - 1; top >= 0 && stack[top].name == name && (name == "p" || name == "li" || name == "tr" || name == "td" || name == "dd") {
				pop() // a second one closes the first
			}
			e := element{name, kept < most}
			if !e.kept || len(stack) == maxFlatOpen {
				flat = separate(flat[:at], name)
			}
			if len(stack) < maxFlatOpen {
				if stack = append(stack, e); e.kept {
					kept++
				}
				open[name]++
			}
		case html.EndTagToken:
			tag, _ := z.TagName()
			name := string(tag)
			if flat = flat[:at]; open[name] == 0 {
				continue
			}
			e := pop()
			for e.name != name {
				e = pop()
			}
			if e.kept {
				flat = append(append(append(flat, "</"...), name...), '>')
			} else {
				flat = separate(flat, name)
			}
		}
	}
}

func separate(flat []byte, name string) []byte {
	const empty = "<div></div>"
	if inlineElement(name) || bytes.HasSuffix(flat, []byte(empty)) {
		return flat
	}
	return append(flat, empty...)
}
