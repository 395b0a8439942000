package css

import (
	_ "embed"
	"strings"
)

// condition evaluates the condition of @media or @supports (CSS Conditional Rules Level 4, section 3):
// terms such as "screen", "(width > 9em)" or "selector(a)" with not, and, or between them and in
// brackets within each other.
func condition(list []token, term func(t *token, inner []token) bool) bool {
	all, some, or, negated := true, false, false, false
	for len(list) > 0 {
		t := &list[0]
		inner, rest := list[1:1+t.size], list[1+t.size:]
		list = rest
		switch t.text {
		case "and", "only":
			continue
		case "or":
			or = true
			continue
		case "not": // all that follows
			if !all {
				return negated
			}
			negated, some, or = !negated, false, false
			continue
		}
		isNot := t.name == "not"
		if isNot {
			t.name, t.text = "", strings.TrimPrefix(t.text, "not")
		}
		var holds bool
		if t.kind == callToken && t.name == "" && len(inner) > 0 && (inner[0].is("not") || inner[0].name == "not" || inner[0].kind == callToken && inner[0].name == "") {
			holds = condition(inner, term)
		} else {
			holds = term(t, inner)
		}
		holds = holds != isNot
		all, some = all && holds, some || holds
	}
	return (all || or && some) != negated
}

// supported are the names of the properties of Chromium 156, one a line, without those with
// the prefix -webkit-.
//
//go:embed properties.txt
var supported string

// supports judges a term of @supports. A value counts as supported where its property is known,
// but for properties that the cascade is computed for, whose values are looked at.
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
	return t.kind == callToken && t.name == "" && value != "" && (strings.HasPrefix(property, "-webkit-") || HasToken(supported, property))
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

// onScreen is ScreenMedia, asked once for each list, since few of a page differ.
func (s *Sheet) onScreen(list string) bool {
	holds, known := s.media[list]
	if !known {
		holds = ScreenMedia(list)
		if len(s.media) < maxValues {
			s.media[list] = holds
		}
	}
	return holds
}

// mediaTerm judges a type of media, or a feature: "min-width:600px", "400px < width <= 900px", "hover".
func mediaTerm(t *token, inner []token) bool {
	if t.kind != callToken || t.name != "" {
		return t.is("all") || t.is("screen")
	}
	var values [][]token
	var signs []string
	start := 0
	for i := 0; i < len(inner); i++ {
		sign := inner[i].text
		if sign != "<" && sign != ">" && sign != "=" && sign != ":" {
			continue
		}
		values = append(values, inner[start:i])
		if start = i + 1; start < len(inner) && inner[start].is("=") {
			sign += "="
			i, start = i+1, start+1
		}
		signs = append(signs, sign)
	}
	if values = append(values, inner[start:]); len(values[0]) == 0 {
		return false
	}
	name := strings.TrimPrefix(values[0][0].text, "-webkit-")
	switch {
	case len(signs) == 0:
		n, _ := screenNumber(name)
		return n != 0 || HasToken(screenHas, name)
	case signs[0] == ":":
		feature, isLeast := strings.CutPrefix(name, "min-")
		feature, isMost := strings.CutPrefix(feature, "max-")
		have, isNumber := screenNumber(feature)
		want, ok := mediaNumber(values[1])
		if !isNumber {
			return len(values[1]) == 1 && HasToken(screenIs, name+":"+values[1][0].text)
		}
		return ok && (have == want || isLeast && have > want || isMost && have < want)
	}
	for i, sign := range signs {
		a, okA := mediaNumber(values[i])
		b, okB := mediaNumber(values[i+1])
		if !okA || !okB || a == b && (sign == "<" || sign == ">") || a < b && sign[0] != '<' || a > b && sign[0] != '>' {
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

// mediaNumber reads what a media query compares: a name of the screen's, a length in pixels, a ratio such as
// 4/3, or a resolution in dots a pixel. Multiples of a font are those of the browser's own, 16 pixels.
func mediaNumber(list []token) (n float64, ok bool) {
	switch {
	case len(list) == 3 && list[1].is("/") && list[0].kind == numberToken && list[2].kind == numberToken:
		return list[0].N / list[2].N, list[2].N != 0
	case len(list) != 1:
		return 0, false
	case list[0].kind == numberToken:
		return list[0].Approximate(), true
	}
	text := list[0].text
	bare := strings.TrimRight(text, "dpicmx")
	factor := map[string]float64{"dpi": 1. / 96, "dpcm": 2.54 / 96, "dppx": 1, "x": 1}[text[len(bare):]]
	if l, ok := number(bare); ok {
		return l.N * factor, factor != 0
	}
	return screenNumber(text)
}
