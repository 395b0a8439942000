// Package formula finds formulas among the glyphs of a page and writes them as TeX:
// exponents, indices, fractions, roots and limits on one line. Any other formula is
// named as such rather than written wrong.
package formula
