package css

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
)

// Limits of one selector list.
const (
	maxSelectors = 1000
	maxCompounds = 256
	maxNesting   = MaxAtDepth + 4
)

// parseSelectors reads a selector list. Selectors that are not understood, and
// those of states and pseudo-elements, are left out, since they match no text
// of a page at rest.
func parseSelectors(s string, nesting int) []selector {
	if nesting > maxNesting {
		return nil
	}
	var list []selector
	p := selectorParser{nesting: nesting}
	for n := 0; s != "" && n < maxSelectors; n++ {
		var part string
		part, s = CutBlock(s, ',')
		p.reset(part)
		if sel, ok := p.parse(); ok {
			list = append(list, sel)
		}
	}
	return list
}

type selectorParser struct {
	s       string
	i       int
	nesting int
	spec    uint32
	// atRest says of what was not read that it is valid, and matches nothing of a page at rest.
	atRest bool
	rev    []compound // of the selector so far, from left to right

	// What all selectors that were read hold parts of.
	compounds []compound
	classes   []string
}

// reset makes p read s.
func (p *selectorParser) reset(s string) { p.s, p.i, p.spec = s, 0, 0 }

func (p *selectorParser) parse() (selector, bool) {
	rev := p.rev[:0]
	p.space()
	for p.i < len(p.s) {
		c, ok := p.compound()
		if !ok || len(rev) == maxCompounds {
			return selector{}, false
		}
		rev = append(rev, c)
		comb := p.combinator()
		if p.i == len(p.s) {
			if comb != ' ' && comb != 0 {
				return selector{}, false
			}
			break
		}
		if comb == 0 {
			return selector{}, false
		}
		rev[len(rev)-1].combinator = comb
	}
	p.rev = rev
	if len(rev) == 0 {
		return selector{}, false
	}
	// From right to left: each compound names its relation to the one left of it.
	first := len(p.compounds)
	for i := len(rev) - 1; i >= 0; i-- {
		c := rev[i]
		c.combinator = 0
		if i > 0 {
			c.combinator = rev[i-1].combinator
		}
		p.compounds = append(p.compounds, c)
	}
	return selector{specificity: p.spec, compounds: p.compounds[first:len(p.compounds):len(p.compounds)]}, true
}

func (p *selectorParser) space() bool {
	start := p.i
	for p.i < len(p.s) {
		if c := p.s[p.i]; c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' {
			p.i++
		} else if end := skipComment(p.s, p.i); end > p.i {
			p.i = min(len(p.s), end+1)
		} else {
			break
		}
	}
	return p.i > start
}

func (p *selectorParser) combinator() byte {
	spaced := p.space()
	if p.i < len(p.s) {
		switch c := p.s[p.i]; c {
		case '>', '+', '~':
			p.i++
			p.space()
			return c
		}
	}
	if spaced {
		return ' '
	}
	return 0
}

func (p *selectorParser) compound() (c compound, ok bool) {
	first := len(p.classes)
	ok = p.simples(&c)
	if len(p.classes) > first {
		c.classes = p.classes[first:len(p.classes):len(p.classes)]
		c.class = hashName(classKind, c.classes[0])
	}
	return c, ok
}

func (p *selectorParser) simples(c *compound) (ok bool) {
	start := p.i
	for p.i < len(p.s) {
		switch b := p.s[p.i]; {
		case b == '*':
			p.i++
		case b == '#':
			p.i++
			if c.id = p.ident(); c.id == "" {
				return false
			}
			p.spec += idSpecificity
		case b == '.':
			p.i++
			class := p.ident()
			if class == "" {
				return false
			}
			p.classes = append(p.classes, class)
			p.spec += classSpecificity
		case b == '[':
			a, ok := p.attribute()
			if !ok {
				return false
			}
			c.attributes = append(c.attributes, a)
			p.spec += classSpecificity
		case b == ':':
			if !p.pseudo(c) {
				return false
			}
		case b == '|' && p.i+1 < len(p.s) && p.s[p.i+1] != '=':
			p.i++
			c.tag = ""
		case identByte(b):
			if p.i > start && p.s[p.i-1] != '|' {
				return false
			}
			if c.tag = Lower(p.ident()); c.tag == "" {
				return false
			}
			p.spec += typeSpecificity
		default:
			return p.i > start
		}
		p.spec = saturated(p.spec)
	}
	return p.i > start
}

func identByte(b byte) bool { return inName(b) || b == '\\' }

// ident reads a name with its escapes.
func (p *selectorParser) ident() string {
	start, escaped := p.i, false
	for p.i < len(p.s) && identByte(p.s[p.i]) {
		if p.s[p.i] != '\\' {
			p.i++
			continue
		}
		escaped = true
		p.i++
		digits := 0
		for p.i < len(p.s) && digits < 6 && ascii.HexValue(p.s[p.i]) >= 0 {
			p.i, digits = p.i+1, digits+1
		}
		if digits == 0 || p.i < len(p.s) && p.s[p.i] == ' ' {
			p.i = min(p.i+1, len(p.s))
		}
	}
	if escaped {
		return unescape(p.s[start:p.i])
	}
	return p.s[start:p.i]
}

func (p *selectorParser) attribute() (a attribute, ok bool) {
	body, rest := CutBlock(p.s[p.i+1:], ']')
	if len(body)+1 >= len(p.s)-p.i {
		return a, false
	}
	p.i = len(p.s) - len(rest)
	name, value, found := strings.Cut(body, "=")
	name = strings.TrimSpace(name)
	if !found {
		a.name = Lower(plainCSS(name))
		return a, a.name != ""
	}
	a.op = '='
	if n := len(name); n > 1 && strings.IndexByte("~|^$*", name[n-1]) >= 0 {
		a.op, name = name[n-1], name[:n-1]
	}
	a.name = Lower(plainCSS(name))
	a.fold = foldsValue(a.name)
	value = strings.TrimSpace(value)
	if n := len(value); n > 2 && (value[n-2] == ' ' || value[n-2] == '"' || value[n-2] == '\'') && value[n-1]|0x20 == 'i' {
		a.fold, value = true, strings.TrimSpace(value[:n-1])
	}
	if n := len(value); n >= 2 && (value[0] == '"' || value[0] == '\'') && value[n-1] == value[0] {
		value = value[1 : n-1]
	}
	a.value = value
	if strings.IndexByte(value, '\\') >= 0 {
		a.value = unescape(value)
	}
	return a, a.name != ""
}

// pseudo reads a pseudo-class. States that a page at rest doesn't have, unknown
// ones and pseudo-elements make the selector match nothing.
func (p *selectorParser) pseudo(c *compound) bool {
	p.i++
	name := Lower(p.ident())
	args := ""
	if p.i < len(p.s) && p.s[p.i] == '(' {
		body, rest := CutBlock(p.s[p.i+1:], ')')
		args, p.i = body, len(p.s)-len(rest)
	}
	ps := pseudo{name: name}
	switch name {
	case "root", "first-child", "last-child", "only-child", "first-of-type", "last-of-type", "only-of-type", "empty", "link", "any-link",
		"-webkit-any-link", "checked", "disabled", "enabled", "defined", "scope", "open":
	case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
		var ok bool
		if nth, of, found := strings.Cut(args, " of "); found && strings.HasSuffix(name, "-child") {
			args, ps.of, ps.list = nth, true, parseSelectors(of, p.nesting+1)
			p.spec += heaviest(ps.list)
		}
		if ps.a, ps.b, ok = parseNth(args); !ok {
			return false
		}
	case "is", "where", "not", "-webkit-any", "has":
		if name == "has" {
			ps.list, ps.relative = parseHas(args, p.nesting+1)
		} else {
			ps.list = parseSelectors(args, p.nesting+1)
		}
		if len(ps.list)+len(ps.relative) == 0 && name != "not" {
			p.atRest = true
			return false
		}
		if name != "where" {
			p.spec += max(heaviest(ps.list), heaviest(ps.relative))
		}
		c.pseudos = append(c.pseudos, ps)
		return true
	case "lang", "dir":
		ps.arg = Lower(strings.Trim(args, "\"' "))
	default:
		p.atRest = name != "" && isPseudo(name) || name == "" && p.i < len(p.s) && p.s[p.i] == ':'
		return false
	}
	p.spec += classSpecificity
	c.pseudos = append(c.pseudos, ps)
	return true
}
