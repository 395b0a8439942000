package visible

import "strings"

// computed are the winning declarations of one element.
type computed struct {
	set   uint64 // a bit for each property that is declared
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

func (c *computed) has(p property) bool { return c.set>>p&1 != 0 }

// get returns the winning value, "" if there is none.
func (c *computed) get(p property) string {
	if !c.has(p) {
		return ""
	}
	return c.value[p]
}

func (c *computed) put(p property, value string, rank uint64) {
	if c.has(p) && rank < c.rank[p] || !valid(p, value) {
		return
	}
	c.set |= 1 << p
	c.rank[p] = rank
	c.value[p] = value
}

// declare takes over a declaration, shorthand or not. Properties that have no
// part in visibility are ignored.
func (c *computed) declare(name, value string, rank uint64) {
	if p, ok := propertyOf(name); ok {
		c.put(p, lower(value), rank)
		return
	}
	switch name {
	case "font":
		if size := fontShorthandSize(lower(value)); size != "" {
			c.put(fontSize, size, rank)
		}
	case "background":
		value = lower(value)
		c.put(background, value, rank)
		c.put(backgroundColor, value, rank)
	case "margin":
		c.sides(value, rank, marginTop, marginRight, marginBottom, marginLeft)
	case "inset":
		c.sides(value, rank, top, right, bottom, left)
	}
}

// sides spreads one to four values over the sides of a box.
func (c *computed) sides(value string, rank uint64, sides ...property) {
	f := strings.Fields(lower(value))
	if len(f) == 0 || len(f) > 4 {
		return
	}
	from := [5][4]int{1: {}, 2: {0, 1, 0, 1}, 3: {0, 1, 2, 1}, 4: {0, 1, 2, 3}}[len(f)]
	for i, side := range sides {
		c.put(side, f[from[i]], rank)
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
