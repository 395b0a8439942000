// Package font turns the codes of the strings that a PDF shows into Unicode
// text and widths (ISO 32000-2, 9.5 to 9.10).
//
// The text of a code comes from the first of these that knows it: the ToUnicode
// CMap; the names of an Encoding with its Differences, read by the Adobe Glyph
// List; a predefined CMap, whose codes are those of a legacy encoding; the CIDs
// of an Adobe character collection; the encoding inside of the font program.
package font
