package visibility

import "strings"

// Limits of a palette.
const (
	maxBackgrounds  = 256
	maxPaletteSteps = 50_000 // of following variables
)

// sheetColors is what the rules of a sheet say about colours, to find out which
// text may have the colour of its background.
type sheetColors struct {
	backgrounds []rgba // declared anywhere
	mutable     []string
	tints       []rgba         // colours of text, most of them once
	variables   []variableTint // colours of text that are set by variables
	steps       int
	colourful   bool // there are more backgrounds than are kept: any colour may be one of them
}

type variableTint struct {
	rule     int32
	property property
	value    string
}

func (s *Checker) noteBackground(value string, variable bool) {
	switch {
	case !variable:
	case len(s.mutable) == maxBackgrounds:
		s.colourful = true
	default:
		s.mutable = append(s.mutable, value)
	}
	v, ok := firstColor(value)
	switch {
	case !ok || s.colourful || contains(s.backgrounds, v):
	case len(s.backgrounds) == maxBackgrounds:
		s.colourful = true
	default:
		s.backgrounds = append(s.backgrounds, v)
	}
}

func contains(list []rgba, v rgba) bool {
	for i := range list {
		if list[i] == v {
			return true
		}
	}
	return false
}

// noteTint returns the number of a text colour, counted from 1.
func (s *Checker) noteTint(v rgba) int32 {
	for i := max(0, len(s.tints)-32); i < len(s.tints); i++ {
		if s.tints[i] == v {
			return int32(i + 1)
		}
	}
	s.tints = append(s.tints, v)
	return int32(len(s.tints))
}

// freeze finds the rules that may hide something, once all rules are known.
func (s *Checker) freeze() {
	s.frozen = true
	vanish := make([]bool, len(s.tints))
	for i, v := range s.tints {
		vanish[i] = s.mayVanish(v)
	}
	s.freezeVariables()
	for i := range s.rules {
		r := &s.rules[i]
		if r.tint > 0 && vanish[r.tint-1] {
			r.hides |= 1 << color
		}
		s.suspects = s.suspects || r.hides != 0
	}
	if s.suspects {
		s.index()
	}
}

// mayVanish reports whether text of colour c would be invisible on white or on
// one of the backgrounds of the sheet.
func (s *Checker) mayVanish(c rgba) bool {
	if s.colourful || c.transparent() || c.like(white) {
		return true
	}
	for i := range s.backgrounds {
		if c.like(s.backgrounds[i]) {
			return true
		}
	}
	return false
}

// freezeVariables finds the text colours set by variables that may vanish. Those
// that only take colours which don't are left to elements that are in or on
// something with an inline background or variable.
func (s *Checker) freezeVariables() {
	if len(s.variables) == 0 {
		return
	}
	known := len(s.backgrounds)
	for _, value := range s.mutable {
		for i := strings.Index(value, "var("); i >= 0; i = strings.Index(value, "var(") {
			var one string
			one, value = cutBlock(value[i:], ' ')
			s.takes(one, 0, func(v rgba) bool {
				if len(s.backgrounds) < 2*maxBackgrounds && !contains(s.backgrounds, v) {
					s.backgrounds = append(s.backgrounds, v)
				}
				return true
			})
		}
	}
	safe := func(v rgba) bool { return !s.mayVanish(v) }
	for _, t := range s.variables {
		if s.takes(t.value, 0, safe) {
			s.rules[t.rule].hides |= onInline
		} else {
			s.rules[t.rule].hides |= t.property.set()
		}
	}
	s.backgrounds = s.backgrounds[:known]
}

// takes hands all colours that a value may take by the rules of the sheet to
// yield. It returns false if yield does, and if not all could be found out.
func (s *Checker) takes(value string, depth int, yield func(rgba) bool) bool {
	if s.steps++; s.steps > maxPaletteSteps || depth > maxVarDepth || len(s.custom) == maxCustom {
		return false
	}
	value = trim(value)
	args, isVar := strings.CutPrefix(value, "var(")
	if !isVar {
		v, ok := parseColor(value)
		return ok && yield(v)
	}
	args, rest := cutBlock(args, ')')
	if rest != "" {
		return false
	}
	name, fallback, hasFallback := strings.Cut(args, ",")
	if hasFallback && !s.takes(fallback, depth+1, yield) {
		return false
	}
	for next := s.customNamed(plainCSS(name)); next != 0; next = s.custom[next-1].next {
		if !s.takes(s.custom[next-1].value, depth+1, yield) {
			return false
		}
	}
	return true
}

// firstColor finds the colour in a background shorthand.
func firstColor(value string) (rgba, bool) {
	for rest := value; rest != ""; {
		var part string
		part, rest = cutBlock(rest, ' ')
		if v, ok := parseColor(part); ok {
			return v, true
		}
	}
	return parseColor(value)
}
