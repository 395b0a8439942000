package visibility

import (
	"math/bits"
	"strings"
)

// suspect reports whether a declaration by itself may take part in hiding
// text. It is the cheap test that keeps the cascade from being computed for
// elements where nothing can hide.
func suspect(p property, value string) bool {
	if strings.Contains(value, "var(") {
		return true
	}
	switch p {
	case display:
		return value == "none"
	case visibility:
		return value == "hidden" || value == "collapse"
	case contentVisibility:
		return value == "hidden"
	case opacity:
		return smallNumber(value)
	case filter:
		return strings.Contains(value, "opacity(")
	case fontSize, width, height, maxWidth, maxHeight, lineHeight:
		l, ok := parseLength(value)
		return ok && l.tiny(2)
	case textIndent, left, top, right, bottom, marginLeft, marginTop, letterSpacing, translate:
		return shifts(p, value)
	case textSecurity, clip, clipPath, mask, transform, rotate:
		return value != "none" && value != "auto" && value != "inherit" && value != "initial" && value != "unset"
	case scale, zoom:
		return smallNumber(strings.Fields(value + " x")[0])
	case zIndex:
		return strings.HasPrefix(value, "-")
	case animation, animationName:
		return value != "none"
	}
	return false
}

// suspects returns the declarations that are suspect.
func (c *computedStyle) suspects() (found propertySet) {
	for rest := uint64(c.set); rest != 0; rest &= rest - 1 {
		if p := property(bits.TrailingZeros64(rest)); suspect(p, c.value[p]) {
			found |= 1 << p
		}
	}
	return found
}

// shifts reports whether a value moves text far away.
func shifts(p property, value string) bool {
	for value != "" {
		var part string
		part, value = cutBlock(value, ' ')
		l, ok := parseLength(part)
		if !ok {
			continue
		}
		switch p {
		case textIndent:
			if l.far(500) {
				return true
			}
		case letterSpacing:
			if l.unit == ems && l.n <= -0.5 || l.unit == pixels && l.n <= -8 {
				return true
			}
		case marginLeft, marginTop:
			if l.unit != percent && l.far(1500) {
				return true
			}
		case top, bottom:
			if l.far(500) || l.unit == pixels && l.n >= 20000 {
				return true
			}
		default:
			if l.far(500) || l.beyond() || p == right && l.unit == views && l.n >= 100 {
				return true
			}
		}
	}
	return false
}

func smallNumber(value string) bool {
	l, ok := parseLength(value)
	if l.unit == percent {
		l.n /= 100
	}
	return ok && l.n <= 0.1
}

// boxReason says how declarations that are not inherited hide an element with
// all that is in it, "" if they don't.
func boxReason(c *computedStyle) string {
	switch {
	case c.get(display) == "none":
		return "display:none"
	case c.get(contentVisibility) == "hidden":
		return "content-visibility:hidden"
	case c.has(opacity) && smallNumber(c.value[opacity]):
		return "opacity"
	case c.has(filter) && zeroFilter(c.value[filter]):
		return "filter"
	case c.has(zoom) && smallNumber(c.value[zoom]):
		return "zoom"
	case offscreen(c):
		return "off-screen"
	case c.has(transform) && flattens(c.value[transform]), c.has(scale) && suspect(scale, c.value[scale]),
		c.has(rotate) && edgeOn(c.value[rotate]), c.has(translate) && shifts(translate, c.value[translate]):
		return "transform"
	case c.has(clip) && positioned(c) && zeroRect(c.value[clip]), c.has(clipPath) && zeroShape(c.value[clipPath]):
		return "clip"
	case c.has(mask) && zeroMask(c.value[mask]):
		return "mask"
	case zeroBox(c):
		return "zero size"
	case c.has(zIndex) && positioned(c) && buried(c.value[zIndex]):
		return "z-index"
	}
	return ""
}

func positioned(c *computedStyle) bool {
	switch c.get(position) {
	case "absolute", "fixed":
		return true
	}
	return false
}

func offscreen(c *computedStyle) bool {
	for _, p := range [...]property{marginLeft, marginTop} {
		if c.has(p) && shifts(p, c.value[p]) {
			return true
		}
	}
	if !positioned(c) && c.get(position) != "relative" {
		return false
	}
	for _, p := range [...]property{left, top, right, bottom} {
		if c.has(p) && shifts(p, c.value[p]) {
			return true
		}
	}
	return false
}

func buried(value string) bool {
	l, ok := parseLength(value)
	return ok && l.n <= -100
}

// zeroBox reports whether a box that clips has no room for text.
func zeroBox(c *computedStyle) bool {
	switch o := c.get(overflow); {
	case strings.Contains(o, "hidden"), strings.Contains(o, "clip"), strings.Contains(o, "scroll"), strings.Contains(o, "auto"):
	default:
		return false
	}
	if c.has(padding) && roomy(c.value[padding]) {
		return false
	}
	for _, p := range [...]property{width, height, maxWidth, maxHeight, lineHeight} {
		if l, ok := parseLength(c.get(p)); ok && (p != lineHeight && l.tiny(1) || l.n == 0) {
			return true
		}
	}
	return false
}

func roomy(padding string) bool {
	for _, f := range strings.Fields(padding) {
		if l, ok := parseLength(f); ok && l.n > 4 {
			return true
		}
	}
	return false
}
