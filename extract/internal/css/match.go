package css

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// matcher matches selectors against elements and counts what it costs.
type matcher struct {
	work      int
	nextCheck int         // the work at which ended is called next
	ended     func() bool // nil: matching never ends early
	anchor    *html.Node  // the element that :has is matched against
	path      ancestorStack
	places    map[*html.Node][2]int // position of an element among its siblings, and among those with its tag, from 1
	siblings  map[siblingKey]int    // number of siblings
	hasKnown  map[hasKey]bool       // cached results of has
}

// MaxWork bounds the steps of matching over the life of a Sheet, which take about
// 25 ns each. A large page with a large sheet needs well under a million.
const MaxWork = 20_000_000

const workBetween = 1 << 17

// Spend counts steps of work and reports whether some is left. It is small enough to be inlined.
func (m *matcher) Spend(steps int) bool {
	m.work += steps
	return m.work < m.nextCheck || m.checkEnded()
}

// checkEnded calls ended. If the caller has given up, it uses up all work. It sets nextCheck and
// reports whether work is left.
func (m *matcher) checkEnded() bool {
	if m.work < MaxWork && m.ended != nil && m.ended() {
		m.work = max(m.work, MaxWork)
	}
	m.nextCheck = min(m.work+workBetween, MaxWork)
	return m.work < MaxWork
}

// matchResult is the result of matching a part of a selector. A failure also says which other elements
// can't match. The work for a selector is then linear in the ancestors and siblings of an element (as
// in Blink's SelectorChecker).
type matchResult uint8

const (
	matched       matchResult = iota
	failsHere                 // another ancestor or sibling may match
	failsSiblings             // no earlier sibling can match
	failsAll                  // no ancestor can match either
)

// from matches compound i and those to the left of it against n.
func (m *matcher) from(sel *selector, i int, n *html.Node) matchResult {
	c := &sel.compounds[i]
	if !m.compound(c, n) {
		return failsHere
	}
	if i+1 == len(sel.compounds) {
		return matched
	}
	switch c.combinator {
	case '>':
		if withinTree(n.Parent) {
			return m.from(sel, i+1, n.Parent)
		}
	case '+':
		if n = previous(n); n != nil {
			return m.from(sel, i+1, n)
		}
		return failsSiblings
	case '~':
		for n = previous(n); n != nil && m.work < MaxWork; n = previous(n) {
			if result := m.from(sel, i+1, n); result != failsHere {
				return result
			}
		}
		return failsSiblings
	case ' ':
		for n = n.Parent; withinTree(n) && m.work < MaxWork; n = n.Parent {
			if result := m.from(sel, i+1, n); result == matched || result == failsAll {
				return result
			}
		}
	}
	return failsAll
}

// withinTree reports whether n is an element other than a template: selectors do not reach out of a shadow tree.
func withinTree(n *html.Node) bool { return IsElement(n) && n.DataAtom != atom.Template }

// IsElement reports whether n is an element; it is false for nil.
func IsElement(n *html.Node) bool { return n != nil && n.Type == html.ElementNode }

func previous(n *html.Node) *html.Node {
	for n = n.PrevSibling; n != nil && n.Type != html.ElementNode; n = n.PrevSibling {
	}
	return n
}

func (m *matcher) compound(c *compound, n *html.Node) bool {
	m.Spend(1)
	if c.anchored && n != m.anchor || c.tag != "" && c.tag != n.Data && !strings.EqualFold(c.tag, n.Data) || c.id != "" && htmltree.Attr(n, "id") != c.id {
		return false
	}
	if len(c.classes) > 0 {
		value := htmltree.Attr(n, "class")
		m.Spend(len(value) >> 6)
		for i := range c.classes {
			if !HasToken(value, c.classes[i]) {
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

func (a *attribute) matches(n *html.Node) bool {
	have, has := htmltree.Lookup(n, a.name)
	want := a.value
	if a.fold {
		have, want = strings.ToLower(have), strings.ToLower(want)
	}
	switch a.op {
	case 0:
		return has
	case '=':
		return has && have == want
	case '~':
		return HasToken(have, want)
	case '|':
		return has && (have == want || strings.HasPrefix(have, want) && have[len(want)] == '-')
	case '^':
		return want != "" && strings.HasPrefix(have, want)
	case '$':
		return want != "" && strings.HasSuffix(have, want)
	}
	return want != "" && strings.Contains(have, want)
}

func (m *matcher) pseudo(p *pseudo, n *html.Node) bool {
	switch p.name {
	case "root", "scope":
		return n.Parent == nil || n.Parent.Type == html.DocumentNode
	case "empty":
		c := n.FirstChild
		for c != nil && c.Type != html.ElementNode && c.Type != html.TextNode {
			c = c.NextSibling
		}
		return c == nil
	case "link", "any-link", "-webkit-any-link":
		return n.Data == "a" && htmltree.Has(n, "href")
	case "open":
		return (n.Data == "details" || n.Data == "dialog") && htmltree.Has(n, "open")
	case "defined": // scripts have not run, so custom elements are undefined
		return strings.IndexByte(n.Data, '-') < 0
	case "checked":
		return htmltree.Has(n, "checked") || htmltree.Has(n, "selected")
	case "disabled":
		return htmltree.Has(n, "disabled")
	case "enabled":
		return !htmltree.Has(n, "disabled") && (n.Data == "button" || n.Data == "input" || n.Data == "select" || n.Data == "textarea")
	case "lang", "dir":
		for n.Parent != nil && !htmltree.Has(n, p.name) {
			n = n.Parent
		}
		have := Lower(htmltree.Attr(n, p.name))
		return have == p.arg || p.name == "lang" && strings.HasPrefix(have, p.arg+"-") || p.arg == "ltr" && have != "rtl"
	case "not":
		return !m.any(p.list, n)
	case "is", "where", "-webkit-any":
		return m.any(p.list, n)
	case "has":
		return m.has(p, n)
	}
	return m.position(p, n)
}

func (m *matcher) any(list []selector, n *html.Node) bool {
	for i := range list {
		if m.from(&list[i], 0, n) == matched {
			return true
		}
	}
	return false
}

// has reports whether a relative selector of :has matches. Its leftmost compound is the anchor n. It is tried on
// the elements below n and, after + and ~, on the siblings after n (Selectors Level 4, section 4.5).
func (m *matcher) has(p *pseudo, n *html.Node) (found bool) {
	key := hasKey{p, n}
	if found, known := m.hasKnown[key]; known {
		return found
	}
	if m.hasKnown == nil || len(m.hasKnown) == maxHasKnown {
		m.hasKnown = map[hasKey]bool{}
	}
	outer := m.anchor
	defer func() {
		m.anchor, m.hasKnown[key] = outer, found
	}()
	m.anchor = n
	for i := range p.list {
		sel := &p.list[i]
		top := n
		if lead := sel.compounds[len(sel.compounds)-2].combinator; lead == '+' || lead == '~' {
			top = n.NextSibling
		}
		for ; top != nil; top = top.NextSibling {
			for d := top; d != nil && m.Spend(1); d = htmltree.Next(d, top) {
				if d != n && d.Type == html.ElementNode && m.from(sel, 0, d) == matched {
					return true
				}
			}
			if top == n {
				break
			}
		}
	}
	return false
}

// hasKey is the key of a cached result: the pseudo-class and the element.
type hasKey struct {
	pseudo  *pseudo
	element *html.Node
}

// maxHasKnown bounds the cached results.
const maxHasKnown = 1 << 14

// siblingKey identifies the children of an element, or those with one tag.
type siblingKey struct {
	parent *html.Node
	tag    string // "" for any
}

// position matches :first-child, :nth-of-type() and the like. It counts all siblings of n at once, so that the work is linear in
// the nodes of a page.
func (m *matcher) position(p *pseudo, n *html.Node) bool {
	if n.Parent == nil {
		return false
	}
	if m.places == nil {
		m.places, m.siblings = map[*html.Node][2]int{}, map[siblingKey]int{}
	}
	if _, known := m.places[n]; !known {
		for c := n.Parent.FirstChild; c != nil && m.Spend(1); c = c.NextSibling {
			if c.Type == html.ElementNode {
				all, same := siblingKey{n.Parent, ""}, siblingKey{n.Parent, c.Data}
				m.siblings[all]++
				m.siblings[same]++
				m.places[c] = [2]int{m.siblings[all], m.siblings[same]}
			}
		}
	}
	first, count := m.places[n][0], m.siblings[siblingKey{n.Parent, ""}]
	if strings.HasSuffix(p.name, "of-type") {
		first, count = m.places[n][1], m.siblings[siblingKey{n.Parent, n.Data}]
	}
	last := count + 1 - first
	switch p.name {
	case "first-child", "first-of-type":
		return first == 1
	case "last-child", "last-of-type":
		return last == 1
	case "only-child", "only-of-type":
		return first == 1 && last == 1
	}
	if strings.HasPrefix(p.name, "nth-last") {
		first = last
	}
	if p.a == 0 {
		return first == p.b
	}
	return (first-p.b)%p.a == 0 && (first-p.b)/p.a >= 0
}

// parseNth reads the an+b notation of CSS Syntax Level 3, section 6.
func parseNth(s string) (a, b int, ok bool) {
	s = Lower(strings.ReplaceAll(strings.TrimSpace(s), " ", ""))
	switch s {
	case "odd":
		return 2, 1, true
	case "even":
		return 2, 0, true
	}
	before, after, hasN := strings.Cut(s, "n")
	switch {
	case !hasN:
		before, after = "0", s
	case before == "" || before == "+" || before == "-":
		before += "1"
	}
	a, errA := strconv.Atoi(before)
	b, errB := strconv.Atoi(cmp.Or(after, "0"))
	return a, b, errA == nil && errB == nil && max(a, -a, b, -b) < 1<<20
}
