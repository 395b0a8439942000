// Package feed reads RSS (0.9 to 2.0 and 1.0), Atom and JSON Feed.
//
// Feeds in the wild are often broken, so the bytes are repaired before they are
// parsed: decoded to UTF-8, freed of whatever stands before the root element,
// of control characters and of absurd nesting, and cut back to the last whole
// item when they break off.
//
// The document has the title and description of the feed and then, in the order of the
// feed, one heading per item, a line of date, authors and categories, the body,
// and the enclosures with type, size and duration. Titles may hold HTML, even
// escaped twice; bodies are read by the Extractor's HTML field.
package feed
