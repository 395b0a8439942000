package hiddentext

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// Bounds of what is collected of one script, in bytes.
const (
	maxProgramBytes = 4 << 10  // a longer program is left out whole
	maxDataBytes    = 32 << 10 // data is read up to here
	// maxGeneratedBytes bounds what is collected of a value of generated content.
	maxGeneratedBytes = 2000
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

func (c *Collector) addScript(n *html.Node, text string) {
	switch kind := htmltree.Attr(n, "type"); {
	case strings.HasPrefix(kind, "application/ld+json"), strings.HasPrefix(kind, "application/json"):
		c.addJSONValues(strings.ToValidUTF8(text[:min(len(text), maxDataBytes)], ""), "json", 0)
	case len(text) <= maxProgramBytes:
		c.Add(strings.ToValidUTF8(text, ""), "script", "")
	}
}

func (c *Collector) addStyleSheet(sheet string) {
	for rest := sheet; ; {
		_, after, found := strings.Cut(rest, "/*")
		if !found {
			break
		}
		var comment string
		comment, rest, _ = strings.Cut(after, "*/")
		c.Add(strings.TrimSpace(comment), "comment", "")
	}
	// Then the values of content properties that hold a string (CSS Generated Content Level 3).
	for rest := sheet; ; {
		colon := strings.IndexByte(rest, ':')
		if colon < 0 {
			break
		}
		end := colon
		for end > 0 && css.IsBlank(rest[end-1]) {
			end--
		}
		before, after, start := rest[:end], rest[colon+1:], end-len("content")
		rest = after
		if start < 0 || before[end-1]|0x20 != 't' || !strings.EqualFold(before[start:], "content") || start > 0 && strings.IndexByte(";{}/ \t\r\n", before[start-1]) < 0 {
			continue
		}
		value, _ := css.CutBlock(after[:min(len(after), maxGeneratedBytes)], '}')
		if value, _ = css.CutBlock(value, ';'); strings.ContainsAny(value, `"'`) {
			c.Add(strings.Trim(strings.TrimSpace(value), `"'`), "attribute", "generated content")
			rest = after[len(value):]
		}
	}
}
