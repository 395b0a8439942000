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
	MaskSize
	Transform
	Scale
	Translate
	Rotate
	Zoom
	ZIndex
	Float
	Content
	Isolation // others that make a stacking context
	Rare      // others that may hide text, see rareNames
	Animation
	AnimationName
	animationFill
	animationDelay
	animationPlay
	animationDirection
	NumProperties
)

// Shorthands that stand for several properties.
const (
	FontShorthand Property = NumProperties + iota
	BackgroundShorthand
	MarginShorthand
	InsetShorthand
	paddingAbove
	allShorthand
)

// PropertySet is a set of properties, a bit for each.
type PropertySet uint64

func (s PropertySet) has(p Property) bool { return s>>p&1 != 0 }

// Has reports whether p is in s.
func (s PropertySet) Has(p Property) bool { return s.has(p) }

// rareNames are properties that hardly any page hides text by. Of their values only those are
// told, as [Odd], that may leave it no room.
const rareNames = "contain offset-path offset flex -webkit-flex grid-template-rows grid-template-columns grid-template grid-auto-rows font-size-adjust"

// propertyNames are the names of each property and shorthand in lower case, divided by
// spaces. A logical side counts as the one that it is where text runs from left to right.
var propertyNames = [...]string{
	Display:             "display",
	Visibility:          "visibility",
	ContentVisibility:   "content-visibility",
	Opacity:             "opacity -moz-opacity -webkit-opacity",
	Filter:              "filter -webkit-filter",
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
	Mask:                "mask mask-image -webkit-mask -webkit-mask-image",
	MaskSize:            "mask-size -webkit-mask-size",
	Transform:           "transform -webkit-transform -ms-transform",
	Scale:               "scale",
	Translate:           "translate",
	Rotate:              "rotate",
	Zoom:                "zoom",
	ZIndex:              "z-index",
	Float:               "float",
	Content:             "content",
	Isolation:           "isolation will-change mix-blend-mode perspective -webkit-perspective",
	Rare:                rareNames,
	Animation:           "animation -webkit-animation",
	AnimationName:       "animation-name -webkit-animation-name",
	animationFill:       "animation-fill-mode -webkit-animation-fill-mode",
	animationDelay:      "animation-delay -webkit-animation-delay",
	animationPlay:       "animation-play-state -webkit-animation-play-state",
	animationDirection:  "animation-direction -webkit-animation-direction",
	FontShorthand:       "font",
	BackgroundShorthand: "background",
	MarginShorthand:     "margin",
	InsetShorthand:      "inset",
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
