// Package formula finds formulas among the glyphs of a page and writes them as text on one
// line: exponents, indices, limits, fractions and roots. Any other formula is named as such
// rather than written wrong.
package formula
