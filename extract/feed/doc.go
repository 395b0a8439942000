// Package feed reads RSS (0.9 to 2.0 and 1.0), Atom and JSON Feed.
//
// Many feeds are broken, so the bytes are repaired before they are parsed: they are decoded
// to UTF-8, text before the root element, control characters and extreme nesting are
// removed, and a truncated feed is cut back to its last whole item.
//
// The document has the title and description of the feed and then, in the order of the feed,
// one heading per item, a line of date, authors and categories, the body, the enclosures
// with type, size and duration, and the transcripts and chapters of podcasts. Titles may hold HTML, even escaped twice; bodies are read by
// the Extractor's HTML field.
package feed
