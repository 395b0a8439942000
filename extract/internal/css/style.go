package css

import "math/bits"

// Style are the winning declarations of one element.
type Style struct {
	Set   PropertySet // the properties that are declared
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
func (c *Style) Has(p Property) bool { return c.Set.has(p) }

// Get returns the winning value, one that is [Absent] if there is none. It must not be changed.
func (c *Style) Get(p Property) *Value {
	if !c.Has(p) {
		return &absent
	}
	return c.value[p]
}

// ByAttribute reports whether an attribute other than style has declared p.
func (c *Style) ByAttribute(p Property) bool { return c.Has(p) && c.rank[p] == 0 }

// cascadeSet takes over a valid declaration unless a stronger one was there before.
func (c *Style) cascadeSet(p Property, value *Value, rank uint64) {
	if c.Has(p) && rank < c.rank[p] {
		return
	}
	c.Set |= 1 << p
	c.rank[p] = rank
	c.value[p] = value
}

// dropUnset takes out what a declaration of all has won.
func (c *Style) dropUnset() {
	for set := uint64(c.Set); set != 0; set &= set - 1 {
		if p := bits.TrailingZeros64(set); c.value[p].Text == unset {
			c.Set &^= 1 << p
		}
	}
}

// declared is one declaration of a longhand property.
type declared struct {
	value     *Value
	property  Property
	important bool
}

// appendDeclared appends what a declaration declares to list: itself, or the longhand
// properties of a shorthand. Properties that have no part in visibility and values that are
// not valid are left out.
func appendDeclared(list []declared, name, text string, important bool) []declared {
	p, known := propertiesByName()[name]
	if !known {
		return list
	}
	expand(p, Lower(text), func(p Property, text string) {
		if text == unset {
			list = append(list, declared{&unsetValue, p, important})
		} else if v, ok := Parse(p, text); ok {
			list = append(list, declared{&v, p, important})
		}
	})
	return list
}

// unsetValue is the value of a property that counts as not declared. It is never written.
var unsetValue = Value{Form: Word, Text: unset}

// Inline sets the declarations of a style attribute in c.
func Inline(style string, c *Style) { c.inline(appendInline(nil, style)) }

func (c *Style) inline(list []declared) {
	for _, d := range list {
		rank := uint64(rankInline)
		if d.important {
			rank |= rankImportant
		}
		c.cascadeSet(d.property, d.value, rank)
	}
}

// appendInline appends the declarations of a style attribute to list.
func appendInline(list []declared, style string) []declared {
	for d := (declarations{rest: style}); ; {
		name, value, important, ok := d.next()
		if !ok {
			return list
		}
		list = appendDeclared(list, name, value, important)
	}
}
