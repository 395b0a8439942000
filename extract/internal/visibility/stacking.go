package visibility

import "strings"

// What makes a stacking context, or an element that is painted in layers of its
// own (CSS 2.2, appendix E, and the modules that add to it).
const stacks propertySet = 1<<position | 1<<zIndex | 1<<opacity | 1<<transform | 1<<scale | 1<<translate | 1<<rotate | 1<<filter |
	1<<clipPath | 1<<mask | 1<<isolation

// behindBackground reports whether the element at i of the path has a negative
// z-index and an opaque background is painted over it: that of an element around
// it, within the stacking context that both are in. The background of the context
// itself, and that of the page, are behind both.
func (s *Checker) behindBackground(i int) bool {
	var c computedStyle
	s.compute(i, 1<<position|1<<zIndex|1<<left|1<<top|1<<right|1<<bottom, &c)
	if z, ok := parseLength(c.get(zIndex)); !ok || z.n >= 0 || !hasPosition(&c) || protrudes(&c) {
		return false
	}
	for j := i - 1; j >= 0; j-- {
		n := s.path.nodes[j]
		if n.Data == "body" || n.Data == "html" || !s.spend(1) {
			return false
		}
		var around computedStyle
		if s.compute(j, stacks, &around); isStacking(&around) {
			return false
		}
		if p := s.colorsAt(j); p.backSet && p.back.a > 0.9 {
			return true
		}
	}
	return false
}

// hasPosition reports whether an element is positioned, so that its z-index counts.
func hasPosition(c *computedStyle) bool {
	switch c.get(position) {
	case "relative", "absolute", "fixed", "sticky", "-webkit-sticky":
		return true
	}
	return false
}

// protrudes reports whether offsets may move an element out of the one around it.
func protrudes(c *computedStyle) bool {
	const near = 40 // pixels
	for _, p := range [...]property{left, top, right, bottom} {
		l, ok := parseLength(c.get(p))
		if ok && (l.unit != pixels && l.unit != noUnit && l.n != 0 || l.n > near || l.n < -near) {
			return true
		}
	}
	return false
}

func isStacking(c *computedStyle) bool {
	switch c.get(position) {
	case "fixed", "sticky", "-webkit-sticky":
		return true
	}
	if z := c.get(zIndex); z != "" && z != "auto" {
		return true
	}
	if l, ok := parseLength(c.get(opacity)); ok && l.n < 1 && l.unit != percent || l.unit == percent && l.n < 100 {
		return true
	}
	for _, p := range [...]property{transform, scale, translate, rotate, filter, clipPath, mask, isolation} {
		switch value := c.get(p); value {
		case "", "none", "auto", "normal", "inherit", "initial", "unset", "revert":
		default:
			return p != isolation || !strings.Contains(value, "scroll-position") && !strings.Contains(value, "contents")
		}
	}
	return false
}
