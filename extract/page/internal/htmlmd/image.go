package htmlmd

import (
	"cmp"
	"net/url"
	"path"
	"strconv"
	"strings"

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
	var src, lazy, set, lazySet string
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "src":
			src = a.Val
		case "srcset":
			set = a.Val
		case "data-srcset", "data-lazy-srcset":
			lazySet = a.Val
		case "data-src", "data-original", "data-lazy-src", "data-lazy", "data-full-src", "data-hi-res-src",
			"data-original-src", "data-actualsrc", "data-url", "data-echo", "data-img-src":
			if v := strings.TrimSpace(a.Val); lazy == "" && v != "" && !isDataURI(v) && v[0] != '{' && v[0] != '[' {
				lazy = a.Val
			}
		}
	}
	if lazy != "" {
		return w.resolve(lazy)
	}
	usable := !isBlank(src) && !isDataURI(src)
	if !usable || isPlaceholder(src) {
		if best := cmp.Or(bestCandidate(lazySet), bestCandidate(set)); best != "" {
			return w.resolve(best)
		}
	}
	if !usable {
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
	if src := htmltree.Attr(img, "src"); url.IsEmpty() || isPlaceholder(src) {
		if from := w.imageURL(source); !from.IsEmpty() {
			url = from
		}
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
	for c := range strings.FieldsSeq(htmltree.Attr(n, "class")) {
		if hasWord(c, words("interface class").Has) {
			return true
		}
	}
	file, _, _ := strings.Cut(address.Path, "?")
	if len(file) > maxFileName {
		return false
	}
	if s, err := url.PathUnescape(file); err == nil {
		file = s
	}
	folder, name := path.Split(file)
	for part := range strings.SplitSeq(strings.ToLower(folder), "/") {
		if words("interface folder").Has(part) {
			return true
		}
	}
	switch ext := path.Ext(name); strings.ToLower(ext) {
	case ".svg", ".gif", ".png":
		name = strings.TrimSuffix(name, ext)
		return hasWord(name, words("interface file").Has) || hasWord(name, words("interface drawing").Matches)
	default:
		return hasWord(name, words("interface file").Has)
	}
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
