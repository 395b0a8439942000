package visibility

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Limits of a Sheet. What is beyond them is ignored, which [Checker.Exceeded] tells.
const (
	maxSheetBytes   = 64 << 20  // of all style sheets of a page
	maxRules        = 60_000    // that may match and have a part in visibility
	maxAtDepth      = 32        // at-rules and nested rules within each other
	maxSelectorText = 1<<16 - 1 // of one rule, nesting resolved
	maxNestedText   = 8 << 10   // of a selector list that is nested in others, resolved
	maxCustom       = 20_000    // declarations of custom properties
	maxEntries      = 1 << 18   // selectors
)

// Checker holds the style rules of one page and judges its elements by them.
// The zero Sheet and a nil *Sheet have no rules and judge by attributes and
// inline style. Add all style sheets before the first call of Hides. A Sheet
// keeps notes while it judges, so it serves one goroutine, and one page after the
// other with a Reset in between. It is fastest when it is asked in document
// order.
type Checker struct {
	rules     []rule
	custom    []customProperty
	customAt  map[string]int32     // where the declarations of a name start, made when one is asked for
	keyframes map[string]keyframes // by their names in lower case
	layers    []string
	bytes     int

	names     pageNameBloom // of the page
	alone     bool          // stands for a nil Sheet
	suspects  bool          // rules may hide
	overflows bool          // something was left out for a limit
	ruleIndex
	compiled []declared // of the rules that matched

	matcher
	path ancestorStack
	page page
}

// rule is one style rule with what is known of it at first sight.
type rule struct {
	selectors string
	body      string
	declares  propertySet // what it declares
	hides     propertySet // what it declares with a value that may take part in hiding
	entries   span        // its selectors
	compiled  span        // its declarations, once they were needed
	ready     bool        // compiled is valid
	layer     uint16
}

// span is a part of a slice.
type span struct{ start, end int32 }

type customProperty struct {
	rule  int
	name  string
	value string
	next  int32 // the next declaration of the same name, counted from 1
}

// Exceeded reports whether style sheets of the page were too large, or too much
// work to match, for all of them to be taken into account: what Hides says of
// elements that are not hidden by an attribute or by inline style is then not to
// be relied on. Ask it when all elements are judged.
func (s *Checker) Exceeded() bool { return s != nil && (s.overflows || s.work >= maxWork) }

// SetEnded has the sheet ask now and then whether its caller has given up, about
// once in a millisecond of work. Once ended returns true, no more rules are read or matched
// and Exceeded is true. Nil means that nobody gives up. Reset forgets it.
func (s *Checker) SetEnded(ended func() bool) { s.ended = ended }

// Empty reports whether the sheet has no rules.
func (s *Checker) Empty() bool { return s == nil || len(s.rules) == 0 }

// Add reads the text of a style sheet. Later sheets win over earlier ones, as
// in the document. Rules for other media than a desktop screen are left out,
// text that isn't CSS is skipped, and whatever exceeds 64 MiB, or 60,000 rules that
// matter, is ignored. Add panics on a nil Sheet.
func (s *Checker) Add(css string) {
	if rest := maxSheetBytes - s.bytes; len(css) > rest {
		css, s.overflows = css[:rest], true
	}
	s.bytes += len(css)
	s.rules = slices.Grow(s.rules, min(len(css)/192, maxRules-len(s.rules)))
	s.parse(newRuleScanner(css), 0, 0)
}

// AddPageStyles adds the style elements below root to s, in document order, but for
// those whose media attribute or type excludes them. Rules that match no element
// below root are left out: s judges these elements alone. It panics on a nil
// root.
func AddPageStyles(s *Checker, root *html.Node) {
	n := root.FirstChild
	for n != nil && !isStyle(n) {
		n = following(n, root)
	}
	if n == nil {
		return
	}
	for _, n := range s.names.know(root) {
		s.AddElement(n)
	}
}

func isStyle(n *html.Node) bool { return n.Type == html.ElementNode && n.Data == "style" }

// following returns the node after n in document order, nil at the end of root.
func following(n, root *html.Node) *html.Node {
	if n.FirstChild != nil {
		return n.FirstChild
	}
	for n.NextSibling == nil {
		if n = n.Parent; n == root || n == nil {
			return nil
		}
	}
	return n.NextSibling
}

// AddElement adds one style element, unless its media attribute or its type
// excludes it. Elements of other names are ignored.
func (s *Checker) AddElement(n *html.Node) {
	if n.Data != "style" || !screenMedia(attr(n, "media")) || hasAttr(n, "disabled") {
		return
	}
	if t := lower(attr(n, "type")); t != "" && t != "text/css" {
		return
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		s.Add(c.Data)
	}
}

// add stores a rule unless it matches nothing or nothing of it has a part in
// visibility.
func (s *Checker) add(selectors, body string, layer uint16) {
	if !s.spend(1 + len(selectors)>>4) {
		return
	}
	first := len(s.entries)
	r := rule{selectors: selectors, body: body, layer: layer}
	if s.enter(selectors) && s.readDeclarations(&r) {
		r.entries = span{int32(first), int32(len(s.entries))}
		s.rules = append(s.rules, r)
		s.suspects = s.suspects || r.hides != 0
		return
	}
	s.entries = s.entries[:first]
}

// readDeclarations looks at the declarations of the next rule and reports whether one of
// them has a part in visibility.
func (s *Checker) readDeclarations(r *rule) (relevant bool) {
	for d := (declarations{rest: r.body}); ; {
		name, value, _, ok := d.next()
		switch p, known := propertyOf(name); {
		case !ok:
			return relevant
		case known:
			r.noteProperty(p, value)
			relevant = true
		case !strings.HasPrefix(name, "--"):
		case len(s.custom) == maxCustom:
			s.overflows = true
		default:
			s.custom = append(s.custom, customProperty{rule: len(s.rules), name: name, value: value})
			relevant = true
		}
	}
}

// noteProperty notes what a declaration means for a rule, and whether it may hide.
func (r *rule) noteProperty(p property, value string) {
	value = lower(value)
	may := false
	switch p {
	case color, textFill:
		_, may = parseColor(value)
		may = may || strings.Contains(value, "var(")
	case marginShorthand, insetShorthand:
		may = strings.Contains(value, "var(") || strings.IndexByte(value, '-') >= 0 || p == insetShorthand && shifts(left, value)
	case fontShorthand:
		may = suspect(fontSize, fontShorthandSize(value))
	default:
		may = suspect(p, value)
	}
	if may {
		r.hides |= p.set()
	}
	r.declares |= p.set()
}
