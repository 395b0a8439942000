package visible

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Limits of a Sheet. What is beyond them is ignored.
const (
	maxSheetBytes   = 2 << 20 // of all style sheets of a page
	maxRules        = 30_000
	maxAtDepth      = 8    // at-rules and nested rules within each other
	maxSelectorText = 2048 // of one rule, nesting resolved
	maxCustom       = 2000 // declarations of custom properties
)

// Sheet holds the style rules of one page and judges its elements by them.
// The zero Sheet and a nil *Sheet have no rules and judge by attributes and
// inline style. Add all style sheets before the first call of Hides. A Sheet
// keeps notes while it judges, so it serves one page and one goroutine.
type Sheet struct {
	rules       []rule
	custom      []customProperty
	backgrounds []rgba // declared anywhere, to know which text colours may vanish
	layers      []string
	bytes       int

	suspects ruleIndex // rules that may hide
	all      ruleIndex // every rule, made when the first element needs the cascade
	frozen   bool

	matcher
	page page
}

// rule is one style rule. Its declarations are parsed when they are needed.
type rule struct {
	selectors string
	body      string
	layer     uint16
	order     uint32
	suspect   bool
	textColor rgba // a colour to compare with backgrounds
	hasColor  bool
	parsed    bool
	compiled  []selector
}

// list returns the selectors of the rule, parsed once.
func (r *rule) list() []selector {
	if !r.parsed {
		r.compiled, r.parsed = parseSelectors(r.selectors, 0), true
	}
	return r.compiled
}

type customProperty struct {
	rule  int
	name  string
	value string
}

// Empty reports whether the sheet has no rules.
func (s *Sheet) Empty() bool { return s == nil || len(s.rules) == 0 }

// Add reads the text of a style sheet. Later sheets win over earlier ones, as
// in the document. Rules for other media than a desktop screen are left out,
// text that isn't CSS is skipped, and whatever exceeds 2 MiB or 30,000 rules in
// all is ignored. Add panics on a nil Sheet.
func (s *Sheet) Add(css string) {
	if rest := maxSheetBytes - s.bytes; len(css) > rest {
		css = css[:rest]
	}
	s.bytes += len(css)
	s.rules = slices.Grow(s.rules, len(css)/128)
	s.parse(css, "", 0, 0)
}

// Collect adds the style elements below root to s, in document order, but for
// those whose media attribute or type excludes them.
func Collect(s *Sheet, root *html.Node) {
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && n.Data == "style" {
			s.AddElement(n)
		}
	}
}

// AddElement adds one style element, unless its media attribute or its type
// excludes it. Elements of other names are ignored.
func (s *Sheet) AddElement(n *html.Node) {
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

// parse reads rules; parent is the selector list of the rule they are nested
// in, if any.
func (s *Sheet) parse(css, parent string, layer uint16, depth int) {
	for len(s.rules) < maxRules {
		prelude, block, rest, isBlock := cutRule(css)
		if prelude == "" && rest == "" && !isBlock {
			return
		}
		css = rest
		switch {
		case prelude != "" && prelude[0] == '@':
			s.at(prelude, block, parent, layer, depth, isBlock)
		case isBlock:
			s.style(prelude, block, parent, layer, depth)
		}
	}
}

// cutRule cuts the first rule or statement of css.
func cutRule(css string) (prelude, block, rest string, isBlock bool) {
	i := 0
	for i < len(css) && (blank(css[i]) || css[i] == ';' || css[i] == '}') {
		i++
	}
	css = css[i:]
	for strings.HasPrefix(css, "/*") || strings.HasPrefix(css, "<!--") || strings.HasPrefix(css, "-->") {
		if css[0] == '/' {
			css = css[min(len(css), skipComment(css, 0)+1):]
		} else {
			css = css[3:]
		}
		css = strings.TrimLeft(css, " \t\r\n\f!-;}")
	}
	for i := 0; i < len(css); i++ {
		switch css[i] {
		case '"', '\'':
			i = skipString(css, i)
		case '\\':
			i++
		case '/':
			i = skipComment(css, i)
		case ';':
			return strings.TrimSpace(css[:i]), "", css[i+1:], false
		case '{':
			end := blockEnd(css, i+1)
			return strings.TrimSpace(css[:i]), css[i+1 : end], css[min(len(css), end+1):], true
		}
	}
	return css, "", "", false
}

// blockEnd returns the index of the brace that closes a block opened before i.
func blockEnd(css string, i int) int {
	for depth := 1; i < len(css); i++ {
		switch css[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		case '"', '\'':
			i = skipString(css, i)
		case '\\':
			i++
		case '/':
			i = skipComment(css, i)
		}
	}
	return len(css)
}

// at reads an at-rule. Conditional groups that hold for a desktop screen and
// layers are read like what surrounds them.
func (s *Sheet) at(prelude, block, parent string, layer uint16, depth int, isBlock bool) {
	name, args, _ := strings.Cut(prelude, " ")
	name = lower(name)
	if i := strings.IndexByte(name, '('); i > 0 {
		name, args = name[:i], prelude[i:]
	}
	switch args = strings.TrimSpace(args); name {
	case "@media":
		if !screenMedia(plainCSS(args)) {
			return
		}
	case "@supports":
		if strings.HasPrefix(lower(args), "not") {
			return
		}
	case "@layer":
		if !isBlock {
			for _, l := range strings.Split(args, ",") {
				s.layer(strings.TrimSpace(l))
			}
			return
		}
		layer = s.layer(args)
	case "@scope", "@-moz-document":
	default:
		return
	}
	if !isBlock || depth == maxAtDepth {
		return
	}
	if parent != "" {
		s.nested(block, parent, layer, depth+1)
		return
	}
	s.parse(block, "", layer, depth+1)
}

// layer returns the number of a cascade layer, from 1 on in order of
// appearance; a layer without a name is always a new one.
func (s *Sheet) layer(name string) uint16 {
	if name != "" {
		for i, l := range s.layers {
			if l == name {
				return uint16(i + 1)
			}
		}
	}
	if len(s.layers) == 1000 {
		return 1000
	}
	s.layers = append(s.layers, name)
	return uint16(len(s.layers))
}

// style takes over a style rule.
func (s *Sheet) style(selectors, body, parent string, layer uint16, depth int) {
	if parent != "" {
		selectors = nest(parent, selectors)
	}
	if selectors == "" || len(selectors) > maxSelectorText {
		return
	}
	if strings.IndexByte(body, '{') >= 0 {
		if depth < maxAtDepth {
			s.nested(body, selectors, layer, depth+1)
		}
		return
	}
	s.add(selectors, body, layer)
}

// nested reads a block that mixes declarations and rules.
func (s *Sheet) nested(body, selectors string, layer uint16, depth int) {
	var own strings.Builder
	for body != "" && len(s.rules) < maxRules {
		prelude, block, rest, isBlock := cutRule(body)
		switch {
		case !isBlock && prelude != "" && prelude[0] != '@':
			own.WriteString(prelude)
			own.WriteByte(';')
		case isBlock && prelude != "" && prelude[0] == '@':
			s.at(prelude, block, selectors, layer, depth, true)
		case isBlock:
			s.style(prelude, block, selectors, layer, depth)
		}
		body = rest
	}
	if own.Len() > 0 {
		s.add(selectors, own.String(), layer)
	}
}

// nest resolves a nested selector list against that of its parent.
func nest(parent, selectors string) string {
	is := ":is(" + parent + ")"
	var b strings.Builder
	for selectors != "" && b.Len() <= maxSelectorText {
		var one string
		one, selectors = cutBlock(selectors, ',')
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		if strings.IndexByte(one, '&') >= 0 {
			b.WriteString(strings.ReplaceAll(one, "&", is))
		} else {
			b.WriteString(is + " " + one)
		}
	}
	return b.String()
}

// add stores a rule with what is known of it at first sight.
func (s *Sheet) add(selectors, body string, layer uint16) {
	r := rule{selectors: selectors, body: body, layer: layer, order: uint32(len(s.rules))}
	relevant := false
	for d := (declarations{rest: body}); ; {
		name, value, _, ok := d.next()
		if !ok {
			break
		}
		if strings.HasPrefix(name, "--") {
			if len(s.custom) < maxCustom {
				s.custom = append(s.custom, customProperty{len(s.rules), name, value})
				relevant = true
			}
			continue
		}
		relevant = s.look(&r, name, value) || relevant
	}
	if relevant {
		s.rules = append(s.rules, r)
	}
}

// look notes what a declaration means for a rule: whether it may hide, and its
// colours, to find out later which text may have the colour of its background.
// It returns false for properties that have no part in visibility.
func (s *Sheet) look(r *rule, name, value string) bool {
	p, ok := propertyOf(name)
	switch {
	case !ok && name == "background", ok && p == backgroundColor:
		if v, ok := parseColor(firstColor(lower(value))); ok && len(s.backgrounds) < 256 {
			s.backgrounds = append(s.backgrounds, v)
		}
	case ok && (p == color || p == textFill):
		if v, ok := parseColor(value); ok {
			r.textColor, r.hasColor = v, true
		}
		r.suspect = r.suspect || strings.Contains(value, "var(")
	case ok:
		r.suspect = r.suspect || suspect(p, lower(value))
	case name == "margin", name == "inset":
		r.suspect = r.suspect || strings.IndexByte(value, '-') >= 0 || strings.Contains(value, "var(")
	case name == "font":
		r.suspect = r.suspect || suspect(fontSize, fontShorthandSize(lower(value)))
	default:
		return false
	}
	return true
}

// firstColor returns the part of a background shorthand that is a colour.
func firstColor(value string) string {
	for rest := value; rest != ""; {
		var part string
		part, rest = cutBlock(rest, ' ')
		if _, ok := parseColor(part); ok {
			return part
		}
	}
	return value
}
