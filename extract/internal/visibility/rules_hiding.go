package visibility

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// suspect reports whether a declaration by itself may take part in hiding
// text. It is the cheap test that keeps the cascade from being computed for
// elements where nothing can hide.
func suspect(p css.Property, value string) bool {
	if css.Substitutes(value) || maybeHides(p, value) {
		return true
	}
	switch p {
	case css.Display:
		return value == "none" || strings.HasPrefix(value, "table-column")
	case css.Visibility:
		return value == "hidden" || value == "collapse"
	case css.ContentVisibility:
		return value == "hidden"
	case css.Opacity:
		return fraction(value) < 1 || smallNumber(value)
	case css.Filter:
		return strings.IndexByte(value, '(') >= 0
	case css.FontSize:
		l, ok := css.ParseLength(value)
		return ok && tinyText(l) || l.Unit == css.Rems
	case css.Width, css.Height, css.MaxWidth, css.MaxHeight, css.LineHeight:
		l, ok := css.ParseLength(value)
		return ok && tiny(l, mostBoxPixels)
	case css.FontAdjust:
		return zeroAspect(value)
	case css.Flex:
		return noFlex(value)
	case css.Contain:
		return css.HasToken(value, "size") || value == "strict"
	case css.TextIndent, css.Left, css.Top, css.Right, css.Bottom, css.MarginLeft, css.MarginTop, css.LetterSpacing, css.Translate:
		return shifts(p, value) || wholeScreen(value) || farFixed(value)
	case css.TextSecurity, css.Clip, css.ClipPath, css.Mask, css.Transform, css.Rotate:
		return value != "none" && value != "auto" && value != "inherit" && value != "initial" && value != "unset"
	case css.Scale:
		return slices.ContainsFunc(strings.Fields(value), func(f string) bool { return fraction(f) < 1 })
	case css.Zoom:
		return shrinks(value)
	case css.ZIndex:
		return strings.HasPrefix(value, "-")
	case css.Animation, css.AnimationName:
		return value != "none"
	case css.Content:
		return replacesContent(value)
	case css.GridRows, css.GridColumns:
		return noTracks(value)
	case css.BackfaceVisibility:
		return value == "hidden"
	}
	return false
}

// suspects returns the declarations that are suspect.
func suspects(c *css.Style) (found css.PropertySet) {
	for rest := uint64(c.Set); rest != 0; rest &= rest - 1 {
		if p := css.Property(bits.TrailingZeros64(rest)); suspect(p, c.Value[p]) {
			found |= 1 << p
		}
	}
	return found
}

// shifts reports whether a value moves text far away.
func shifts(p css.Property, value string) bool {
	for value != "" {
		var part string
		part, value = css.CutBlock(value, ' ')
		l, ok := css.ParseLength(part)
		if !ok {
			continue
		}
		switch p {
		case css.TextIndent:
			if far(l, 500) || l.Unit == css.Percent && l.N >= 100 || l.N >= farIndent {
				return true
			}
		case css.LetterSpacing:
			if l.Unit == css.Ems && l.N <= -0.5 || l.Unit == css.Pixels && l.N <= -8 {
				return true
			}
		case css.MarginLeft, css.MarginTop:
			if l.Unit != css.Percent && far(l, 1500) {
				return true
			}
		case css.Top, css.Bottom:
			if far(l, 500) || l.Unit == css.Pixels && l.N >= 20000 {
				return true
			}
		default:
			if far(l, 500) || beyond(l) || p == css.Right && l.Unit == css.Views && l.N >= 100 {
				return true
			}
		}
	}
	return false
}

func smallNumber(value string) bool {
	l, ok := css.ParseLength(value)
	if l.Unit == css.Percent {
		l.N /= 100
	}
	return ok && l.N <= 0.1
}

// shrinks reports whether a zoom leaves nothing legible. Browsers take 0 for 1.
func shrinks(value string) bool {
	l, _ := css.ParseLength(value)
	return l.N > 0 && smallNumber(value)
}

// boxReason says how declarations that are not inherited hide an element with
// all that is in it, "" if they don't.
func boxReason(c *css.Style) string {
	switch {
	case c.Get(css.Display) == "none":
		return "display:none"
	case strings.HasPrefix(c.Get(css.Display), "table-column"):
		return "not rendered"
	case replacesContent(c.Get(css.Content)):
		return "replaced content"
	case c.Get(css.ContentVisibility) == "hidden":
		return "content-visibility:hidden"
	case c.Has(css.Opacity) && smallNumber(c.Value[css.Opacity]):
		return "opacity"
	case c.Has(css.Filter) && zeroFilter(c.Value[css.Filter]):
		return "filter"
	case c.Has(css.Zoom) && shrinks(c.Value[css.Zoom]):
		return "zoom"
	case offscreen(c):
		return "off-screen"
	case c.Has(css.Transform) && flattens(c.Value[css.Transform]), c.Has(css.Scale) && functionMatrix("scale", splitArgs(c.Value[css.Scale]+" ")).flat(),
		c.Has(css.Rotate) && edgeOn(c.Value[css.Rotate]), c.Has(css.Translate) && shifts(css.Translate, c.Value[css.Translate]):
		return "transform"
	case c.Has(css.Clip) && positioned(c) && zeroRect(c.Value[css.Clip]), c.Has(css.ClipPath) && zeroShape(c.Value[css.ClipPath]):
		return "clip"
	case c.Has(css.Mask) && (zeroMask(c.Value[css.Mask]) || strings.IndexByte(c.Value[css.Mask], '(') >= 0 && zeroSize(c.Get(css.MaskSize)+" "+sizeOfMask(c.Value[css.Mask]))):
		return "mask"
	case replacesText(c):
		return "text-indent"
	case zeroBox(c):
		return "zero size"
	case c.Has(css.ZIndex) && positioned(c) && buried(c.Value[css.ZIndex]):
		return "z-index"
	}
	return ""
}

// replacesContent reports whether a value of content puts a picture in place of an element.
func replacesContent(value string) bool {
	name, _, ok := strings.Cut(value, "(")
	return ok && (name == "url" || name == "image-set" || name == "-webkit-image-set" || strings.HasSuffix(name, "-gradient"))
}

// replacesText reports whether text is pushed out of its box, to the right, so that a
// background takes its place: an indent of all of its width, on one line, cut off.
func replacesText(c *css.Style) bool {
	l, ok := css.ParseLength(c.Get(css.TextIndent))
	return ok && (l.Unit == css.Percent && l.N >= 100 || l.Unit == css.Pixels && l.N >= farIndent) && clips(c) && strings.Contains(c.Get(css.WhiteSpace), "nowrap")
}

// clips reports whether a box cuts off what is outside of it.
func clips(c *css.Style) bool {
	contain := c.Get(css.Contain)
	return scrolls(c) || strings.Contains(c.Get(css.Overflow), "clip") || strings.Contains(contain, "paint") || contain == "strict" || contain == "content"
}

// scrolls reports whether a box is a scroll container.
func scrolls(c *css.Style) bool {
	o := c.Get(css.Overflow)
	return strings.Contains(o, "hidden") || strings.Contains(o, "scroll") || strings.Contains(o, "auto")
}

func positioned(c *css.Style) bool {
	switch c.Get(css.Position) {
	case "absolute", "fixed":
		return true
	}
	return false
}

func offscreen(c *css.Style) bool {
	for _, p := range [...]css.Property{css.MarginLeft, css.MarginTop} {
		if c.Has(p) && shifts(p, c.Value[p]) {
			return true
		}
	}
	if !positioned(c) && c.Get(css.Position) != "relative" {
		return false
	}
	for _, p := range [...]css.Property{css.Left, css.Top, css.Right, css.Bottom} {
		if c.Has(p) && (shifts(p, c.Value[p]) || c.Get(css.Position) == "fixed" && (wholeScreen(c.Value[p]) || farFixed(c.Value[p]))) {
			return true
		}
	}
	return false
}

// farFixed reports whether a value moves a box that is fixed to the screen, and never
// scrolls into it, out of that.
func farFixed(value string) bool {
	l, ok := css.ParseLength(value)
	return ok && far(l, 200)
}

// farIndent is the indent in pixels that takes a line out of any box.
const farIndent = 1500

// wholeScreen reports whether a value is at least all of the width or the height of the
// screen, for a box that is fixed there.
func wholeScreen(value string) bool {
	l, ok := css.ParseLength(value)
	return ok && (l.Unit == css.Percent || l.Unit == css.Views) && l.N >= 100
}

func buried(value string) bool {
	l, ok := css.ParseLength(value)
	return ok && l.N <= -100
}

// zeroBox reports whether a box that clips has no room for text.
func zeroBox(c *css.Style) bool {
	if !clips(c) {
		return false
	}
	if c.Has(css.Padding) && roomy(c.Value[css.Padding]) {
		return false
	}
	if d := c.Get(css.Display); strings.HasPrefix(d, "table") || d == "inline-table" { // as large as what is in it, at least
		return false
	}
	for _, p := range [...]css.Property{css.Width, css.MaxWidth} {
		if l, ok := css.ParseLength(c.Get(p)); ok && tiny(l, mostBoxPixels) {
			return true
		}
	}
	return !stretched(c) && (flatHeight(c.Get(css.Height)) || flatHeight(c.Get(css.MaxHeight)) || flatLines(c))
}

// flatHeight reports whether a height leaves no room. A percentage of a height that the
// content gives is none.
func flatHeight(value string) bool {
	l, ok := css.ParseLength(value)
	return ok && l.Unit != css.Percent && tiny(l, mostBoxPixels)
}

// flatLines reports whether lines without a height are all that a box has for one.
func flatLines(c *css.Style) bool {
	l, ok := css.ParseLength(c.Get(css.LineHeight))
	return ok && l.N == 0 && !sized(c, css.Height)
}

// stretched reports whether a box has a least height that leaves room for text.
func stretched(c *css.Style) bool {
	if !sized(c, css.MinHeight) {
		switch c.Get(css.MinHeight) {
		case "max-content", "min-content", "fit-content":
			return true
		}
		return false
	}
	l, ok := css.ParseLength(c.Get(css.MinHeight))
	return !ok || l.Unit != css.Percent && !tiny(l, mostBoxPixels)
}

// mostBoxPixels is the size in pixels of a box that no letter of usual text reaches into.
const mostBoxPixels = 3

// roomy reports whether text that doesn't fit a box may stand in its padding: to the
// right of it or below it. A padding that is a part of the width shapes a box for what is
// positioned in it.
func roomy(padding string) bool {
	sides, ok := css.FourSides(padding)
	if !ok {
		return true
	}
	for i, side := range sides {
		if l, ok := css.ParseLength(side); ok && l.N > 4 && (i == 1 || i == 2 || l.Unit == css.Percent) {
			return true
		}
	}
	return false
}
