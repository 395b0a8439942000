package htmlmd

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
)

// maxDepth bounds the recursion of the walk. The parser stops at 512.
const maxDepth = 2000

func (w *writer) skips(n *html.Node) bool { return w.has(n, Skipped) }

// firstShown returns the first of n and its next siblings that is content and not left out, nil for none.
func (w *writer) firstShown(n *html.Node) *html.Node {
	n = nextContent(n)
	for n != nil && w.skips(n) {
		n = contentAfter(n)
	}
	return n
}

func (w *writer) leaveOut(n *html.Node, rule string) {
	if w.in.Dropped != nil {
		w.in.Dropped(n, rule)
	}
}

func (w *writer) has(n *html.Node, m Mark) bool {
	return len(w.in.Marks) > 0 && w.in.Marks[n]&m != 0
}

func (w *writer) children(n *html.Node) { w.childrenAfter(nil, n) }

// childrenAfter writes what is in n, a child of it first if that is not nil.
func (w *writer) childrenAfter(first, n *html.Node) {
	if w.depth == maxDepth {
		return
	}
	w.depth++
	w.enterSection(n)
	if first != nil {
		w.node(first)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c == first:
			w.flush()
		case !w.skips(c):
			w.node(c)
		case c.DataAtom == atom.Span:
			w.unseenSign(c)
		case w.has(c, LeftOut):
			w.space()
		}
	}
	w.leaveSection(n)
	w.depth--
}

func (w *writer) node(n *html.Node) {
	const stride = 512 // nodes between two questions
	if w.nodes++; w.nodes%stride == 0 && w.in.Ended != nil && !w.stopped {
		w.stopped = w.in.Ended()
	}
	if w.stopped {
		return
	}
	if len(w.in.MoreImages) > 0 && w.in.MoreImages[n] > 0 {
		w.space()
		w.writeText("[" + strconv.Itoa(w.in.MoreImages[n]) + " more images]")
		w.pendingSpace = true
		return
	}
	switch n.Type {
	case html.TextNode:
		w.spaceBefore(n)
		w.runningText(w.withoutNoteSigns(n))
	case html.DocumentNode:
		w.children(n)
	case html.ElementNode:
		switch n.Namespace {
		case "":
			w.enterSection(n)
			w.element(n)
			w.leaveSection(n)
		case "math":
			w.formula(mathTeX(n), htmltree.Attr(n, "display") == "block")
		default: // a drawing, which may have a name
			name := attrOf(n, "aria-label")
			if title := htmltree.Find(n, 1, func(c *html.Node) bool { return c.Data == "title" }); title != nil && name == "" {
				name = shortText(title, 500)
			}
			switch {
			case htmltree.Attr(n, "aria-hidden") == "true":
			case hasTeXCommand(name):
				tex, display := undelimited(strings.TrimSpace(name), false)
				w.formula(tex, display)
			default:
				w.writeText(name)
			}
		}
	}
}

// attributes are those that element needs of every element, gathered by one loop over its attributes.
type attributes struct {
	class, role string
	style       string // the declarations of style sheets, then its own
	formula     bool   // the element may be a formula, by an attribute or a part of its class
	hidden      bool
}

func (w *writer) attributesOf(n *html.Node) (a attributes) {
	for i := range n.Attr {
		switch at := &n.Attr[i]; at.Key {
		case "class":
			a.class = at.Val
			a.formula = a.formula || strings.Contains(at.Val, "ath") || strings.Contains(at.Val, "tex") || strings.Contains(at.Val, "formula")
		case "role":
			a.role = at.Val
		case "style":
			a.style = at.Val
			if a.style != "" && isUpper(a.style[0]) { // as Internet Explorer has written them
				a.style = strings.ToLower(a.style)
			}
		case "hidden":
			a.hidden = true
		case "data-math", "data-tex", "data-latex", "data-expr", "data-formula", "data-mathml":
			a.formula = true
		}
	}
	if strings.Contains(a.class, "whitespace-") {
		a.style = lineStyle(a.class) + a.style
	}
	a.style = w.withSheets(n, a.style)
	return a
}

// formulaTags are the elements that may be formulas by a class or an attribute.
var formulaTags = []atom.Atom{0, atom.Span, atom.Div, atom.P, atom.Figure, atom.Section, atom.Center, atom.Code, atom.Em, atom.I, atom.Var, atom.B, atom.Strong}

func (w *writer) element(n *html.Node) {
	if w.written[n] {
		return
	}
	if w.footnotes.ids != nil && (w.startsNotes(n) || w.note(n)) {
		return
	}
	if n == w.label {
		w.label = nil
		w.strongLine(n)
		return
	}
	if len(w.in.Labels) > 0 && w.in.Labels[n] != "" {
		w.labelLine(w.in.Labels[n])
	}
	a := w.attributesOf(n)
	if a.role != "" && isHeadingByRole(n, a.role) {
		w.writeHeadingElement(n, ariaLevel(n, 2, 1)) // WAI-ARIA 1.2, 6.6
		return
	}
	if (a.formula || n.DataAtom == 0) && slices.Contains(formulaTags, n.DataAtom) && w.formulaElement(n, a.class) {
		return
	}
	if style := a.style; style != "" && strings.Contains(style, "white-space") && n.DataAtom != atom.Pre && n.DataAtom != atom.Textarea {
		lines, spaces := keepsLines(style, w.keepLines)
		if spaces && w.listing(n, style) {
			return
		}
		outer := w.keepLines
		w.keepLines = lines
		defer func() { w.keepLines = outer }()
	}
	switch n.DataAtom {
	case atom.Script:
		w.script(n)
	case atom.Head, atom.Style, atom.Title, atom.Meta, atom.Link, atom.Base, atom.Canvas, atom.Noframes,
		atom.Select, atom.Datalist, atom.Progress, atom.Meter, atom.Param, atom.Source, atom.Track,
		atom.Area, atom.Map, atom.Rp, atom.Col, atom.Colgroup, atom.Template:
		if n.DataAtom == atom.Map || n.DataAtom == atom.Template && visibility.IsShadowTree(n) {
			w.children(n) // the others never show
		}
	case atom.Textarea:
		if htmltree.Has(n, "readonly") && w.heading == 0 && !w.inLink() { // a text to copy
			w.codeBlock(n, "")
		}
	case atom.Input:
		w.input(n)
	case atom.Button:
		w.button(n)
	case atom.Noscript:
		w.noscript(n)
	case atom.Br:
		if isElement(n.Parent, atom.Span) && words("note in text").InClass(n.Parent) {
			w.space()
			break
		}
		w.lineBreak()
	case atom.Img:
		w.image(n)
	case atom.Picture:
		w.picture(n)
	case atom.Iframe, atom.Embed, atom.Frame:
		if src := cmp.Or(mediaAddress(n), attrOf(n, "data-src", "data-lazy-src", "src")); src != "" && !isPixel(n) {
			w.mediaLink(n, src)
		}
	case atom.Object, atom.Video, atom.Audio:
		w.media(n)
	default:
		if !isBlock(n) && n.DataAtom != atom.Sub && n.DataAtom != atom.Sup { // which belong to what is before them
			w.spaceBefore(n)
		}
		if !w.inlineElement(n, &a) {
			w.blockElement(n, &a)
		}
	}
}

func (w *writer) inlineElement(n *html.Node, a *attributes) bool {
	switch n.DataAtom {
	case atom.A:
		w.anchor(n)
	case atom.Em:
		w.childrenInside(openInline{kind: mdinline.Emphasis, native: true}, n)
	case atom.I, atom.Cite, atom.Dfn, atom.Var:
		if n.DataAtom == atom.I && w.tick(n, a.class) {
			break
		}
		w.childrenInside(openInline{kind: mdinline.Emphasis}, n)
	case atom.Strong, atom.B, atom.Mark:
		if weight := htmltree.Declared(a.style, "font-weight"); weight == "normal" || weight == "400" { // around what Google Docs copies
			w.children(n)
		} else {
			w.childrenInside(openInline{kind: mdinline.Strong}, n)
		}
	case atom.Del, atom.S, atom.Strike:
		w.childrenInside(openInline{kind: mdinline.Deleted}, n)
	case atom.Code, atom.Kbd, atom.Samp, atom.Tt:
		w.code(n)
	case atom.Sub, atom.Sup:
		w.raisedText(n, n.DataAtom == atom.Sup)
	case atom.Q:
		w.between(`"`, n, `"`)
	case atom.Label:
		switch {
		case words("note toggle").InTokens(a.class):
		case w.isNoteMark(n, a):
			w.between("[", n, "]")
		default:
			w.children(n)
		}
	case atom.Rt:
		w.between("(", n, ")") // how a text is read
	case atom.Slot:
		w.slot(n)
	case atom.Span, 0:
		w.spanElement(n, a)
	default:
		return false
	}
	return true
}

// blockElement writes block elements, and elements of which only the content is written.
func (w *writer) blockElement(n *html.Node, a *attributes) {
	if !w.fragment && besideCode(n) && countsLines(n, 2) {
		w.leaveOut(n, "numbers of lines")
		return
	}
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		w.writeHeadingElement(n, ariaLevel(n, headingLevel(n), 2))
	case atom.P:
		if w.codeLines(n) {
			return
		}
		w.block(n)
		if nextContent(n.FirstChild) == nil {
			w.dropped = true
			if w.keepEmpty && w.cell == 0 {
				w.Begin(extract.Paragraph, 0)
				w.Out = append(w.Out, "&#32;"...)
			}
		}
	case atom.Pre, atom.Listing, atom.Xmp, atom.Plaintext:
		w.codeBlock(n, language(n))
	case atom.Blockquote:
		if address := postAddress(n); address != "" {
			w.mediaLink(n, address)
			return
		}
		w.writeContainer(extract.Quote, "> ", "> ", func() {
			w.children(n)
			w.end()
			if nextContent(n.FirstChild) == nil && w.cell == 0 && !w.TooDeep() {
				w.EmptyLine()
			}
		})
	case atom.Ul, atom.Ol, atom.Menu, atom.Dir:
		w.list(n)
	case atom.Li:
		w.item(n)
	case atom.Dl:
		w.flush()
		w.definitionGroup(n)
		w.flush()
	case atom.Table:
		w.table(n)
	case atom.Hr:
		w.rule()
	case atom.Details:
		w.details(n)
	case atom.Div, atom.Section, atom.Aside, atom.Article:
		w.division(n, a.class, a.role)
	default:
		if htmltree.IsBlock(n.DataAtom) {
			w.block(n)
		} else {
			w.children(n)
		}
	}
}

func (w *writer) writeContainer(kind extract.Kind, marker, cont string, body func()) {
	w.end()
	if w.cell > 0 || w.TooDeep() {
		body()
		w.flush()
		return
	}
	w.Open(kind, marker, cont)
	body()
	w.end()
	w.Close()
}

func (w *writer) block(n *html.Node) {
	if w.labelled(n) {
		return
	}
	w.flush()
	w.children(n)
	w.flush()
}

func isBlank(s string) bool { return s == "" || s[0] <= ' ' && strings.TrimLeft(s, " \n\t\r\f") == "" }

// slot writes the children of the host that belong to a slot, or the content of the slot if the host has none for it.
func (w *writer) slot(n *html.Node) {
	name, hosts := htmltree.Attr(n, "name"), w.hosts
	belongs := func(c *html.Node) bool {
		return c.Type == html.TextNode && name == "" || c.Type == html.ElementNode && c.DataAtom != atom.Template && htmltree.Attr(c, "slot") == name
	}
	last := len(hosts) - 1
	if last < 0 || htmltree.Find(hosts[last], 1, func(c *html.Node) bool { return isContent(c) && belongs(c) }) == nil {
		w.children(n)
		return
	}
	w.hosts = hosts[:last]
	for c := range hosts[last].ChildNodes() {
		if belongs(c) && !w.skips(c) {
			w.node(c)
		}
	}
	w.hosts = hosts
}
