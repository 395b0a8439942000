package css

import (
	"cmp"
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
	Text   string // as written, in lower case
}

// Is reports whether v is a keyword.
func (v *Value) Is(word string) bool { return v.Text == word }

// Keeps reports whether v leaves the property as it is inherited.
func (v *Value) Keeps() bool { return v.Text == "inherit" || v.Text == "unset" || v.Text == "revert" }

// absent is the value of what is not declared. It is never written.
var absent Value

// keywords are those that browsers take for properties where one that isn't valid must not undo
// one that hides. Properties that take numbers have the last ones unless they have their own.
var keywords = [...]string{
	Display: "none block inline inline-block flex inline-flex grid inline-grid flow-root contents list-item run-in ruby ruby-text ruby-base math " +
		"table inline-table table-row table-cell table-caption table-column table-column-group table-row-group table-header-group table-footer-group " +
		"-webkit-box -webkit-inline-box -webkit-flex -ms-flexbox -ms-grid -moz-box",
	Visibility:    "visible hidden collapse",
	Opacity:       "none",
	ZIndex:        "auto",
	Zoom:          "normal reset",
	FontSize:      "xx-small x-small small medium large x-large xx-large xxx-large smaller larger math",
	NumProperties: "auto none normal min-content max-content fit-content stretch -webkit-fill-available -moz-available intrinsic min-intrinsic contain",
}

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
	isFunction := strings.IndexByte(text, '(') >= 0
	if isFunction && varies(text) {
		v.Form = Varies
		return v, true
	}
	switch p {
	case Display, Visibility:
		first, second, _ := strings.Cut(text, " ")
		ok = HasToken(keywords[p], text) || p == Display && second != "" && HasToken(keywords[p], first)
	case Color, TextFill:
		if v.Color, ok = ParseColor(text); ok {
			v.Form = Colored
		}
		ok = ok || text == "currentcolor"
	case BackgroundColor: // or the shorthand
		for _, part := range splitArgs(text) {
			if v.Color, ok = ParseColor(part); ok {
				v.Form = Colored
				return v, true
			}
		}
		ok = !isFunction || !strings.Contains(text, "color") && !strings.Contains(text, "lab(") && !strings.Contains(text, "lch(") && !strings.Contains(text, "hwb(")
	case Background:
		ok = !strings.Contains(text, "url(") && !strings.Contains(text, "gradient(")
	case Opacity, ZIndex, Zoom, FontSize, Width, Height, MaxWidth, MaxHeight, MinHeight, Left, Top, Right, Bottom, MarginLeft, MarginTop, LineHeight, LetterSpacing, TextIndent:
		ok = v.parseNumber(p)
	case Padding:
		v.Form, v.N = Number, paddingRoom(text)
		return v, true
	case Transform, Translate, Scale, Rotate, Filter:
		if ok = text == "none" || p == Filter && !isFunction; !ok {
			v.Form, v.Effect, ok = Changed, parseEffect(p, text), true
		}
	case Mask, Clip, ClipPath:
		if ok = !isFunction; isFunction && leavesNothing(text) {
			v.Form, ok = Number, true
		}
	case Content:
		ok = !isFunction
	default:
		ok = true
	}
	if !ok && isFunction {
		v.Form, ok = Odd, true
	}
	return v, ok
}

func (v *Value) parseNumber(p Property) (ok bool) {
	first, _ := CutBlock(v.Text, ' ') // a logical shorthand has a second one, an indent keywords
	if v.Length, ok = ParseLength(first); !ok {
		return HasToken(cmp.Or(keywords[p], keywords[NumProperties]), v.Text)
	}
	v.Form = Number
	if p == FontSize && v.N < 0 {
		ok, v.N = first[len(first)-1] == ')', 0
	}
	return ok
}

// paddingRoom returns 1 if text that doesn't fit its box may show in the padding, else 0.
// It returns 1 for a length above 4 on the right or below, for more than 4 percent on any
// side (such a padding makes a box for positioned elements), and if it can't parse a value.
func paddingRoom(text string) float64 {
	sides, ok := fourSides(text)
	for i, side := range sides {
		l, isLength := ParseLength(side)
		if !ok || !isLength || l.N > 4 && (i == 1 || i == 2 || l.Unit == Percent) {
			return 1
		}
	}
	return 0
}

// varies reports whether a value has var().
func varies(value string) bool {
	_, found := variable(value)
	return found
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
