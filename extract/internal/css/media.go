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
	l, isLength := ParseLength(value)
	px := l.N
	if l.Unit == Ems || l.Unit == Rems {
		px *= 16
	}
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
	case "orientation":
		return value == "landscape"
	case "prefers-color-scheme":
		return value == "light"
	case "prefers-reduced-motion", "prefers-contrast", "prefers-reduced-transparency", "prefers-reduced-data":
		return value == "no-preference"
	case "hover", "any-hover":
		return !hasValue || value == "hover"
	case "pointer", "any-pointer":
		return !hasValue || value == "fine"
	case "scripting":
		return value == "enabled"
	case "color":
		return true
	case "min-aspect-ratio", "max-aspect-ratio", "aspect-ratio", "min-device-aspect-ratio", "max-device-aspect-ratio":
		return ratioFeature(strings.TrimSuffix(name, "aspect-ratio"), value)
	case "color-gamut":
		return !hasValue || value == "srgb"
	case "display-mode":
		return value == "browser"
	case "forced-colors":
		return value == "none"
	case "update":
		return !hasValue || value == "fast"
	case "overflow-block", "overflow-inline":
		return !hasValue || value == "scroll"
	case "dynamic-range", "video-dynamic-range":
		return value == "standard"
	case "max-resolution", "-webkit-max-device-pixel-ratio":
		n, ok := parseResolution(value)
		return ok && n >= 1
	case "resolution", "-webkit-device-pixel-ratio":
		n, ok := parseResolution(value)
		return ok && n == 1
	case "height":
		return !hasValue || isLength && screenHeight == px
	case "grid", "monochrome", "min-monochrome":
		return value == "0"
	case "min-color":
		return isLength && l.N <= 8
	case "min-resolution", "-webkit-min-device-pixel-ratio":
		n, ok := parseResolution(value)
		return ok && n <= 1
	}
	return false
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
	l, ok := ParseLength(s)
	if l.Unit == Ems || l.Unit == Rems {
		l.N *= 16
	}
	return l.N, ok
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
