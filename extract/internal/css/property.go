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
	TextShadow // text-shadow, or an outline of letters
	TextSecurity
	Background // the image
	BackgroundColor
	BackgroundClip
	ColorScheme
	TextIndent
	WhiteSpace
	TextWrap
	ListStyle // the style of numbers or bullets
	ItemLabel // generated content that shows the number of an item, see addLabel; no CSS name
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
	Animation // the animation shorthand or animation-name
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

// propertyText has a line for each Property and shorthand, in their order: names in lower case, the form of the
// values, and the keywords; "size" means the keywords of sizes. A value that browsers refuse must not override
// one that hides, so the table says which values are valid. Logical sides such as inline-start are taken for left
// to right text.
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

// longhands has the properties that each shorthand sets. Those of sides are in the order top, right, bottom, left;
// NumProperties marks a property that isn't judged.
var longhands = [...][]Property{
	fontShorthand:       {FontSize},
	backgroundShorthand: {Background, BackgroundColor, BackgroundClip},
	marginShorthand:     {MarginTop, NumProperties, NumProperties, MarginLeft},
	insetShorthand:      {Top, Right, Bottom, Left},
	paddingAbove:        {Padding},
	allShorthand:        nil,
}

// declare calls one with each longhand property that a declaration sets and its value. It leaves out
// properties that are not judged and values that are not valid.
func declare(p Property, text string, one func(Property, Value)) {
	set := func(p Property, text string) {
		if p == NumProperties {
			return
		}
		if v, ok := Parse(p, text); ok {
			one(p, v)
		}
	}
	if p == ListStyle && markerText(text) != "" {
		one(p, Value{Form: Word, Text: trim(text)})
		return
	}
	if text = Lower(trim(text)); p < NumProperties {
		set(p, text)
		return
	}
	if p == fontShorthand {
		for t := range parts(tokenize(text)) {
			if t.kind == numberToken && (t.Unit != NoUnit || t.N == 0) {
				set(FontSize, t.text)
				return
			}
		}
	}
	if _, varies := variable(text); varies {
		for _, longhand := range longhands[p] {
			if longhand != NumProperties {
				one(longhand, Value{Form: Varies, Text: text, from: p})
			}
		}
		return
	}
	switch p {
	case backgroundShorthand:
		clip := "border-box"
		if HasToken(text, "text") {
			clip = "text"
		}
		set(Background, text)
		set(BackgroundColor, text)
		set(BackgroundClip, clip)
	case marginShorthand, insetShorthand:
		if four, ok := sides(tokenize(text)); ok {
			for i, side := range four {
				set(longhands[p][i], side.text)
			}
		}
	case paddingAbove:
		// Padding above text can't show text that overflows. Only a padding in percent counts: it
		// makes the box in which positioned elements stand.
		if strings.IndexByte(text, '%') >= 0 {
			set(Padding, text)
		}
	case allShorthand:
		if text == "initial" || text == "unset" || text == "revert" { // all takes only CSS-wide keywords
			for p := range NumProperties {
				set(p, text)
			}
		}
	}
}
