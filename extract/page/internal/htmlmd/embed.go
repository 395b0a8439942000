package htmlmd

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

func (w *writer) mediaLink(n *html.Node, src string) {
	url := w.resolve(src)
	if url.IsEmpty() || w.inLink() {
		return
	}
	w.flush()
	w.lastMedia = url
	name := attrOf(n, "title", "aria-label", "alt", "playlabel")
	if isBlank(name) && n.DataAtom == atom.Frame {
		name = htmltree.Attr(n, "name")
	}
	if isBlank(name) && (n.DataAtom == atom.Video || n.DataAtom == atom.Audio) {
		const longest = 60 // bytes
		address, _, _ := strings.Cut(src, "?")
		if name = path.Base(address); len(name) > longest || path.Ext(name) == "" || !strings.Contains(address, "/") {
			name = n.Data
		}
	}
	if isBlank(name) {
		name = url.String()
	}
	w.inInline(openInline{kind: linkInline, link: link{url: url}}, func() { w.writeText(name) })
	w.flush()
}

// mediaAddress returns where the film, the sound, the post or the page is that a custom element shows, as those of AMP, CKEditor and
// lite-youtube-embed do; "" for other elements.
func mediaAddress(n *html.Node) string {
	name := n.Data[strings.LastIndexByte(n.Data, '-')+1:]
	for _, player := range words("player").Phrases {
		of, rest, _ := strings.Cut(player, " ")
		key, site, _ := strings.Cut(rest, " ")
		if id := htmltree.Attr(n, key); of == name && !isBlank(id) {
			return site + id
		}
	}
	return ""
}

// postAddress returns where a quoted post without text leads, that a script of its network fills in; "" for other quotations.
func postAddress(n *html.Node) string {
	if !words("post of a network").InClass(n) || holds(n, isText) {
		return ""
	}
	link := htmltree.Find(n, maxWrappers, func(c *html.Node) bool { return c.DataAtom == atom.A && htmltree.Has(c, "href") })
	if link == nil {
		return attrOf(n, "cite")
	}
	return htmltree.Attr(link, "href")
}

func (w *writer) media(n *html.Node) {
	if n.DataAtom == atom.Video && attrOf(n, "title", "aria-label") == "" && htmltree.Has(n, "autoplay") && htmltree.Has(n, "loop") &&
		htmltree.Has(n, "muted") && !htmltree.Has(n, "controls") {
		return // a decoration
	}
	src := attrOf(n, "src", "data-src")
	if n.DataAtom == atom.Object {
		if htmltree.Find(n, 1, func(c *html.Node) bool { return isContent(c) && c.DataAtom != atom.Param }) != nil {
			w.children(n)
			return
		}
		src = attrOf(n, "data")
	}
	for c := n.FirstChild; c != nil && src == ""; c = c.NextSibling {
		if c.DataAtom == atom.Source {
			src = attrOf(c, "src", "data-src")
		}
	}
	if src != "" {
		w.mediaLink(n, src)
	}
}

func (w *writer) input(n *html.Node) {
	kind := strings.ToLower(htmltree.Attr(n, "type"))
	isTask := w.cell == 0 && w.Container().IsItem && w.Container().Prev == ""
	isState := w.cell > 0 && htmltree.Has(n, "disabled") // of a table that compares; other boxes choose rows
	if kind != "checkbox" || len(w.Items) > 0 || !isTask && !isState {
		w.pendingSpace = w.pendingSpace || !w.fragment && !w.trimNext && kind != "hidden" // the texts on its sides are apart
		return
	}
	if htmltree.Has(n, "checked") {
		w.raw("[x]")
	} else {
		w.raw("[ ]")
	}
	w.pendingSpace = true
}

// button leaves out buttons, but for those that hold text of the page: in a heading, around code, showing what they
// open, asking what they answer, sorting a column by its name, or within a sentence.
func (w *writer) button(n *html.Node) {
	switch {
	case !w.keepsButton(n):
	case w.heading == 0 && w.cell == 0 && asks(n):
		w.block(n)
	default:
		if before := n.PrevSibling; before != nil && before.Type == html.TextNode {
			w.space()
		}
		w.children(n)
	}
}

func (w *writer) keepsButton(n *html.Node) bool {
	opens := htmltree.Has(n, "aria-expanded")
	if w.heading > 0 && !opens {
		return contentBefore(n) == nil && contentAfter(n) == nil // else it is a tool beside the text
	}
	isContent := isOne(atom.Code, atom.Pre, atom.P, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Ul, atom.Ol, atom.Table)
	return opens || holds(n, isContent) || asks(n) || isElement(n.Parent, atom.Th) && contentBefore(n) == nil && contentAfter(n) == nil || isWithinSentence(n)
}

// isWithinSentence reports whether a button holds a word of a sentence, such as "Press <button>Start</button> and wait" or
// "for: <button>colour</button>, <button>size</button>". A button with a sign or a number, such as one that opens a note, does not.
func isWithinSentence(n *html.Node) bool {
	const least = 3 // bytes of a word
	before, after := n.PrevSibling, n.NextSibling
	if isElement(after, atom.Span) && (htmltree.Has(after, "hidden") || htmltree.Attr(after, "role") == "tooltip") { // what the word means
		after = after.NextSibling
	}
	if before == nil || before.Type != html.TextNode {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(strings.TrimSpace(before.Data))
	goesOn := after != nil && after.Type == html.TextNode && !isBlank(after.Data)
	return (last == ',' || goesOn && (unicode.IsLetter(last) || last == ':')) &&
		len(strings.TrimFunc(shortText(n, 64), func(r rune) bool { return !unicode.IsLetter(r) })) >= least
}

// questionWords is the least number of words of a question of an accordion: "Need help?" does not count.
const questionWords = 4

func asks(n *html.Node) bool {
	text := strings.TrimSpace(shortText(n, 300))
	return strings.HasSuffix(text, "?") && len(strings.Fields(text)) >= questionWords
}
