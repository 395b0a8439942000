// Package visibility decides which parts of a parsed HTML page a reader can see.
//
// # Elements
//
// A [Checker] holds the rules of the page's style elements. [Checker.HiddenReason] then
// reports for each element whether it and everything below it is invisible, and why. An
// empty Checker judges by attributes and inline style alone. A walker asks on the way down
// and skips the branch of an element that is hidden:
//
//	var checker visibility.Checker
//	visibility.AddPageStyles(&checker, root)
//	if reason := checker.HiddenReason(n); reason != "" {
//		// leave n and its descendants out, hand their text to the scan
//	}
//
// Visibility, colour, font size, indent and letter spacing are inherited and may be set back
// further down. An element that hides by one of them is only reported when nothing below
// shows again; otherwise the judgement is passed down to its descendants, text nodes
// included, so walkers that call HiddenReason for text nodes too catch text between re-shown
// elements.
//
// # Hidden, yet content
//
// Some hidden elements are content that a click, a script or the scroll position shows. They
// count as visible, and [Checker.ConcealedReason] distinguishes them from text that all
// readers see:
//
//   - html and body, and a wrapper that holds most of the page's text, however
//     deep it stands, unless it is a menu, a dialog or a notice of consent
//     (anti-flicker and anti-clickjacking styles, AMP, frameworks that start late);
//
//   - React's streamed segments, div[hidden][id^="S:"], on a page that has the
//     matching template placeholders;
//
//   - the closed part of details, hidden=until-found, tab panels, labelled
//     regions, parts that aria-controls names and that are something to read, and
//     collapsed parts of accordions that a control of the page names (data-target,
//     data-bs-target, href="#id");
//
//   - elements that wait for a scroll animation (data-aos, data-w-id,
//     elementor-invisible and the like, or several transparent sections and
//     pictures on one page), where only opacity, visibility or a transform hides them;
//
//   - what a framework uncloaks when it starts (v-cloak, x-cloak, ng-cloak), unless
//     a condition of its own decides on it, and custom elements on pages with rules
//     that ask for :defined.
//
//   - notes, by their role or since a raised mark leads to them: a page shows them when the
//     mark is pointed at.
//
// Text for screen readers only ("sr-only") is hidden: only text that people see counts as
// content, and the rest is passed to the injection scan. Text with aria-hidden is visible,
// so that the visible one of two twins is kept, see twins.go.
//
// # Doubtful
//
// There are three answers: shown, hidden and doubtful. Doubtful text counts as visible, but
// [Checker.ConcealedReason] reports it, so that it is scanned like hidden text. That is text
// which a reader or a script opens, see above; text under a property that can hide with a
// value that isn't understood, such as opacity:sin(0) or color:oklch(1 0 0); text that an
// animation may show or hide; and text that only a layout decides on, such as left:-100px.
// The table of properties, conditions and reasons is in table.go; colours are in colors.go.
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
// bounded (see [Checker]). Rules beyond the bounds are ignored, so that more text is shown.
// Text that is shown is still scanned.
//
// Sources: CSS Cascading and Inheritance Level 5, Selectors Level 4, CSS Color Level 4,
// Media Queries Level 4 and the HTML rendering section, each in the part that can make text
// invisible.
package visibility
