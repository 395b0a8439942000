package verdict

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// Limits of a shell's own words, outside of its header, its footer and its menus. The
// stronger the sign, the higher the limit: a page that says "loading" may have a paragraph
// about itself, and a page with an empty list only its headings.
const (
	ownBesideWords   = 25 // beside a text that asks to wait or for scripts, an empty main or mount point
	ownBesideElement = 12 // beside an empty custom element, or a frame
	ownBesideEmpty   = 0  // beside any other empty element
)

// shell recognises a page whose content is made by scripts, without a list of frameworks: it
// has hardly any text of its own, programs that can make some, and an element where the
// content is missing.
func shell(p *page) extract.Verdict {
	if p.FromState || p.Words > shortWords || p.visible > 2*shortWords {
		return extract.Verdict{}
	}
	g := p.shellSigns()
	what := g.missing()
	if what == "" {
		if g.own+g.links > ownBesideElement || g.media > 0 || len(p.short.frames) == 0 {
			return extract.Verdict{}
		}
		p.frames = p.short.frames
		return extract.Verdict{Kind: extract.VerdictJSShell, Evidence: []string{quoted("the content is in a frame", p.frames[0].URL)}, Next: extract.NextTarget}
	}
	return extract.Verdict{Kind: extract.VerdictJSShell, Evidence: []string{what,
		counted(g.own+g.links+g.headings, "word") + " of text beside " + counted(p.Programs().count, "script")}}
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// missing returns the strongest sign that scripts make the content, "" for none.
func (g *shellSigns) missing() string {
	if place := g.missingContent(); place != "" || g.own > 0 || g.links > 0 || g.media > 0 {
		return place
	}
	if programs := g.page.Programs(); programs.MayMakeContent() && (g.headings == 0 || programs.builds) {
		return "nothing in the body"
	}
	return ""
}

// missingContent returns the strongest sign of where content is missing, or of a text that
// replaces it, "" for none.
func (g *shellSigns) missingContent() string {
	if g.own > ownBesideWords {
		return ""
	}
	if !g.page.Programs().MayMakeContent() {
		return when(g.own+g.links+g.headings < fewWords, g.emptyRoot) // its scripts were taken out, as archives do
	}
	sign := cmp.Or(g.emptyRoot, when(g.media == 0, g.emptyMain))
	if sign != "" || g.own+g.links > ownBesideWords || g.page.Documents && g.own+g.links > fewWords { // a note on every page that scripts are off
		return sign
	}
	hasEmpty := cmp.Or(g.emptyMain, g.emptyCustom, g.emptyList, g.emptyContainer, g.loading) != ""
	isBlank := g.own+g.links <= ownBesideEmpty && g.media == 0
	return cmp.Or(
		when(g.own <= maxLabel || hasEmpty, g.wantsScripts), // a part of a page with text may need them
		g.waits, g.placeholder, g.emptyList,
		when(g.own <= ownBesideElement && g.media == 0, g.emptyCustom),
		when(isBlank, g.loading), when(isBlank, g.emptyContainer),
	)
}

func when(holds bool, sign string) string {
	if holds {
		return sign
	}
	return ""
}

// shellSigns is the evidence that scripts make the content of a page. A sign names the text or
// the start tag that was found first; it is "" for none.
type shellSigns struct {
	own      int // words of text that is content as it stands
	links    int // words in blocks that are links: a menu that nothing marks as one, or a list
	headings int // words in headings and header cells
	media    int // pictures, films, recordings

	wantsScripts   string // text that asks for scripts
	waits          string // text that asks to wait
	placeholder    string // of a template in the text: {{ name }}
	loading        string // element whose class says that something loads
	emptyMain      string // <main> or <article>
	emptyRoot      string // element of an id that applications are mounted at
	emptyCustom    string // element that HTML doesn't know, with no more than a label in it
	emptyList      string // element of a name that says what its items are
	emptyContainer string // any other element that is there to be filled

	page  *page
	prose []int32 // kept words that are no links before a block
}

// perElement is the cost of examining an element, counted in bytes of text.
const perElement = 256

const maxLabel = 3

// What stands around the content, and in banners.
const (
	chromeTags    = measure.Nav | measure.Footer | measure.Aside | measure.Dialog | measure.Menu | measure.Search
	chromeClasses = measure.ClassNav | measure.ClassMenu | measure.ClassFooter | measure.ClassCookie | measure.ClassModal | measure.ClassBreadcrumb
	headingTags   = measure.H1 | measure.H2 | measure.H3 | measure.H456
)

// shellSigns reads the signs of a page of few words, once, from its blocks and from elements
// without blocks. It stops if the page has more words of its own than a shell may have.
func (p *page) shellSigns() *shellSigns {
	if p.shell != nil {
		return p.shell
	}
	g := &shellSigns{page: p, media: p.short.media, loading: p.short.loading}
	p.shell = g
	g.prose = make([]int32, len(p.Page.Blocks)+1)
	for i := range p.Page.Blocks {
		g.prose[i+1] = g.prose[i]
		if b := &p.Page.Blocks[i]; p.Kept[i] {
			g.prose[i+1] += b.Words - b.LinkWords
		}
	}
	text := make([]int32, len(p.Page.Blocks)+1) // words of content before a block
	for i := range p.Page.Blocks {
		if g.own > ownBesideWords || p.Meter.Spend(perElement) != nil {
			return g
		}
		before := g.own + g.links + g.headings
		g.block(&p.Page.Blocks[i])
		text[i+1] = text[i] + int32(g.own+g.links+g.headings-before)
	}
	for e := range p.Page.Elements {
		if p.Meter.Spend(perElement) != nil {
			return g
		}
		el := &p.Page.Elements[e]
		g.element(int32(e), int(text[el.End]-text[el.First]))
	}
	return g
}

// set notes a sign, unless there was one before.
func set(sign *string, what string) {
	if *sign == "" {
		*sign = what
	}
}

func (g *shellSigns) block(b *measure.TextBlock) {
	if b.Element < 0 {
		g.own += int(b.Words)
		return
	}
	el, n := &g.page.Page.Elements[b.Element], g.page.Page.Nodes[b.Element]
	text := meta.Text(n, maxSignText+1)
	if len(text) > maxSignText {
		text = meta.CutText(text, maxSignText) + "…"
	}
	heading := el.AnyKinds&headingTags != 0 || el.Atom == atom.Th
	isCode := el.Atom == atom.Code || el.Atom == atom.Pre
	switch {
	case el.AnyKinds&measure.Noscript != 0 && !asksForScripts(text) && !phrases("words for scripts").Within(strings.ToLower(text)):
		g.own += int(b.Words) // noscript fallback content
	case el.AnyKinds&measure.Noscript != 0:
		set(&g.wantsScripts, quoted("text", text))
	case g.isChrome(b.Element), el.AnyKinds&measure.Button != 0, el.Atom == atom.Label:
	case b.Words <= maxWaitWords && (isWaiting(text) && (!heading || strings.HasSuffix(text, "…") || strings.HasSuffix(text, "..")) || !heading && isLoading(n)):
		set(&g.waits, quoted("text", text))
	case isPlaceholder(text) && !isCode:
		set(&g.placeholder, quoted("placeholder", text))
	case heading:
		g.headings += int(b.Words)
	case b.Words <= maxWantedWords && !isCode && asksForScripts(text):
		set(&g.wantsScripts, quoted("text", text))
	case b.LinkWords == b.Words:
		g.links += int(b.Words)
	default:
		g.own += int(b.Words)
	}
}

func (g *shellSigns) element(e int32, words int) {
	el, n := &g.page.Page.Elements[e], g.page.Page.Nodes[e]
	holdsMedia := func(c *html.Node) bool {
		return c.DataAtom == atom.Form || c.DataAtom == atom.Iframe || isMedium(c) && !isWaiting(htmltree.Attr(c, "alt"))
	}
	if words > 0 && n.DataAtom != 0 || words > maxLabel || g.isChrome(e) || el.AnyKinds&(measure.Noscript|measure.Form) != 0 || isWidget(n) || htmltree.Find(n, maxDepth, holdsMedia) != nil {
		return
	}
	id, class := htmltree.Attr(n, "id"), htmltree.Attr(n, "class")
	sign := &g.emptyContainer
	switch {
	case phrases("root names").Matches(strings.ToLower(id)): // that frameworks give to the element which they fill
		sign = &g.emptyRoot
	case el.Kinds&(measure.Main|measure.Article) != 0:
		sign = &g.emptyMain
	case n.DataAtom == 0:
		sign = &g.emptyCustom
	case isLoadingClass(class):
		set(&g.loading, startTag(n))
		return
	case el.Kinds&measure.Inline != 0: // an icon
		return
	case isListName(id) || isListName(class):
		sign = &g.emptyList
	case el.Kinds&measure.List == 0 && el.Atom != atom.Tbody && id == "" && class == "" && n.Parent.DataAtom != atom.Body && n.Parent.DataAtom != atom.Main:
		return
	}
	set(sign, "nothing in "+startTag(n))
}

// isChrome reports whether an element is outside of the content, as headers and menus are.
// The header of an article does not count. Neither does a menu by its class that holds most
// of the content: themes of documentation have a class for pages with a menu. On pages of
// documentation classes don't count at all, because reference pages may hold only links.
func (g *shellSigns) isChrome(e int32) bool {
	elements := g.page.Page.Elements
	el := &elements[e]
	if el.AnyKinds&measure.Header != 0 && el.AnyKinds&(measure.Main|measure.Article) == 0 || el.AnyKinds&chromeTags != 0 {
		return true
	}
	if el.AnyTopics&chromeClasses == 0 || g.page.Documents {
		return false
	}
	for ; e >= 0; e = elements[e].Parent {
		held := g.prose[elements[e].End] - g.prose[elements[e].First]
		if elements[e].Topics&chromeClasses != 0 && (held <= fewWords || 2*held <= g.prose[len(g.prose)-1]) {
			return true
		}
	}
	return false
}

func isLoading(n *html.Node) bool {
	for range 3 {
		if n == nil || n.DataAtom == atom.Body {
			return false
		}
		if isLoadingClass(htmltree.Attr(n, "class")) || htmltree.Attr(n, "aria-busy") == "true" || htmltree.Attr(n, "role") == "progressbar" {
			return true
		}
		n = n.Parent
	}
	return false
}

// maxSignText bounds the bytes of a text that is shown as evidence, maxNameText those of a
// name.
const (
	maxSignText = 160
	maxNameText = 60
)

// Programs are the scripts of a page.
type Programs struct {
	count    int  // trackers among them
	external bool // one is loaded from elsewhere
	builds   bool // one in the page fetches or makes content, or is a module
}

// MayMakeContent reports whether one of the scripts could make content.
func (p Programs) MayMakeContent() bool { return p.external || p.builds }

// ReadPrograms looks at the scripts below root.
func ReadPrograms(root *html.Node) (p Programs) {
	const maxSnippet = 8 << 10 // the size in bytes from which on every inline program counts as an application
	for n := range root.Descendants() {
		if n.DataAtom != atom.Script {
			continue
		}
		kind, src := strings.ToLower(htmltree.Attr(n, "type")), htmltree.Attr(n, "src")
		switch kind { // of scripts that run (HTML, 4.12.1.1)
		case "", "module", "text/javascript", "application/javascript", "application/x-javascript", "text/ecmascript", "text/babel", "text/jsx":
		default:
			if !strings.HasSuffix(kind, "-text/javascript") { // as some optimizers write it
				continue
			}
		}
		p.count++
		switch {
		case src != "" && !isTracker(src):
			p.external = true
			p.builds = p.builds || kind == "module"
		case src == "" && n.FirstChild != nil:
			code := n.FirstChild.Data
			p.builds = p.builds || len(code) > maxSnippet ||
				(phrases("content calls").Within(code) || strings.Contains(code, "import ")) && !phrases("tracking calls").Within(code) // what counts visits makes elements too
		}
	}
	return p
}

// isTracker reports whether a script or frame never makes content, by its address.
func isTracker(src string) bool { return phrases("tracker addresses").Within(strings.ToLower(src)) }

// The bounds of texts that ask their readers for something, in words. A character
// of a script written without spaces is a word.
const (
	maxWaitWords   = 14
	maxWeakWords   = 5
	maxWantedWords = 60
)

func isWaiting(text string) bool {
	text = strings.ToLower(strings.TrimSpace(text))
	words := meta.CountWords(text)
	letters := strings.IndexFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	switch {
	case text == "" || words > maxWaitWords:
		return false
	case letters < 0:
		return strings.Contains(text, "…") || strings.Contains(text, "..") || strings.Contains(text, "⏳")
	case phrases("waiting texts").Within(text):
		return true
	case words > maxWeakWords || len(text) > 80:
		return false
	case phrases("loading words").Within(text):
		return true
	}
	for _, verb := range phrases("loading verbs").Phrases {
		rest, found := strings.CutPrefix(text, verb)
		if next, _ := utf8.DecodeRuneInString(rest); found && !unicode.IsLetter(next) {
			return !strings.ContainsFunc(rest, func(r rune) bool { return unicode.IsDigit(r) || r == ':' || r == ';' })
		}
	}
	return false
}

// asksForScripts reports whether a text says that the page needs scripts. What says
// so of a part of the page alone doesn't count.
func asksForScripts(text string) bool {
	text = strings.ToLower(text)
	return (strings.Contains(text, "javascript") || strings.Contains(text, "java script")) && meta.CountWords(text) >= 3 && !phrases("parts that need scripts").Within(text)
}

// isListName reports whether an id or a class attribute is or ends in the name of what
// holds many of a kind: "list", "product-list".
func isListName(names string) bool {
	for name := range strings.FieldsSeq(strings.ToLower(names)) {
		if phrases("list names").Has(name[strings.LastIndexAny(name, "-_")+1:]) {
			return true
		}
	}
	return false
}

// isPlaceholder reports whether a text is little else than the placeholders of a
// template that a script fills: {{ name }}.
func isPlaceholder(text string) bool {
	rest, found := "", false
	for {
		before, after, open := strings.Cut(text, "{{")
		name, tail, closed := strings.Cut(after, "}}")
		if !open || !closed {
			return found && meta.CountWords(rest+" "+text) <= 3
		}
		found = found || strings.ContainsFunc(name, unicode.IsLetter)
		rest, text = rest+" "+before, tail
	}
}

func isLoadingClass(class string) bool {
	class = strings.ToLower(class)
	return class != "" && phrases("loading classes").Within(class) && !phrases("loaded classes").Within(class)
}

// isWidget reports whether the name, id or class of an element has a word for a widget. A
// widget may be empty on a complete page.
func isWidget(n *html.Node) bool {
	for _, name := range [...]string{n.Data, htmltree.Attr(n, "id"), htmltree.Attr(n, "class")} {
		for word := range strings.FieldsFuncSeq(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune("-_ :.", r) }) {
			if phrases("widget names").Has(word) {
				return true
			}
		}
	}
	return false
}

func startTag(n *html.Node) string {
	for _, key := range [...]string{"id", "class"} {
		if value := htmltree.Attr(n, key); value != "" {
			return "<" + n.Data + " " + key + `="` + meta.CutText(value, maxNameText) + `">`
		}
	}
	return "<" + n.Data + ">"
}
