package css

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"golang.org/x/net/html"
)

// resolve replaces var() in the winning values of some properties. Values that
// can't be resolved count as not declared.
func (s *Sheet) resolve(i int, wanted PropertySet, c *Style) {
	for set := uint64(c.Set & wanted); set != 0; set &= set - 1 {
		p := Property(bits.TrailingZeros64(set))
		if c.value[p].Form != Varies {
			continue
		}
		text, ok := s.substitute(i, c.value[p].Text, 0)
		if v := s.resolved(p, text); ok && v.Form != Absent {
			c.value[p] = v
		} else {
			c.Set &^= 1 << p
		}
	}
}

// resolvedKey is a property with a value that var() was replaced in.
type resolvedKey struct {
	property Property
	text     string
}

// resolved returns the value that a text means for a property. It remembers those of the
// page, since few differ. The value is absent if it is not valid.
func (s *Sheet) resolved(p Property, text string) *Value {
	key := resolvedKey{p, text}
	if v := s.values[key]; v != nil {
		return v
	}
	text = Lower(trim(text))
	if p == FontSize && strings.ContainsAny(text, " /") && strings.IndexByte(text, '(') < 0 { // of the shorthand
		text = fontSize(text)
	}
	v, ok := Parse(p, text)
	if !ok || v.Form == Varies {
		v.Form = Absent
	}
	if s.values == nil || len(s.values) >= maxCustomsKnown {
		s.values = map[resolvedKey]*Value{}
	}
	s.values[key] = &v
	return &v
}

// Limits of var().
const (
	maxVarDepth = 8
	maxVarBytes = 1024
)

// variable finds the first var() at or behind from, and where it begins.
func variable(value string, from int) (at int, found bool) {
	for from < len(value) {
		i := strings.Index(value[from:], "(")
		if i < 3 {
			if i < 0 {
				return 0, false
			}
			from += i + 1
			continue
		}
		if at = from + i - 3; strings.EqualFold(value[at:at+3], "var") && (at == 0 || !inName(value[at-1])) {
			return at, true
		}
		from += i + 1
	}
	return 0, false
}

func (s *Sheet) substitute(at int, value string, depth int) (string, bool) {
	for range 16 {
		i, found := variable(value, 0)
		if !found {
			return value, true
		}
		if depth == maxVarDepth || len(value) > maxVarBytes || !s.spend(1) {
			return "", false
		}
		args, rest := CutBlock(value[i+len("var("):], ')')
		name, fallback, hasFallback := strings.Cut(args, ",")
		v, ok := s.customValue(at, plainCSS(name))
		if !ok && hasFallback {
			v, ok = trim(fallback), true
		}
		if !ok {
			return "", false
		}
		if v, ok = s.substitute(at, v, depth+1); !ok {
			return "", false
		}
		value = value[:i] + v + rest
	}
	return "", false
}

// customValue looks a custom property up on the element at i of the path and
// its ancestors.
func (s *Sheet) customValue(i int, name string) (value string, found bool) {
	set := s.customAbove(i, name)
	if !set.found || set.value == "initial" {
		value, found = s.initial[name]
		return value, found
	}
	return set.value, true
}

// customKey names a custom property of an element of the page, by its elementState.id.
type customKey struct {
	name    string
	element uint32
}

// customSetting is what an element or the nearest of its ancestors that does sets a
// custom property to.
type customSetting struct {
	value string
	found bool
}

// maxCustomsKnown bounds the values that are remembered.
const maxCustomsKnown = 1 << 13

// customAbove returns what the element at i of the path, or the nearest ancestor that does,
// sets a custom property to. It remembers the answers of ancestors, since the elements of
// a page ask them for the same few properties.
func (s *Sheet) customAbove(i int, name string) (set customSetting) {
	inline := s.path.at(i).inline
	var buf [32]customPropertyRule
	setters := s.setters(buf[:0], i, name)
	k := i
	if !inline && !slices.ContainsFunc(setters, func(one customPropertyRule) bool { return !one.entry.root }) {
		k = 0
	}
	from := k
	for known := false; k >= 0 && (inline || len(setters) > 0); k-- {
		if set, known = s.customKnown(k, name); known {
			break
		}
		if inline {
			set.value, set.found = inlineCustom(s.path.nodes[k], name)
		}
		if !set.found {
			set.value, set.found = s.ruleCustom(k, setters)
		}
		if set.found {
			break
		}
	}
	for k = max(k, 0); k <= min(from, i-1); k++ {
		s.knowCustom(k, name, set)
	}
	return set
}

func (s *Sheet) customKnown(i int, name string) (set customSetting, known bool) {
	if s.Defined {
		return set, false // other rules may match
	}
	set, known = s.customsKnown[customKey{name, s.path.at(i).id}]
	return set, known
}

func (s *Sheet) knowCustom(i int, name string, set customSetting) {
	if s.Defined {
		return
	}
	if s.customsKnown == nil {
		s.customsKnown = map[customKey]customSetting{}
	}
	if len(s.customsKnown) >= maxCustomsKnown {
		clear(s.customsKnown)
	}
	s.customsKnown[customKey{name, s.path.at(i).id}] = set
}

// register notes the initial value of an @property rule (CSS Properties and Values
// API Level 1, section 2).
func (s *Sheet) register(name, body string) {
	for d := (declarations{rest: body}); ; {
		key, value, _, ok := d.next()
		switch {
		case !ok:
			return
		case key != "initial-value":
		case len(s.initial) == maxCustom:
			s.overflows = true
		default:
			if s.initial == nil {
				s.initial = make(map[string]string)
			}
			s.initial[name] = value
		}
	}
}

// customPropertyRule is a selector of a rule that sets a custom property.
type customPropertyRule struct {
	entry *entry
	value string
}

// setters appends those of a custom property that may match the element at i of
// the path or an ancestor.
func (s *Sheet) setters(list []customPropertyRule, i int, name string) []customPropertyRule {
	if len(s.custom) == 0 {
		return list
	}
	f := s.path.at(i)
	for next := s.customNamed(name); next != 0 && s.work < MaxWork; {
		p := &s.custom[next-1]
		next = p.next
		rule := s.rules[p.rule].entries
		s.spend(int(rule.end - rule.start))
		for k := rule.start; k < rule.end; k++ {
			if e := &s.entries[k]; e.parsed >= 0 && (e.key == 0 || f.has(e.key)) && f.holds(&e.selectorSummary) {
				list = append(list, customPropertyRule{e, p.value})
			}
		}
	}
	return list
}

// ruleCustom returns what rules set a custom property to at i of the path.
func (s *Sheet) ruleCustom(i int, setters []customPropertyRule) (value string, found bool) {
	best := uint32(0)
	for _, one := range setters {
		if s.work >= MaxWork {
			return "", false
		}
		if sel := s.matchesAt(one.entry, i); sel != nil && (!found || sel.specificity >= best) {
			value, found, best = one.value, true, sel.specificity
		}
	}
	return value, found
}

// inlineCustom returns what the style attribute of n sets a custom property to.
func inlineCustom(n *html.Node, name string) (string, bool) {
	style := htmltree.Attr(n, "style")
	if !strings.Contains(style, name) {
		return "", false
	}
	for d := (declarations{rest: style}); ; {
		key, value, _, ok := d.next()
		if !ok {
			return "", false
		}
		if key == name {
			return value, true
		}
	}
}

// customNamed returns the first declaration of a custom property, counted from
// 1; 0 if there is none. The others follow it in their order.
func (s *Sheet) customNamed(name string) int32 {
	if s.customAt == nil {
		s.customAt = make(map[string]int32, len(s.custom))
		for i := len(s.custom) - 1; i >= 0; i-- {
			p := &s.custom[i]
			p.next = s.customAt[p.name]
			s.customAt[p.name] = int32(i + 1)
		}
	}
	return s.customAt[name]
}
