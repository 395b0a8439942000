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

// grammar says which values a property takes, as far as one that isn't valid must not undo one that hides.
type grammar uint8

const (
	anyWords grammar = iota
	someWords
	plainNumber // or a percentage
	length
	oneColor
	layers // of a background, one of them with a colour
	image
	room   // see paddingRoom
	effect // what transforms and filters do
	shape  // that leaves something of a box, or nothing
)

// properties are the names of each property and shorthand in lower case, divided by spaces, its grammar, and the
// keywords of those that browsers take. A logical side counts as the one that it is where text runs
// from left to right.
var properties = [...]struct {
	names   string
	grammar grammar
	words   string
}{
	Display: {"display", someWords, "none block inline inline-block flex inline-flex grid inline-grid flow-root contents list-item run-in ruby ruby-text ruby-base math " +
		"table inline-table table-row table-cell table-caption table-column table-column-group table-row-group table-header-group table-footer-group " +
		"-webkit-box -webkit-inline-box -webkit-flex -ms-flexbox -ms-grid -moz-box"},
	Visibility:          {"visibility", someWords, "visible hidden collapse"},
	ContentVisibility:   {names: "content-visibility"},
	Opacity:             {"opacity -moz-opacity -webkit-opacity", plainNumber, "none"},
	Filter:              {"filter -webkit-filter", effect, ""},
	Mask:                {"mask mask-image -webkit-mask -webkit-mask-image", shape, ""},
	Content:             {names: "content"},
	Zoom:                {"zoom", plainNumber, "normal reset"},
	FontSize:            {"font-size", length, "xx-small x-small small medium large x-large xx-large xxx-large smaller larger math"},
	Color:               {"color", oneColor, ""},
	TextFill:            {"-webkit-text-fill-color", oneColor, ""},
	TextShadow:          {names: "text-shadow -webkit-text-stroke -webkit-text-stroke-width"},
	TextSecurity:        {names: "-webkit-text-security"},
	Background:          {"background-image", image, ""},
	BackgroundColor:     {"background-color", layers, ""},
	BackgroundClip:      {names: "background-clip -webkit-background-clip"},
	ColorScheme:         {names: "color-scheme"},
	TextIndent:          {"text-indent", length, sizeWords},
	WhiteSpace:          {names: "white-space text-wrap text-wrap-mode"},
	ListStyle:           {names: "list-style list-style-type"},
	VerticalAlign:       {names: "vertical-align"},
	UserSelect:          {names: "user-select -webkit-user-select -moz-user-select -ms-user-select"},
	LetterSpacing:       {"letter-spacing", length, sizeWords},
	LineHeight:          {"line-height", length, sizeWords},
	Position:            {names: "position"},
	Float:               {names: "float"},
	Left:                {"left inset-inline-start inset-inline", length, sizeWords},
	Top:                 {"top inset-block-start inset-block", length, sizeWords},
	Right:               {"right inset-inline-end", length, sizeWords},
	Bottom:              {"bottom inset-block-end", length, sizeWords},
	MarginLeft:          {"margin-left margin-inline-start margin-inline", length, sizeWords},
	MarginTop:           {"margin-top margin-block-start margin-block", length, sizeWords},
	Width:               {"width inline-size", length, sizeWords},
	Height:              {"height block-size", length, sizeWords},
	MaxWidth:            {"max-width max-inline-size", length, sizeWords},
	MaxHeight:           {"max-height max-block-size", length, sizeWords},
	MinHeight:           {"min-height min-block-size", length, sizeWords},
	Overflow:            {names: "overflow overflow-x overflow-y"},
	Padding:             {"padding padding-bottom padding-block padding-block-end", room, ""},
	Clip:                {"clip", shape, ""},
	ClipPath:            {"clip-path -webkit-clip-path", shape, ""},
	Transform:           {"transform -webkit-transform -ms-transform", effect, ""},
	Scale:               {"scale", effect, ""},
	Translate:           {"translate", effect, ""},
	Rotate:              {"rotate", effect, ""},
	ZIndex:              {"z-index", plainNumber, "auto"},
	Animation:           {names: "animation -webkit-animation animation-name -webkit-animation-name"},
	fontShorthand:       {names: "font"},
	backgroundShorthand: {names: "background"},
	marginShorthand:     {names: "margin"},
	insetShorthand:      {names: "inset"},
	paddingAbove:        {names: "padding-top padding-block-start"},
	allShorthand:        {names: "all"},
}

const sizeWords = "auto none normal min-content max-content fit-content stretch -webkit-fill-available -moz-available intrinsic min-intrinsic contain"

var propertiesByName = sync.OnceValue(func() map[string]Property {
	byName := make(map[string]Property, 2*len(properties))
	for p := range properties {
		for name := range strings.FieldsSeq(properties[p].names) {
			byName[name] = Property(p)
		}
	}
	return byName
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
