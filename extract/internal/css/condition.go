package css

import (
	_ "embed"
	"strings"
)

// condition evaluates the condition of @media or @supports (CSS Conditional Rules Level 4, section 3):
// terms such as "screen", "(width > 9em)" or "selector(a)" with not, and, or between them and in
// brackets within each other. The text is in plain CSS.
func condition(s string, depth int, term func(name, args string) bool) bool {
	if depth > MaxAtDepth {
		return false
	}
	all, some, or := true, false, false
	for s = trim(s); s != ""; s = trim(s) {
		end := 0
		for end < len(s) && s[end] != '(' && !IsBlank(s[end]) {
			end++
		}
		word := Lower(s[:end])
		s = s[end:]
		switch word {
		case "and", "only":
			continue
		case "or":
			or = true
			continue
		case "not":
			return all && !condition(s, depth+1, term)
		}
		args := ""
		if s != "" && s[0] == '(' {
			args, s = CutBlock(s[1:], ')')
		}
		var holds bool
		if args = trim(args); word == "" && (strings.HasPrefix(args, "(") || strings.HasPrefix(args, "not(") || strings.HasPrefix(args, "not ")) {
			holds = condition(args, depth+1, term)
		} else {
			holds = term(word, args)
		}
		all, some = all && holds, some || holds
	}
	return all || or && some
}

// properties are the names of the properties of Chromium 156, one a line, without those with
// the prefix -webkit-.
//
//go:embed properties.txt
var properties string

// supports judges a term of @supports. A value counts as supported where its property is known,
// but for properties that the cascade is computed for, whose values are looked at.
func supports(name, args string) bool {
	switch name {
	case "selector":
		p := selectorParser{s: args}
		_, _ = p.parse()
		return !p.invalid
	case "font-tech", "font-format":
		return true
	}
	property, value, _ := strings.Cut(args, ":")
	property, value = Lower(trim(property)), Lower(trim(value))
	if strings.HasPrefix(property, "--") {
		return true
	}
	if p, known := propertiesByName()[property]; known && p < NumProperties {
		if _, valid := Parse(p, value); !valid {
			return false
		}
	}
	return name == "" && value != "" && (strings.HasPrefix(property, "-webkit-") || HasToken(properties, property))
}

// The screen that media queries are asked about: a desktop in its light theme.
const (
	screenWidth  = 1280
	screenHeight = 800
	screenIs     = "orientation:landscape prefers-color-scheme:light prefers-reduced-motion:no-preference prefers-contrast:no-preference " +
		"prefers-reduced-transparency:no-preference prefers-reduced-data:no-preference scripting:enabled display-mode:browser forced-colors:none " +
		"dynamic-range:standard video-dynamic-range:standard hover:hover any-hover:hover pointer:fine any-pointer:fine color-gamut:srgb update:fast " +
		"overflow-block:scroll overflow-inline:scroll"
	screenHas = "hover any-hover pointer any-pointer color-gamut update overflow-block overflow-inline"
)

// ScreenMedia reports whether a media query list applies to a desktop screen.
// What is not understood doesn't apply.
func ScreenMedia(list string) bool {
	list = Lower(trim(list))
	for more := true; more; more = list != "" {
		var query string
		if query, list = CutBlock(list, ','); condition(query, 0, mediaTerm) {
			return true
		}
	}
	return false
}

// mediaTerm judges a type of media, or a feature: "min-width:600px", "400px < width <= 900px", "hover".
func mediaTerm(name, feature string) bool {
	if name != "" {
		return (name == "all" || name == "screen") && feature == ""
	}
	if strings.ContainsAny(feature, "<>") {
		return mediaRange(feature)
	}
	name, value, hasValue := strings.Cut(feature, ":")
	name, value = strings.TrimPrefix(trim(name), "-webkit-"), trim(value)
	bare := strings.TrimPrefix(strings.TrimPrefix(name, "min-"), "max-")
	have, isNumber := screenNumber(bare)
	if !isNumber {
		return hasValue && HasToken(screenIs, name+":"+value) || !hasValue && HasToken(screenHas, name)
	}
	switch want, ok := mediaNumber(value); {
	case !hasValue:
		return name == bare && have != 0
	case !ok:
		return false
	case name == bare:
		return have == want
	case name[:4] == "min-":
		return have >= want
	default:
		return have <= want
	}
}

func screenNumber(name string) (value float64, ok bool) {
	switch strings.TrimPrefix(name, "device-") {
	case "width":
		return screenWidth, true
	case "height":
		return screenHeight, true
	case "aspect-ratio":
		return float64(screenWidth) / screenHeight, true
	case "resolution", "pixel-ratio":
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
	factor := 1.0
	number := strings.TrimRight(s, "dpicmx")
	switch s[len(number):] {
	case "dpi":
		factor = 1. / 96
	case "dpcm":
		factor = 2.54 / 96
	case "dppx", "x":
	default:
		number = s
	}
	l, ok := ParseLength(number)
	return l.Approximate() * factor, ok
}

// mediaRange judges "width >= 600px" and "400px < width <= 900px".
func mediaRange(f string) bool {
	w := strings.Fields(strings.NewReplacer("<=", " ≤ ", ">=", " ≥ ", "<", " < ", ">", " > ").Replace(f))
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
		holds := a < b && w[i+1] != ">" && w[i+1] != "≥" || a > b && w[i+1] != "<" && w[i+1] != "≤" || a == b && w[i+1] != "<" && w[i+1] != ">"
		if !okA || !okB || !holds {
			return false
		}
	}
	return true
}
