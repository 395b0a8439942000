package css

import (
	"slices"
	"strings"
)

// Form says what a [Value] holds.
type Form uint8

const (
	Absent  Form = iota // not declared
	Word                // keywords, in Text
	Number              // a number or a length
	Colored             // a colour
	Changed             // what transforms or filters do, in Effect
	Varies              // it has var(): what it is depends on the element
	Odd                 // valid as far as is known, and not understood
)

// Value is the value of a declaration, parsed once and not changed after that.
type Value struct {
	Form Form
	Length
	Color  RGBA
	Effect *Effect
	Text   string   // as written, in lower case
	from   Property // the shorthand that declares it, if it varies
}

// Is reports whether v is a keyword.
func (v *Value) Is(word string) bool { return v.Text == word }

// Keeps reports whether v leaves the property as it is inherited.
func (v *Value) Keeps() bool { return v.Text == "inherit" || v.Text == "unset" || v.Text == "revert" }

// absent is the value of what is not declared. It is never written.
var absent Value

// Parse reads the value of a property; false if browsers would not take it, as far as that
// matters: a declaration that isn't valid must not undo one that is.
func Parse(p Property, text string) (v Value, ok bool) {
	text = Lower(trim(text))
	v.Form, v.Text = Word, text
	switch {
	case text == "" || text == "revert-layer": // what lower layers declare stays
		return v, false
	case text == "initial" || v.Keeps():
		return v, true
	}
	if _, found := variable(text); found {
		v.Form = Varies
		return v, true
	}
	table := properties()
	var list []token
	switch form := table.form[p]; {
	case strings.IndexByte(text, '(') >= 0, form == "room", form == "effect", form == "layers":
		list = tokenize(text)
	}
	called := func(is func(t *token) bool) bool {
		return slices.ContainsFunc(list, func(t token) bool { return t.kind == callToken && is(&t) })
	}
	isFunction := called(func(*token) bool { return true })
	words := table.words[p]
	switch table.form[p] {
	case "words":
		ok = !isFunction
	case "keywords":
		first, second, _ := strings.Cut(text, " ")
		ok = HasToken(words, text) || p == Display && second != "" && HasToken(words, first)
	case "color":
		if v.Color, ok = ParseColor(text); ok {
			v.Form = Colored
		}
		ok = ok || text == "currentcolor"
	case "layers":
		for t, args := range parts(list) {
			if v.Color, ok = color(t, args); ok {
				v.Form = Colored
				return v, true
			}
		}
		ok = !called(func(t *token) bool {
			return strings.Contains(t.name, "color") || t.name == "light-dark" || strings.HasSuffix(t.name, "lab") || strings.HasSuffix(t.name, "lch") || t.name == "hwb"
		})
	case "image":
		ok = !called(func(t *token) bool { return t.name == "url" || strings.HasSuffix(t.name, "gradient") })
	case "number", "length":
		first := plainToken(text[:tokenEnd(text)])
		if len(list) > 0 {
			first = list[0]
		}
		ok = v.parseNumber(p, &first) || HasToken(words, text)
	case "room":
		v.Form, v.N, ok = Number, paddingRoom(list), true
	case "effect":
		if ok = text == "none" || p == Filter && !isFunction; !ok {
			v.Form, v.Effect, ok = Changed, parseEffect(p, list), true
		}
	case "shape":
		if ok = !isFunction; isFunction && leavesNothing(list) {
			v.Form, ok = Number, true
		}
	}
	if !ok && isFunction {
		v.Form, ok = Odd, true
	}
	return v, ok
}

// parseNumber reads the first number of a value: a logical shorthand has a second one, an indent
// keywords. Old pages alone take a length without a unit, so that only one that may hide counts.
func (v *Value) parseNumber(p Property, first *token) bool {
	v.Length = first.Length
	isPlain := properties().form[p] == "number"
	switch {
	case first.kind != numberToken, isPlain && v.Unit != NoUnit && v.Unit != Percent, v.Unit == Degrees,
		!isPlain && v.Unit == NoUnit && v.N > 0 && p != LineHeight && !(p == FontSize && v.N < 5), p == FontSize && v.N < 0 && first.text[len(first.text)-1] != ')':
		v.Length = Length{}
		return false
	case p == FontSize:
		v.N = max(v.N, 0)
	}
	v.Form = Number
	return true
}

// paddingRoom returns 1 if text that doesn't fit its box may show in the padding, else 0.
// It returns 1 for a length above 4 on the right or below, for more than 4 percent on any
// side (such a padding makes a box for positioned elements), and if it can't parse a value.
func paddingRoom(list []token) float64 {
	four, ok := sides(list)
	for i, side := range four {
		if !ok || side.kind != numberToken || side.N > 4 && (i == 1 || i == 2 || side.Unit == Percent) {
			return 1
		}
	}
	return 0
}

// variable finds the first var() of a value.
func variable(value string) (at int, found bool) {
	for from := 0; ; {
		i := strings.Index(value[from:], "var(")
		if i < 0 {
			return 0, false
		}
		if at = from + i; at == 0 || !inName(value[at-1]) {
			return at, true
		}
		from = at + 1
	}
}

// values are those that were parsed, since few of a page differ: nil for one that isn't valid.
type values map[valueKey]*Value

type valueKey struct {
	property Property
	text     string
}

const maxValues = 1 << 13 // that are remembered

func (known values) parse(p Property, text string) *Value {
	key := valueKey{p, text}
	v, found := known[key]
	if !found {
		if parsed, ok := Parse(p, text); ok {
			v = &parsed
		}
		if known != nil && len(known) < maxValues {
			known[key] = v
		}
	}
	return v
}

// declare calls one with each longhand property that a declaration sets and its value. Properties that
// have no part in visibility and values that are not valid are left out.
func (known values) declare(p Property, text string, one func(Property, *Value)) {
	if p == ListStyle && isMarkerText(text) {
		one(p, &Value{Form: Word, Text: trim(text)})
		return
	}
	text = Lower(trim(text))
	_, isVarying := variable(text)
	isVarying = isVarying && p >= NumProperties
	if !isVarying || p == fontShorthand {
		expand(p, text, func(p Property, text string) {
			if v := known.parse(p, text); v != nil {
				one(p, v)
				isVarying = false
			}
		})
	}
	if isVarying {
		for _, longhand := range longhands[p] {
			one(longhand, &Value{Form: Varies, Text: text, from: p})
		}
	}
}
