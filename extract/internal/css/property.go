package css

import "strings"

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

// PropertySet is a set of properties, a bit for each.
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

// propertyOf returns the property or shorthand of a lower-case name, if it has a
// part in visibility.
func propertyOf(name string) (Property, bool) {
	switch name {
	case "font":
		return FontShorthand, true
	case "background":
		return BackgroundShorthand, true
	case "margin":
		return MarginShorthand, true
	case "inset":
		return InsetShorthand, true
	case "all":
		return allShorthand, true
	case "display":
		return Display, true
	case "visibility":
		return Visibility, true
	case "content-visibility":
		return ContentVisibility, true
	case "opacity", "-moz-opacity", "-webkit-opacity":
		return Opacity, true
	case "filter", "-webkit-filter":
		return Filter, true
	case "font-size":
		return FontSize, true
	case "font-size-adjust":
		return FontAdjust, true
	case "color":
		return Color, true
	case "-webkit-text-fill-color":
		return TextFill, true
	case "text-shadow":
		return TextShadow, true
	case "-webkit-text-stroke", "-webkit-text-stroke-width":
		return TextStroke, true
	case "-webkit-text-security":
		return TextSecurity, true
	case "background-color":
		return BackgroundColor, true
	case "background-image":
		return Background, true
	case "background-clip", "-webkit-background-clip":
		return BackgroundClip, true
	case "white-space", "text-wrap", "text-wrap-mode":
		return WhiteSpace, true
	case "text-indent":
		return TextIndent, true
	case "letter-spacing":
		return LetterSpacing, true
	case "line-height":
		return LineHeight, true
	case "position":
		return Position, true
	case "left", "inset-inline-start", "inset-inline":
		return Left, true
	case "top", "inset-block-start", "inset-block":
		return Top, true
	case "right", "inset-inline-end":
		return Right, true
	case "bottom", "inset-block-end":
		return Bottom, true
	}
	return boxProperty(name)
}

func boxProperty(name string) (Property, bool) {
	switch name {
	case "margin-left", "margin-inline-start", "margin-inline":
		return MarginLeft, true
	case "margin-top", "margin-block-start", "margin-block":
		return MarginTop, true
	case "margin-bottom", "margin-block-end":
		return MarginBottom, true
	case "width", "inline-size":
		return Width, true
	case "height", "block-size":
		return Height, true
	case "max-width", "max-inline-size":
		return MaxWidth, true
	case "max-height", "max-block-size":
		return MaxHeight, true
	case "min-height", "min-block-size":
		return MinHeight, true
	case "-webkit-line-clamp", "line-clamp":
		return LineClamp, true
	case "overflow", "overflow-x", "overflow-y":
		return Overflow, true
	case "padding", "padding-bottom", "padding-block", "padding-block-end":
		return Padding, true
	case "padding-top", "padding-block-start":
		return PaddingTop, true
	case "clip":
		return Clip, true
	case "clip-path", "-webkit-clip-path":
		return ClipPath, true
	case "mask", "mask-image", "-webkit-mask", "-webkit-mask-image":
		return Mask, true
	case "mask-size", "-webkit-mask-size":
		return MaskSize, true
	case "transform", "-webkit-transform", "-ms-transform":
		return Transform, true
	case "scale":
		return Scale, true
	case "translate":
		return Translate, true
	case "rotate":
		return Rotate, true
	case "zoom":
		return Zoom, true
	case "z-index":
		return ZIndex, true
	case "isolation", "will-change", "mix-blend-mode", "perspective", "-webkit-perspective", "offset", "offset-path", "backdrop-filter", "-webkit-backdrop-filter":
		return Isolation, true
	case "float":
		return Float, true
	case "contain":
		return Contain, true
	case "content":
		return Content, true
	case "color-scheme":
		return ColorScheme, true
	case "object-fit":
		return ObjectFit, true
	case "flex", "-webkit-flex", "-ms-flex":
		return Flex, true
	case "grid-template-rows", "grid-auto-rows", "grid-template", "grid-area":
		return GridRows, true
	case "grid-template-columns":
		return GridColumns, true
	}
	return animationProperty(strings.TrimPrefix(name, "-webkit-"))
}

func animationProperty(name string) (Property, bool) {
	switch name {
	case "backface-visibility":
		return BackfaceVisibility, true
	case "transform-style":
		return TransformStyle, true
	case "transition", "transition-duration":
		return Transition, true
	case "animation":
		return Animation, true
	case "animation-name":
		return AnimationName, true
	case "animation-fill-mode":
		return animationFill, true
	case "animation-delay":
		return animationDelay, true
	case "animation-play-state":
		return animationPlay, true
	case "animation-direction":
		return animationDirection, true
	}
	return 0, false
}
