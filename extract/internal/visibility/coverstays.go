package visibility

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// staysCovered reports whether nothing says that the cover at i of the path, or a box
// of the element there, goes away from the element at around.
func (s *Checker) staysCovered(around, i int) bool {
	for j := around; j <= i; j++ {
		n := s.node(j)
		if n.Data == "body" || n.Data == "html" || s.external(n) && hasHooks(n) || waits(n) || isMenuOrDialog(n) || s.animated(n, "covered") {
			return false
		}
	}
	for j := around; j <= i; j++ {
		if s.isAltered(s.node(j)) {
			return false
		}
	}
	return !s.wrapsPage(s.node(around))
}

// waits reports whether the names of n are those of something that is gone when a page
// is loaded, or that comes and goes.
func waits(n *html.Node) bool {
	return isTransientName(htmltree.Attr(n, "class")) || isTransientName(htmltree.Attr(n, "id"))
}

func isTransientName(name string) bool {
	if name == "" {
		return false
	}
	name = css.Lower(name)
	return slices.ContainsFunc([]string{"load", "spinner", "splash", "skeleton", "placeholder", "shimmer", "slide", "carousel", "swiper", "slick", "reveal", "curtain", "gate",
		"lazy", "flip", "hover", "anim", "transition", "fade", "overlay", "backdrop", "tab-", "spoiler", "zoom", "gallery", "player", "video"}, func(word string) bool { return strings.Contains(name, word) })
}

// maxNames bounds the classes of an element that rules are asked for.
const maxNames = 16

// isAltered reports whether rules of the page show n otherwise in another state of it.
func (s *Checker) isAltered(n *html.Node) bool {
	if s.page.styles == nil {
		s.page.styles = styleTexts(n)
	}
	names := 0
	for class := range strings.FieldsSeq(htmltree.Attr(n, "class")) {
		if names++; names > maxNames || s.altersNamed("."+class) {
			return true
		}
	}
	id := htmltree.Attr(n, "id")
	return id != "" && s.altersNamed("#"+id)
}

// altersNamed reports that of a class or an id, and asks for each once.
func (s *Checker) altersNamed(name string) (alters bool) {
	if alters, known := s.page.altered[name]; known {
		return alters
	}
	defer func() { put(&s.page.altered, name, alters) }()
	for _, text := range s.page.styles {
		if !s.sheet.Spend(len(text)>>6) || s.sheet.Alters(text, name) {
			return true
		}
	}
	return false
}

// styleTexts returns the style sheets of the page that n is in.
func styleTexts(n *html.Node) []string {
	list := []string{}
	for d := range htmltree.Root(n).Descendants() {
		if d.Type == html.ElementNode && d.Data == "style" && d.FirstChild != nil {
			list = append(list, d.FirstChild.Data)
		}
	}
	return list
}
