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

// Value is what a declaration sets its property to, parsed once and not changed after that.
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
func (v *Value) Keeps() bool {
	switch v.Text {
	case "inherit", "unset", "revert", "revert-layer":
		return true
	}
	return false
}

// absent is the value of what is not declared. It is never written.
var absent Value

// Parse reads the value of a property; false if browsers would not take it, as far as that
// matters: a declaration that isn't valid must not undo one that is. For a shorthand it
// tells of its text alone whether it varies.
func Parse(p Property, text string) (v Value, ok bool) {
	text = Lower(trim(text))
	v.Text = text
	switch text {
	case "", "revert-layer": // what lower layers declare stays
		return v, false
	case "inherit", "initial", "unset", "revert":
		v.Form = Word
		return v, true
	}
	if v.Form = Word; varies(text) {
		v.Form = Varies
		return v, true
	}
	switch p {
	case Display:
		return v.orOdd(validDisplay(text))
	case Background:
		if isImage(text) {
			v.Form = Odd
		}
	case Visibility:
		return v.orOdd(text == "visible" || text == "hidden" || text == "collapse")
	case Color, TextFill, BackgroundColor:
		v.parseColor(p)
		return v, v.Form != Word || text == "currentcolor" || p == BackgroundColor
	case Opacity, ZIndex, Zoom, FontSize, Width, Height, MaxWidth, MaxHeight, MinHeight, Left, Top, Right, Bottom, MarginLeft, MarginTop, LineHeight, LetterSpacing, TextIndent:
		return v.parseNumber(p)
	case Padding:
		v.parsePadding()
	case MaskSize:
		v.parseSize(text)
	case Mask:
		v.parseMask()
	case Clip, ClipPath:
		v.parseShape()
	case Filter:
		v.parseFilter()
	case Transform, Translate, Scale, Rotate:
		v.parseTransform(p)
	case Rare:
		parts := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '/' })
		last := parts[len(parts)-1]
		if isZero(parts[0]) && (isZero(last) || strings.HasSuffix(last, "fr")) || parts[0] == "strict" || HasToken(text, "size") ||
			strings.HasPrefix(text, "minmax(0") || strings.Contains(text, "path(") || strings.Contains(text, "ray(") {
			v.Form = Odd
		}
	}
	return v, true
}

// orOdd returns v, which is a keyword if it is valid and not understood if it has a function.
func (v Value) orOdd(valid bool) (Value, bool) {
	if !valid && strings.IndexByte(v.Text, '(') > 0 {
		v.Form, valid = Odd, true
	}
	return v, valid
}

func isZero(s string) bool {
	l, ok := ParseLength(strings.TrimSuffix(s, "fr"))
	return ok && l.N == 0
}

// varies reports whether a value has var().
func varies(value string) bool {
	_, found := variable(value, 0)
	return found
}

func validDisplay(value string) bool {
	switch value {
	case "none", "block", "inline", "inline-block", "flex", "inline-flex", "grid", "inline-grid", "flow-root", "contents",
		"list-item", "run-in", "ruby", "ruby-text", "ruby-base", "math",
		"-webkit-box", "-webkit-inline-box", "-webkit-flex", "-ms-flexbox", "-ms-grid", "-moz-box":
		return true
	}
	return strings.HasPrefix(value, "table") || strings.HasPrefix(value, "inline-table") || strings.IndexByte(value, ' ') > 0 && strings.IndexByte(value, '(') < 0
}

// numberWords are the keywords of properties that take numbers.
var numberWords = [NumProperties]string{
	Opacity: "none", ZIndex: "auto", Zoom: "normal reset",
	FontSize: "xx-small x-small small medium large x-large xx-large xxx-large smaller larger math",
}

// sizeWords are those of sizes and offsets.
const sizeWords = "auto none normal min-content max-content fit-content stretch -webkit-fill-available -moz-available intrinsic min-intrinsic contain"

func (v Value) parseNumber(p Property) (Value, bool) {
	first := v.Text
	if p == TextIndent || p >= Left && p <= MarginTop { // of a logical shorthand, or with a keyword
		if sides := strings.Fields(first); len(sides) == 4 { // a variable was all of the shorthand
			first = sides[map[Property]int{Top: 0, MarginTop: 0, Right: 1, Bottom: 2, Left: 3, MarginLeft: 3}[p]]
		}
		first, _ = CutBlock(first, ' ')
	}
	if l, ok := ParseLength(first); ok {
		if p == FontSize && l.N < 0 {
			if first[len(first)-1] != ')' {
				return v, false
			}
			l.N = 0
		}
		v.Form, v.Length = Number, l
		return v, true
	}
	words := numberWords[p]
	if words == "" {
		words = sizeWords
	}
	return v.orOdd(HasToken(words, v.Text))
}

func (v *Value) parseColor(p Property) {
	c, ok := ParseColor(v.Text)
	if p == BackgroundColor && !ok { // of the shorthand
		c, ok = firstColor(v.Text)
	}
	switch {
	case ok:
		v.Form, v.Color = Colored, c
	case strings.IndexByte(v.Text, '(') > 0 && (p != BackgroundColor || namesColor(v.Text)):
		v.Form = Odd
	}
}

// namesColor reports whether a background may name a colour that is not understood.
func namesColor(value string) bool {
	for _, name := range [...]string{"color", "hwb(", "lch(", "lab("} {
		if strings.Contains(value, name) {
			return true
		}
	}
	return false
}

// parsePadding sets v to 1 if text that doesn't fit its box may stand in the padding, to the
// right of it or below it, and else to 0. A padding that is a part of the width shapes a box
// for what is positioned in it.
func (v *Value) parsePadding() {
	sides, ok := fourSides(v.Text)
	v.Form = Number
	for i, side := range sides {
		l, isLength := ParseLength(side)
		if !ok || !isLength || l.N > 4 && (i == 1 || i == 2 || l.Unit == Percent) {
			v.N = 1
		}
	}
}

// parseSize sets v to the least of the lengths in a size.
func (v *Value) parseSize(size string) {
	for f := range strings.FieldsSeq(size) {
		if l, ok := ParseLength(f); ok && (v.Form != Number || l.N < v.N) {
			v.Form, v.Length = Number, l
		}
	}
}

// parseMask sets v to 0 if the mask leaves nothing: a gradient of nothing but transparency,
// or one without a size. Other masks are odd.
func (v *Value) parseMask() {
	if strings.IndexByte(v.Text, '(') < 0 {
		return
	}
	v.Form = Odd
	if _, size := CutBlock(v.Text, '/'); strings.IndexByte(size, ',') < 0 {
		var of Value
		if of.parseSize(size); of.Form == Number && of.N == 0 {
			v.Form, v.N = Number, 0
			return
		}
	}
	_, stops, found := strings.Cut(v.Text, "gradient(")
	if !found || strings.Contains(v.Text, "url(") {
		return
	}
	colors, clear := 0, true
	for args, _ := CutBlock(stops, ')'); args != ""; {
		var arg string
		arg, args = CutBlock(args, ',')
		if c, ok := firstColor(trim(arg)); ok {
			colors++
			clear = clear && c.A <= 0.1
		}
	}
	if colors > 0 && clear {
		v.Form, v.N = Number, 0
	}
}

// fourSides returns the values of the top, right, bottom and left side in a shorthand of
// one to four of them; false if it has more or none.
func fourSides(value string) (sides [4]string, ok bool) {
	var list [4]string
	n := 0
	for value = trim(value); value != ""; value = trim(value) {
		if n == len(list) {
			return sides, false
		}
		list[n], value = CutBlock(value, ' ')
		n++
	}
	if n == 0 {
		return sides, false
	}
	from := [5][4]int{1: {}, 2: {0, 1, 0, 1}, 3: {0, 1, 2, 1}, 4: {0, 1, 2, 3}}[n]
	for i := range sides {
		sides[i] = list[from[i]]
	}
	return sides, true
}

// fontSize returns the size in a value of the font property, "" for none.
func fontSize(value string) string {
	for value != "" {
		var f string
		f, value = CutBlock(value, ' ')
		size, _ := CutBlock(f, '/')
		if l, ok := ParseLength(size); ok && (l.Unit != NoUnit || l.N == 0) {
			return size
		}
	}
	return ""
}

// isImage reports whether a background has a picture or a gradient.
func isImage(value string) bool {
	return strings.Contains(value, "url(") || strings.Contains(value, "gradient(")
}

// expand calls one with each longhand property that a declaration of a property or a
// shorthand sets, in lower case, and its value.
func expand(p Property, text string, one func(Property, string)) {
	switch p {
	case FontShorthand:
		if size := fontSize(text); size != "" {
			one(FontSize, size)
		} else if varies(text) {
			one(FontSize, text)
		}
	case BackgroundShorthand:
		image, clip := "none", "border-box"
		if isImage(text) || varies(text) {
			image = text
		}
		if HasToken(text, "text") {
			clip = "text"
		}
		one(Background, image)
		one(BackgroundColor, text)
		one(BackgroundClip, clip)
	case MarginShorthand:
		if parts, ok := fourSides(text); ok {
			one(MarginTop, parts[0])
			one(MarginLeft, parts[3])
		}
	case InsetShorthand:
		if parts, ok := fourSides(text); ok {
			for i, side := range [...]Property{Top, Right, Bottom, Left} {
				one(side, parts[i])
			}
		}
	case paddingAbove:
		// Text stands below a padding above it, which gives it room only where its size is that
		// of the box: there what is positioned stands in it.
		if strings.IndexByte(text, '%') >= 0 {
			one(Padding, text)
		}
	case allShorthand:
		if !slices.Contains([]string{"initial", "unset", "revert", "revert-layer"}, text) {
			return
		}
		for p := range NumProperties {
			if initial := initials[p]; initial != "" && text == "initial" {
				one(p, initial)
			} else {
				one(p, unset)
			}
		}
	default:
		one(p, text)
	}
}

// unset is the value of a property that counts as not declared.
const unset = "\x00"

// initials are the initial values of properties that are inherited.
var initials = [NumProperties]string{
	Color: "initial", TextFill: "initial", FontSize: "medium", TextIndent: "0", LetterSpacing: "normal", TextSecurity: "none", TextShadow: "none", Visibility: "visible",
}
