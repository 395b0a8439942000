package visibility

import (
	"math"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// seen reports whether a shadow or a stroke of text, a value of text-shadow or
// -webkit-text-stroke, is seen, or may be, where the text itself is not.
func (p *elementColors) seen(value string) bool {
	for value != "" {
		var part string
		part, value = css.CutBlock(value, ',')
		part = strings.TrimSpace(part)
		if scattered(part) {
			continue
		}
		c, ok := css.FirstColor(part)
		if !ok || !transparent(c) && !(p.backdrop && alike(c, p.behind)) {
			return true
		}
	}
	return false
}

// A shadow shows no letter if it is thrown so far, or so blurred, in pixels.
const (
	farShadow     = 1500
	blurredShadow = 48
)

// scattered reports whether a shadow of text shows no letter of it.
func scattered(shadow string) bool {
	lengths := 0
	for shadow != "" {
		var part string
		part, shadow = css.CutBlock(shadow, ' ')
		l, ok := css.ParseLength(part)
		if !ok {
			continue
		}
		size := l.Approximate()
		if lengths++; lengths <= 2 && math.Abs(size) >= farShadow || lengths == 3 && size >= blurredShadow {
			return true
		}
	}
	return false
}

// plainGradient returns the colour of a background that is one gradient of colours that
// look the same, either opaque or without any colour.
func plainGradient(value string) (color css.RGBA, ok bool) {
	_, stops, found := strings.Cut(value, "gradient(")
	if !found || strings.Contains(value, "url(") || strings.Count(value, "gradient(") > 1 {
		return color, false
	}
	args, rest := css.CutBlock(stops, ')')
	if strings.Contains(rest, "no-repeat") || strings.IndexByte(rest, '/') >= 0 {
		return color, false
	}
	for args != "" {
		var stop string
		stop, args = css.CutBlock(args, ',')
		word, _ := css.CutBlock(strings.TrimSpace(stop), ' ')
		c, isColor := css.ParseColor(word)
		switch {
		case !isColor && !ok && (word == "to" || strings.HasSuffix(word, "deg") || strings.HasSuffix(word, "turn") || word == "in"):
		case !isColor, c.A > 0 && c.A < 1, ok && (c.A != color.A || c.A > 0 && !alike(c, color)):
			return color, false
		default:
			color, ok = c, true
		}
	}
	return color, ok
}

// maxFilters bounds the filters of elements around a text that are applied to its colour.
const maxFilters = 8

// filtered returns the colour that the text of the element at i of the path, whose colours
// are settled, has through the filters that change it but not what is behind it; false if
// that isn't known.
func (s *Checker) filtered(i int, text css.RGBA) (css.RGBA, bool) {
	by := s.colors[i].filteredBy
	for n := 0; by > 0 && !transparent(text); n++ {
		p := &s.colors[by-1]
		if n == maxFilters || calls(p.filter, func(name string, args []string) bool { return !filterColor(&text, name, args) }) {
			return text, false
		}
		by = p.filteredNext
	}
	return text, true
}
