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
// Visibility, colour, font size, indent and letter spacing are inherited and may be set back
// further down. An element that hides by one of them is only reported when nothing below
// shows again; otherwise its descendants are judged, so that walkers that call HiddenReason for
// text nodes too catch text between re-shown elements.
//
// # Three answers
//
// Text is shown, hidden or doubtful. Doubtful text counts as visible, but
// [Checker.ConcealedReason] reports it, so that it is scanned like hidden text:
//
//   - what a reader opens or a script shows: the closed part of details, hidden=until-found, tab
//     panels, accordions and other parts that a control of the page names, notes, what waits for a
//     scroll animation or for its framework, React's streamed segments, and a wrapper that holds
//     most of the page's text, unless it is a menu, a dialog or a notice of consent;
//   - text under a property that can hide with a value that isn't understood, such as
//     opacity:sin(0) or color:oklch(1 0 0), or that an animation may change;
//   - text that only a layout decides on, such as left:-100px.
//
// The table of properties, conditions and reasons is in table.go; colours are in colors.go.
// Text for screen readers only ("sr-only") is hidden. Text with aria-hidden is visible, so that
// the visible one of two twins is kept, see twins.go.
//
// # What is not supported
//
// External style sheets are not loaded, and neither are those in data: addresses. Scripts
// are not run. Nothing is laid out, so text that is covered or clipped by a box is not
// recognised. Colours of the background hide nothing on a page that has external style
// sheets and may be styled by them.
//
// # Security considerations
//
// Style sheets come from the network: bytes, rules, nesting and the work of matching are
// bounded (see [css.Sheet]). Rules beyond the bounds are ignored, so that more text is shown.
// Text that is shown is still scanned.
//
// Sources: CSS Cascading and Inheritance Level 5, Selectors Level 4, CSS Color Level 4,
// Media Queries Level 4 and the HTML rendering section, each in the part that can make text
// invisible.
package visibility
