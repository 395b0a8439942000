package measure

import (
	"context"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/hiddentext"
)

type walker struct {
	Page
	hidden     hiddentext.Collector
	sheet      visibility.Checker
	drop       func(*html.Node) bool
	vocabulary *vocabulary
	ctx        context.Context
	err        error
	openBlock  int32        // the block that text goes to, -1 when the next text begins one
	listings   []*html.Node // divs that are measured as <pre>, see makeListing
	lineBreaks int          // br elements since the last text
	depth      int
}

type ancestors struct {
	block, elem          int32 // the innermost block-level element, and the innermost of all
	link, bold, noscript bool
	concealed            bool // the page conceals it at first, see Page.Concealed
	formula              bool
	contact              bool // in a link to a telephone or a mailbox
}

// maxDepth bounds the recursion. The parser stops at 512 open elements, so only trees
// made by other means are deeper; nodes beyond are passed over.
const maxDepth = 2048

// MaxElements bounds Page.Elements. Text of elements beyond, which only hostile pages
// have, belongs to the innermost one of Page.Elements around it.
const MaxElements = 50_000

func (w *walker) indexNode() int32 {
	const ctxCheckNodes = 4096
	i := int32(len(w.Next))
	w.Next = append(w.Next, i+1)
	w.Skip = append(w.Skip, false)
	if i%ctxCheckNodes == 0 && w.err == nil {
		w.err = w.ctx.Err()
	}
	return i
}

func (w *walker) walk(n *html.Node, f ancestors) {
	i := w.indexNode()
	if w.err != nil {
		return
	}
	switch n.Type {
	case html.TextNode:
		if IsBlank(n.Data) {
			break
		}
		if reason := w.sheet.HiddenReason(n); reason != "" {
			w.Skip[i] = true
			w.hidden.Add(n.Data, "hidden", reason)
			break
		}
		w.addText(n, i, f)
		if f.concealed {
			w.hidden.AddConcealed(n.Data)
		}
	case html.ElementNode:
		w.element(n, i, f)
	default:
		w.walkChildren(n, f)
	}
	w.Next[i] = int32(len(w.Next))
}

func (w *walker) walkChildren(n *html.Node, f ancestors) {
	if w.depth++; w.depth <= maxDepth {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			w.walk(c, f)
		}
	}
	w.depth--
}

func (w *walker) element(n *html.Node, i int32, f ancestors) {
	switch n.DataAtom {
	case atom.Html:
		w.Head.HTML = n
		w.walkChildren(n, f)
		return
	case atom.Head:
		w.passSubtree(n, true, nil)
		return
	case atom.Br:
		if w.lineBreaks++; w.lineBreaks >= 2 && len(w.Blocks) < MaxElements {
			w.openBlock = -1
		}
		return
	}
	isSide := n.DataAtom == atom.Span && htmltree.HasClass(n, "mw-editsection", "editsection") || n.Data == "amp-iframe" && !w.showsFrame(n)
	if isSide || w.drop != nil && w.drop(n) {
		w.Skip[i] = true
		w.passSubtree(n, false, nil)
		return
	}
	name := n.DataAtom
	inPre := f.elem >= 0 && w.Elements[f.elem].AnyKinds&Pre != 0
	if name == atom.Div && !inPre && isListing(n) {
		name, w.listings = atom.Pre, append(w.listings, n)
	}
	of := w.vocabulary.tags[name]
	tags, disp := of.kinds, of.display
	shadow := n.DataAtom == atom.Template && visibility.IsShadowTree(n) // declarative shadow DOM (HTML, 4.12.3) is shown
	switch {
	case shadow:
		disp = block
	case n.DataAtom == atom.Object && holdsText(n):
		disp = inline // for those who can't show it
	case (n.DataAtom == atom.Label || n.DataAtom == atom.Button) && isText(n.PrevSibling) && (goesOn(n.NextSibling) || isNumber(n)):
		disp = inline // a word of a sentence, or the mark of a note
	}
	// Within a formula, its number or the drawing of one by MathJax, KaTeX or GitHub, <mi> and <mo> of MathML, as custom elements, part no text.
	switch n.DataAtom {
	case atom.Math:
		f.formula = true
	case 0:
		f.formula = f.formula || strings.HasPrefix(n.Data, "mjx-") || strings.HasPrefix(n.Data, "math-")
		inPhrase := f.elem >= 0 && (w.Elements[f.elem].AnyKinds&P != 0 || w.Elements[f.elem].Atom == 0 && w.Elements[f.elem].Kinds&Inline != 0)
		if inPhrase || standsInText(n) {
			tags, disp = Inline, inline
		}
	case atom.Span, atom.Td:
		f.formula = f.formula || htmltree.HasClass(n, "katex", "mwe-math-element", "MathJax", "eqno", "ltx_eqn_eqno")
	}
	if f.formula && disp == block {
		tags, disp = Inline, inline
	}
	switch disp {
	case nonText:
		w.nonTextElement(n, i)
		return
	case void:
		w.voidElement(n)
		return
	}
	w.recordMetadataNode(n)
	if len(w.Elements) == MaxElements {
		w.pastElementLimit(n, i, f)
		return
	}
	e, also := w.addElement(n, i, name, tags, f)
	el := &w.Elements[e]
	if reason, shown := w.sheet.ConcealedReason(n); reason != "" && !shadow {
		switch {
		case !shown && (isFormulaSource(n, reason) || reason == "aria-hidden" && isIconOfCell(n)):
		case !shown && !w.isRevealedLater(n, e, reason):
			if el.Parent >= 0 { // it is taken back
				w.Elements[el.Parent].lastChild = el.previousSibling
			}
			w.Elements, w.Nodes = w.Elements[:e], w.Nodes[:e]
			w.Skip[i] = true
			w.hideSubtree(n, reason)
			return
		case !shown:
			also = Folded
		case reason == "aria-hidden":
			also |= Folded
		}
		f.concealed = true
		w.hidden.BeginConcealed(reason)
	}
	if style := w.sheet.TextStyle(n, el.AnyKinds&(Pre|Table) != 0); style != "" {
		if w.Styles == nil {
			w.Styles = map[*html.Node]string{}
		}
		w.Styles[n] = style
		el.Preformatted = el.Preformatted || htmltree.IsPreformatted(style)
	}
	el.Kinds |= also
	el.AnyKinds |= also
	w.walkInside(n, e, disp, f)
}

// standsInText reports whether a custom element is phrasing, as all are that no style makes a block: it stands beside text,
// and no block is right below it.
func standsInText(n *html.Node) bool {
	const levels = 3 // that are looked at
	return (isText(n.PrevSibling) || isText(n.NextSibling)) &&
		htmltree.Find(n, levels, func(c *html.Node) bool { return c.Type == html.ElementNode && htmltree.IsBlock(c.DataAtom) }) == nil
}

func isText(n *html.Node) bool { return n != nil && n.Type == html.TextNode && !IsBlank(n.Data) }

// goesOn reports whether a sentence goes on with n: n is text, or a hidden note or tooltip with text behind it.
func goesOn(n *html.Node) bool {
	if n != nil && n.DataAtom == atom.Span && (htmltree.Has(n, "hidden") || htmltree.Attr(n, "role") == "tooltip") {
		n = n.NextSibling
	}
	return isText(n)
}

func isNumber(n *html.Node) bool {
	const most = 3 // digits
	text := n.FirstChild
	return isText(text) && len(text.Data) <= most && strings.Trim(text.Data, "0123456789") == ""
}

func holdsText(n *html.Node) bool {
	return htmltree.Find(n, maxDepth, func(d *html.Node) bool { return d.Type == html.TextNode && !IsBlank(d.Data) }) != nil
}

// pastElementLimit walks an element that has no place in Page.Elements any more.
func (w *walker) pastElementLimit(n *html.Node, i int32, f ancestors) {
	if reason, shown := w.sheet.ConcealedReason(n); reason != "" {
		if !shown {
			w.Skip[i] = true
			w.hideSubtree(n, reason)
			return
		}
		f.concealed = true
		w.hidden.BeginConcealed(reason)
	}
	w.hidden.AddAttributes(n)
	f.link = f.link || n.DataAtom == atom.A && htmltree.Attr(n, "href") != ""
	w.walkChildren(n, f)
}

func (w *walker) walkInside(n *html.Node, e int32, disp display, f ancestors) {
	f.elem = e
	links := len(w.Links)
	switch n.DataAtom {
	case atom.A:
		if href := htmltree.Attr(n, "href"); href != "" {
			w.Links = append(w.Links, LinkRef{Node: n, Element: e, Block: -1})
			back := href[0] == '#' && w.Elements[e].AnyKinds&Headings != 0 // to the table of contents, or to itself
			f.link = f.link || !back
			f.contact = strings.HasPrefix(href, "tel:") || strings.HasPrefix(href, "mailto:")
		}
	case atom.Strong, atom.B:
		f.bold = true
	case atom.Noscript:
		f.noscript = true
	case atom.H1:
		if w.Head.H1 == nil {
			w.Head.H1 = n
		}
	}
	if disp == inline {
		w.walkChildren(n, f)
		if f.link && len(w.Links) > links && w.openBlock >= 0 {
			w.Blocks[w.openBlock].Links++
		}
	} else {
		f.block = e
		w.openBlock, w.lineBreaks = -1, 0
		w.walkChildren(n, f)
		w.openBlock, w.lineBreaks = -1, 0
	}
	el := &w.Elements[e]
	el.End = int32(len(w.Blocks))
	if len(w.Links) > links && w.Links[links].Element == e {
		if el.First < el.End {
			w.Links[links].Block = el.First
		} else if w.openBlock >= 0 && w.Blocks[w.openBlock].End > el.Index {
			w.Links[links].Block = w.openBlock
		}
	}
}

// isIconOfCell reports whether an empty element stands right in a cell of a table: an icon that says yes or no there.
func isIconOfCell(n *html.Node) bool {
	return n.FirstChild == nil && n.Parent != nil && (n.Parent.DataAtom == atom.Td || n.Parent.DataAtom == atom.Th)
}

// isFormulaSource reports whether an element that is hidden for this reason holds the MathML
// of a formula that is drawn beside it. KaTeX, MathJax and MediaWiki hide it or clip it to a
// pixel, because readers see the drawing.
func isFormulaSource(n *html.Node, reason string) bool {
	if reason == "not rendered" || n.DataAtom != atom.Span && n.Data != "mjx-assistive-mml" {
		return false
	}
	if n.Data != "mjx-assistive-mml" && !htmltree.HasClass(n, "katex-mathml", "MJX_Assistive_MathML", "mwe-math-mathml-inline", "mwe-math-mathml-display") {
		return false
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom != atom.Math && (c.Type != html.TextNode || !IsBlank(c.Data)) {
			return false
		}
	}
	return n.FirstChild != nil
}

// addElement records an element, by the tag that it is measured as, and its attributes. also are further kinds that it has if
// it turns out to be visible.
func (w *walker) addElement(n *html.Node, i int32, name atom.Atom, tags ElementKinds, f ancestors) (e int32, also ElementKinds) {
	e = int32(len(w.Elements))
	w.Elements = append(w.Elements, Element{})
	w.Nodes = append(w.Nodes, n)
	el := &w.Elements[e]
	el.Atom, el.Signature, el.Index, el.Run = name, uint32(name), i, 1
	el.Parent, el.previousSibling, el.lastChild = f.elem, -1, -1
	el.First, el.FirstToken = int32(len(w.Blocks)), int32(len(w.Tokens))
	for j := range n.Attr {
		kinds, folded := w.addAttribute(n, el, &n.Attr[j])
		tags |= kinds
		if also == 0 {
			also = folded
		}
	}
	if tags&Aside != 0 && isOfText(n) {
		tags &^= Aside
		el.Topics &^= ClassSidebar
	}
	el.Kinds, el.AnyKinds, el.AnyTopics = tags, tags, el.Topics
	if el.Parent >= 0 {
		up := &w.Elements[el.Parent]
		el.Depth = up.Depth + 1
		el.AnyKinds |= up.AnyKinds
		if up.Atom != atom.Body {
			el.AnyTopics |= up.AnyTopics
		}
		el.previousSibling, up.lastChild = up.lastChild, e
		if previous := w.previousInRun(el); previous != nil {
			el.Run, el.Order = previous.Run+1, previous.Run
		}
	}
	if el.Topics&(ClassAuthor|ClassByline) != 0 && len(w.Head.Bylines) < maxMetadataNodes {
		w.Head.Bylines = append(w.Head.Bylines, n)
	}
	return e, also
}

// isOfText reports whether an aside is part of the text: footnotes, citations, and a sidebar that begins with a title of its own, as
// docutils writes them, quotations and previews of links in posts of Discourse.
func isOfText(n *html.Node) bool {
	if htmltree.HasClass(n, "footnote", "footnote-list", "citation-list", "onebox") {
		return true
	}
	title := n.FirstChild
	for title != nil && title.Type != html.ElementNode {
		title = title.NextSibling
	}
	isTitled := func(class, of string) bool { return htmltree.HasClass(n, class) && htmltree.HasClass(title, of) }
	return title != nil && (isTitled("sidebar", "sidebar-title") || isTitled("quote", "title"))
}

// addAttribute records what an attribute says of an element: the kinds that it makes it,
// and those that it has only if it turns out to be visible.
func (w *walker) addAttribute(n *html.Node, el *Element, a *html.Attribute) (kinds, folded ElementKinds) {
	switch a.Key {
	case "class":
		w.addAttributeWords(el, a.Val)
		if strings.Contains(a.Val, "col-last") {
			w.addGrid(n.Parent)
		}
		if len(a.Val) > 0 {
			el.Signature = el.Signature*31 + uint32(len(a.Val))<<8 + uint32(a.Val[0]) + uint32(a.Val[len(a.Val)/2])<<16
		}
	case "id", "data-testid", "data-component":
		w.addAttributeWords(el, a.Val)
	case "role":
		kinds |= w.vocabulary.roles[a.Val]
		if htmltree.IsTableRole(a.Val) {
			w.addGrid(n)
		}
	case "itemprop":
		kinds |= w.vocabulary.itemprop[a.Val]
		w.addAttributeWords(el, a.Val)
		w.Head.Props = append(w.Head.Props, n)
	case "rel":
		if a.Val == "author" {
			w.Head.Bylines = append(w.Head.Bylines, n)
		}
	case "hidden", "style":
		// Folded hides an element until the reader or a script acts: a tab panel, a closed section. Stream is a piece of streamed
		// content that a script would move into place.
		_, display, _ := strings.Cut(a.Val, "display")
		switch {
		case a.Key == "hidden" && strings.HasPrefix(htmltree.Attr(n, "id"), "S:"):
			folded = Stream
		case a.Key == "hidden", strings.HasPrefix(strings.TrimLeft(display, " :"), "none"):
			folded = Folded
		}
		el.Preformatted = a.Key == "style" && htmltree.IsPreformatted(a.Val)
		fallthrough
	default:
		w.hidden.AddAttribute(n, a)
	}
	return kinds, folded
}

func (w *walker) addGrid(n *html.Node) {
	const maxGrids = 1000
	if at := len(w.Grids); at < maxGrids && (at == 0 || w.Grids[at-1] != n) {
		w.Grids = append(w.Grids, n)
	}
}

// previousInRun returns the element before el in its run, nil for none: one of the two siblings before
// it, with the same signature.
func (w *walker) previousInRun(el *Element) *Element {
	for at, hop := el.previousSibling, 0; at >= 0 && hop < 2; hop++ {
		previous := &w.Elements[at]
		if previous.Signature == el.Signature {
			return previous
		}
		at = previous.previousSibling
	}
	return nil
}
