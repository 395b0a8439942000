// Package data reads structured data: JSON, NDJSON, XML, CSV and their dialects.
//
//   - JSON is shown as JSON, with the order of its keys and the digits of its
//     numbers as they came and \u escapes decoded. A large value is taken apart:
//     a heading per big member, a table for an array of like flat objects, a
//     block of its own for a long string. The outline is the key paths of objects
//     and arrays ("items[400]"). JSON-LD fills the metadata.
//   - NDJSON is read line by line; lines that aren't JSON stay as text.
//   - XML becomes a nested list of elements, attributes and text. Sitemaps, OPML
//     and SVG have readings of their own. Internal entities of plain text are
//     expanded, external ones never.
//   - CSV and TSV become a table; the delimiter is found in the first rows.
//
// Everything is bounded: depth, rows, columns and the size of the output, with a
// warning of type "truncated" where a bound was hit. Broken input is shown as
// text rather than refused.
package data
