package css

import (
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

// propertyNames are the names of each property and shorthand in lower case, divided by
// spaces. A logical side counts as the one that it is where text runs from left to right.
var propertyNames = [...]string{
	Display:             "display",
	Visibility:          "visibility",
	ContentVisibility:   "content-visibility",
	Opacity:             "opacity -moz-opacity -webkit-opacity",
	Filter:              "filter -webkit-filter",
	Mask:                "mask mask-image -webkit-mask -webkit-mask-image",
	Content:             "content",
	Zoom:                "zoom",
	FontSize:            "font-size",
	Color:               "color",
	TextFill:            "-webkit-text-fill-color",
	TextShadow:          "text-shadow -webkit-text-stroke -webkit-text-stroke-width",
	TextSecurity:        "-webkit-text-security",
	Background:          "background-image",
	BackgroundColor:     "background-color",
	BackgroundClip:      "background-clip -webkit-background-clip",
	ColorScheme:         "color-scheme",
	TextIndent:          "text-indent",
	WhiteSpace:          "white-space text-wrap text-wrap-mode",
	ListStyle:           "list-style list-style-type",
	VerticalAlign:       "vertical-align",
	UserSelect:          "user-select -webkit-user-select -moz-user-select -ms-user-select",
	LetterSpacing:       "letter-spacing",
	LineHeight:          "line-height",
	Position:            "position",
	Float:               "float",
	Left:                "left inset-inline-start inset-inline",
	Top:                 "top inset-block-start inset-block",
	Right:               "right inset-inline-end",
	Bottom:              "bottom inset-block-end",
	MarginLeft:          "margin-left margin-inline-start margin-inline",
	MarginTop:           "margin-top margin-block-start margin-block",
	Width:               "width inline-size",
	Height:              "height block-size",
	MaxWidth:            "max-width max-inline-size",
	MaxHeight:           "max-height max-block-size",
	MinHeight:           "min-height min-block-size",
	Overflow:            "overflow overflow-x overflow-y",
	Padding:             "padding padding-bottom padding-block padding-block-end",
	Clip:                "clip",
	ClipPath:            "clip-path -webkit-clip-path",
	Transform:           "transform -webkit-transform -ms-transform",
	Scale:               "scale",
	Translate:           "translate",
	Rotate:              "rotate",
	ZIndex:              "z-index",
	Animation:           "animation -webkit-animation animation-name -webkit-animation-name",
	fontShorthand:       "font",
	backgroundShorthand: "background",
	marginShorthand:     "margin",
	insetShorthand:      "inset",
	paddingAbove:        "padding-top padding-block-start",
	allShorthand:        "all",
}

var propertiesByName = sync.OnceValue(func() map[string]Property {
	byName := make(map[string]Property, 2*len(propertyNames))
	for p, names := range propertyNames {
		for name := range strings.FieldsSeq(names) {
			byName[name] = Property(p)
		}
	}
	return byName
})

// expand calls one with each longhand property that a declaration of a property or a
// shorthand sets, in lower case, and its value.
func expand(p Property, text string, one func(Property, string)) {
	switch p {
	case fontShorthand:
		if size := fontSize(text); size != "" {
			one(FontSize, size)
		}
	case backgroundShorthand:
		clip := "border-box"
		if HasToken(text, "text") {
			clip = "text"
		}
		one(Background, text)
		one(BackgroundColor, text)
		one(BackgroundClip, clip)
	case marginShorthand:
		if sides, ok := fourSides(text); ok {
			one(MarginTop, sides[0])
			one(MarginLeft, sides[3])
		}
	case insetShorthand:
		if sides, ok := fourSides(text); ok {
			for i, side := range [...]Property{Top, Right, Bottom, Left} {
				one(side, sides[i])
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

// fourSides returns the values of the top, right, bottom and left side in a shorthand of
// one to four of them; false if it has more or none.
func fourSides(value string) (sides [4]string, ok bool) {
	list := splitArgs(value)
	if len(list) == 0 || len(list) > 4 {
		return sides, false
	}
	for i, from := range [...][4]int{{}, {0, 1, 0, 1}, {0, 1, 2, 1}, {0, 1, 2, 3}}[len(list)-1] {
		sides[i] = list[from]
	}
	return sides, true
}

// fontSize returns the size in a value of the font property, "" for none, and all of a value
// that varies.
func fontSize(value string) string {
	for _, size := range splitArgs(value) {
		if l, ok := ParseLength(size); ok && (l.Unit != NoUnit || l.N == 0) {
			return size
		}
	}
	if varies(value) {
		return value
	}
	return ""
}
