// Package css computes the cascade of a parsed HTML page: which declarations of its style
// sheets, style attributes and presentational attributes win for an element.
//
// It reads the syntax of style sheets (nesting, layers and conditional rules included),
// matches selectors, and parses each value once into a [Value]: keywords, lengths with
// calc(), min(), max() and clamp(), colours by name, #hex, rgb() and hsl(), what transforms,
// filters, clips and masks leave of an element, and custom properties. A value that is valid
// but not supported is [Odd]. It computes a [PropertySet] of the properties in property.go,
// no others. It does not judge what the values mean for a reader.
//
// A caller adds the sheets of a page to a [Sheet], and walks the page in document order:
//
//	var sheet css.Sheet
//	sheet.AddPage(root)
//	i, _ := sheet.Enter(n)
//	style := sheet.Style(i)
//
// Most elements of a page need no cascade: if Watch is set, [Sheet.Watched] returns the
// properties of an element with a declaration that the caller watches for.
//
// External style sheets are not loaded, scripts are not run and nothing is laid out. Rules
// in @scope, for the nth element of a list of selectors and for states of controls are not
// applied; [Sheet.Exceeded] reports them if they may hide. Generated boxes (::before) and
// animations are not computed. The page is at rest on a desktop screen of 1,280 by 800 pixels
// in its light theme: nothing is hovered, focused or visited.
//
// Style sheets come from the network: bytes, rules, nesting and the work of matching are
// bounded. Rules beyond the bounds are ignored; [Sheet.Exceeded] reports that.
//
// Sources: CSS Syntax Level 3, Cascading and Inheritance Level 5, Nesting Level 1, Selectors
// Level 4, Values Level 4, Color Level 4 and Media Queries Level 4.
package css
