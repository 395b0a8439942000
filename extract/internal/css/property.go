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
	TextShadow
	TextStroke
	TextSecurity
	Background
	BackgroundColor
	BackgroundClip
	TextIndent
	WhiteSpace
	LetterSpacing
	LineHeight
	Position
	Left
	Top
	Right
	Bottom
	MarginLeft
	MarginTop
	MarginBottom
	Width
	Height
	MaxWidth
	MaxHeight
	MinHeight
	LineClamp
	Overflow
	Padding
	PaddingTop
	Clip
	ClipPath
	Mask
	MaskSize
	Transform
	Scale
	Translate
	Rotate
	Zoom
	ZIndex
	Isolation // any that makes a stacking context without a position
	Float
	Contain
	Content
	GridRows
	GridColumns
	BackfaceVisibility
	TransformStyle
	Transition
	ObjectFit
	Animation
	AnimationName
	ColorScheme
	FontAdjust
	Flex
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
	allShorthand
)

// PropertySet is a set of properties, a bit for each. All 64 bits are in use; with a 65th
// property the constants below no longer compile, and the set must become a struct of words.
type PropertySet uint64

func (s PropertySet) has(p Property) bool { return s>>p&1 != 0 }

// set returns the properties that a declaration of p sets.
func (p Property) set() PropertySet {
	switch p {
	case FontShorthand:
		return 1 << FontSize
	case BackgroundShorthand:
		return 1<<Background | 1<<BackgroundColor
	case MarginShorthand:
		return 1<<MarginTop | 1<<MarginBottom | 1<<MarginLeft
	case InsetShorthand:
		return 1<<Top | 1<<Right | 1<<Bottom | 1<<Left
	case allShorthand:
		return 1<<NumProperties - 1
	}
	return 1 << p
}

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
	TextShadow:          "text-shadow",
	TextStroke:          "-webkit-text-stroke -webkit-text-stroke-width",
	TextSecurity:        "-webkit-text-security",
	Background:          "background-image",
	BackgroundColor:     "background-color",
	BackgroundClip:      "background-clip -webkit-background-clip",
	TextIndent:          "text-indent",
	WhiteSpace:          "white-space text-wrap text-wrap-mode",
	LetterSpacing:       "letter-spacing",
	LineHeight:          "line-height",
	Position:            "position",
	Left:                "left inset-inline-start inset-inline",
	Top:                 "top inset-block-start inset-block",
	Right:               "right inset-inline-end",
	Bottom:              "bottom inset-block-end",
	MarginLeft:          "margin-left margin-inline-start margin-inline",
	MarginTop:           "margin-top margin-block-start margin-block",
	MarginBottom:        "margin-bottom margin-block-end",
	Width:               "width inline-size",
	Height:              "height block-size",
	MaxWidth:            "max-width max-inline-size",
	MaxHeight:           "max-height max-block-size",
	MinHeight:           "min-height min-block-size",
	LineClamp:           "-webkit-line-clamp line-clamp",
	Overflow:            "overflow overflow-x overflow-y",
	Padding:             "padding padding-bottom padding-block padding-block-end",
	PaddingTop:          "padding-top padding-block-start",
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
	Isolation:           "isolation will-change mix-blend-mode perspective -webkit-perspective offset offset-path backdrop-filter -webkit-backdrop-filter",
	Float:               "float",
	Contain:             "contain",
	Content:             "content",
	GridRows:            "grid-template-rows grid-auto-rows grid-template grid-area",
	GridColumns:         "grid-template-columns",
	BackfaceVisibility:  "backface-visibility -webkit-backface-visibility",
	TransformStyle:      "transform-style -webkit-transform-style",
	Transition:          "transition -webkit-transition transition-duration -webkit-transition-duration",
	ObjectFit:           "object-fit",
	Animation:           "animation -webkit-animation",
	AnimationName:       "animation-name -webkit-animation-name",
	ColorScheme:         "color-scheme",
	FontAdjust:          "font-size-adjust",
	Flex:                "flex -webkit-flex -ms-flex",
	animationFill:       "animation-fill-mode -webkit-animation-fill-mode",
	animationDelay:      "animation-delay -webkit-animation-delay",
	animationPlay:       "animation-play-state -webkit-animation-play-state",
	animationDirection:  "animation-direction -webkit-animation-direction",
	FontShorthand:       "font",
	BackgroundShorthand: "background",
	MarginShorthand:     "margin",
	InsetShorthand:      "inset",
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

// propertyOf returns the property or shorthand of a lower-case name, if it has a
// part in visibility.
func propertyOf(name string) (p Property, known bool) {
	p, known = propertiesByName()[name]
	return p, known
}
