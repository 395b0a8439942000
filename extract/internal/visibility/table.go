package visibility

import (
	"math"
	"math/bits"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// A row says when a declaration of one property hides text, and when it may. Nothing is laid
// out here: what only a layout decides is left at "may". So is a value that is not understood,
// of any property that has a row.
type row struct {
	reason  string
	applies func(c *css.Style) bool // nil: whatever else is declared
	hides   func(v *css.Value) bool // nil: never for sure
	doubts  func(v *css.Value) bool // nil: never
}

// boxRows judge what hides an element with all that is in it.
var boxRows = [css.NumProperties][]row{
	css.Display: {
		{reason: "display:none", hides: func(v *css.Value) bool { return v.Is("none") }},
		{reason: "not rendered", hides: func(v *css.Value) bool { return strings.HasPrefix(v.Text, "table-column") }},
	},
	css.Content:           {{reason: "replaced content", hides: isPictureValue}},
	css.ContentVisibility: {{reason: "content-visibility:hidden", hides: func(v *css.Value) bool { return v.Is("hidden") }}},
	css.Opacity: {{reason: "opacity",
		hides:  func(v *css.Value) bool { return v.Form == css.Number && v.Fraction() <= leastOpacity },
		doubts: func(v *css.Value) bool { return v.Form == css.Number && v.Fraction() <= doubtfulOpacity }}},
	css.Filter: {{reason: "filter",
		hides: func(v *css.Value) bool { return v.Effect != nil && v.Effect.Opacity <= leastOpacity },
		doubts: func(v *css.Value) bool {
			return v.Effect != nil && (v.Effect.Odd || v.Effect.Recolors || v.Effect.Opacity <= doubtfulOpacity || v.Effect.Blur >= doubtfulBlur)
		}}},
	css.Zoom: {{reason: "zoom", // browsers take 0 for 1
		hides:  func(v *css.Value) bool { return v.N > 0 && v.Fraction() <= 0.1 },
		doubts: func(v *css.Value) bool { return v.N > 0 && v.Fraction() <= doubtfulScale }}},
	css.MarginLeft: marginRows,
	css.MarginTop:  marginRows,
	css.Left:       {{"off-screen", hasPosition, func(v *css.Value) bool { return far(v.Length, 500) || beyond(v.Length) }, strays}, fixedRow},
	css.Right: {{"off-screen", hasPosition, func(v *css.Value) bool {
		return far(v.Length, 500) || beyond(v.Length) || v.Unit == css.Views && v.N >= 100
	}, strays}, fixedRow},
	css.Top:       topRows,
	css.Bottom:    topRows,
	css.Transform: transformRows,
	css.Scale:     transformRows,
	css.Translate: transformRows,
	css.Rotate:    transformRows,
	css.Clip:      {{"clip", isOutOfFlow, leavesNothing, nil}},
	css.ClipPath:  {{"clip", nil, leavesNothing, nil}},
	css.Mask:      {{"mask", nil, leavesNothing, nil}},
	css.MaskSize:  {{"mask", func(c *css.Style) bool { return c.Get(css.Mask).Form == css.Odd }, leavesNothing, nil}},
	// Text is pushed out of its box, to the right, so that a background takes its place.
	css.TextIndent: {{"text-indent", func(c *css.Style) bool { return clips(c) && strings.Contains(c.Get(css.WhiteSpace).Text, "nowrap") }, isWideIndent, nil}},
	css.Width:      {{"zero size", lacksRoom, isThin, nil}},
	css.MaxWidth:   {{"zero size", lacksRoom, isThin, nil}},
	css.Height:     {{"zero size", lacksHeight, isFlat, nil}},
	css.MaxHeight:  {{"zero size", lacksHeight, isFlat, nil}},
	css.LineHeight: {{"zero size", func(c *css.Style) bool { return lacksHeight(c) && !isSized(c.Get(css.Height)) },
		func(v *css.Value) bool { return v.Form == css.Number && v.N == 0 }, nil}},
	css.ZIndex: {{"z-index", isOutOfFlow, func(v *css.Value) bool { return v.N <= -100 }, nil},
		{"z-index", hasPosition, nil, func(v *css.Value) bool { return v.N < 0 }}},
	css.Rare: {{reason: "layout"}},
}

var (
	marginRows = []row{{"off-screen", nil,
		func(v *css.Value) bool { return v.Unit != css.Percent && far(v.Length, 1500) },
		func(v *css.Value) bool { return v.Approximate() <= -doubtfulShift }}}
	topRows = []row{{"off-screen", hasPosition,
		func(v *css.Value) bool { return far(v.Length, 500) || v.Unit == css.Pixels && v.N >= 20000 }, strays}, fixedRow}
	// What is fixed to the screen never scrolls into it.
	fixedRow = row{"off-screen", func(c *css.Style) bool { return c.Get(css.Position).Is("fixed") }, func(v *css.Value) bool {
		return (v.Unit == css.Percent || v.Unit == css.Views) && v.N >= 100 || far(v.Length, 200)
	}, nil}
	transformRows = []row{{"transform", nil,
		func(v *css.Value) bool { return v.Effect != nil && (isTiny(v.Effect) || isFarAway(v.Effect)) },
		func(v *css.Value) bool { return v.Effect != nil && isDistorted(v.Effect) }}}
)

// traitRows judge what text inherits, and what elements below may set back.
var traitRows = [numTraits]row{
	invisible: {reason: "visibility", hides: func(v *css.Value) bool { return v.Is("hidden") || v.Is("collapse") }},
	tinyFont: {reason: "font-size",
		hides: func(v *css.Value) bool { return v.Form == css.Number && isTinyFont(v.Length) },
		doubts: func(v *css.Value) bool {
			return v.Form == css.Number && v.Unit != css.Percent && v.Unit != css.Ems && v.Approximate() <= doubtfulFont
		}},
	indented: {reason: "text-indent",
		hides:  func(v *css.Value) bool { return far(v.Length, 500) },
		doubts: func(v *css.Value) bool { return v.Approximate() <= -doubtfulShift || v.Approximate() >= 200 }},
	squeezed: {reason: "letter-spacing",
		hides:  func(v *css.Value) bool { return v.Unit == css.Ems && v.N <= -0.5 || v.Unit == css.Pixels && v.N <= -8 },
		doubts: func(v *css.Value) bool { return v.Approximate() <= -4 || v.Approximate() >= 200 }},
	secured: {reason: "text-security", hides: func(v *css.Value) bool {
		return v.Form != css.Absent && !v.Is("none") && !v.Keeps() && !v.Is("initial")
	}},
}

// Bounds from which on a declaration may hide text.
const (
	doubtfulShift   = 40  // pixels back
	doubtfulForward = 700 // pixels to the right or down
	doubtfulShare   = 90  // hundredths of the box around, forward or, for a transform, back
	doubtfulFont    = 4   // pixels, or less
	doubtfulBlur    = 3   // pixels
	doubtfulOpacity = 0.35
	doubtfulScale   = 0.35
)

// leastOpacity is the opacity up to which text counts as invisible.
const leastOpacity = 0.1

// leastScale is the share of its width or height that an element keeps at most to show nothing
// legible; of its area it is the square of that.
const leastScale = 0.05

// wideIndent is the indent in pixels that takes a line out of any box.
const wideIndent = 1500

// judge says how a declared value hides, and whether it may, given what else is declared.
func (r *row) judge(c *css.Style, v *css.Value) (hides, doubts bool) {
	if v.Form == css.Absent || r.applies != nil && !r.applies(c) {
		return false, false
	}
	if r.hides != nil && r.hides(v) {
		return true, false
	}
	return false, v.Form == css.Odd || r.doubts != nil && r.doubts(v)
}

// judgeBox says how declarations hide the box of an element, and if they don't, by what they
// may; "" for not at all.
func judgeBox(c *css.Style) (reason, doubt string) {
	for rest := uint64(c.Set); rest != 0; rest &= rest - 1 {
		p := css.Property(bits.TrailingZeros64(rest))
		for i := range boxRows[p] {
			r := &boxRows[p][i]
			switch hides, doubts := r.judge(c, c.Get(p)); {
			case hides && p == css.Display && c.ByAttribute(p):
				return "hidden", ""
			case hides:
				return r.reason, ""
			case doubts:
				doubt = r.reason
			}
		}
	}
	return "", doubt
}

// suspect reports whether a declaration by itself may take part in hiding text. It keeps the
// cascade from being computed for elements where nothing can hide.
func suspect(p css.Property, v *css.Value) bool {
	switch {
	case v.Form == css.Varies:
		return p != css.Background && p != css.BackgroundClip
	case v.Keeps():
		return false
	}
	switch p {
	case css.Opacity:
		return v.Form == css.Odd || v.Form == css.Number && v.Fraction() < 1
	case css.Filter, css.Transform, css.Scale, css.Translate, css.Rotate:
		return v.Effect != nil && (v.Effect.Opacity < 1 || v.Effect.Width < 1 || v.Effect.Height < 1 || v.Effect.Recolors || v.Effect.Blur >= doubtfulBlur || isFarAway(v.Effect) || isDistorted(v.Effect))
	case css.Color, css.TextFill:
		return v.Form == css.Colored || v.Form == css.Odd
	case css.BackgroundColor:
		return v.Is("currentcolor") || v.Form == css.Colored && (alike(v.Color, black) || alike(v.Color, white))
	case css.Animation, css.AnimationName:
		return !v.Is("none")
	case css.TextIndent:
		if isWideIndent(v) {
			return true
		}
	}
	for k := range numTraits {
		if r := &traitRows[k]; k.property() == p && k != contrast {
			return v.Form == css.Odd || r.hides(v) || r.doubts != nil && r.doubts(v)
		}
	}
	for i := range boxRows[p] {
		if r := &boxRows[p][i]; v.Form == css.Odd || r.hides != nil && r.hides(v) || r.doubts != nil && r.doubts(v) {
			return true
		}
	}
	return false
}

// context returns s with the properties that decide whether one of s hides.
func context(s css.PropertySet) css.PropertySet {
	if s&css.Animations != 0 { // keyframes may set anything
		return 1<<css.NumProperties - 1
	}
	if s&(1<<css.Width|1<<css.Height|1<<css.MaxWidth|1<<css.MaxHeight|1<<css.LineHeight|1<<css.TextIndent) != 0 {
		s |= 1<<css.Overflow | 1<<css.Padding | 1<<css.Height | 1<<css.MinHeight | 1<<css.WhiteSpace
	}
	if s&(1<<css.Mask|1<<css.MaskSize) != 0 {
		s |= 1<<css.Mask | 1<<css.MaskSize
	}
	return s | 1<<css.Display | 1<<css.Position | 1<<css.Float
}

func isPictureValue(v *css.Value) bool {
	name, _, ok := strings.Cut(v.Text, "(")
	return ok && (name == "url" || strings.HasSuffix(name, "image-set") || strings.HasSuffix(name, "-gradient"))
}

func leavesNothing(v *css.Value) bool { return v.Form == css.Number && v.N == 0 }

func isWideIndent(v *css.Value) bool {
	return v.Unit == css.Percent && v.N >= 100 || v.Unit == css.Pixels && v.N >= wideIndent
}

// isTiny reports whether transforms leave nothing legible of an element on the screen.
func isTiny(e *css.Effect) bool {
	return e.Width <= leastScale || e.Height <= leastScale || e.Width*e.Height < leastScale*leastScale
}

func isFarAway(e *css.Effect) bool {
	for _, l := range e.Shifts {
		if l.Unit == css.Percent && l.N <= -500 || l.Unit != css.Percent && (far(l, 500) || beyond(l)) {
			return true
		}
	}
	return false
}

// isDistorted reports whether transforms may move an element out of sight, or make it hard to read.
func isDistorted(e *css.Effect) bool {
	const largest = 4
	for _, l := range e.Shifts {
		if l.Unit == css.Percent && math.Abs(l.N) >= doubtfulShare || l.Unit != css.Percent && l.Approximate() <= -doubtfulShift {
			return true
		}
	}
	return e.Odd || min(e.Width, e.Height) <= doubtfulScale || max(e.Width, e.Height) >= largest
}

// strays reports whether an offset may move a box out of sight.
func strays(v *css.Value) bool {
	if v.Unit == css.Percent || v.Unit == css.Views {
		return v.N <= -doubtfulShift || v.N >= doubtfulShare
	}
	return v.Approximate() <= -doubtfulShift || v.Approximate() >= doubtfulForward
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

// isTinyFont reports whether text of a font of size l isn't legible: of 2 pixels or less. Of
// multiples of the font of the root only those count that are little whatever that is: scripts
// make it 100 pixels.
func isTinyFont(l css.Length) bool {
	if l.Unit == css.Rems {
		return l.N <= 0.02
	}
	return isTinyLength(l, 2)
}

// isTinyLength reports whether a box of size l, or a line, shows nothing legible.
func isTinyLength(l css.Length, limit float64) bool {
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
