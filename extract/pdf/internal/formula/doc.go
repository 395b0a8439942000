// Package formula reads formulas from where their glyphs stand on a page, and writes
// them as TeX: fractions, roots, exponents and indices, limits, matrices and cases.
// What a formula means lies in places above and below each other, which are lost in
// text on a line. A formula of which not every glyph has a certain place becomes
// "[formula]". The distances are those of TeX (The TeXbook, appendix G).
package formula
