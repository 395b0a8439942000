package visibility

import (
	"math/bits"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// A row says when a declaration of one property hides text, and when it may. Nothing is laid
// out here: what only a layout decides is left at "may". So is a value that is not understood,
// of any property that has a row.
type row struct {
	reason  string
	applies func(c *css.Style) bool // nil: regardless of other declarations
	past    []bound                 // the lengths that hide for sure
	hides   func(v *css.Value) bool // and other such values, nil for none
	near    []bound                 // the lengths that may hide
	doubts  func(v *css.Value) bool // and other such values, nil for none
}

// A bound is passed by lengths of at least so many pixels, hundredths of the box around or hundredths of the screen, or, if it is
// negative, of at most so many. Zero is never passed.
type bound struct{ pixels, percent, views float64 }

func (b bound) isPassed(l css.Length) bool {
	n, limit := l.N, b.pixels
	switch l.Unit {
	case css.Ems, css.Rems:
		n *= 16
	case css.Percent:
		limit = b.percent
	case css.Views:
		limit = b.views
	case css.NoLength:
		return false
	}
	return limit < 0 && n <= limit || limit > 0 && n >= limit
}

func passes(l css.Length, bounds []bound) bool {
	return slices.ContainsFunc(bounds, func(b bound) bool { return b.isPassed(l) })
}

// Shifts to the left or to the top, and to the right or to the bottom, that move a box off the screen, or may.
var (
	offSides  = []bound{{-500, -100, -100}, {4000, 200, 200}}
	offRight  = []bound{{-500, -100, -100}, {4000, 200, 100}}
	offTop    = []bound{{-500, -100, -100}, {20_000, 0, 0}}
	offFixed  = []bound{{-200, -100, -100}, {0, 100, 100}} // what is fixed to the screen never scrolls into it
	strays    = []bound{{-doubtfulShift, -40, -40}, {700, doubtfulShare, doubtfulShare}}
	pulledOff = []bound{{-1500, 0, -100}} // by a margin
	pulled    = []bound{{-doubtfulShift, -4, -3}}
	moved     = []bound{{-doubtfulShift, -doubtfulShare, -3}, {0, doubtfulShare, 0}} // by a transform
	movedOff  = []bound{{-500, -500, -100}, {4000, 0, 200}}
)

var boxRows = [css.NumProperties][]row{
	css.Display: {
		{reason: "display:none", hides: func(v *css.Value) bool { return v.Is("none") }},
		{reason: "not rendered", hides: func(v *css.Value) bool { return strings.HasPrefix(v.Text, "table-column") }},
	},
	css.Content:           {{reason: "replaced content"}},
	css.ContentVisibility: {{reason: "content-visibility:hidden", hides: func(v *css.Value) bool { return v.Is("hidden") }}},
	css.Opacity: {{reason: "opacity",
		hides:  func(v *css.Value) bool { return isAtMost(v, leastOpacity) },
		doubts: func(v *css.Value) bool { return isAtMost(v, 0.35) }}},
	css.Filter: {{reason: "filter",
		hides: func(v *css.Value) bool { return v.Effect != nil && v.Effect.Opacity <= leastOpacity },
		doubts: func(v *css.Value) bool {
			return v.Effect != nil && (v.Effect.Odd || v.Effect.Opacity <= 0.35 || v.Effect.Blur >= 3)
		}}},
	css.Zoom: {{reason: "zoom", // browsers take 0 for 1
		hides:  func(v *css.Value) bool { return v.N > 0 && isAtMost(v, 0.1) },
		doubts: func(v *css.Value) bool { return v.N > 0 && isAtMost(v, 0.35) }}},
	css.Mask:       {{reason: "mask", hides: isNothing}},
	css.Clip:       {{reason: "clip", applies: isOutOfFlow, hides: isNothing}},
	css.ClipPath:   {{reason: "clip", hides: isNothing}},
	css.MarginLeft: {{reason: "off-screen", past: pulledOff, near: pulled}},
	css.MarginTop:  {{reason: "off-screen", past: pulledOff, near: pulled}},
	css.Left:       {{reason: "off-screen", applies: hasPosition, past: offSides, near: strays}, fixedRow},
	css.Right:      {{reason: "off-screen", applies: hasPosition, past: offRight, near: strays}, fixedRow},
	css.Top:        {{reason: "off-screen", applies: hasPosition, past: offTop, near: strays}, fixedRow},
	css.Bottom:     {{reason: "off-screen", applies: hasPosition, past: offTop, near: strays}, fixedRow},
	css.Transform:  {transformRow},
	css.Scale:      {transformRow},
	css.Translate:  {transformRow},
	css.Rotate:     {transformRow},
	// Text is pushed out of its box, to the right, so that a background takes its place.
	css.TextIndent: {{reason: "text-indent", past: []bound{{1500, 100, 0}},
		applies: func(c *css.Style) bool {
			return clips(c) && strings.Contains(c.Get(css.WhiteSpace).Text+c.Get(css.TextWrap).Text, "nowrap")
		}}},
	css.Width:     {{reason: "zero size", applies: lacksRoom, hides: isThin}},
	css.MaxWidth:  {{reason: "zero size", applies: lacksRoom, hides: isThin}},
	css.Height:    {{reason: "zero size", applies: lacksHeight, hides: isFlat}},
	css.MaxHeight: {{reason: "zero size", applies: lacksHeight, hides: isFlat}},
	css.LineHeight: {{reason: "zero size", hides: isNothing,
		applies: func(c *css.Style) bool {
			h := c.Get(css.Height).Form
			return lacksHeight(c) && h != css.Number && h != css.Odd
		}}},
	css.ZIndex: {{reason: "z-index", applies: isOutOfFlow, past: []bound{{-100, 0, 0}}}, {reason: "z-index", applies: hasPosition, near: []bound{{-1, 0, 0}}}},
}

var (
	fixedRow     = row{reason: "off-screen", applies: func(c *css.Style) bool { return c.Get(css.Position).Is("fixed") }, past: offFixed}
	transformRow = row{reason: "transform",
		hides:  func(v *css.Value) bool { return v.Effect != nil && isGone(v.Effect) },
		doubts: func(v *css.Value) bool { return v.Effect != nil && isDistorted(v.Effect) }}
)

// traitRows judge what text inherits, and what elements below may set back. The colours of the
// contrast are judged in colors.go.
var traitRows = [numTraits]row{
	invisible: {reason: "visibility", hides: func(v *css.Value) bool { return v.Is("hidden") || v.Is("collapse") }},
	tinyFont: {reason: "font-size",
		hides: func(v *css.Value) bool { // scripts set the font of the root to up to 100 pixels
			return v.Form == css.Number && (v.Unit == css.Rems && v.N <= 0.02 || v.Unit != css.Rems && isTinyLength(v.Length, 2))
		},
		doubts: func(v *css.Value) bool {
			return v.Form == css.Number && v.Unit != css.Percent && v.Unit != css.Ems && v.Approximate() <= 4
		}},
	indented: {reason: "text-indent", past: []bound{{-500, -100, -100}}, near: []bound{{-doubtfulShift, -4, -3}, {200, 20, 15}}},
	squeezed: {reason: "letter-spacing", past: []bound{{-8, 0, 0}}, near: []bound{{-4, -0.4, -0.3}, {200, 20, 15}}},
	secured: {reason: "text-security", hides: func(v *css.Value) bool {
		return v.Form != css.Absent && !v.Is("none") && !v.Keeps() && !v.Is("initial")
	}},
}

// Bounds from which on a declaration hides text, or may.
const (
	leastOpacity = 0.1
	// leastScale is the share of its width or height that an element keeps at most to show nothing
	// legible; of its area it is the square of that.
	leastScale    = 0.05
	leastBlur     = 10 // pixels: no letter of the usual size is legible
	mostBoxPixels = 3  // no letter of the usual size reaches into such a box
	doubtfulShift = 40 // pixels back
	doubtfulShare = 90 // hundredths of the box around, forward or, for a transform, back
)

// judge reports whether a declaration with the value v in c hides text, or may. With a nil c it regards no other declarations.
func (r *row) judge(c *css.Style, v *css.Value) (hides, doubts bool) {
	switch {
	case v.Form == css.Absent, r.applies != nil && c != nil && !r.applies(c):
		return false, false
	case v.Form == css.Number && passes(v.Length, r.past), r.hides != nil && r.hides(v):
		return true, false
	}
	return false, v.Form == css.Odd || v.Form == css.Number && passes(v.Length, r.near) || r.doubts != nil && r.doubts(v)
}

// judgeBox returns why declarations certainly hide the box of an element or, if they don't,
// why they may. Both are "" if nothing hides it. A declaration that an animation may change,
// or that has no effect on this kind of box, gives a doubt and no reason.
func judgeBox(n *html.Node, c *css.Style) (reason, doubt string) {
	moving := animated(c)
	if moving != 0 {
		doubt = "animation"
	}
	unsure := moving | unfit(n, c)
	for rest := uint64(c.Set); rest != 0; rest &= rest - 1 {
		p := css.Property(bits.TrailingZeros64(rest))
		for i := range boxRows[p] {
			r := &boxRows[p][i]
			switch hides, doubts := r.judge(c, c.Get(p)); {
			case hides && p == css.Display && c.ByAttribute(p):
				return "hidden", ""
			case hides && !unsure.Has(p):
				return r.reason, ""
			case hides || doubts:
				doubt = r.reason
			}
		}
	}
	return "", doubt
}

func animated(c *css.Style) css.PropertySet {
	if v := c.Get(css.Animation); v.Form == css.Absent || v.Is("none") {
		return 0
	}
	return 1<<css.Opacity | 1<<css.Visibility | 1<<css.Filter | 1<<css.Transform | 1<<css.Scale | 1<<css.Translate | 1<<css.ClipPath | 1<<css.Left | 1<<css.Top
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
	case css.Filter:
		return v.Effect != nil && (v.Effect.Odd || v.Effect.Opacity < 1 || v.Effect.Blur >= 3)
	case css.Color, css.TextFill:
		return v.Form == css.Colored || v.Form == css.Odd
	case css.BackgroundColor:
		return v.Is("currentcolor") || v.Form == css.Colored && (alike(v.Color, black) || alike(v.Color, white))
	}
	if p == css.Animation {
		return !v.Is("none")
	}
	doubtful := func(r *row) bool {
		hides, doubts := r.judge(nil, v)
		return hides || doubts
	}
	for k := range contrast {
		if k.property() == p && doubtful(&traitRows[k]) {
			return true
		}
	}
	for i := range boxRows[p] {
		if doubtful(&boxRows[p][i]) {
			return true
		}
	}
	return false
}

func isAtMost(v *css.Value, most float64) bool { return v.Form == css.Number && v.Fraction() <= most }

func isNothing(v *css.Value) bool { return v.Form == css.Number && v.N == 0 }

func isGone(e *css.Effect) bool {
	return e.Width <= leastScale || e.Height <= leastScale || e.Width*e.Height < leastScale*leastScale || anyPasses(e.Shifts, movedOff)
}

// isDistorted reports whether transforms may move an element out of sight, or make it hard to read.
func isDistorted(e *css.Effect) bool {
	return e.Odd || min(e.Width, e.Height) <= 0.35 || max(e.Width, e.Height) >= 4 || anyPasses(e.Shifts, moved)
}

func anyPasses(shifts []css.Length, bounds []bound) bool {
	return slices.ContainsFunc(shifts, func(l css.Length) bool { return passes(l, bounds) })
}

func isTinyLength(l css.Length, limit float64) bool {
	switch l.Unit {
	case css.NoUnit:
		return l.N == 0
	case css.Percent:
		return l.N <= limit*100/16
	case css.Views:
		return l.N <= limit*100/1280
	case css.Ems, css.Rems:
		return l.N <= limit/16
	}
	return l.Unit == css.Pixels && l.N <= limit
}

func isThin(v *css.Value) bool { return v.Form == css.Number && isTinyLength(v.Length, mostBoxPixels) }

// isFlat reports whether a height leaves no space. A percentage of a height that depends on
// the content does not count.
func isFlat(v *css.Value) bool { return isThin(v) && v.Unit != css.Percent }

func clips(c *css.Style) bool {
	return slices.ContainsFunc([]string{"hidden", "clip", "scroll", "auto"}, func(word string) bool { return strings.Contains(c.Get(css.Overflow).Text, word) })
}

func isOutOfFlow(c *css.Style) bool {
	p := c.Get(css.Position)
	return p.Is("absolute") || p.Is("fixed")
}

// hasPosition reports whether an element is positioned, so that its offsets and its z-index
// count. What is sticky stays where it is.
func hasPosition(c *css.Style) bool { return isOutOfFlow(c) || c.Get(css.Position).Is("relative") }

// lacksRoom reports whether a box cuts off what is in it, and shows none of it in its padding.
// A table is as large as what is in it, at least.
func lacksRoom(c *css.Style) bool {
	d := c.Get(css.Display).Text
	return clips(c) && c.Get(css.Padding).N == 0 && !strings.HasPrefix(d, "table") && d != "inline-table"
}

func lacksHeight(c *css.Style) bool {
	least := c.Get(css.MinHeight)
	return lacksRoom(c) && least.Form != css.Odd && !strings.HasSuffix(least.Text, "-content") &&
		(least.Form != css.Number || least.Unit == css.Percent || isTinyLength(least.Length, mostBoxPixels))
}

// boxProperties are the properties that have no effect on an inline box (CSS 2.2, 10.2, and
// CSS Transforms Level 1, section 3), nor on an element without a box of its own.
const boxProperties css.PropertySet = 1<<css.Width | 1<<css.Height | 1<<css.MaxWidth | 1<<css.MaxHeight | 1<<css.MinHeight | 1<<css.Overflow |
	1<<css.Transform | 1<<css.Scale | 1<<css.Translate | 1<<css.Rotate | 1<<css.ContentVisibility

// ownBoxProperties are those that have no effect on an element that is displayed as its
// contents (CSS Display Level 3, section 2.5).
const ownBoxProperties = boxProperties | 1<<css.Opacity | 1<<css.Filter | 1<<css.Clip | 1<<css.ClipPath | 1<<css.Mask | 1<<css.ZIndex | 1<<css.Position |
	1<<css.Left | 1<<css.Top | 1<<css.Right | 1<<css.Bottom | 1<<css.MarginLeft | 1<<css.MarginTop

// unfit returns the properties that have no effect on an element, or only where its parent or a
// style sheet that isn't known here makes another kind of box of it.
func unfit(n *html.Node, c *css.Style) css.PropertySet {
	d, f := c.Get(css.Display), c.Get(css.Float)
	switch {
	case d.Is("contents"):
		return ownBoxProperties
	case !c.Has(css.Display) && strings.Contains(" table tbody thead tfoot tr td th ", " "+n.Data+" "): // as large as what is in it, at least
		return 1<<css.Width | 1<<css.Height | 1<<css.MaxWidth | 1<<css.MaxHeight
	case isOutOfFlow(c) || f.Form != css.Absent && !f.Is("none") || n.Namespace != "" || n.Data == "img" || n.Data == "input":
		return 0
	case d.Is("inline"), !c.Has(css.Display) && inlineElement(n.Data):
		return boxProperties
	}
	return 0
}

const inlineElements = "a abbr b bdi bdo big br cite code data del dfn em font i img input ins kbd label mark nobr q s samp small span strike strong sub sup time tt u var wbr"

func inlineElement(name string) bool { return css.HasToken(inlineElements, name) }
