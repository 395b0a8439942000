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

// mediaFeature judges a feature: "min-width:600px", "400px < width <= 900px", "hover".
func mediaFeature(f string) bool {
	if strings.HasPrefix(f, "(") || strings.HasPrefix(f, "not ") {
		return mediaQuery(f)
	}
	if strings.ContainsAny(f, "<>") {
		return mediaRange(f)
	}
	name, value, hasValue := strings.Cut(f, ":")
	name, value = strings.TrimPrefix(strings.TrimSpace(name), "-webkit-"), strings.TrimSpace(value)
	bare := strings.TrimPrefix(strings.TrimPrefix(name, "min-"), "max-")
	if have, ok := screenNumber(bare); ok {
		want, isNumber := mediaNumber(value)
		switch {
		case !hasValue:
			return name == bare && have != 0
		case !isNumber:
			return false
		case name == bare:
			return have == want
		case name[:4] == "min-":
			return have >= want
		}
		return have <= want
	}
	screen, alone := screenKeyword(name)
	return screen != "" && (value == screen || alone && !hasValue)
}

// screenKeyword returns the value of a feature of the screen that keywords tell, "" for
// others, and whether the feature holds where a query asks for no value.
func screenKeyword(name string) (value string, alone bool) {
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

// screenNumber returns the value of a feature of the screen that is a number.
func screenNumber(name string) (value float64, ok bool) {
	switch name {
	case "width", "device-width":
		return screenWidth, true
	case "height", "device-height":
		return screenHeight, true
	case "aspect-ratio", "device-aspect-ratio":
		return float64(screenWidth) / screenHeight, true
	case "resolution", "device-pixel-ratio":
		return 1, true
	case "color":
		return 8, true
	case "monochrome", "grid":
		return 0, true
	}
	return 0, false
}

// mediaNumber reads a number in a media query: a length in pixels, a ratio such as 4/3, or a
// resolution in dots a pixel. Multiples of a font are those of the browser's own, 16 pixels.
func mediaNumber(s string) (n float64, ok bool) {
	if above, below, isRatio := strings.Cut(s, "/"); isRatio {
		a, okA := ParseLength(trim(above))
		b, okB := ParseLength(trim(below))
		return a.N / b.N, okA && okB && b.N != 0
	}
	for _, unit := range [...]struct {
		name   string
		factor float64
	}{{"dppx", 1}, {"dpi", 1. / 96}, {"dpcm", 2.54 / 96}, {"x", 1}} {
		if number, found := strings.CutSuffix(s, unit.name); found {
			if l, ok := ParseLength(number); ok && l.Unit == NoUnit {
				return l.N * unit.factor, true
			}
		}
	}
	l, ok := ParseLength(s)
	if l.Unit == Ems || l.Unit == Rems {
		l.N *= 16
	}
	return l.N, ok
}

// mediaRange judges "width >= 600px" and "400px < width <= 900px".
func mediaRange(f string) bool {
	f = strings.NewReplacer("<=", " ≤ ", ">=", " ≥ ", "<", " < ", ">", " > ").Replace(f)
	w := strings.Fields(f)
	if len(w) != 3 && len(w) != 5 {
		return false
	}
	value := func(s string) (float64, bool) {
		if n, ok := screenNumber(s); ok {
			return n, true
		}
		return mediaNumber(s)
	}
	for i := 0; i+2 < len(w); i += 2 {
		a, okA := value(w[i])
		b, okB := value(w[i+2])
		holds := map[string]bool{"<": a < b, ">": a > b, "≤": a <= b, "≥": a >= b}
		if !okA || !okB || !holds[w[i+1]] {
			return false
		}
	}
	return true
}
