package hiddentext

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Bounds of what is collected of one script, in bytes.
const (
	maxProgramBytes = 4 << 10  // a longer program is left out whole
	maxDataBytes    = 32 << 10 // data is read up to here
)

// AddElementText collects what a script, a style or a title element holds. Other
// elements are passed over.
func (c *Collector) AddElementText(n *html.Node) {
	if n.FirstChild == nil {
		return
	}
	text := n.FirstChild.Data
	switch n.DataAtom {
	case atom.Script:
		c.addScript(n, text)
	case atom.Style:
		c.addStyleSheet(text)
	case atom.Title:
		c.Add(text, "title", "")
	}
}

// addScript collects the values of JSON, and a short program as a whole.
func (c *Collector) addScript(n *html.Node, text string) {
	kind := ""
	for i := range n.Attr {
		if n.Attr[i].Key == "type" {
			kind = n.Attr[i].Val
			break
		}
	}
	switch {
	case strings.HasPrefix(kind, "application/ld+json"), strings.HasPrefix(kind, "application/json"):
		c.addJSONValues(strings.ToValidUTF8(text[:min(len(text), maxDataBytes)], ""), "json", 0)
	case len(text) <= maxProgramBytes:
		c.Add(strings.ToValidUTF8(text, ""), "script", "")
	}
}

func (c *Collector) addStyleSheet(css string) {
	for rest := css; ; {
		_, after, found := strings.Cut(rest, "/*")
		if !found {
			break
		}
		var comment string
		comment, rest, _ = strings.Cut(after, "*/")
		c.Add(strings.TrimSpace(comment), "comment", "")
	}
	for value := range generatedContent(css) {
		c.Add(strings.Trim(value, `"'`), "attribute", "generated content")
	}
}
