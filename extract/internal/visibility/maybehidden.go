package visibility

import (
	"math"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// Nothing is laid out here, so that it is not known what a layout moves away, cuts off or
// makes too faint to read. Where declarations may do that to text, it counts as visible, and
// [Checker.ConcealedReason] tells that it is maybe hidden:
//
//	<div style="overflow:hidden;height:20px">seen<p>perhaps not</p></div>
//
// Much of it is seen. What is sure to hide is told before, see rules_hiding.go.

// The reasons of text that is maybe hidden.
const (
	maybeAway    = "maybe off-screen"
	maybeCut     = "maybe cut off"
	maybeFaint   = "maybe too faint"
	maybeCovered = "maybe covered"
)

// Bounds from which on a declaration may hide text.
const (
	maybeShift    = 40  // pixels back, or hundredths of the box around for a box that is offset
	maybeForward  = 700 // pixels to the right or down
	maybeShare    = 90  // hundredths of the box around, forward or, for a transform, back
	maybeFromEdge = 400 // pixels from the right or the bottom edge
	maybeIndent   = 200 // pixels
	maybeFont     = 4   // pixels, or less
	maybeBlur     = 3   // pixels
	maybeOpacity  = 0.35
	maybeScale    = 0.35
)

// maybeHides reports whether a declaration by itself may hide text where it is laid out so.
func maybeHides(p css.Property, value string) bool {
	switch p {
	case css.Left, css.Top, css.MarginLeft:
		l, ok := css.ParseLength(value)
		return strays(value, -maybeShift, -maybeShift) || ok && p != css.MarginLeft && l.Unit == css.Pixels && l.N >= maybeForward
	case css.Right, css.Bottom:
		l, ok := css.ParseLength(value)
		return strays(value, -maybeShift, -maybeShift) || ok && l.Approximate() >= maybeFromEdge
	case css.Translate:
		return strays(value, -maybeShift, -maybeShare)
	case css.MarginTop, css.MarginBottom:
		l, ok := css.ParseLength(value)
		return ok && l.Approximate() <= -maybeShift/2
	case css.TextIndent:
		l, ok := css.ParseLength(value)
		return ok && (l.Approximate() <= -maybeShift || l.Approximate() >= maybeIndent)
	case css.LetterSpacing:
		l, ok := css.ParseLength(value)
		return ok && (l.Approximate() <= -maybeFont || l.Approximate() >= maybeIndent)
	case css.FontSize:
		l, ok := css.ParseLength(value)
		return ok && l.Unit != css.Percent && l.Unit != css.Ems && l.Approximate() <= maybeFont || strings.Contains(value, "cq")
	case css.Overflow:
		return strings.Contains(value, "hidden") || strings.Contains(value, "clip")
	case css.Contain:
		return strings.Contains(value, "paint") || value == "content"
	case css.LineClamp:
		return value != "none"
	case css.GridRows:
		return sharesCell(value)
	case css.Flex:
		return besideFullWidth(value)
	case css.Zoom:
		l, ok := css.ParseLength(value)
		return ok && l.N > 0 && l.N <= maybeScale && l.Unit == css.NoUnit
	case css.Isolation:
		return strings.Contains(value, "path(") || strings.Contains(value, "ray(") || blends(value)
	}
	return false
}

// strays reports whether an offset moves a box to the pixel back or before it, far forward,
// or by low hundredths of the box around it or less, or by maybeShare or more.
func strays(value string, back, low float64) bool {
	for value != "" {
		var part string
		part, value = css.CutBlock(value, ' ')
		l, ok := css.ParseLength(part)
		switch {
		case !ok:
		case l.Unit == css.Percent || l.Unit == css.Views:
			if l.N <= low || l.N >= maybeShare {
				return true
			}
		case l.Approximate() <= back, l.Approximate() >= farIndent:
			return true
		}
	}
	return false
}

// sharesCell reports whether a value of grid-area puts an item of a grid into its first cell, as
// is done to lay items over each other.
func sharesCell(value string) bool {
	row, column, _ := strings.Cut(value, "/")
	column, _, _ = strings.Cut(column, "/")
	return strings.TrimSpace(row) == "1" && strings.TrimSpace(column) == "1"
}

// besideFullWidth reports whether a value of flex makes each item as wide as all of the box
// that shows one of them at a time.
func besideFullWidth(value string) bool {
	f := strings.Fields(value)
	return len(f) == 3 && f[1] == "0" && f[2] == "100%"
}

// blends reports whether a value names a way to blend an element with what is behind it
// that may give both one colour.
func blends(value string) bool {
	switch value {
	case "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light", "difference", "exclusion",
		"hue", "saturation", "color", "luminosity", "plus-lighter", "plus-darker":
		return true
	}
	return false
}

// maybeReason says what may hide the element at i of the path, whose declarations are c, ""
// for nothing.
func (s *Checker) maybeReason(i int, c *css.Style) string {
	switch {
	case away(c), turned(c):
		return maybeAway
	case masked(c), faint(c), s.pale:
		return maybeFaint
	case c.Has(css.MarginBottom) && maybeHides(css.MarginBottom, c.Value[css.MarginBottom]), c.Has(css.ZIndex) && zIndex(c) < 0 && hasPosition(c),
		sharesCell(c.Get(css.GridRows)) && !alone(s.node(i)):
		return maybeCovered
	case s.cutsOff(i, c):
		return maybeCut
	}
	return ""
}

// away reports whether a box, or the text in it, may be moved out of sight.
func away(c *css.Style) bool {
	for _, p := range [...]css.Property{css.MarginLeft, css.MarginTop} {
		if c.Has(p) && maybeHides(p, c.Value[p]) {
			return true
		}
	}
	for _, k := range [...]inheritedHiding{indented, squeezed} { // if it hides, some of the text is shown again
		if p := k.property(); c.Has(p) && maybeHides(p, c.Value[p]) && k.reason(c) == "" {
			return true
		}
	}
	if besideFullWidth(c.Get(css.Flex)) {
		return true
	}
	if v := c.Get(css.Isolation); strings.Contains(v, "path(") || strings.Contains(v, "ray(") {
		return true
	}
	if !hasPosition(c) {
		return false
	}
	for _, p := range [...]css.Property{css.Left, css.Top, css.Right, css.Bottom} {
		if v := c.Get(p); maybeHides(p, v) || c.Get(css.Position) == "fixed" && strays(v, -maybeShift/2, -maybeShift) ||
			c.Get(css.Position) == "relative" && strays(negated(v), -maybeShift, -maybeShare) || c.Get(css.Position) == "fixed" && shiftOf(c, p) >= maybeForward {
			return true
		}
	}
	return false
}

// negated returns a length with the other sign.
func negated(value string) string {
	if rest, ok := strings.CutPrefix(value, "-"); ok {
		return rest
	}
	return "-" + value
}

// turned reports whether transforms may move a box out of sight, or turn or scale it so that
// it is not read.
func turned(c *css.Style) bool {
	if c.Has(css.Translate) && maybeHides(css.Translate, c.Value[css.Translate]) {
		return true
	}
	m, moved := rotateMatrix(c.Get(css.Rotate)), false
	if l, ok := css.ParseLength(c.Get(css.Rotate)); ok {
		m = rotation(0, 0, 1, l.N*math.Pi/180)
	}
	if c.Has(css.Scale) {
		m = m.times(functionMatrix("scale", splitArgs(c.Value[css.Scale]+" ")))
	}
	calls(c.Get(css.Transform), func(name string, args []string) bool {
		if len(args) == 0 {
			return false
		}
		m = m.times(functionMatrix(name, args))
		moved = moved || translates(name, args)
		return false
	})
	return moved || m != identity && m.unread()
}

// translates reports whether a transform function may move a box out of sight.
func translates(name string, args []string) bool {
	switch {
	case name == "translatez", name == "translate3d" && len(args) == 3 && strings.HasPrefix(name, "translate"):
		if shift, ok := depthOf(name, args); ok && shift > 0 {
			return true
		}
	case name == "matrix" && len(args) == 6:
		args = args[4:]
	case name == "matrix3d" && len(args) == 16:
		args = args[12:14]
	case !strings.HasPrefix(name, "translate"):
		return false
	}
	for _, a := range args[:min(2, len(args))] {
		if name != "translatez" && (maybeHides(css.Translate, a) || strings.HasPrefix(name, "matrix") && maybeHides(css.Translate, a+"px")) {
			return true
		}
	}
	return false
}

// unread reports whether a transform turns text away from the line that it is read on, or
// makes it little or very large.
func (m matrix) unread() bool {
	const largest = 4
	width, height := math.Hypot(m[0][0], m[1][0]), math.Hypot(m[0][1], m[1][1])
	return width <= maybeScale || height <= maybeScale || width >= largest || height >= largest || math.Abs(m[1][0]) > 0.5 || math.Abs(m[0][1]) > 0.5 || m[0][0] < 0 || m[1][1] < 0
}

// masked reports whether a shape or a mask may leave the text of a box out.
func masked(c *css.Style) bool {
	if v := c.Get(css.Mask); v != "" && !plain(v) {
		return true
	}
	if v := c.Get(css.ClipPath); strings.IndexByte(v, '(') >= 0 && !marginal(v) {
		return true
	}
	v := c.Get(css.Clip)
	return positioned(c) && strings.Contains(v, "rect(") && strings.Count(v, "auto") < 4
}

// marginal reports whether a value of clip-path takes little from the edges of a box.
func marginal(value string) bool {
	const most = 8 // pixels, or hundredths of the box
	return calls(value, func(name string, args []string) bool {
		if name != "inset" {
			return false
		}
		for _, a := range args {
			l, ok := css.ParseLength(a)
			switch {
			case a == "round":
				return true
			case !ok || l.N > most:
				return false
			}
		}
		return true
	})
}

// faint reports whether text may be too pale, blurred or little to be read.
func faint(c *css.Style) bool {
	if c.Has(css.Opacity) && fraction(c.Value[css.Opacity]) <= maybeOpacity || blends(c.Get(css.Isolation)) {
		return true
	}
	return maybeHides(css.Zoom, c.Get(css.Zoom)) || maybeHides(css.FontSize, c.Get(css.FontSize)) && tinyFont.reason(c) == "" || filtersAway(c.Get(css.Filter))
}

// filtersAway reports whether a filter may make text unreadable.
func filtersAway(value string) bool {
	return calls(value, func(name string, args []string) bool {
		if len(args) == 0 {
			return false
		}
		l, ok := css.ParseLength(args[0])
		switch name {
		case "blur":
			return ok && l.Approximate() >= maybeBlur
		case "opacity", "contrast":
			return fraction(args[0]) <= maybeOpacity
		case "url":
			return true
		}
		return false
	})
}
