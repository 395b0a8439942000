package visibility

import "strings"

// property is one of the CSS properties that can make text invisible, or that
// decide whether another one does.
type property uint8

const (
	display property = iota
	visibility
	contentVisibility
	opacity
	filter
	fontSize
	color
	textFill
	textShadow
	textStroke
	textSecurity
	background
	backgroundColor
	backgroundClip
	textIndent
	letterSpacing
	lineHeight
	position
	left
	top
	right
	bottom
	marginLeft
	marginTop
	marginRight
	marginBottom
	width
	height
	maxWidth
	maxHeight
	overflow
	padding
	clip
	clipPath
	mask
	transform
	scale
	translate
	rotate
	zoom
	zIndex
	isolation // any that makes a stacking context without a position
	animation
	animationName
	animationFill
	animationDelay
	animationPlay
	animationDirection
	numProperties
)

// Shorthands that stand for several properties.
const (
	fontShorthand property = numProperties + iota
	backgroundShorthand
	marginShorthand
	insetShorthand
)

// propertySet is a set of properties, a bit for each.
type propertySet uint64

func (s propertySet) has(p property) bool { return s>>p&1 != 0 }

// The properties that decide the colours of text and of what is behind it.
const paints propertySet = 1<<color | 1<<textFill | 1<<textShadow | 1<<textStroke | 1<<background | 1<<backgroundColor | 1<<backgroundClip

// propertySet returns the properties that a declaration of p sets.
func (p property) set() propertySet {
	switch p {
	case fontShorthand:
		return 1 << fontSize
	case backgroundShorthand:
		return 1<<background | 1<<backgroundColor
	case marginShorthand:
		return 1<<marginTop | 1<<marginRight | 1<<marginBottom | 1<<marginLeft
	case insetShorthand:
		return 1<<top | 1<<right | 1<<bottom | 1<<left
	}
	return 1 << p
}

// context returns s with the properties that decide whether one of s hides.
func (s propertySet) context() propertySet {
	if s&(1<<left|1<<top|1<<right|1<<bottom|1<<clip|1<<zIndex) != 0 {
		s |= 1 << position
	}
	if s&(1<<width|1<<height|1<<maxWidth|1<<maxHeight|1<<lineHeight) != 0 {
		s |= 1<<overflow | 1<<padding
	}
	if s&animations != 0 { // keyframes may set anything
		s = 1<<numProperties - 1
	}
	return s | paints
}

// propertyOf returns the property or shorthand of a lower-case name, if it has a
// part in visibility.
func propertyOf(name string) (property, bool) {
	switch name {
	case "font":
		return fontShorthand, true
	case "background":
		return backgroundShorthand, true
	case "margin":
		return marginShorthand, true
	case "inset":
		return insetShorthand, true
	case "display":
		return display, true
	case "visibility":
		return visibility, true
	case "content-visibility":
		return contentVisibility, true
	case "opacity", "-moz-opacity", "-webkit-opacity":
		return opacity, true
	case "filter", "-webkit-filter":
		return filter, true
	case "font-size":
		return fontSize, true
	case "color":
		return color, true
	case "-webkit-text-fill-color":
		return textFill, true
	case "text-shadow":
		return textShadow, true
	case "-webkit-text-stroke", "-webkit-text-stroke-width":
		return textStroke, true
	case "-webkit-text-security":
		return textSecurity, true
	case "background-color":
		return backgroundColor, true
	case "background-image":
		return background, true
	case "background-clip", "-webkit-background-clip":
		return backgroundClip, true
	case "text-indent":
		return textIndent, true
	case "letter-spacing":
		return letterSpacing, true
	case "line-height":
		return lineHeight, true
	case "position":
		return position, true
	case "left", "inset-inline-start", "inset-inline":
		return left, true
	case "top", "inset-block-start", "inset-block":
		return top, true
	case "right", "inset-inline-end":
		return right, true
	case "bottom", "inset-block-end":
		return bottom, true
	}
	return boxProperty(name)
}

func boxProperty(name string) (property, bool) {
	switch name {
	case "margin-left", "margin-inline-start", "margin-inline":
		return marginLeft, true
	case "margin-top", "margin-block-start", "margin-block":
		return marginTop, true
	case "margin-right", "margin-inline-end":
		return marginRight, true
	case "margin-bottom", "margin-block-end":
		return marginBottom, true
	case "width", "inline-size":
		return width, true
	case "height", "block-size":
		return height, true
	case "max-width", "max-inline-size":
		return maxWidth, true
	case "max-height", "max-block-size":
		return maxHeight, true
	case "overflow", "overflow-x", "overflow-y":
		return overflow, true
	case "padding", "padding-top", "padding-bottom", "padding-block", "padding-block-start", "padding-block-end":
		return padding, true
	case "clip":
		return clip, true
	case "clip-path", "-webkit-clip-path":
		return clipPath, true
	case "mask", "mask-image", "-webkit-mask", "-webkit-mask-image":
		return mask, true
	case "transform", "-webkit-transform", "-ms-transform":
		return transform, true
	case "scale":
		return scale, true
	case "translate":
		return translate, true
	case "rotate":
		return rotate, true
	case "zoom":
		return zoom, true
	case "z-index":
		return zIndex, true
	case "isolation", "will-change", "mix-blend-mode", "perspective", "-webkit-perspective":
		return isolation, true
	}
	return animationProperty(strings.TrimPrefix(name, "-webkit-"))
}

func animationProperty(name string) (property, bool) {
	switch name {
	case "animation":
		return animation, true
	case "animation-name":
		return animationName, true
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
