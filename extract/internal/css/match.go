package css

import (
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// matcher matches selectors against elements and counts what it costs, so that
// a page can't make it work without end.
type matcher struct {
	work      int
	nextCheck int         // the work at which ended is asked next
	ended     func() bool // nil: never
	Defined   bool        // custom elements count as defined, as when scripts have run
	anchor    *html.Node  // the element that a relative selector of :has starts from
	below     map[*pseudo]map[*html.Node]struct{}
	path      ancestorStack
	places
}

// MaxWork bounds the steps of matching over the life of a Sheet, which take about
// 25 ns each. A large page with a large sheet needs well under a million.
const MaxWork = 20_000_000

// workBetween is the work between two calls of matcher.ended.
const workBetween = 1 << 17

// spend adds to the work and reports whether some is left. It is small enough to be inlined.
func (m *matcher) spend(steps int) bool {
	m.work += steps
	return m.work < m.nextCheck || m.checkEnded()
}

// checkEnded uses up the work if the caller has given up, which ended reports. It sets nextCheck and
// reports whether work is left.
func (m *matcher) checkEnded() bool {
	if m.ended != nil && m.ended() {
		m.work = max(m.work, MaxWork)
	}
	m.nextCheck = min(m.work+workBetween, MaxWork)
	return m.work < MaxWork
}

// matchResult is the result of matching a part of a selector. A failure says which other elements can't
// match either, so that the work for a selector is linear in the ancestors and siblings of an element
// (as in Blink's SelectorChecker).
type matchResult uint8

const (
	matched       matchResult = iota
	failsHere                 // another ancestor or sibling may match
	failsSiblings             // no earlier sibling will
	failsAll                  // no ancestor will either
)

func (m *matcher) matches(sel *selector, n *html.Node) bool {
	return m.from(sel, 0, n, offPath) == matched
}

// offPath is the place of an element that isn't known to be on the path.
const offPath = -1

// from matches compound i, and what stands to the left of it, against n, which is at
// place at of the path.
func (m *matcher) from(sel *selector, i int, n *html.Node, at int) matchResult {
	c := &sel.compounds[i]
	if at >= 0 && c.class != 0 && !slices.Contains(m.path.namesAt(at), c.class) {
		m.spend(1)
		return failsHere
	}
	if !m.compound(c, n) {
		return failsHere
	}
	if i+1 == len(sel.compounds) {
		return matched
	}
	switch c.combinator {
	case '>':
		if !withinTree(n.Parent) {
			return failsAll
		}
		return m.from(sel, i+1, n.Parent, above(at))
	case '+':
		if n = previous(n); n == nil {
			return failsSiblings
		}
		return m.from(sel, i+1, n, offPath)
	case '~':
		for n = previous(n); n != nil && m.work < MaxWork; n = previous(n) {
			if result := m.from(sel, i+1, n, offPath); result != failsHere {
				return result
			}
		}
		return failsSiblings
	case ' ':
		for n = n.Parent; withinTree(n) && m.work < MaxWork; n = n.Parent {
			at = above(at)
			if result := m.from(sel, i+1, n, at); result == matched || result == failsAll {
				return result
			}
		}
	}
	return failsAll
}

// above is the place of the parent of an element.
func above(at int) int { return max(at-1, offPath) }

// withinTree reports whether n, a parent, is an element of the same tree: not the template
// of a shadow tree.
func withinTree(n *html.Node) bool { return IsElement(n) && n.DataAtom != atom.Template }

// IsElement reports whether n is an element; nil is none.
func IsElement(n *html.Node) bool { return n != nil && n.Type == html.ElementNode }

func previous(n *html.Node) *html.Node {
	for n = n.PrevSibling; n != nil; n = n.PrevSibling {
		if n.Type == html.ElementNode {
			return n
		}
	}
	return nil
}

func (m *matcher) compound(c *compound, n *html.Node) bool {
	m.spend(1)
	if c.anchored && n != m.anchor {
		return false
	}
	if c.tag != "" && c.tag != n.Data && !strings.EqualFold(c.tag, n.Data) {
		return false
	}
	if c.id != "" && htmltree.Attr(n, "id") != c.id {
		return false
	}
	if len(c.classes) > 0 {
		value := htmltree.Attr(n, "class")
		m.spend(len(value) >> 6)
		for _, class := range c.classes {
			if !HasToken(value, class) {
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

// HasToken reports whether a list separated by white space has a token.
func HasToken(list, token string) bool {
	for token != "" {
		i := strings.Index(list, token)
		if i < 0 {
			return false
		}
		end := i + len(token)
		if (i == 0 || IsBlank(list[i-1])) && (end == len(list) || IsBlank(list[end])) {
			return true
		}
		list = list[i+1:]
	}
	return false
}

// IsBlank reports whether c is white space (CSS Syntax Level 3, 4.2).
func IsBlank(c byte) bool { return lexical[c]&isBlank != 0 }

func (a *attribute) matches(n *html.Node) bool {
	if !htmltree.Has(n, a.name) {
		return false
	}
	have, want := htmltree.Attr(n, a.name), a.value
	if a.fold {
		have, want = strings.ToLower(have), strings.ToLower(want)
	}
	switch a.op {
	case 0:
		return true
	case '=':
		return have == want
	case '~':
		return HasToken(have, want)
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
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type == html.ElementNode || c.Type == html.TextNode {
				return false
			}
		}
		return true
	case "link", "any-link", "-webkit-any-link":
		return n.Data == "a" && htmltree.Has(n, "href")
	case "open":
		return (n.Data == "details" || n.Data == "dialog") && htmltree.Has(n, "open")
	case "defined":
		return m.Defined || strings.IndexByte(n.Data, '-') < 0
	case "checked":
		return htmltree.Has(n, "checked") || htmltree.Has(n, "selected")
	case "disabled":
		return htmltree.Has(n, "disabled")
	case "enabled":
		return !htmltree.Has(n, "disabled") && (n.Data == "button" || n.Data == "input" || n.Data == "select" || n.Data == "textarea")
	case "not":
		return !m.any(p.list, n)
	case "lang":
		have := Lower(inheritedAttr(n, "lang"))
		return have == p.arg || strings.HasPrefix(have, p.arg+"-")
	case "dir":
		have := Lower(inheritedAttr(n, "dir"))
		return have == p.arg || have != "rtl" && p.arg == "ltr"
	case "has":
		return m.has(p, n)
	case "is", "where", "-webkit-any":
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

// inheritedAttr returns an attribute of n or of the nearest element around it that has
// it.
func inheritedAttr(n *html.Node, key string) string {
	for ; IsElement(n); n = n.Parent {
		if htmltree.Has(n, key) {
			return htmltree.Attr(n, key)
		}
	}
	return ""
}
