package visibility

import (
	"math"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

var white = css.RGBA{R: 255, G: 255, B: 255, A: 1}

// darkCanvas is what Chromium paints behind a page with a dark color scheme.
var darkCanvas = css.RGBA{R: 18, G: 18, B: 18, A: 1}

func transparent(c css.RGBA) bool { return c.A <= 0.1 }

// alike reports whether text of colour c looks like its background b: a
// contrast ratio (WCAG 2.1) below 1.12.
func alike(c, b css.RGBA) bool {
	over := mixed(c, b)
	return math.Abs(over.R-b.R)+math.Abs(over.G-b.G)+math.Abs(over.B-b.B) <= 60 && resembles(c, b, 1.12)
}

// paleContrast is the contrast ratio up to which text is hard to read.
const paleContrast = 1.3

// resembles reports whether the contrast ratio of text of colour c and its background b is
// below a bound.
func resembles(c, b css.RGBA, bound float64) bool {
	x, y := mixed(c, b).Luminance(), b.Luminance()
	return (math.Max(x, y)+0.05)/(math.Min(x, y)+0.05) < bound
}

// mixed returns the colour that c gives on an opaque background b.
func mixed(c, b css.RGBA) css.RGBA {
	return css.RGBA{R: b.R + (c.R-b.R)*c.A, G: b.G + (c.G-b.G)*c.A, B: b.B + (c.B-b.B)*c.A, A: 1}
}

// The properties that decide the colours of text and of what is behind it.
const paints css.PropertySet = 1<<css.Color | 1<<css.TextFill | 1<<css.TextShadow | 1<<css.TextStroke | 1<<css.Background | 1<<css.BackgroundColor | 1<<css.BackgroundClip | 1<<css.ColorScheme

// inks are those and what changes them.
const inks = paints | 1<<css.Filter

// ofRoom are those that say how much of its content a box that cuts it off shows.
const ofRoom css.PropertySet = 1<<css.Width | 1<<css.Height | 1<<css.MaxWidth | 1<<css.MaxHeight | 1<<css.MinHeight | 1<<css.Padding | 1<<css.PaddingTop | 1<<css.LineHeight |
	1<<css.WhiteSpace | 1<<css.TextIndent | 1<<css.Contain | 1<<css.Display

// withContext returns s with the properties that decide whether one of s hides.
func withContext(s css.PropertySet) css.PropertySet {
	if s&(1<<css.Left|1<<css.Top|1<<css.Right|1<<css.Bottom|1<<css.Clip|1<<css.ZIndex) != 0 {
		s |= 1 << css.Position
	}
	if s&(1<<css.TextIndent) != 0 {
		s |= 1<<css.Overflow | 1<<css.WhiteSpace
	}
	if s&(1<<css.Mask|1<<css.MaskSize) != 0 {
		s |= 1<<css.Mask | 1<<css.MaskSize
	}
	if s&(1<<css.Width|1<<css.Height|1<<css.MaxWidth|1<<css.MaxHeight|1<<css.LineHeight) != 0 {
		s |= 1<<css.Overflow | 1<<css.Padding | 1<<css.Contain | 1<<css.Height | 1<<css.MinHeight | 1<<css.Display
	}
	if s&(1<<css.Overflow|1<<css.LineClamp|1<<css.Contain) != 0 {
		s |= 1<<css.Overflow | 1<<css.LineClamp | ofRoom
	}
	if s&(1<<css.Flex|1<<css.Contain) != 0 {
		s |= 1<<css.Flex | 1<<css.Contain | 1<<css.Overflow | 1<<css.Padding | 1<<css.Height
	}
	if s&(1<<css.GridRows|1<<css.GridColumns) != 0 {
		s |= 1 << css.Display
	}
	if s&(1<<css.Opacity|1<<css.Filter|1<<css.Clip|1<<css.ClipPath|1<<css.Mask) != 0 {
		s |= 1 << css.Display
	}
	if s&(ofBoxes|1<<css.TextIndent) != 0 {
		s |= 1<<css.Display | 1<<css.Position | 1<<css.Float
	}
	if s&css.Animations != 0 { // keyframes may set anything
		s = 1<<css.NumProperties - 1
	}
	return s | paints
}

// far reports whether a shift by l moves a box off the screen to the left or
// to the top; n is how many pixels count as far.
func far(l css.Length, n float64) bool {
	switch l.Unit {
	case css.Pixels, css.NoUnit:
		return l.N <= -n
	case css.Ems, css.Rems:
		return l.N <= -n/16
	case css.Views, css.Percent:
		return l.N <= -100
	}
	return false
}

// beyond reports whether a shift by l moves a box off the screen to the right
// or to the bottom.
func beyond(l css.Length) bool {
	switch l.Unit {
	case css.Pixels, css.NoUnit:
		return l.N >= 4000
	case css.Ems, css.Rems:
		return l.N >= 250
	case css.Views, css.Percent:
		return l.N >= 200
	}
	return false
}

// leastFontPixels is the size of a font in pixels up to which text isn't legible.
const leastFontPixels = 2

// tinyText reports whether text of a font of size l isn't legible. Of multiples of the font of
// the root only those count that are little whatever that is: scripts make it 100 pixels.
func tinyText(l css.Length) bool {
	if l.Unit == css.Rems {
		return l.N <= leastFontPixels/100.
	}
	return tiny(l, leastFontPixels)
}

// tiny reports whether a box of size l shows nothing legible.
func tiny(l css.Length, limit float64) bool {
	switch l.Unit {
	case css.NoUnit:
		return l.N == 0
	case css.Pixels:
		return l.N <= limit
	case css.Ems, css.Rems:
		return l.N <= limit/16
	case css.Percent:
		return l.N <= limit*100/16
	case css.Views:
		return l.N <= limit*100/1280
	}
	return false
}
