package visibility

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// staysBelow reports whether the box of an element in a covered one lies within that and
// is painted before the cover.
func (s *Checker) staysBelow(i int, n *html.Node, c *cover) bool {
	if s.external(n) && hasHooks(n) || !c.clips && (n.Data == "pre" || n.Data == "table" || n.Data == "textarea") {
		return false
	}
	var own css.Style
	s.sheet.Compute(i, coverProperties|1<<css.WhiteSpace, &own)
	for _, p := range [...]css.Property{css.Transform, css.Scale, css.Translate, css.Rotate, css.Filter, css.Animation, css.AnimationName, css.Transition} {
		if !plain(own.Get(p)) {
			return false
		}
	}
	for _, p := range [...]css.Property{css.MarginLeft, css.MarginTop} {
		if strings.Contains(own.Get(p), "-") {
			return false
		}
	}
	if positioned(&own) || !c.clips && keepsLines(&own) {
		return false
	}
	z := zIndex(&own)
	if !hasPosition(&own) && !isStacking(&own) {
		return true
	}
	for _, p := range [...]css.Property{css.Left, css.Top, css.Right, css.Bottom} {
		if l, ok := css.ParseLength(own.Get(p)); own.Has(p) && (!ok || l.N != 0) && own.Get(p) != "auto" {
			return false
		}
	}
	return !strings.Contains(own.Get(css.Position), "sticky") && (z < c.z || z == c.z && !c.passed)
}

func zIndex(c *css.Style) float64 {
	l, _ := css.ParseLength(c.Get(css.ZIndex))
	return l.N
}

// plain reports whether a value is that of a property that does nothing.
func plain(value string) bool {
	switch value {
	case "", "none", "auto", "normal", "visible", "initial", "1", "100%", "border-box", "0s", "running", "all":
		return true
	}
	return false
}

// fillsContainer reports whether a box lies over all of the element that it is positioned
// in, where nothing takes from what it paints.
func fillsContainer(c *css.Style) bool {
	if zIndex(c) < 0 || !fillsArea(c) {
		return false
	}
	for _, p := range [...]css.Property{css.Opacity, css.Visibility, css.ContentVisibility, css.Filter, css.Transform, css.Scale, css.Translate, css.Rotate, css.Clip, css.ClipPath,
		css.Mask, css.Zoom, css.Isolation, css.BackgroundClip, css.BackfaceVisibility, css.MaxWidth, css.MaxHeight, css.Animation, css.AnimationName, css.Transition} {
		if !plain(c.Get(p)) {
			return false
		}
	}
	return noLength(c.Get(css.MarginLeft)) && noLength(c.Get(css.MarginTop))
}

// fillsArea reports whether a box is as large as the element that it is positioned in.
func fillsArea(c *css.Style) bool {
	return c.Get(css.Position) == "absolute" && c.Get(css.Display) != "none" && c.Get(css.Display) != "contents" &&
		spans(c, css.Left, css.Right, css.Width) && spans(c, css.Top, css.Bottom, css.Height)
}

// noLength reports whether a margin moves nothing.
func noLength(value string) bool {
	l, ok := css.ParseLength(value)
	return value == "" || value == "auto" || ok && l.N == 0
}

// spans reports whether a box reaches from one side of its container to the other.
func spans(c *css.Style, start, end, size css.Property) bool {
	atStart, atEnd := reaches(c.Get(start)), reaches(c.Get(end))
	l, ok := css.ParseLength(c.Get(size))
	full := ok && l.Unit == css.Percent && l.N >= 100
	return atStart && atEnd && (full || !sized(c, size)) || full && (atStart && !sized(c, end) || atEnd && !sized(c, start))
}

// reaches reports whether an offset puts an edge at that of the container.
func reaches(value string) bool {
	l, ok := css.ParseLength(value)
	return ok && (l.N == 0 || l.Unit == css.Pixels && l.N < 0 && l.N >= -20)
}
