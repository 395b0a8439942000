package page

import (
	"strings"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// shellSigns are what tells a page that waits for its scripts from a short one that
// is whole. A sign is the text or the start tag that was found first, "" for none.
type shellSigns struct {
	own      int // words of text that is content as it stands
	links    int // words in blocks that are links: a menu that nothing marks as one, or a list
	headings int // words in headings and heads of tables
	media    int // pictures, films, recordings

	wanted   string // text that asks for scripts
	waiting  string // text that asks to wait
	spinner  string // element whose class says that something loads
	template string // placeholder in the text: {{ name }}
	main     string // main part of the page, with nothing in it
	root     string // element of a name that applications are mounted at, with nothing in it
	fetched  string // element that says what is to be fetched into it, with nothing in it
	host     string // element that HTML doesn't know, with nothing in it
	slotted  string // element that HTML doesn't know, with a label in it
	list     string // element of a name that says what its items are, with nothing in it
	hole     string // any other element that is there to be filled, with nothing in it

	page         *measure.Page
	documents    bool    // programs that write documentation write it as it is to be read
	prose        []int32 // kept words that are no links before a block
	slottedWords int
	programs     func() programs // of the page, read when they are asked for
	meter        *ctxio.Meter    // at whose end the signs are left as they are
}

// perElement is what a look at an element costs, counted in bytes of text.
const perElement = 256

// maxSlotted bounds the words that an element of the site's own making is given for
// a label.
const maxSlotted = 3

// chrome are the elements around the content, and those of banners.
const (
	chromeTags    = measure.Nav | measure.Footer | measure.Aside | measure.Dialog | measure.Menu | measure.Search
	chromeClasses = measure.ClassNav | measure.ClassMenu | measure.ClassFooter | measure.ClassCookie | measure.ClassModal | measure.ClassBreadcrumb
	headingTags   = measure.H1 | measure.H2 | measure.H3 | measure.H456
)

// readSigns reads the signs of a page of few words from its blocks, and from those
// of its elements in which there are none. It stops where the page has more words of
// its own than a shell may have.
func readSigns(s *pageSignals) *shellSigns {
	g := &shellSigns{programs: sync.OnceValue(func() programs { return readPrograms(s.source()) }), page: s.p, documents: s.documents, prose: keptProse(s), meter: s.meter}
	text := make([]int32, len(s.p.Blocks)+1) // words of content before a block
	for i := range s.p.Blocks {
		if g.own > ownBesideWords || g.meter.Spend(perElement) != nil {
			return g
		}
		before := g.own + g.links + g.headings
		g.block(&s.p.Blocks[i])
		text[i+1] = text[i] + int32(g.own+g.links+g.headings-before)
	}
	for e := range s.p.Elements {
		if g.meter.Spend(perElement) != nil {
			return g
		}
		el := &s.p.Elements[e]
		g.element(int32(e), int(text[el.End]-text[el.First]))
	}
	g.pictures(s.root, 0)
	return g
}

// block adds a run of text to the signs.
func (g *shellSigns) block(b *measure.TextBlock) {
	if b.Element < 0 {
		g.own += int(b.Words)
		return
	}
	el, n := &g.page.Elements[b.Element], g.page.Nodes[b.Element]
	text := blockText(n)
	heading := el.AnyKinds&headingTags != 0 || el.Atom == atom.Th
	isCode := el.Atom == atom.Code || el.Atom == atom.Pre
	switch {
	case el.AnyKinds&measure.Noscript != 0 && !asksForScripts(text) && !namesScripts(text):
		g.own += int(b.Words) // which is there for those without scripts
	case el.AnyKinds&measure.Noscript != 0:
		if g.wanted == "" {
			g.wanted = text
		}
	case g.isChrome(b.Element), el.AnyKinds&measure.Button != 0, el.Atom == atom.Label:
	case b.Words <= maxWaitWords && (isWaiting(text) && (!heading || trailsOff(text)) || !heading && isLoader(n)):
		if g.waiting == "" {
			g.waiting = text
		}
	case isPlaceholder(text) && !isCode:
		if g.template == "" {
			g.template = text
		}
	case heading:
		g.headings += int(b.Words)
	case b.Words <= maxWantedWords && !isCode && asksForScripts(text):
		if g.wanted == "" {
			g.wanted = text
		}
	case b.LinkWords == b.Words:
		g.links += int(b.Words)
	default:
		g.own += int(b.Words)
	}
}

// element takes an element of few or no words for a sign.
func (g *shellSigns) element(e int32, words int) {
	el, n := &g.page.Elements[e], g.page.Nodes[e]
	known := n.DataAtom != 0
	if g.isChrome(e) || el.AnyKinds&measure.Noscript != 0 || words > 0 && known || words > maxSlotted || isWidget(n) || el.AnyKinds&measure.Form != 0 || hasMedia(n) {
		return
	}
	set := func(sign *string) {
		if *sign == "" {
			*sign = startTag(n)
		}
	}
	class := htmltree.Attr(n, "class")
	switch id := htmltree.Attr(n, "id"); {
	case words > 0:
		set(&g.slotted)
		g.slottedWords = max(g.slottedWords, words)
	case isRoot(id):
		set(&g.root)
	case htmltree.Attr(n, "hx-get") != "" || htmltree.Attr(n, "data-hx-get") != "":
		set(&g.fetched)
	case el.Kinds&(measure.Main|measure.Article) != 0:
		set(&g.main)
	case !known:
		set(&g.host)
	case loads(class):
		set(&g.spinner)
	case el.Kinds&measure.Inline != 0: // an icon
	case isListName(id) || isListName(class):
		set(&g.list)
	case el.Kinds&measure.List != 0, el.Atom == atom.Tbody, id != "" || class != "" || isTop(n.Parent):
		set(&g.hole)
	}
}

// isTop reports whether the children of n are the parts that a page consists of.
func isTop(n *html.Node) bool { return n.DataAtom == atom.Body || n.DataAtom == atom.Main }

// isChrome reports whether an element stands around the content. The head of an
// article is no head of the page, and what holds most of the content is no menu, though
// its class says so: a theme of documentation has a class for pages with a menu. In documentation
// classes don't count, for its reference pages hold nothing but links.
func (g *shellSigns) isChrome(e int32) bool {
	el := &g.page.Elements[e]
	if el.AnyKinds&measure.Header != 0 && el.AnyKinds&(measure.Main|measure.Article) == 0 || el.AnyKinds&chromeTags != 0 {
		return true
	}
	if el.AnyTopics&chromeClasses == 0 || g.documents {
		return false
	}
	for ; e >= 0; e = g.page.Elements[e].Parent {
		if g.page.Elements[e].Topics&chromeClasses != 0 && !g.holdsContent(e) {
			return true
		}
	}
	return false
}

// holdsContent reports whether most of the words that are kept, links aside, stand in an
// element, and that there are more than a few.
func (g *shellSigns) holdsContent(e int32) bool {
	el := &g.page.Elements[e]
	all, held := g.prose[len(g.prose)-1], g.prose[el.End]-g.prose[el.First]
	return held > fewWords && 2*held > all
}

// keptProse returns the running total of the kept words that are no links, by block.
func keptProse(s *pageSignals) []int32 {
	total := make([]int32, len(s.p.Blocks)+1)
	for i := range s.p.Blocks {
		total[i+1] = total[i]
		if b := &s.p.Blocks[i]; s.kept[i] {
			total[i+1] += b.Words - b.LinkWords
		}
	}
	return total
}

// pictures counts what is to be seen without text.
func (g *shellSigns) pictures(n *html.Node, depth int) {
	for c := n.FirstChild; c != nil && depth < maxSignDepth && g.meter.Spend(perElement) == nil; c = c.NextSibling {
		switch c.DataAtom {
		case atom.Header, atom.Nav, atom.Footer, atom.Aside, atom.Noscript:
			continue
		}
		if isMedium(c) {
			if loads(htmltree.Attr(c, "class")) || isWaiting(htmltree.Attr(c, "alt")) {
				g.spinner = startTag(c)
				continue
			}
			g.media++
		}
		g.pictures(c, depth+1)
	}
}

// maxSignDepth bounds the recursion, as the parser bounds the depth of a page.
const maxSignDepth = 512

func isMedium(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Img, atom.Video, atom.Audio, atom.Object, atom.Embed:
		return true
	case atom.Svg:
		return hasText(n)
	}
	return false
}

// hasText reports whether a drawing has words.
func hasText(n *html.Node) bool {
	return htmltree.Find(n, maxSignDepth, func(c *html.Node) bool { return c.Type == html.ElementNode && (c.Data == "text" || c.Data == "title") }) != nil
}

func hasMedia(n *html.Node) bool {
	return htmltree.Find(n, maxSignDepth, func(c *html.Node) bool {
		return isMedium(c) && !isWaiting(htmltree.Attr(c, "alt")) || c.DataAtom == atom.Form || c.DataAtom == atom.Iframe
	}) != nil
}

// isFrame tells a frame to be read from one that nobody sees.
func isFrame(n *html.Node) bool {
	src := frameSource(n)
	return src != "" && !strings.HasPrefix(src, "about:") && !strings.HasPrefix(src, "javascript:") && !isTracker(src) &&
		!strings.Contains(strings.ReplaceAll(htmltree.Attr(n, "style"), " ", ""), "display:none") && htmltree.Attr(n, "hidden") == ""
}

// isLoader reports whether a class of n, or of an element close around it, says that
// something loads.
func isLoader(n *html.Node) bool {
	for range 3 {
		if n == nil || n.DataAtom == atom.Body {
			return false
		}
		if loads(htmltree.Attr(n, "class")) || htmltree.Attr(n, "aria-busy") == "true" || htmltree.Attr(n, "role") == "progressbar" {
			return true
		}
		n = n.Parent
	}
	return false
}

// blockText returns the beginning of the text of an element, with single spaces.
func blockText(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type != html.TextNode || c.Parent.DataAtom == atom.Script || c.Parent.DataAtom == atom.Style {
			continue
		}
		for word := range strings.FieldsSeq(c.Data) {
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			if b.WriteString(word); b.Len() > maxSignText {
				return strings.ToValidUTF8(b.String()[:maxSignText], "") + "…"
			}
		}
	}
	return b.String()
}

// maxSignText bounds the bytes of a text that is shown as evidence.
const maxSignText = 160

// startTag writes the start tag of n for people, with the attribute that names it.
func startTag(n *html.Node) string {
	tag := "<" + n.Data
	for _, key := range [...]string{"id", "class"} {
		if value := htmltree.Attr(n, key); value != "" {
			return tag + " " + key + `="` + strings.ToValidUTF8(value[:min(len(value), 60)], "") + `">`
		}
	}
	return tag + ">"
}
