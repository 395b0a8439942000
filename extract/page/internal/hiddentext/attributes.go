package hiddentext

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// ReadAttributes are the attributes that this package treats by name, separated by
// spaces: the parser must not leave them out.
const ReadAttributes = "alt content href title type"

// SilentAttributes are attributes from which text is never taken.
const SilentAttributes = "accept action charset d for integrity nonce pattern points sizes target transform viewbox"

// MayHoldText reports whether [Collector.AddAttribute] may collect the value of an
// attribute that is in neither list. The value is as the page has it, with character
// references. In doubt it reports true.
func MayHoldText(name, value []byte) bool {
	switch {
	case isCodeAttribute(string(name)):
		return false
	case bytes.IndexByte(value, '&') >= 0 || bytes.IndexByte(value, 0) >= 0:
		return true
	}
	return len(value) >= MinBytes && (bytes.ContainsAny(value, "<{[") || looksLikeProse(value))
}

func isCodeAttribute(name string) bool {
	return slices.ContainsFunc([]string{"on", "data-src", "data-style"}, func(prefix string) bool {
		return len(name) >= len(prefix) && strings.EqualFold(name[:len(prefix)], prefix)
	})
}

// AddAttributes collects what the attributes of an element say in words.
func (c *Collector) AddAttributes(n *html.Node) {
	for i := range n.Attr {
		c.AddAttribute(n, &n.Attr[i])
	}
}

// AddAttribute collects what attribute a of element n says in words.
func (c *Collector) AddAttribute(n *html.Node, a *html.Attribute) {
	if len(a.Val) < MinBytes {
		return
	}
	where := "attribute"
	switch a.Key {
	case "class", "id", "style", "src", "srcset", "sizes", "media", "rel", "type", "d", "points", "viewbox", "viewBox", "transform", "name",
		"property", "itemprop", "itemtype", "role", "target", "for", "pattern", "accept", "action", "integrity", "nonce", "charset":
		return
	case "href":
		if n.DataAtom != atom.A || !isSentenceAddress(a.Val) {
			return
		}
	case "content":
		where = "meta"
	case "alt", "title":
		where = a.Key
	default:
		switch {
		case strings.HasPrefix(a.Key, "aria-"):
			where = "aria"
		case isCodeAttribute(a.Key):
			return
		}
	}
	c.AddEmbedded(a.Val, where)
}

func isSentenceAddress(address string) bool {
	if strings.HasPrefix(address, "data:") {
		return true
	}
	return strings.IndexByte(address, '%') >= 0 && strings.Count(address, "%20") >= 3 || strings.Count(address, "+") >= 4
}
