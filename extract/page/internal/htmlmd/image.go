package htmlmd

import (
	"cmp"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
)

func (w *writer) image(n *html.Node) {
	if tex := imageTeX(n); tex != "" {
		w.formula(tex, htmltree.HasClass(n, "mwe-math-fallback-image-display", "ql-img-displayed-equation"))
		return
	}
	w.addImage(n, w.imageURL(n))
}

// addImage writes an image with a known address. If url is empty, the image data is within the page and a note is written instead.
func (w *writer) addImage(n *html.Node, url weburl.Target) {
	switch {
	case isPixel(n), isBeacon(url):
		w.leaveOut(n, "image that counts readers")
		return
	case isBlankImage(url.Path):
		url = weburl.Target{}
	}
	alt := attrOf(n, "alt", "aria-label")
	if alt == "" && w.heading > 0 && isAllOfHeading(n) {
		alt = cmp.Or(attrOf(n, "title"), attrOf(n.Parent, "aria-label"))
	}
	if len(alt) <= 40 && alt != "" && words("emoji").InClass(n) {
		w.writeText(alt)
		return
	}
	if url.IsEmpty() {
		if link := around(n, maxDepth, isOne(atom.A)); link == nil || isBlank(shortText(link, 64)) {
			w.imageNote(n, strings.TrimSpace(alt))
		}
		return
	}
	if isFileName(alt) {
		alt = ""
	}
	title := htmltree.Attr(n, "title")
	cell := around(n, maxDepth, isCell) // an image alone in its cell is the value of that, such as a tick
	alone := w.cell > 0 && cell != nil && isBlank(shortText(cell, 64))
	if isBlank(alt) && isBlank(title) && !alone && isInterface(n, url) || w.isRepeat(n, url, alt) {
		w.leaveOut(n, "image without meaning")
		w.dropped = true
		return
	}
	if strings.TrimSpace(title) == strings.TrimSpace(alt) {
		title = ""
	}
	if isWordRune(w.lastOfText()) {
		w.space()
	}
	w.imageText = "" // the image without an address held the place of this one
	w.flushPending()
	w.hasImage = true
	around, _ := w.linkAround()
	w.lastImg = lastImage{url: url, alt: alt, link: around, parent: n.Parent, at: w.contentCount}
	at := int32(len(w.Items))
	w.addLink(mdinline.Image, url, title)
	if alt = w.visibleText(alt); !isBlank(alt) {
		start := len(w.Text)
		w.Text = appendFolded(w.Text, alt)
		w.Piece(mdinline.Text, start)
	}
	w.Items[at].Pair = int32(len(w.Items))
	w.Items = append(w.Items, mdinline.Item{Kind: mdinline.ImageEnd, Pair: at})
}

// isAllOfHeading reports whether no text is beside an image in its heading.
func isAllOfHeading(n *html.Node) bool {
	heading := around(n, 5, isHeading)
	return heading != nil && isBlank(shortText(heading, 64))
}

// imageNote writes the alternative text of an image without an address: as text in a link, a table cell or a heading without other text,
// otherwise as "[image: …]".
func (w *writer) imageNote(n *html.Node, alt string) {
	switch {
	case w.cell > 0 || w.inLink() || w.heading > 0 && isAllOfHeading(n):
		w.writeText(alt)
	case alt == "" || words("no text").Has(strings.ToLower(alt)) || isFileName(alt):
	default:
		w.writeImageText()
		w.imageText = "[image: " + alt + "]"
	}
}

// imageURL returns the address of an image. An address for lazy loading comes before src, which then is a placeholder.
// Without both it is the best of the candidates in srcset.
func (w *writer) imageURL(n *html.Node) weburl.Target {
	isLazy := words("lazy image").Has
	for i := range n.Attr {
		a := &n.Attr[i]
		if v := strings.TrimSpace(a.Val); v != "" && isLazy(a.Key) && !isDataURI(v) && v[0] != '{' && v[0] != '[' {
			return w.resolve(v)
		}
	}
	src := htmltree.Attr(n, "src")
	isUsable := !isBlank(src) && !isDataURI(src)
	if !isUsable || isPlaceholder(src) {
		for _, key := range [...]string{"data-srcset", "data-lazy-srcset", "srcset"} {
			if best := bestCandidate(htmltree.Attr(n, key)); best != "" {
				return w.resolve(best)
			}
		}
	}
	if !isUsable {
		return weburl.Target{}
	}
	return w.resolve(src)
}

func isDataURI(s string) bool {
	s = strings.TrimSpace(s)
	return len(s) >= 5 && strings.EqualFold(s[:5], "data:")
}

// bestCandidate is the address of the largest candidate of a srcset. HTML, section 4.8.4.2.
func bestCandidate(srcset string) string {
	best, bestSize := "", -1.0
	for srcset != "" {
		var url string
		url, srcset = cutToken(srcset)
		url = strings.TrimLeft(url, ",")
		if url == "" {
			continue
		}
		size := 1.0
		if trimmed := strings.TrimRight(url, ","); trimmed != url {
			url = trimmed
		} else {
			var desc string
			desc, srcset, _ = strings.Cut(srcset, ",")
			if desc, _ = cutToken(desc); desc != "" {
				size, _ = strconv.ParseFloat(desc[:len(desc)-1], 64)
			}
		}
		if size > bestSize && !isDataURI(url) {
			best, bestSize = url, size
		}
	}
	return best
}

func (w *writer) picture(n *html.Node) {
	img, source := childElement(n, atom.Img), childElement(n, atom.Source)
	if img == nil || source == nil {
		w.children(n)
		return
	}
	url := w.imageURL(img)
	if from := w.imageURL(source); !from.IsEmpty() && (url.IsEmpty() || isPlaceholder(htmltree.Attr(img, "src"))) {
		url = from
	}
	w.addImage(img, url)
}

// ShortNoscript is the length in bytes up to which the text of a noscript element is left out.
const ShortNoscript = 200

// noscript writes what a page shows without scripts. Most often that is the image that a script would load, or a
// request to turn scripts on.
func (w *writer) noscript(n *html.Node) {
	var img, film *html.Node // that is all there is
	if isBlank(shortText(n, 64)) {
		img = htmltree.Find(n, 4, isOne(atom.Img))
		film = htmltree.Find(n, 4, func(c *html.Node) bool {
			src := htmltree.Attr(c, "src")
			return c.DataAtom == atom.Iframe && (strings.Contains(src, "/embed/") || strings.Contains(src, "//player."))
		})
	}
	switch {
	case img != nil:
		before, tex := contentBefore(n), imageTeX(img)
		if url := w.imageURL(img); !url.IsEmpty() && url == w.lastImg.url || tex != "" && isElement(before, atom.Img) && imageTeX(before) == tex {
			return
		}
	case film != nil && w.resolve(htmltree.Attr(film, "src")) == w.lastMedia:
		return
	case film == nil && len(shownText(n, ShortNoscript)) <= ShortNoscript:
		return
	}
	w.children(n)
}

// Images without content: placeholders, images of one pixel, and images that count readers.

func isPlaceholder(src string) bool {
	name := imageName(src)
	return words("waiting image").Matches(name) || words("blank image").Matches(name)
}

func isBlankImage(src string) bool {
	name := imageName(src)
	if words("blank image").Matches(name) || strings.Contains(name, "placeholder") {
		return true
	}
	src, _, _ = strings.Cut(src, "?")
	return strings.HasSuffix(src, ".gif") && words("blank gif").Matches(name)
}

func imageName(src string) string {
	src, _, _ = strings.Cut(src, "?")
	name, _, _ := strings.Cut(strings.ToLower(src[strings.LastIndexByte(src, '/')+1:]), ".")
	return name
}

func isPixel(n *html.Node) bool {
	wide, ok := number(n, "width")
	high, ok2 := number(n, "height")
	style := ";" + strings.ReplaceAll(htmltree.Attr(n, "style"), " ", "")
	if strings.Contains(style, ";min-") { // with a least size it fills its container
		return false
	}
	if ok && ok2 {
		return wide <= 2 && high <= 2 || min(wide, high) <= 1 && isBlank(htmltree.Attr(n, "alt"))
	}
	isTiny := func(property string) bool {
		_, value, _ := strings.Cut(style, ";"+property+":")
		value = value[:max(strings.IndexAny(value+";", ";!"), 0)]
		return value == "0" || value == "0px" || value == "1px"
	}
	return isTiny("width") && isTiny("height")
}

func isBeacon(url weburl.Target) bool {
	s := url.String()
	if name, _, _ := strings.Cut(s, "?"); words("picture ending").Has(path.Ext(name)) {
		return false // a picture that is meant to be seen
	}
	if len(s) > maxBeacon {
		s = s[:maxBeacon]
	}
	return words("beacon").Within(s)
}

// maxBeacon bounds what is looked at of an address, in bytes: hosts and paths of beacons are short, and their queries long.
const maxBeacon = 120

// Images that are part of the interface of a page, and those written already.

// isInterface reports whether an image without a text is part of the interface of a page by its class, the name of its
// file or the folder that holds it: an icon, a star of a rating, a sign that something is loading.
func isInterface(n *html.Node, address weburl.Target) bool {
	if hasWord(htmltree.Attr(n, "class"), words("interface class").Has) {
		return true
	}
	file, _, _ := strings.Cut(address.Path, "?")
	if len(file) > maxFileName {
		return false
	}
	if s, err := url.PathUnescape(file); err == nil {
		file = s
	}
	folder, name := path.Split(file)
	ext := path.Ext(name)
	name = strings.TrimSuffix(name, ext)
	isDrawing := slices.Contains([]string{".svg", ".gif", ".png"}, strings.ToLower(ext))
	return slices.ContainsFunc(strings.Split(strings.ToLower(folder), "/"), words("interface folder").Has) ||
		hasWord(name, words("interface file").Has) || isDrawing && hasWord(name, words("interface drawing").Matches)
}

const maxFileName = 500

// hasWord reports whether one of the words of a name is one of a kind. Words are runs of ASCII letters in lower case,
// or such with a capital: "starRed_2" has two.
func hasWord(name string, is func(string) bool) bool {
	for i := 0; i < len(name); {
		j := i
		for j < len(name) && ascii.IsLetter(name[j]) && (j == i || !isUpper(name[j]) || isUpper(name[j-1])) {
			j++
		}
		if j > i && is(strings.ToLower(name[i:j])) {
			return true
		}
		i = max(j, i+1)
	}
	return false
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

func isFileName(alt string) bool {
	ending := path.Ext(strings.ToLower(strings.TrimSpace(alt)))
	return ending == ".gif" || words("picture ending").Has(ending)
}

type lastImage struct {
	url    weburl.Target
	alt    string
	link   weburl.Target // that it leads to
	parent *html.Node    // that contains it
	at     int           // the pieces of content that were written with it
}

// isRepeat reports whether the same image, or another view of it with the same text on the same card, was written right before.
func (w *writer) isRepeat(n *html.Node, url weburl.Target, alt string) bool {
	last := &w.lastImg
	if w.fragment || last.at != w.contentCount || last.at == 0 {
		return false
	}
	link, _ := w.linkAround()
	if url == last.url {
		return link == last.link || link.IsEmpty()
	}
	return alt != "" && alt == last.alt && (!link.IsEmpty() && link == last.link || n.Parent == last.parent)
}

// Films, sounds, frames and what a script fills in are links, form controls what of the page is in them.

func (w *writer) mediaLink(n *html.Node, src string) {
	url := w.resolve(src)
	if url.IsEmpty() || w.inLink() {
		return
	}
	w.flush()
	w.lastMedia = url
	name := attrOf(n, "title", "aria-label", "alt", "playlabel")
	if n.DataAtom == atom.Frame {
		name = cmp.Or(name, attrOf(n, "name"))
	}
	if name == "" && (n.DataAtom == atom.Video || n.DataAtom == atom.Audio) {
		const longest = 60 // bytes
		address, _, _ := strings.Cut(src, "?")
		if name = path.Base(address); len(name) > longest || path.Ext(name) == "" || !strings.Contains(address, "/") {
			name = n.Data
		}
	}
	w.inInline(openInline{kind: linkInline, link: link{url: url}}, func() { w.writeText(cmp.Or(name, url.String())) })
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
	w.taskBox(strconv.FormatBool(htmltree.Has(n, "checked")))
}

// taskBox writes the box of a task if a word says whether it is done, and reports whether one does.
func (w *writer) taskBox(state string) bool {
	switch {
	case words("task done").InTokens(state):
		w.put(mdinline.Raw, "[x]")
	case words("task open").InTokens(state):
		w.put(mdinline.Raw, "[ ]")
	default:
		return false
	}
	w.pendingSpace, w.labelAt = true, w.contentCount // the text of the task may be a block
	return true
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
