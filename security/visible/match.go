package visible

import (
	"strings"

	"golang.org/x/net/html"
)

// matcher matches selectors against elements and counts what it costs, so that
// a page can't make it work without end.
type matcher struct {
	work    int
	defines bool // custom elements count as defined
}

// maxWork bounds the steps of matching over the life of a Sheet. A large page
// with a large sheet needs well under a million.
const maxWork = 20_000_000

func (m *matcher) matches(sel *selector, n *html.Node) bool {
	return m.compound(&sel.compounds[0], n) && m.left(sel, 0, n)
}

// left matches what stands to the left of compound i, which n has matched.
func (m *matcher) left(sel *selector, i int, n *html.Node) bool {
	if i+1 == len(sel.compounds) {
		return true
	}
	next := &sel.compounds[i+1]
	switch sel.compounds[i].combinator {
	case '>':
		p := n.Parent
		return element(p) && m.compound(next, p) && m.left(sel, i+1, p)
	case '+':
		p := previous(n)
		return p != nil && m.compound(next, p) && m.left(sel, i+1, p)
	case '~':
		for p := previous(n); p != nil && m.work < maxWork; p = previous(p) {
			if m.compound(next, p) && m.left(sel, i+1, p) {
				return true
			}
		}
	case ' ':
		for p := n.Parent; element(p) && m.work < maxWork; p = p.Parent {
			if m.compound(next, p) && m.left(sel, i+1, p) {
				return true
			}
		}
	}
	return false
}

func element(n *html.Node) bool { return n != nil && n.Type == html.ElementNode }

func previous(n *html.Node) *html.Node {
	for n = n.PrevSibling; n != nil; n = n.PrevSibling {
		if n.Type == html.ElementNode {
			return n
		}
	}
	return nil
}

func (m *matcher) compound(c *compound, n *html.Node) bool {
	m.work++
	if c.tag != "" && c.tag != n.Data && !strings.EqualFold(c.tag, n.Data) {
		return false
	}
	if c.id != "" && attr(n, "id") != c.id {
		return false
	}
	if len(c.classes) > 0 {
		value := attr(n, "class")
		for _, class := range c.classes {
			if !hasToken(value, class) {
				return false
			}
		}
	}
	for i := range c.attributes {
		if !c.attributes[i].matches(n) {
			return false
		}
	}
	for i := range c.pseudos {
		if !m.pseudo(&c.pseudos[i], n) {
			return false
		}
	}
	return true
}

// attr returns the value of an attribute without a namespace, "" if absent.
func attr(n *html.Node, key string) string {
	for i := range n.Attr {
		if n.Attr[i].Key == key && n.Attr[i].Namespace == "" {
			return n.Attr[i].Val
		}
	}
	return ""
}

func hasAttr(n *html.Node, key string) bool {
	for i := range n.Attr {
		if n.Attr[i].Key == key && n.Attr[i].Namespace == "" {
			return true
		}
	}
	return false
}

// hasToken reports whether a list separated by white space has a token.
func hasToken(list, token string) bool {
	for token != "" {
		i := strings.Index(list, token)
		if i < 0 {
			return false
		}
		end := i + len(token)
		if (i == 0 || blank(list[i-1])) && (end == len(list) || blank(list[end])) {
			return true
		}
		list = list[i+1:]
	}
	return false
}

func blank(c byte) bool { return lexical[c]&isBlank != 0 }

func (a *attribute) matches(n *html.Node) bool {
	if !hasAttr(n, a.name) {
		return false
	}
	have, want := attr(n, a.name), a.value
	if a.fold {
		have, want = strings.ToLower(have), strings.ToLower(want)
	}
	switch a.op {
	case 0:
		return true
	case '=':
		return have == want
	case '~':
		return hasToken(have, want)
	case '|':
		return have == want || strings.HasPrefix(have, want) && have[len(want)] == '-'
	case '^':
		return want != "" && strings.HasPrefix(have, want)
	case '$':
		return want != "" && strings.HasSuffix(have, want)
	case '*':
		return want != "" && strings.Contains(have, want)
	}
	return false
}

func (m *matcher) pseudo(p *pseudo, n *html.Node) bool {
	switch p.name {
	case "root", "scope":
		return n.Parent == nil || n.Parent.Type == html.DocumentNode
	case "empty":
		return n.FirstChild == nil
	case "link", "any-link":
		return n.Data == "a" && hasAttr(n, "href")
	case "checked":
		return hasAttr(n, "checked") || hasAttr(n, "selected")
	case "disabled":
		return hasAttr(n, "disabled")
	case "enabled":
		return !hasAttr(n, "disabled") && (n.Data == "input" || n.Data == "button" || n.Data == "select" || n.Data == "textarea")
	case "defined":
		return m.defines || strings.IndexByte(n.Data, '-') < 0
	case "read-only":
		return n.Data != "input" && n.Data != "textarea"
	case "not":
		return !m.any(p.list, n)
	case "has":
		return m.anyBelow(p.list, n)
	case "is", "where", "matches", "-webkit-any", "-moz-any":
		return m.any(p.list, n)
	}
	return m.position(p, n)
}

func (m *matcher) any(list []selector, n *html.Node) bool {
	for i := range list {
		if m.matches(&list[i], n) {
			return true
		}
	}
	return false
}

func (m *matcher) anyBelow(list []selector, n *html.Node) bool {
	for d := range n.Descendants() {
		if m.work >= maxWork {
			return false
		}
		if d.Type == html.ElementNode && m.any(list, d) {
			return true
		}
	}
	return false
}

// position matches the child-indexed pseudo-classes.
func (m *matcher) position(p *pseudo, n *html.Node) bool {
	ofType := strings.HasSuffix(p.name, "of-type")
	at := func(last bool) int {
		i := index(n, last, ofType)
		m.work += i
		return i
	}
	switch p.name {
	case "first-child", "first-of-type":
		return at(false) == 1
	case "last-child", "last-of-type":
		return at(true) == 1
	case "only-child", "only-of-type":
		return at(false) == 1 && at(true) == 1
	case "nth-child", "nth-of-type":
		i := at(false)
		return i > 0 && onNth(p.a, p.b, i)
	case "nth-last-child", "nth-last-of-type":
		i := at(true)
		return i > 0 && onNth(p.a, p.b, i)
	}
	return false
}
