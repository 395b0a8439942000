package css

import (
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"golang.org/x/net/html"
)

// Style holds the winning declarations of one element.
type Style struct {
	Set   PropertySet // the declared properties
	sheet *Sheet      // resolves var() for the element at i of its path; nil leaves var() in values
	i     int
	rank  [NumProperties]uint64
	value [NumProperties]*Value
}

// Ranks order declarations as the cascade does: importance, then the style
// attribute, then layers, specificity and order of appearance. Rank 0 is the
// browser's own sheet and presentational attributes.
const (
	rankImportant = 1 << 63
	rankInline    = 1 << 62
	layerShift    = 46
	specShift     = 24
)

// Has reports whether a property is declared.
func (c *Style) Has(p Property) bool { return c.Get(p).Form != Absent }

// Get returns the winning value, or one of form [Absent]. The caller must not change it.
func (c *Style) Get(p Property) *Value {
	if !c.Set.Has(p) {
		return &absent
	}
	if v := c.value[p]; v.Form == Varies && c.sheet != nil {
		c.value[p] = c.sheet.resolve(c.i, p, v)
	}
	return c.value[p]
}

// ByAttribute reports whether a presentational attribute such as width declares p.
func (c *Style) ByAttribute(p Property) bool { return c.Has(p) && c.rank[p] == 0 }

// cascadeSet sets a property unless a declaration of higher rank has set it.
func (c *Style) cascadeSet(p Property, value *Value, rank uint64) {
	if c.Set.Has(p) && rank < c.rank[p] {
		return
	}
	c.Set |= 1 << p
	c.rank[p] = rank
	c.value[p] = value
}

type declared struct {
	value     Value
	property  Property
	important bool
}

// block holds the declarations of the body of a rule or of a style attribute.
type block struct {
	declared  []declared
	customs   []customProperty
	declares  PropertySet
	watched   PropertySet // the properties whose values Watch picks
	important bool        // some declaration is !important
}

type customProperty struct{ name, value string }

// blockReader parses declaration blocks and caches them by their text, since pages repeat few blocks many times.
type blockReader struct {
	// Watch picks the declarations that Sheet.Watched reports. Set it before the first Add. Nil
	// picks none.
	Watch func(p Property, value *Value) bool

	unwatched bool           // the blocks being read are those of a noscript element
	known     map[string]int // index into blocks, by text
	blocks    []block
	declared  []declared // the declarations of all blocks
}

const maxBlocks = 1 << 12 // cached at most

// block returns the declarations of a block. The text must have no comments.
func (s *blockReader) block(text string) *block {
	if at, found := s.known[text]; found && !s.unwatched {
		return &s.blocks[at]
	}
	if s.known == nil {
		s.known = map[string]int{}
	}
	var b block
	first, byName := len(s.declared), properties().byName
	for name, value := range declarations(text) {
		if strings.HasPrefix(name, "--") {
			value, _ = cutImportant(value)
			if len(b.customs) <= maxCustom {
				b.customs = append(b.customs, customProperty{name, value})
			}
		} else if p, found := byName[name]; found {
			value, important := cutImportant(value)
			declare(p, value, func(p Property, v Value) { s.declare(&b, first, declared{v, p, important}) })
		}
	}
	b.declared = s.declared[first:len(s.declared):len(s.declared)]
	if s.unwatched || len(s.known) == maxBlocks {
		once := b
		once.declared, s.declared = slices.Clone(b.declared), s.declared[:first]
		return &once
	}
	s.known[text] = len(s.blocks)
	s.blocks = append(s.blocks, b)
	return &s.blocks[len(s.blocks)-1]
}

// declare adds a declaration to b, whose declarations begin at first. It replaces an earlier one of the same property and
// importance. In a noscript element it leaves out declarations that Watch picks.
func (s *blockReader) declare(b *block, first int, d declared) {
	at := len(s.declared)
	s.declared = append(s.declared, d)
	if s.Watch != nil && s.Watch(d.property, &s.declared[at].value) {
		if s.unwatched {
			s.declared = s.declared[:at]
			return
		}
		b.watched |= 1 << d.property
	}
	if b.declares.Has(d.property) {
		same := func(o declared) bool { return o.property == d.property && o.important == d.important }
		if k := slices.IndexFunc(s.declared[first:at], same); k >= 0 {
			s.declared[first+k], s.declared = d, s.declared[:at]
		}
	}
	b.declares, b.important = b.declares|1<<d.property, b.important || d.important
}

// Inline sets the declarations of a style attribute in c.
func Inline(style string, c *Style) {
	var r blockReader
	c.setInline(r.block(dropComments(style)))
}

func (c *Style) setInline(b *block) {
	for i := range b.declared {
		d, rank := &b.declared[i], uint64(rankInline)
		if d.important {
			rank |= rankImportant
		}
		c.cascadeSet(d.property, &d.value, rank)
	}
}

// Watches reports whether Watched can return a property for some element.
func (s *Sheet) Watches() bool { return s.watched && s.work < MaxWork }

// Watched returns the properties of the element at i of the path for which a matching rule
// has a declaration that Watch picks.
func (s *Sheet) Watched(i int) (found PropertySet) {
	for _, k := range s.matchedAt(i, false) {
		found |= s.rules[s.entries[k].rule].watched
	}
	return found
}

// matchedAt returns the entries of the rules that match the element at i of the path. Unless all is set, it may try the watched
// rules only.
func (s *Sheet) matchedAt(i int, all bool) []int32 {
	f := s.path.at(i)
	for len(s.rules) > 0 && (f.tried == noRules || f.tried == watchedRules && all) {
		first := &s.first[f.tried]
		f.tried++
		try := func(key uint32) {
			for k := first[bucket(key)]; k != 0 && s.Spend(1); k = s.entries[k-1].next {
				if e := &s.entries[k-1]; e.key == key && s.matchesAt(e, i) {
					f.matched = append(f.matched, k-1)
				}
			}
		}
		try(0)
		for _, hash := range s.path.namesAt(i) {
			try(hash)
		}
	}
	return f.matched
}

// InlineWatched returns the properties for which the style attribute of the element at i of the path
// has a declaration that Watch picks.
func (s *Sheet) InlineWatched(i int) PropertySet { return s.inlineAt(i).watched }

// inlineAt returns the block of the style attribute of the element at i of the path.
func (s *Sheet) inlineAt(i int) *block {
	f := s.path.at(i)
	if f.inline == nil {
		f.inline = s.block(dropComments(htmltree.Attr(s.path.nodes[i], "style")))
	}
	return f.inline
}

// Style returns the winning declarations of the element at i of the path. They are valid until another element is at i.
func (s *Sheet) Style(i int) *Style {
	f := s.path.at(i)
	for len(s.path.styles) <= i {
		s.path.styles = append(s.path.styles, new(Style))
	}
	c := s.path.styles[i]
	if f.styled {
		return c
	}
	f.styled = true
	c.Set, c.sheet, c.i = 0, s, i
	presentational(s.path.nodes[i], c)
	for _, k := range s.matchedAt(i, true) {
		s.apply(s.entries[k].rule, s.entries[k].specificity, c)
	}
	c.setInline(s.inlineAt(i))
	return c
}

func presentational(n *html.Node, c *Style) {
	set := func(p Property, text string) {
		if v, ok := Parse(p, text); ok {
			c.cascadeSet(p, &v, 0)
		}
	}
	for i := range n.Attr {
		switch a := &n.Attr[i]; {
		case a.Key == "hidden" && n.Namespace == "" && !strings.EqualFold(a.Val, "until-found"):
			c.cascadeSet(Display, &none, 0)
		case a.Key == "bgcolor":
			set(BackgroundColor, legacyColor(a.Val))
		case a.Key == "background":
			set(Background, "url("+a.Val+")")
		case a.Key == "color" && (n.Data == "font" || n.Data == "basefont"), a.Key == "text" && n.Data == "body":
			set(Color, legacyColor(a.Val))
		}
	}
}

// none is the value of display for the hidden attribute. It is never changed.
var none = Value{Form: Word, Text: "none"}

func legacyColor(s string) string {
	s = Lower(trim(s))
	if _, ok := ParseColor(s); !ok {
		return "#" + s
	}
	return s
}

// unlayered ranks rules without a layer. It is above the number of every layer, see maxLayers.
const unlayered = 1 << 14

// apply sets the declarations of a matching rule in c. Layers rank important declarations the other way
// round: the first layer wins, and no layer loses (CSS Cascading Level 5, section 6.4.4).
func (s *Sheet) apply(rule int32, specificity uint32, c *Style) {
	r := &s.rules[rule]
	place := uint64(specificity)<<specShift | uint64(rule)
	normal, important := uint64(unlayered), uint64(0)
	if layer := uint64(r.layer); layer > 0 {
		normal, important = layer, unlayered-layer
	}
	for i := range r.declared {
		s.Spend(1)
		d := &r.declared[i]
		rank := normal<<layerShift | place
		if d.important {
			rank = rankImportant | important<<layerShift | place
		}
		c.cascadeSet(d.property, &d.value, rank+1)
	}
}

// Limits of var().
const (
	maxVarDepth = 8
	maxVarBytes = 1024
	maxVars     = 16
	maxSettings = 1 << 13 // cached values of custom properties
)

// resolve replaces var() in a value of the element at i of the path and parses the result. A value that can't be resolved is
// absent, or odd if @property registers initial values, which are not read.
func (s *Sheet) resolve(i int, p Property, v *Value) *Value {
	text, ok := s.substitute(i, v.Text, 0)
	if !ok && s.registered {
		return &unknown
	}
	result := &absent
	if _, found := variable(text); ok && !found {
		declare(max(p, v.from), text, func(longhand Property, v Value) {
			if longhand == p {
				result = &v
			}
		})
	}
	return result
}

// unknown is a value that is not understood. It is never changed.
var unknown = Value{Form: Odd}

// substitute replaces var() in a value of the element at i of the path.
func (s *Sheet) substitute(i int, value string, depth int) (string, bool) {
	for range maxVars {
		at, found := variable(value)
		if !found {
			return value, true
		}
		if depth == maxVarDepth || len(value) > maxVarBytes || !s.Spend(1) {
			return "", false
		}
		args, rest := CutBlock(value[at+len("var("):], ')')
		name, fallback, hasFallback := strings.Cut(args, ",")
		set := s.setting(i, plainCSS(name))
		if set == "initial" && hasFallback {
			set = trim(fallback)
		}
		v, ok := s.substitute(i, set, depth+1)
		if set == "initial" || !ok {
			return "", false
		}
		value = value[:at] + v + rest
	}
	return "", false
}

// setting returns the value of a custom property for the element at i of the path: its own or that of the
// nearest ancestor that sets it, "initial" if none does (CSS Variables Level 1, section 2.2).
func (s *Sheet) setting(i int, name string) string {
	if i < 0 {
		return "initial"
	}
	f := s.path.at(i)
	if value, known := f.settings[name]; known {
		return value
	}
	value, found, best, set := "", false, uint32(0), s.custom[name]
	own := s.inlineAt(i).customs
	s.overflows = s.overflows || len(own) > maxCustom
	for _, c := range own {
		if s.Spend(1); c.name == name {
			value, found, set = c.value, true, nil
		}
	}
	for _, p := range set {
		if !s.Spend(1) {
			break
		}
		r := s.rules[p.rule].entries
		for k := r.start; k < r.end; k++ {
			if e := &s.entries[k]; s.matchesAt(e, i) && (!found || e.specificity >= best) {
				value, found, best = p.value, true, e.specificity
			}
		}
	}
	if !found {
		value = s.setting(i-1, name)
	}
	if s.settings++; s.settings%maxSettings == 0 {
		for k, frames := 0, whole(s.path.frames); k < len(frames); k++ {
			frames[k].settings = nil
		}
	}
	if f.settings == nil {
		f.settings = map[string]string{}
	}
	f.settings[name] = value
	return value
}
