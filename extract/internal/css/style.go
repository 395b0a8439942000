package css

import (
	"math/bits"
	"slices"
	"strings"
)

// Style are the winning declarations of one element.
type Style struct {
	Set   PropertySet // the properties that are declared
	Rank  [NumProperties]uint64
	Value [NumProperties]string
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

// Get returns the winning value, "" if there is none.
func (c *Style) Get(p Property) string {
	if !c.Has(p) {
		return ""
	}
	return c.Value[p]
}

// cascadeSet takes over a valid declaration unless a stronger one was there before.
func (c *Style) cascadeSet(p Property, value string, rank uint64) {
	if c.Has(p) && rank < c.Rank[p] {
		return
	}
	c.Set |= 1 << p
	c.Rank[p] = rank
	c.Value[p] = value
}

// declared is one declaration of a longhand property.
type declared struct {
	value     string
	property  Property
	important bool
}

// expandShorthand appends what a declaration declares to list: itself, or the longhand
// properties of a shorthand. Properties that have no part in visibility and
// values that are not valid are left out.
func expandShorthand(list []declared, name, value string, important bool) []declared {
	p, ok := propertyOf(name)
	if !ok {
		return list
	}
	value = Lower(value)
	one := func(p Property, value string) {
		if valid(p, value) {
			list = append(list, declared{value, p, important})
		}
	}
	switch p {
	case FontShorthand:
		if size := FontShorthandSize(value); size != "" {
			one(FontSize, size)
		} else if Substitutes(value) {
			one(FontSize, value)
		}
	case BackgroundShorthand:
		one(Background, value)
		one(BackgroundColor, value)
	case MarginShorthand:
		if parts, ok := FourSides(value); ok {
			one(MarginTop, parts[0])
			one(MarginBottom, parts[2])
			one(MarginLeft, parts[3])
		}
	case InsetShorthand:
		sides(value, [4]Property{Top, Right, Bottom, Left}, one)
	case PaddingTop:
		// Text stands below a padding above it, which gives it room only where its size
		// is that of the box: there what is positioned stands in it.
		if one(p, value); strings.IndexByte(value, '%') >= 0 {
			one(Padding, value)
		}
	case allShorthand:
		list = resetAll(list, value, important)
	default:
		one(p, value)
	}
	return list
}

// unset is the value of a property that counts as not declared.
const unset = "\x00"

// resetAll appends what a declaration of all declares (CSS Cascading Level 5, section
// 3.2), whose value is one of the keywords that every property takes.
func resetAll(list []declared, value string, important bool) []declared {
	switch value {
	case "initial", "unset", "revert", "revert-layer":
	default:
		return list
	}
	for p := range NumProperties {
		reset := unset
		if value == "initial" && initial(p) != "" {
			reset = initial(p)
		}
		list = append(list, declared{reset, p, important})
	}
	return list
}

// initial returns the initial value of a property that is inherited, "" for others.
func initial(p Property) string {
	switch p {
	case Color, TextFill:
		return "initial"
	case FontSize:
		return "medium"
	case TextIndent:
		return "0"
	case LetterSpacing:
		return "normal"
	case TextSecurity, TextShadow, FontAdjust:
		return "none"
	case Visibility:
		return "visible"
	}
	return ""
}

// dropUnset takes out what a declaration of all has won.
func (c *Style) dropUnset() {
	for set := uint64(c.Set); set != 0; set &= set - 1 {
		if p := bits.TrailingZeros64(set); c.Value[p] == unset {
			c.Set &^= 1 << p
		}
	}
}

// sides spreads one to four values over the sides of a box.
func sides(value string, sides [4]Property, one func(Property, string)) {
	parts, ok := FourSides(value)
	for i, side := range sides {
		if ok {
			one(side, parts[i])
		}
	}
}

// FourSides returns the values of the top, right, bottom and left side in a shorthand of
// one to four of them; false if it has more or none.
func FourSides(value string) (sides [4]string, ok bool) {
	var list [4]string
	n := 0
	for value = trim(value); value != ""; value = trim(value) {
		if n == len(list) {
			return sides, false
		}
		list[n], value = CutBlock(value, ' ')
		n++
	}
	if n == 0 {
		return sides, false
	}
	from := [5][4]int{1: {}, 2: {0, 1, 0, 1}, 3: {0, 1, 2, 1}, 4: {0, 1, 2, 3}}[n]
	for i := range sides {
		sides[i] = list[from[i]]
	}
	return sides, true
}

// FontShorthandSize returns the size in a value of the font property.
func FontShorthandSize(value string) string {
	for value != "" {
		var f string
		f, value = CutBlock(value, ' ')
		size, _ := CutBlock(f, '/')
		if l, ok := ParseLength(size); ok && (l.Unit != NoUnit || l.N == 0) {
			return size
		}
	}
	return ""
}

// valid reports whether a browser would take value for p; where it matters,
// since a declaration that isn't valid must not undo one that is.
func valid(p Property, value string) bool {
	if Substitutes(value) {
		return true
	}
	if value == "" || value == "revert-layer" { // what lower layers declare stays
		return false
	}
	switch p {
	case Display:
		return validDisplay(value)
	case Visibility:
		switch value {
		case "visible", "hidden", "collapse", "inherit", "initial", "unset", "revert", "revert-layer":
			return true
		}
		return false
	case Color, TextFill:
		if _, ok := ParseColor(value); ok {
			return true
		}
		switch value {
		case "inherit", "initial", "unset", "revert", "revert-layer", "currentcolor":
			return true
		}
		return strings.IndexByte(value, '(') > 0
	case Opacity, ZIndex, Zoom:
		_, ok := ParseLength(value)
		return ok || isKeyword(value, "auto", "normal", "reset")
	case FontSize:
		l, ok := ParseLength(value)
		return ok && (l.N >= 0 || value[len(value)-1] == ')') || isKeyword(value, "xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large", "smaller", "larger", "math")
	case Width, Height, MaxWidth, MaxHeight, MinHeight, Left, Top, Right, Bottom, MarginLeft, MarginTop, MarginBottom, LineHeight, LetterSpacing:
		return strings.IndexByte("0123456789.+-", value[0]) >= 0 || isKeyword(value, "auto", "none", "normal", "min-content", "max-content", "fit-content", "stretch",
			"-webkit-fill-available", "-moz-available", "intrinsic", "min-intrinsic", "contain")
	}
	return true
}

// isKeyword reports whether a value is a function, one of a property's keywords or one that all
// properties have.
func isKeyword(value string, own ...string) bool {
	switch value {
	case "inherit", "initial", "unset", "revert", "revert-layer":
		return true
	}
	return strings.IndexByte(value, '(') >= 0 || slices.Contains(own, value)
}

func validDisplay(value string) bool {
	switch value {
	case "none", "block", "inline", "inline-block", "flex", "inline-flex", "grid", "inline-grid", "flow-root", "contents",
		"list-item", "run-in", "ruby", "ruby-text", "ruby-base", "math", "inherit", "initial", "unset", "revert", "revert-layer",
		"-webkit-box", "-webkit-inline-box", "-webkit-flex", "-ms-flexbox", "-ms-grid", "-moz-box":
		return true
	}
	return strings.HasPrefix(value, "table") || strings.HasPrefix(value, "inline-table") || strings.IndexByte(value, ' ') > 0
}
