package visibility

import "strings"

// computedStyle are the winning declarations of one element.
type computedStyle struct {
	set   propertySet // the properties that are declared
	rank  [numProperties]uint64
	value [numProperties]string
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

func (c *computedStyle) has(p property) bool { return c.set.has(p) }

// get returns the winning value, "" if there is none.
func (c *computedStyle) get(p property) string {
	if !c.has(p) {
		return ""
	}
	return c.value[p]
}

// cascadeSet takes over a valid declaration unless a stronger one was there before.
func (c *computedStyle) cascadeSet(p property, value string, rank uint64) {
	if c.has(p) && rank < c.rank[p] {
		return
	}
	c.set |= 1 << p
	c.rank[p] = rank
	c.value[p] = value
}

// declared is one declaration of a longhand property.
type declared struct {
	value     string
	property  property
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
	value = lower(value)
	one := func(p property, value string) {
		if valid(p, value) {
			list = append(list, declared{value, p, important})
		}
	}
	switch p {
	case fontShorthand:
		if size := fontShorthandSize(value); size != "" {
			one(fontSize, size)
		}
	case backgroundShorthand:
		one(background, value)
		one(backgroundColor, value)
	case marginShorthand:
		sides(value, [4]property{marginTop, marginRight, marginBottom, marginLeft}, one)
	case insetShorthand:
		sides(value, [4]property{top, right, bottom, left}, one)
	default:
		one(p, value)
	}
	return list
}

// sides spreads one to four values over the sides of a box.
func sides(value string, sides [4]property, one func(property, string)) {
	f := strings.Fields(value)
	if len(f) == 0 || len(f) > 4 {
		return
	}
	from := [5][4]int{1: {}, 2: {0, 1, 0, 1}, 3: {0, 1, 2, 1}, 4: {0, 1, 2, 3}}[len(f)]
	for i, side := range sides {
		one(side, f[from[i]])
	}
}

// fontShorthandSize returns the size in a value of the font property.
func fontShorthandSize(value string) string {
	for _, f := range strings.Fields(value) {
		size, _, _ := strings.Cut(f, "/")
		if l, ok := parseLength(size); ok && (l.unit != noUnit || l.n == 0) {
			return size
		}
	}
	return ""
}

// valid reports whether a browser would take value for p; where it matters,
// since a declaration that isn't valid must not undo one that is.
func valid(p property, value string) bool {
	if strings.Contains(value, "var(") {
		return true
	}
	switch p {
	case display:
		return validDisplay(value)
	case visibility:
		switch value {
		case "visible", "hidden", "collapse", "inherit", "initial", "unset", "revert", "revert-layer":
			return true
		}
		return false
	case color, textFill:
		if _, ok := parseColor(value); ok {
			return true
		}
		switch value {
		case "inherit", "initial", "unset", "revert", "revert-layer", "currentcolor":
			return true
		}
		return strings.IndexByte(value, '(') > 0
	case opacity, zIndex, zoom:
		_, ok := parseLength(value)
		return ok || value != "" && value[0] >= 'a'
	}
	return true
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
