package visibility

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// minBlur is the radius, in pixels, from which on a blur leaves no letter of a text
// of the usual size legible. Less is an effect.
const minBlur = 10

// zeroFilter reports whether a filter makes its element transparent.
func zeroFilter(value string) bool {
	left := 1.0
	calls(value, func(name string, args []string) bool {
		if name == "opacity" && len(args) == 1 {
			left *= fraction(args[0])
		}
		return false
	})
	return left <= leastOpacity
}

// blurs reports whether a filter makes text illegible.
func blurs(value string) bool {
	return calls(value, func(name string, args []string) bool {
		if name != "blur" || len(args) != 1 {
			return false
		}
		l, ok := css.ParseLength(args[0])
		return ok && (l.Unit == css.Pixels && l.N >= minBlur || l.Unit == css.Ems && l.N >= minBlur/16.)
	})
}

// levels reports whether a filter gives all of an element one colour.
func levels(value string) bool {
	return calls(value, func(name string, args []string) bool {
		return (name == "contrast" || name == "brightness") && len(args) == 1 && fraction(args[0]) == 0
	})
}

// filtersText reports whether a filter hides the text of the element at i of the path,
// though not the element: a blur, which pictures wait under too until they are loaded,
// or one colour for the text and a background of the element.
func (s *Checker) filtersText(i int, value string) bool {
	if !strings.Contains(value, "(") {
		return false
	}
	if blurs(value) {
		return !holdsPicture(s.node(i))
	}
	return levels(value) && s.colorsAt(i).backSet
}

// filterColor applies a function of a filter to a colour (Filter Effects Level 1, section
// 6); false for one that isn't known here.
func filterColor(c *css.RGBA, name string, args []string) bool {
	amount := 1.0
	if len(args) > 0 {
		l, ok := css.ParseLength(args[0])
		if l.Unit == css.Percent {
			l.N /= 100
		}
		if amount = l.N; !ok {
			return false
		}
	}
	apply := func(f func(v float64) float64) bool {
		for _, v := range [...]*float64{&c.R, &c.G, &c.B} {
			*v = min(max(f(*v), 0), 255)
		}
		return true
	}
	switch name {
	case "brightness":
		return apply(func(v float64) float64 { return v * amount })
	case "contrast":
		return apply(func(v float64) float64 { return (v-127.5)*amount + 127.5 })
	case "invert":
		amount = min(amount, 1)
		return apply(func(v float64) float64 { return v + (255-2*v)*amount })
	case "opacity":
		c.A *= min(amount, 1)
		return true
	case "grayscale", "saturate", "sepia", "hue-rotate", "blur":
		return true
	}
	return false
}

// holdsPicture reports whether n is a picture or has one below it.
func holdsPicture(n *html.Node) bool {
	if isPicture(n) {
		return true
	}
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && isPicture(d) {
			return true
		}
	}
	return false
}
