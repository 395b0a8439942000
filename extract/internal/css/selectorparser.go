package css

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html"
)

// Limits of one selector list.
const (
	maxSelectors = 1000
	maxCompounds = 256
	maxNesting   = MaxAtDepth + 4
)

// selectorParser reads selectors one by one. A selector is dead if it needs a name that no element of
// the page has. The parser reads a dead selector to its end, since an invalid one makes its whole list
// invalid (Selectors Level 4, section 3.9), but does not keep it.
type selectorParser struct {
	page    *pageNameBloom // the names of the page; nil: any name may be on it
	s       string
	i       int
	nesting int
	inHas   bool
	defined bool // some selector had :defined
	spec    uint32
	dead    bool // the selector matches no element of the page at rest
	invalid bool // browsers drop a rule with this selector in its list
	// aside: the selector is for a part of an element, for an element of another tree, or for a
	// state of a control. These are not judged here, see hidesAside.
	aside bool
	box   uint32 // key of the elements whose ::before, ::after or ::marker is selected, 0 for none
	names names  // names of the compound being read

	// Memory that the selectors share.
	compounds []compound
	classes   []string
	parts     int // number of attributes and pseudo-classes, with those in their arguments
}

// names has the hashes of the names of one compound, 0 for one that it doesn't have.
type names struct {
	id, class, second, tag uint32
	inner                  uint32 // the key of the only argument of :is or :where
	root                   bool
}

func (n *names) key() uint32 {
	for _, key := range [...]uint32{n.id, n.class, n.inner} {
		if key != 0 {
			return key
		}
	}
	return n.tag
}

// parse reads the selector at i up to the next comma or the end. It returns false if the selector is dead or invalid.
func (p *selectorParser) parse() (sel selector, ok bool) {
	p.spec, p.dead, p.invalid, p.aside, p.box = 0, false, false, false, 0
	size := p.size()
	first := len(p.compounds)
	p.space()
	for comb := byte(0); p.i < len(p.s) && p.s[p.i] != ','; {
		c := p.compound()
		c.combinator, comb = comb, p.combinator()
		ends := p.i == len(p.s) || p.s[p.i] == ','
		if p.invalid = p.invalid || comb == 0 && !ends || comb != 0 && comb != ' ' && ends; p.invalid {
			one, _ := CutBlock(p.s[p.i:], ',')
			p.i += len(one)
			break
		}
		if !ends {
			p.leave(&sel, comb)
		}
		if p.dead = p.dead || len(p.compounds)-first == maxCompounds; !p.dead {
			p.compounds = append(p.compounds, c)
		}
	}
	p.invalid = p.invalid || len(p.compounds) == first && !p.dead
	if p.dead || p.invalid {
		p.cut(size)
		return selector{}, false
	}
	sel.compounds, sel.specificity = p.compounds[first:len(p.compounds):len(p.compounds)], saturated(p.spec)
	slices.Reverse(sel.compounds)
	sel.key, sel.root = p.names.key(), p.names.root
	sel.need(p.names.second)
	return sel, true
}

func (p *selectorParser) size() [3]int { return [3]int{len(p.compounds), len(p.classes), p.parts} }

// cut drops what was read since size returned the argument.
func (p *selectorParser) cut(size [3]int) {
	clear(p.compounds[size[0]:])
	clear(p.classes[size[1]:])
	p.compounds, p.classes, p.parts = p.compounds[:size[0]], p.classes[:size[1]], size[2]
}

func (p *selectorParser) leave(sel *selector, combinator byte) {
	n := &p.names
	if combinator != ' ' && combinator != '>' {
		return
	}
	for _, hash := range [...]uint32{n.id, n.class, n.second, n.inner} {
		sel.need(hash)
	}
	if n.id|n.class|n.inner == 0 {
		sel.need(n.tag)
	}
}

func (p *selectorParser) space() bool {
	start := p.i
	for p.i < len(p.s) && IsBlank(p.s[p.i]) {
		p.i++
	}
	return p.i > start
}

// combinator reads the combinator between two compounds. It returns 0 if there isn't any.
func (p *selectorParser) combinator() (c byte) {
	if p.space() {
		c = ' '
	}
	if p.i < len(p.s) && (p.s[p.i] == '>' || p.s[p.i] == '+' || p.s[p.i] == '~') {
		c = p.s[p.i]
		p.i++
		p.space()
	}
	return c
}

// name reads a name and returns it with its hash. It sets p.invalid if it finds no name.
func (p *selectorParser) name(kind uint32) (name string, hash uint32) {
	isNumber := p.i < len(p.s) && isDigit(p.s[p.i])
	name = p.ident()
	p.invalid = p.invalid || isNumber || name == ""
	if !p.dead {
		hash = hashName(kind, name)
		p.dead = !p.page.has(hash)
	}
	return name, hash
}

func (p *selectorParser) compound() (c compound) {
	start, firstClass := p.i, len(p.classes)
	p.names = names{}
	n := &p.names
simples:
	for p.i < len(p.s) && !p.invalid {
		p.spec = saturated(p.spec)
		switch b := p.s[p.i]; {
		case b == '*':
			p.i++
		case b == '#':
			p.i++
			id, hash := p.name(idKind)
			p.dead = p.dead || c.id != "" && c.id != id // no element has two ids
			c.id, n.id = id, hash
			p.spec += idSpecificity
		case b == '.':
			p.i++
			class, hash := p.name(classKind)
			p.classes = append(p.classes, class)
			if n.class == 0 {
				n.class = hash
			} else {
				n.second = hash
			}
			p.spec += classSpecificity
		case b == '[':
			p.attribute(&c)
		case b == ':':
			p.pseudo(&c)
		case b == '|' && p.i+1 < len(p.s) && p.s[p.i+1] != '=': // a namespace precedes the bar
			p.i++
			c.tag, n.tag = "", 0
		case identByte(b) && (p.i == start || p.s[p.i-1] == '|'):
			c.tag, n.tag = p.name(tagKind)
			c.tag = Lower(c.tag)
			p.spec += typeSpecificity
		default:
			p.invalid = p.i == start || identByte(b)
			break simples
		}
	}
	c.classes = p.classes[firstClass:len(p.classes):len(p.classes)]
	return c
}

func identByte(b byte) bool { return inName(b) || b == '\\' }

func (p *selectorParser) ident() string {
	s, i := p.s[p.i:], 0
	for i < len(s) && identByte(s[i]) {
		if i++; s[i-1] == '\\' {
			_, i = escape(s, i)
		}
	}
	p.i += i
	return unescape(s[:i])
}

func (p *selectorParser) attribute(c *compound) {
	body, rest := CutBlock(p.s[p.i+1:], ']')
	p.invalid = p.invalid || len(body)+1 >= len(p.s)-p.i
	p.i = len(p.s) - len(rest)
	p.spec += classSpecificity
	if p.invalid || p.dead {
		return
	}
	var a attribute
	name, value, found := strings.Cut(body, "=")
	if name = trim(name); found {
		a.op = '='
		if n := len(name); n > 1 && strings.IndexByte("~|^$*", name[n-1]) >= 0 {
			a.op, name = name[n-1], name[:n-1]
		}
	}
	a.name = Lower(plainCSS(name))
	value = trim(value)
	if n := len(value); n > 2 && (value[n-2] == ' ' || value[n-2] == '"' || value[n-2] == '\'') && value[n-1]|0x20 == 'i' {
		a.fold, value = true, trim(value[:n-1])
	}
	a.fold = a.fold || HasToken(foldsValue, a.name)
	if n := len(value); n >= 2 && (value[0] == '"' || value[0] == '\'') && value[n-1] == value[0] {
		value = value[1 : n-1]
	}
	a.value = unescape(value)
	p.invalid = a.name == ""
	p.parts++
	c.attributes = append(c.attributes, a)
}

// pseudoText lists pseudo-classes and pseudo-elements by kind. matcher.pseudo matches the judged ones. Those set aside
// select a part of an element's text, an element of another tree, or a state that a control may have at rest, see
// hidesAside. The resting ones match nothing in a page at rest; of those with a vendor prefix, the ones of Chromium
// are listed.
//
//go:embed pseudos.txt
var pseudoText string

var pseudoKinds = sync.OnceValue(func() map[string]string {
	kinds := map[string]string{}
	for line := range strings.Lines(pseudoText) {
		kind, names, _ := strings.Cut(line, " ")
		for name := range strings.FieldsSeq(names) {
			kinds[name] = kind
		}
	}
	return kinds
})

func (p *selectorParser) pseudo(c *compound) {
	p.i++
	isElement := p.i < len(p.s) && p.s[p.i] == ':'
	if isElement {
		p.i++
	}
	name, args, hasArgs := Lower(p.ident()), "", false
	if p.i < len(p.s) && p.s[p.i] == '(' {
		body, rest := CutBlock(p.s[p.i+1:], ')')
		args, p.i, hasArgs = body, len(p.s)-len(rest), true
	}
	switch kind := pseudoKinds()[name]; {
	case kind == "judged" && !isElement:
		p.judge(c, pseudo{name: name}, args)
		return
	case kind == "" && !strings.HasPrefix(name, "-webkit-") || kind == "judged":
		p.invalid = true
		return
	case !p.dead && (name == "before" || name == "after" || name == "marker"):
		p.box = max(p.names.key(), 1)
	case kind == "aside":
		p.aside = p.aside || !p.dead && !(name == "host" && hasArgs)
	}
	p.dead = true
}

func (p *selectorParser) judge(c *compound, ps pseudo, args string) {
	p.spec += classSpecificity
	switch ps.name {
	case "root":
		p.names.root = true
	case "defined":
		p.defined = true
	case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
		nth, _, of := strings.Cut(args, " of ") // :nth-child(2 of .x) is not judged
		var ok bool
		ps.a, ps.b, ok = parseNth(nth)
		p.invalid = p.invalid || !ok
		p.aside, p.dead = p.aside || of && !p.dead, p.dead || of
	case "is", "where", "not", "-webkit-any", "has":
		p.invalid = p.invalid || ps.name == "has" && p.inHas
		p.spec -= classSpecificity
		ps.list = p.list(args, ps.name)
		p.dead = p.dead || len(ps.list) == 0 && ps.name != "not"
		if (ps.name == "is" || ps.name == "where") && len(ps.list) == 1 {
			p.names.inner = ps.list[0].key
		}
	case "lang", "dir":
		ps.arg = Lower(strings.Trim(args, "\"' "))
	}
	if p.parts++; !p.dead {
		c.pseudos = append(c.pseudos, ps)
	}
}

// list reads the selectors in the arguments of a pseudo-class and leaves out dead ones. It adds the
// specificity of the heaviest, dead or not, except for :where(). An invalid argument makes the selector
// invalid, except in :is() and :where(), whose lists are forgiving.
func (p *selectorParser) list(args, name string) (list []selector) {
	if p.nesting == maxNesting {
		return nil
	}
	inner := selectorParser{page: p.page, s: args, nesting: p.nesting + 1, inHas: p.inHas || name == "has"}
	strict, heaviest := name == "not" || name == "has", uint32(0)
	for n := 0; n == 0 || inner.i < len(args) && n < maxSelectors; n++ {
		if n > 0 {
			inner.i++ // the comma
		}
		lead := byte(0)
		if name == "has" {
			if lead = inner.combinator(); lead == 0 {
				lead = ' '
			}
		}
		sel, ok := inner.parse()
		p.invalid = p.invalid || strict && (inner.invalid || inner.i == len(args)-1)
		if !inner.invalid {
			heaviest = max(heaviest, inner.spec)
		}
		if !ok {
			continue
		}
		if name == "has" {
			sel.compounds[len(sel.compounds)-1].combinator = lead
			sel.compounds = append(sel.compounds, compound{anchored: true})
		}
		list = append(list, sel)
	}
	p.defined = p.defined || inner.defined
	p.parts += inner.parts + len(inner.compounds)
	if name != "where" {
		p.spec += saturated(heaviest)
	}
	return list
}

// Selectors is a selector list of a caller, matched against the elements of one page. It caches the positions of elements among
// their siblings. Matching takes at most [MaxWork] steps; after that nothing matches.
type Selectors struct {
	list []selector
	matcher
}

// ParseSelectors reads a list of selectors. It returns false if one of them is invalid, or has a pseudo-element (::first-line), the
// state of a form control, or :nth-child(2 of .x).
func ParseSelectors(text string) (s *Selectors, ok bool) {
	s, ok = new(Selectors), !strings.HasSuffix(trim(text), ",")
	p := selectorParser{s: text}
	for p.i = 0; p.i == 0 || p.i < len(text); p.i++ { // at a comma
		sel, matches := p.parse()
		if ok = ok && !p.invalid && !p.aside; matches {
			s.list = append(s.list, sel)
		}
	}
	return s, ok
}

// Match reports whether one of the selectors matches an element.
func (s *Selectors) Match(n *html.Node) bool { return s.any(s.list, n) }

// selector is one complex selector: its compounds from right to left, and the names for a quick test of an element.
type selector struct {
	compounds   []compound
	specificity uint32
	key         uint32   // the key in the ruleIndex, 0 for none
	needs       [4]uint8 // bits that the ancestorBloom of a matching element has
	needed      uint8    // the number of needs
	root        bool     // it matches the root only
}

// A specificity (Selectors Level 4, section 17) is the sum of these values. saturated keeps the parts
// apart: each has 7 bits.
const (
	typeSpecificity  = 1
	classSpecificity = 1 << 7
	idSpecificity    = 1 << 14

	maxSpecificityPart = 60 // two of them fit into 7 bits
)

type compound struct {
	tag        string // "" for any
	id         string
	classes    []string
	attributes []attribute
	pseudos    []pseudo
	anchored   bool // it matches only the element that has the :has
	combinator byte // between it and the compound to the left: ' ', '>', '+', '~', 0 for none
}

type attribute struct {
	name, value string
	op          byte // 0 for [name], '=', or the byte before '='
	fold        bool // ignore case
}

type pseudo struct {
	name string
	a, b int        // an+b of :nth-child() and the like
	arg  string     // argument of :dir and :lang, in lower case
	list []selector // arguments of :is, :where, :not, :has
}

// saturated bounds each part of a specificity, so that one more addition doesn't overflow into the next part.
func saturated(spec uint32) uint32 {
	ids, classes, types := spec/idSpecificity, spec/classSpecificity%128, spec%128
	return min(ids, maxSpecificityPart)*idSpecificity + min(classes, maxSpecificityPart)*classSpecificity + min(types, maxSpecificityPart)*typeSpecificity
}

func (s *selector) need(hash uint32) {
	if hash != 0 && int(s.needed) < len(s.needs) {
		s.needs[s.needed] = uint8(hash >> 24)
		s.needed++
	}
}

// foldsValue lists attributes whose values selectors compare case-insensitively (HTML, 4.17.2): those that
// authors are likely to select by.
const foldsValue = "align checked color dir disabled face hreflang http-equiv lang media method multiple readonly rel rev selected shape target text type valign bgcolor nowrap"
