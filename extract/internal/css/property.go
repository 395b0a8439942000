package css

import (
	_ "embed"
	"strings"
	"sync"
)

// Property is one of the CSS properties that the cascade is computed for.
type Property uint8

const (
	Display Property = iota
	Visibility
	ContentVisibility
	Opacity
	Filter
	FontSize
	Color
	TextFill
	TextShadow // a shadow or an outline of letters
	TextSecurity
	Background // its image
	BackgroundColor
	BackgroundClip
	ColorScheme
	TextIndent
	WhiteSpace
	ListStyle // how items are counted
	ItemLabel // the generated content that shows their number, see addLabel; sheets can't declare it by name
	CounterReset
	VerticalAlign
	UserSelect
	LetterSpacing
	LineHeight
	Position
	Float
	Left
	Top
	Right
	Bottom
	MarginLeft
	MarginTop
	Clip
	ClipPath
	Width
	Height
	MaxWidth
	MaxHeight
	MinHeight
	Overflow
	Padding
	Mask
	Transform
	Scale
	Translate
	Rotate
	Zoom
	ZIndex
	Content
	Animation // its name, among other things
	NumProperties
)

// Shorthands for several properties.
const (
	fontShorthand Property = NumProperties + iota
	backgroundShorthand
	marginShorthand
	insetShorthand
	paddingAbove
	allShorthand
)

// PropertySet is a set of properties, a bit for each.
type PropertySet uint64

// Has reports whether p is in s.
func (s PropertySet) Has(p Property) bool { return s>>p&1 != 0 }

// propertyText has a line for each Property and shorthand, in their order: its names in lower case, the form of its
// values, and the keywords that it takes; "size" are those of sizes. It says which values browsers take, as far as
// one that isn't valid must not undo one that hides. A logical side counts as the one that it is where text runs
// from left to right.
//
//go:embed judged.txt
var propertyText string

const sizeWords = "auto none normal min-content max-content fit-content stretch -webkit-fill-available -moz-available intrinsic min-intrinsic contain"

type propertyTable struct {
	byName      map[string]Property
	form, words [allShorthand + 1]string
}

var properties = sync.OnceValue(func() *propertyTable {
	t, p := &propertyTable{byName: map[string]Property{}}, Property(0)
	for line := range strings.Lines(propertyText) {
		names, values, _ := strings.Cut(strings.TrimSpace(line), " : ")
		for name := range strings.FieldsSeq(names) {
			t.byName[name] = p
		}
		if t.form[p], t.words[p], _ = strings.Cut(values, " "); t.words[p] == "size" {
			t.words[p] = sizeWords
		}
		p++
	}
	return t
})

// longhands are the properties that each shorthand sets, in the order of its values where those of sides differ.
var longhands = [...][]Property{
	fontShorthand:       {FontSize},
	backgroundShorthand: {Background, BackgroundColor, BackgroundClip},
	marginShorthand:     {MarginTop, MarginLeft},
	insetShorthand:      {Top, Right, Bottom, Left},
	paddingAbove:        {Padding},
	allShorthand:        nil,
}

// expand calls one with each longhand property that a declaration of a property or a shorthand sets, and its value, as
// text in lower case.
func expand(p Property, text string, one func(Property, string)) {
	switch p {
	case fontShorthand:
		for t := range parts(tokenize(text)) {
			if t.kind == numberToken && (t.Unit != NoUnit || t.N == 0) {
				one(FontSize, t.text)
				break
			}
		}
	case backgroundShorthand:
		clip := "border-box"
		if HasToken(text, "text") {
			clip = "text"
		}
		one(Background, text)
		one(BackgroundColor, text)
		one(BackgroundClip, clip)
	case marginShorthand, insetShorthand:
		if four, ok := sides(tokenize(text)); ok {
			for i, side := range four {
				if p == insetShorthand {
					one(longhands[p][i], side.text)
				} else if i%3 == 0 {
					one(longhands[p][i/3], side.text)
				}
			}
		}
	case paddingAbove:
		// Text is below the padding above it, so only a padding in percent counts: it makes a
		// box for positioned elements.
		if strings.IndexByte(text, '%') >= 0 {
			one(Padding, text)
		}
	case allShorthand: // which takes these words alone
		switch text {
		case "initial", "unset", "revert":
			for p := range NumProperties {
				one(p, text)
			}
		}
	default:
		one(p, text)
	}
}
