// Package css computes the cascade of a parsed HTML page: which declarations of its
// style sheets, style attributes and presentational attributes win for an element.
//
// It reads the syntax of style sheets (nesting, layers and conditional rules
// included), matches selectors, and parses each value once into a [Value]: keywords, lengths
// with calc(), min(), max() and clamp(), colours by name, #hex, rgb() and hsl(), what transforms,
// filters, clips and masks leave of an element, and custom properties. A value that is valid and
// not understood is [Odd]. It computes a [PropertySet] of the properties in property.go, no others.
// What the values mean for a reader is not its business.
//
// A caller adds the sheets of a page to a [Sheet], and walks the page in document
// order:
//
//	var sheet css.Sheet
//	sheet.AddPage(root)
//	i, _ := sheet.Enter(n)
//	var style css.Style
//	sheet.Compute(i, 1<<css.Display, &style)
//	if style.Get(css.Display).Is("none") {
//		// …
//	}
//
// Most elements of a page need no cascade: where Watch is set, [Sheet.Watched] tells
// which properties of an element have a declaration that the caller cares about.
//
// # What is not looked at
//
// External style sheets are not loaded, scripts are not run and nothing is laid out. Rules in
// @scope, for the nth element of a list of selectors and for states of controls are not applied,
// which [Sheet.Exceeded] tells if they may hide. Generated boxes (::before) are not computed, and
// of animations only what their keyframes declare is known, see [Frames].
// The page is at rest on a desktop screen of 1,280 by 800 pixels in its light theme:
// nothing is hovered, focused or visited.
//
// # Security considerations
//
// Style sheets come from the network: bytes, rules, nesting and the work of matching
// are bounded. Beyond the bounds rules are ignored, which [Sheet.Exceeded] tells.
//
// Sources: CSS Syntax Level 3, Cascading and Inheritance Level 5, Nesting Level 1,
// Selectors Level 4, Values Level 4, Color Level 4 and Media Queries Level 4.
package css
