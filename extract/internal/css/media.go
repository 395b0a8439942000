package css

import "strings"

// The screen that media queries are asked about: a desktop in its light theme.
const (
	screenWidth  = 1280
	screenHeight = 800
)

// ScreenMedia reports whether a media query list applies to a desktop screen.
// What is not understood doesn't apply.
func ScreenMedia(list string) bool {
	list = Lower(strings.TrimSpace(list))
	if list == "" {
		return true
	}
	for list != "" {
		var query string
		query, list = CutBlock(list, ',')
		if mediaQuery(strings.TrimSpace(query)) {
			return true
		}
	}
	return false
}

func mediaQuery(q string) bool {
	if rest, ok := strings.CutPrefix(q, "not "); ok {
		return !mediaQuery(strings.TrimSpace(rest))
	}
	q = strings.TrimPrefix(q, "only ")
	or := strings.Contains(q, ") or (")
	any, all := false, true
	for q != "" {
		q = strings.TrimSpace(q)
		var ok bool
		if q != "" && q[0] == '(' {
			var inner string
			inner, q = CutBlock(q[1:], ')')
			ok = mediaFeature(strings.TrimSpace(inner))
		} else {
			var word string
			word, q, _ = strings.Cut(q, " ")
			switch word {
			case "and", "or", "":
				continue
			case "not":
				rest := strings.TrimSpace(q)
				return all && !mediaQuery(rest)
			}
			ok = word == "all" || word == "screen"
		}
		any, all = any || ok, all && ok
	}
	return all || or && any
}

func mediaFeature(f string) bool {
	if strings.HasPrefix(f, "(") || strings.HasPrefix(f, "not ") {
		return mediaQuery(f)
	}
	if strings.ContainsAny(f, "<>") {
		return mediaRange(f)
	}
	name, value, hasValue := strings.Cut(f, ":")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if screen, alone := mediaKeyword(name); screen != "" {
		return value == screen || alone && !hasValue
	}
	return mediaSize(name, value, hasValue)
}

// mediaKeyword returns the value of a feature of the screen that keywords tell, "" for
// others, and whether the feature holds where a query asks for no value.
func mediaKeyword(name string) (screen string, alone bool) {
	switch name {
	case "orientation":
		return "landscape", false
	case "prefers-color-scheme":
		return "light", false
	case "prefers-reduced-motion", "prefers-contrast", "prefers-reduced-transparency", "prefers-reduced-data":
		return "no-preference", false
	case "scripting":
		return "enabled", false
	case "display-mode":
		return "browser", false
	case "forced-colors":
		return "none", false
	case "dynamic-range", "video-dynamic-range":
		return "standard", false
	case "grid", "monochrome", "min-monochrome":
		return "0", false
	case "hover", "any-hover":
		return "hover", true
	case "pointer", "any-pointer":
		return "fine", true
	case "color-gamut":
		return "srgb", true
	case "update":
		return "fast", true
	case "overflow-block", "overflow-inline":
		return "scroll", true
	}
	return "", false
}

// mediaSize compares the sizes, the resolution and the colours of the screen.
func mediaSize(name, value string, hasValue bool) bool {
	px, isLength := screenPixels(value)
	dots, isResolution := parseResolution(value)
	switch name {
	case "min-width", "min-device-width":
		return isLength && screenWidth >= px
	case "max-width", "max-device-width":
		return isLength && screenWidth <= px
	case "min-height", "min-device-height":
		return isLength && screenHeight >= px
	case "max-height", "max-device-height":
		return isLength && screenHeight <= px
	case "width":
		return !hasValue || isLength && screenWidth == px
	case "height":
		return !hasValue || isLength && screenHeight == px
	case "min-aspect-ratio", "max-aspect-ratio", "aspect-ratio", "min-device-aspect-ratio", "max-device-aspect-ratio":
		return ratioFeature(strings.TrimSuffix(name, "aspect-ratio"), value)
	case "min-resolution", "-webkit-min-device-pixel-ratio":
		return isResolution && dots <= 1
	case "max-resolution", "-webkit-max-device-pixel-ratio":
		return isResolution && dots >= 1
	case "resolution", "-webkit-device-pixel-ratio":
		return isResolution && dots == 1
	case "color":
		return true
	case "min-color":
		return isLength && px <= 8
	}
	return false
}

// screenPixels reads a length in a media query. Multiples of a font are those of the
// browser's own, 16 pixels.
func screenPixels(s string) (px float64, ok bool) {
	l, ok := ParseLength(s)
	if l.Unit == Ems || l.Unit == Rems {
		l.N *= 16
	}
	return l.N, ok
}

// mediaRange reads "width >= 600px" and "400px < width <= 900px".
func mediaRange(f string) bool {
	f = strings.NewReplacer("<=", " ≤ ", ">=", " ≥ ", "<", " < ", ">", " > ").Replace(f)
	w := strings.Fields(f)
	if len(w) != 3 && len(w) != 5 {
		return false
	}
	for i := 0; i+2 < len(w); i += 2 {
		a, okA := mediaValue(w[i])
		b, okB := mediaValue(w[i+2])
		if !okA || !okB {
			return false
		}
		holds := false
		switch w[i+1] {
		case "<":
			holds = a < b
		case ">":
			holds = a > b
		case "≤":
			holds = a <= b
		case "≥":
			holds = a >= b
		}
		if !holds {
			return false
		}
	}
	return true
}

func mediaValue(s string) (float64, bool) {
	switch s {
	case "width":
		return screenWidth, true
	case "height":
		return screenHeight, true
	}
	return screenPixels(s)
}

// ratioFeature compares the shape of the screen with a ratio, "4/3" or a number.
func ratioFeature(bound, value string) bool {
	above, below, _ := strings.Cut(value, "/")
	a, ok := ParseLength(trim(above))
	b := Length{N: 1}
	if below != "" {
		var known bool
		b, known = ParseLength(trim(below))
		ok = ok && known
	}
	have, want := screenWidth*b.N, screenHeight*a.N
	switch {
	case !ok:
		return false
	case strings.HasPrefix(bound, "min-"):
		return have >= want
	case strings.HasPrefix(bound, "max-"):
		return have <= want
	}
	return have == want
}

// parseResolution reads a resolution in dots a pixel.
func parseResolution(value string) (dots float64, ok bool) {
	factor := 1.0
	for _, unit := range [...]struct {
		name   string
		factor float64
	}{{"dppx", 1}, {"x", 1}, {"dpi", 1. / 96}, {"dpcm", 2.54 / 96}} {
		if number, found := strings.CutSuffix(value, unit.name); found {
			value, factor = number, unit.factor
			break
		}
	}
	l, ok := ParseLength(value)
	return l.N * factor, ok && l.Unit == NoUnit
}
