package visibility

import (
	"math/bits"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// A row says when a declaration of one property hides text, and when it may. If only a layout could
// decide, the answer is "may". A value that is not understood may hide, for every property that has a
// row.
type row struct {
	reason  string
	applies func(c *css.Style) bool // whether the row applies beside other declarations; nil: always
	past    []bound                 // lengths that hide
	hides   func(v *css.Value) bool // other values that hide; nil: none
	near    []bound                 // lengths that may hide
	doubts  func(v *css.Value) bool // other values that may hide; nil: none
}

// A bound is a limit of a length in pixels, in percent of the containing block and in hundredths of the screen. Lengths of at least
// a positive limit pass it, those of at most a negative one. No length passes a limit of 0.
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

// Shifts that move a box off the screen, or may: the first bound to the left or up, the second to the right or down.
var (
	offSides  = []bound{{-500, -100, -100}, {4000, 200, 200}}
	offRight  = []bound{{-500, -100, -100}, {4000, 200, 100}}
	offTop    = []bound{{-500, -100, -100}, {20_000, 0, 0}}
	offFixed  = []bound{{-200, -100, -100}, {0, 100, 100}} // a fixed box never scrolls into view
	strays    = []bound{{-doubtfulShift, -40, -40}, {700, doubtfulShare, doubtfulShare}}
	pulledOff = []bound{{-1500, 0, -100}} // margins
	pulled    = []bound{{-doubtfulShift, -4, -3}}
	moved     = []bound{{-doubtfulShift, -doubtfulShare, -3}, {0, doubtfulShare, 0}} // transforms
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
	css.Zoom: {{reason: "zoom", // zoom: 0 is zoom: 1 in browsers
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
	// Image replacement: the indent pushes the text out of its box to the right, and a background shows instead.
	css.TextIndent: {{reason: "text-indent", past: []bound{{1500, 100, 0}},
		applies: func(c *css.Style) bool {
			return clips(c) && strings.Contains(c.Get(css.WhiteSpace).Text+c.Get(css.TextWrap).Text, "nowrap")
		}}},
	css.Width:     {{reason: "zero size", applies: cutsOff, hides: isThin}},
	css.MaxWidth:  {{reason: "zero size", applies: cutsOff, hides: isThin}},
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

// traitRows judge inherited properties, which descendants may set back. contrastReason judges
// colours.
var traitRows = [numTraits]row{
	invisible: {reason: "visibility", hides: func(v *css.Value) bool { return v.Is("hidden") || v.Is("collapse") }},
	tinyFont: {reason: "font-size",
		hides: func(v *css.Value) bool { // scripts set the root's font size to up to 100 pixels, the unit of rem
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

// Limits at which a declaration hides text, or may.
const (
	leastOpacity = 0.1
	// An element scaled to at most leastScale of its width or height, or to leastScale² of its area,
	// is illegible.
	leastScale    = 0.05
	leastBlur     = 10 // radius in pixels that makes letters of usual size illegible
	mostBoxPixels = 3  // size of a box that shows nothing of a letter of usual size
	doubtfulShift = 40 // pixels to the left or up
	doubtfulShare = 90 // percent of the containing block, to the right or down or, for a transform, also back
)

// judge reports whether a declaration with the value v in c hides text, or may. With a nil c it assumes that the row applies.
func (r *row) judge(c *css.Style, v *css.Value) (hides, doubts bool) {
	switch {
	case v.Form == css.Absent, r.applies != nil && c != nil && !r.applies(c):
		return false, false
	case v.Form == css.Number && passes(v.Length, r.past), r.hides != nil && r.hides(v):
		return true, false
	}
	return false, v.Form == css.Odd || v.Form == css.Number && passes(v.Length, r.near) || r.doubts != nil && r.doubts(v)
}

// judgeBox returns why declarations hide the box of an element or, if they don't, why they may. Both
// are "" if nothing hides it. A declaration that an animation may change, or that has no effect on this
// kind of box, gives a doubt only.
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

// suspect reports whether a declaration may take part in hiding text. The cascade is computed only for
// elements that have such a declaration.
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

// isFlat reports whether a height leaves no space. A percentage doesn't count, since the height of the
// containing block may depend on the content.
func isFlat(v *css.Value) bool { return isThin(v) && v.Unit != css.Percent }

func clips(c *css.Style) bool {
	return slices.ContainsFunc([]string{"hidden", "clip", "scroll", "auto"}, func(word string) bool { return strings.Contains(c.Get(css.Overflow).Text, word) })
}

func isOutOfFlow(c *css.Style) bool {
	p := c.Get(css.Position)
	return p.Is("absolute") || p.Is("fixed")
}

// hasPosition reports whether an element is positioned, so that its offsets and its z-index
// count. A sticky element is not moved by its offsets.
func hasPosition(c *css.Style) bool { return isOutOfFlow(c) || c.Get(css.Position).Is("relative") }

// cutsOff reports whether a box clips its content and shows none of it in its padding. A table is at
// least as large as its content.
func cutsOff(c *css.Style) bool {
	d := c.Get(css.Display).Text
	return clips(c) && c.Get(css.Padding).N == 0 && !strings.HasPrefix(d, "table") && d != "inline-table"
}

func lacksHeight(c *css.Style) bool {
	least := c.Get(css.MinHeight)
	return cutsOff(c) && least.Form != css.Odd && !strings.HasSuffix(least.Text, "-content") &&
		(least.Form != css.Number || least.Unit == css.Percent || isTinyLength(least.Length, mostBoxPixels))
}

// boxProperties have no effect on an inline box (CSS 2.2, 10.2, and CSS Transforms Level 1, section 3),
// nor on an element without a box.
const boxProperties css.PropertySet = 1<<css.Width | 1<<css.Height | 1<<css.MaxWidth | 1<<css.MaxHeight | 1<<css.MinHeight | 1<<css.Overflow |
	1<<css.Transform | 1<<css.Scale | 1<<css.Translate | 1<<css.Rotate | 1<<css.ContentVisibility

// ownBoxProperties have no effect on an element with display: contents (CSS Display Level 3, section
// 2.5).
const ownBoxProperties = boxProperties | 1<<css.Opacity | 1<<css.Filter | 1<<css.Clip | 1<<css.ClipPath | 1<<css.Mask | 1<<css.ZIndex | 1<<css.Position |
	1<<css.Left | 1<<css.Top | 1<<css.Right | 1<<css.Bottom | 1<<css.MarginLeft | 1<<css.MarginTop

// unfit returns the properties that have no effect on an element. Some would have one if its parent or an
// external style sheet made another kind of box of it.
func unfit(n *html.Node, c *css.Style) css.PropertySet {
	d, f := c.Get(css.Display), c.Get(css.Float)
	switch {
	case d.Is("contents"):
		return ownBoxProperties
	case !c.Has(css.Display) && strings.Contains(" table tbody thead tfoot tr td th ", " "+n.Data+" "): // at least as large as its content
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
