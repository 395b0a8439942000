// Package visibility decides which parts of a parsed HTML page a reader can see.
//
// A [Checker] holds the rules of the page's style elements. [Checker.HiddenReason] reports for
// each element whether it and everything below it is invisible, and why. An empty Checker judges
// by attributes and inline style alone. A walker asks on the way down and skips the branch of an
// element that is hidden:
//
//	var checker visibility.Checker
//	visibility.AddPageStyles(&checker, root)
//	if reason := checker.HiddenReason(n); reason != "" {
//		// leave n and its descendants out, hand their text to the scan
//	}
//
// Visibility, colour, font size, indent and letter spacing are inherited, and descendants may set
// them back. HiddenReason reports an element that hides by one of them only if no descendant is
// visible. Otherwise the descendants are judged one by one; a walker has to call HiddenReason for
// text nodes too, to leave out the text between visible elements.
//
// # Three answers
//
// Text is shown, hidden or doubtful. Doubtful text counts as visible, but
// [Checker.ConcealedReason] reports it, so that it is scanned like hidden text:
//
//   - text that a reader opens or a script shows: closed details, hidden=until-found, tab panels,
//     accordions and other parts that a control of the page names, notes, parts that wait for a scroll
//     animation or for their framework, React's streamed segments, and a wrapper that holds most of
//     the page's text. Menus, dialogs and consent notices are not among them;
//   - text under a property that can hide with a value that isn't understood, such as
//     opacity:sin(0) or color:oklch(1 0 0), or that an animation may change;
//   - text for which only a layout could decide, such as left:-100px.
//
// The table of properties, conditions and reasons is in table.go; colours are in colors.go.
// Text for screen readers only ("sr-only") is hidden. Text with aria-hidden is visible: of two
// twins the visible one is kept, see twins.go.
//
// # What is not supported
//
// External style sheets are not loaded, nor are those in data: addresses. Scripts are not run.
// Nothing is laid out, so text that a box covers or clips is not recognised. Text in the colour
// of its background counts as visible if external style sheets may set these colours.
//
// # Security considerations
//
// Style sheets come from the network: bytes, rules, nesting and the work of matching are
// bounded (see [css.Sheet]). Rules beyond the bounds are ignored, so that more text counts as
// visible. Visible text is scanned as well.
//
// Sources: CSS Cascading and Inheritance Level 5, Selectors Level 4, CSS Color Level 4,
// Media Queries Level 4 and the rendering section of HTML, as far as they can make text
// invisible.
package visibility
