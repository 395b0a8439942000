package visibility

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// minPageText is how many bytes of text a page has, at least, for a part of it
// to be its wrapper.
const minPageText = 200

// maxSteps bounds the nodes whose text is counted, for one page.
const maxSteps = 2_000_000

// wrapsPage reports whether n holds most of the text of the page, and not as the
// menu or the dialog of it: pages hide themselves so until a script has run.
func (s *Checker) wrapsPage(n *html.Node) bool {
	if s.alone || isMenuOrDialog(n) {
		return false
	}
	var t textCounts
	s.survey(n, &t)
	// n holds most of the text if there are less than enough bytes of it.
	enough := 10 * t.all / 6
	if enough <= minPageText || s.page.counted && s.page.text >= enough || !t.prosaic() {
		return false
	}
	a := n
	for a.Data != "body" {
		if a = a.Parent; !css.IsElement(a) || a != n && isMenuOrDialog(a) && a.Data != "form" {
			return false
		}
	}
	if !s.page.counted {
		var all textCounts
		s.survey(a, &all)
		s.page.text, s.page.counted = all.all, true
	}
	return s.page.text > minPageText && enough > s.page.text && s.page.steps < maxSteps
}

// textCounts counts the bytes of text of a part of a page, and of that those in links.
type textCounts struct {
	all, linked int
	fields      int // to be filled in
}

// prosaic reports whether a part is something to read rather than a menu or a
// form.
func (t *textCounts) prosaic() bool { return 2*t.linked <= t.all && 40*t.fields <= t.all }

// prosaic reports that of the text of n.
func (s *Checker) prosaic(n *html.Node) bool {
	var t textCounts
	s.survey(n, &t)
	return t.prosaic()
}

// survey counts the text of rendered elements below n.
func (s *Checker) survey(n *html.Node, t *textCounts) { s.surveyed(n, t, false) }

func (s *Checker) surveyed(n *html.Node, t *textCounts, link bool) {
	for c := n.FirstChild; c != nil && s.page.steps < maxSteps; c = c.NextSibling {
		s.page.steps++
		if c.Type == html.TextNode {
			size := len(strings.TrimSpace(c.Data))
			if t.all += size; link {
				t.linked += size
			}
			continue
		}
		if c.Type != html.ElementNode || c.Data == "noscript" || unrendered(c) {
			continue
		}
		switch c.Data {
		case "select", "textarea":
			t.fields++
			continue
		case "input":
			t.fields++
		}
		s.surveyed(c, t, link || c.Data == "a")
	}
}
