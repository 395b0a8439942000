package css

import (
	_ "embed"
	"strings"
)

// condition evaluates the condition of @media or @supports (CSS Conditional Rules Level 4, section 3):
// terms such as "screen", "(width > 9em)" or "selector(a)" with not, and, or between them and in
// brackets within each other.
func condition(list []token, term func(t *token, inner []token) bool) bool {
	if len(list) > 0 && list[0].is("not") {
		return !condition(list[1:], term)
	}
	all, some, or := true, false, false
	for t, inner := range parts(list) {
		switch {
		case t.is("and"), t.is("only"):
		case t.is("or"):
			or = true
		default:
			isNested := t.isBrackets() && len(inner) > 0 && (inner[0].is("not") || inner[0].isBrackets())
			holds := isNested && condition(inner, term) || !isNested && term(t, inner)
			all, some = all && holds, some || holds
		}
	}
	return all || or && some
}

// supported lists the properties of Chromium 156, one a line, except those with the prefix
// -webkit-.
//
//go:embed properties.txt
var supported string

// supports evaluates a term of @supports. A declaration is supported if its property is known. For a
// property of the cascade, its value has to be valid as well.
func supports(t *token, _ []token) bool {
	args := strings.TrimSuffix(t.text[min(len(t.name)+1, len(t.text)):], ")")
	switch t.name {
	case "selector":
		p := selectorParser{s: args}
		_, _ = p.parse()
		return !p.invalid
	case "font-tech", "font-format":
		return true
	}
	property, value, _ := strings.Cut(args, ":")
	property, value = trim(property), trim(value)
	if strings.HasPrefix(property, "--") {
		return true
	}
	if p, known := properties().byName[property]; known && p < NumProperties {
		if _, valid := Parse(p, value); !valid {
			return false
		}
	}
	return t.isBrackets() && value != "" && (strings.HasPrefix(property, "-webkit-") || HasToken(supported, property))
}

// Media queries are evaluated for this screen: a desktop in its light theme.
const (
	screenWidth  = 1280
	screenHeight = 800
	screenIs     = "orientation:landscape prefers-color-scheme:light prefers-reduced-motion:no-preference prefers-contrast:no-preference " +
		"prefers-reduced-transparency:no-preference prefers-reduced-data:no-preference scripting:enabled display-mode:browser forced-colors:none " +
		"dynamic-range:standard video-dynamic-range:standard hover:hover any-hover:hover pointer:fine any-pointer:fine color-gamut:srgb update:fast " +
		"overflow-block:scroll overflow-inline:scroll"
	screenHas = "hover any-hover pointer any-pointer color-gamut update overflow-block overflow-inline"
)

// ScreenMedia reports whether a media query list applies to a desktop screen. A query that
// it doesn't understand does not apply.
func ScreenMedia(list string) bool {
	rest := tokenize(Lower(list))
	if len(rest) == 0 {
		return true
	}
	for len(rest) > 0 {
		end := 0
		for end < len(rest) && !rest[end].is(",") {
			end += 1 + rest[end].size
		}
		if condition(rest[:end], mediaTerm) {
			return true
		}
		rest = rest[min(end+1, len(rest)):]
	}
	return false
}

const maxMedia = 1 << 10 // cached media query lists

// onScreen is ScreenMedia with a cache by list, since a page repeats few lists.
func (s *Sheet) onScreen(list string) bool {
	holds, known := s.media[list]
	if !known {
		holds = ScreenMedia(list)
		if len(s.media) < maxMedia {
			s.media[list] = holds
		}
	}
	return holds
}

// mediaTerm evaluates a media type or a media feature: "print", "min-width:600px", "400px < width <= 900px", "hover".
func mediaTerm(t *token, inner []token) bool {
	if !t.isBrackets() {
		return t.is("all") || t.is("screen")
	}
	values, signs := [][]token{nil}, []string(nil)
	for _, t := range inner {
		last := len(signs)
		switch {
		case t.is("=") && last > 0 && len(values[last]) == 0:
			signs[last-1] += "="
		case t.is("<"), t.is(">"), t.is("="), t.is(":"):
			values, signs = append(values, nil), append(signs, t.text)
		default:
			values[last] = append(values[last], t)
		}
	}
	if len(values[0]) == 0 {
		return false
	}
	name := strings.TrimPrefix(values[0][0].text, "-webkit-")
	if len(signs) == 0 {
		n, _ := screenNumber(name)
		return n != 0 || HasToken(screenHas, name)
	}
	if signs[0] == ":" {
		if len(values[1]) == 1 && HasToken(screenIs, name+":"+values[1][0].text) {
			return true
		}
		for prefix, sign := range map[string]string{"min-": ">=", "max-": "<="} {
			if feature, found := strings.CutPrefix(name, prefix); found {
				name, signs[0] = feature, sign
			}
		}
		values[0] = []token{{text: name}}
	}
	for i, sign := range signs {
		a, okA := mediaNumber(values[i])
		b, okB := mediaNumber(values[i+1])
		if !okA || !okB || !(a < b && sign[0] == '<' || a > b && sign[0] == '>' || a == b && sign != "<" && sign != ">") {
			return false
		}
	}
	return true
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

// mediaNumber returns an operand of a media query as a number: the width or another feature of the screen, a length
// in pixels, a ratio such as 4/3, or a resolution in dots a pixel. 1em is 16 pixels, the browser's default font size.
func mediaNumber(list []token) (n float64, ok bool) {
	switch {
	case len(list) == 3 && list[1].is("/") && list[0].kind == numberToken && list[2].kind == numberToken:
		return list[0].N / list[2].N, list[2].N != 0
	case len(list) != 1:
		return 0, false
	case list[0].kind == numberToken:
		return list[0].Approximate(), true
	}
	return screenNumber(list[0].text)
}
