package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestIndices: ^ writes what follows in braces small and above the line, _ below.
func TestIndices(t *testing.T) {
	for in, want := range map[string]string{
		"an area of x^{2} m^{2}":      "an area of x² m²",
		"about 10^{6} or 2.5x10^{−9}": "about 10⁶ or 2.5x10⁻⁹",
		"km^{2} and 3cm^{3}":          "km² and 3cm³",
		"CO_{2} and H_{2}O":           "CO₂ and H₂O",
		"x_{i} + x_{12}":              "x_i + x₁₂",
		"x^{n} of R^{10}":             "xⁿ of R¹⁰",
		"(CH_{2})_{4}":                "(CH₂)₄",
		"as is known.^{2} It":         "as is known.² It",
		"the word^{3} and":            "the word³ and",
		"in 1990^{4} and 3.10^{5}":    "in 1990⁴ and 3.10⁵",
		"the 4^{th} day":              "the 4th day",
		"Ada Ek^{1,2}":                "Ada Ek¹,²",
		"of type A^{1}":               "of type A¹",
		"L^{A}TE_{X}":                 "LATEX",
		"of A^{T} and A^{ij}":         "of A^T and A^ij",
		"Ada Ek^{a,1,∗}, Bo Lind^{b}": "Ada Ek^(a,1,∗), Bo Lind^b",
		"^{3}Another note":            "³ Another note",
		"^{14}C of a sample":          "¹⁴C of a sample",
		"^{q}x and M^{me}":            "^qx and Mme",
		"the n^{th} of word^{a}":      "the nth of wordª",
	} {
		s := newSheet()
		x, y := float32(0), float32(0)
		for _, r := range in {
			switch {
			case r == '^':
				y = 4
			case r == '_':
				y = -2
			case r == '{':
				s.in(regular, 6)
			case r == '}':
				s.in(regular, 10)
				y = 0
			default:
				s.write(x, y, string(r))
				x += s.size / 2
			}
		}
		assert.Equal(t, []string{want}, texts(s.lines()), in)
	}
}

// TestLateIndices stand in the file behind signs that are right of them.
func TestLateIndices(t *testing.T) {
	small := func(s *sheet, x, y float32, text string) *sheet {
		return s.in(regular, 7).write(x, y, text).in(regular, 10)
	}
	for _, c := range []struct {
		name, want string
		sheet      *sheet
	}{
		{"exponent after the next sign", "x²+y", small(newSheet().write(100, 700, "x").write(109, 700, "+"), 105, 704, "2").write(114, 700, "y")},
		{"exponent of two letters after the next sign", "x^ij +y", small(newSheet().write(100, 700, "x").write(115, 700, "+"), 105, 704, "ij").write(120, 700, "y")},
		{"indices after the next two signs", "x₁y₂+", small(small(newSheet().write(100, 700, "x").write(109, 700, "y").write(118, 700, "+"), 105, 698, "1"), 114, 698, "2")},
		{"exponent, no room before the next sign", "x+|2", small(newSheet().write(100, 700, "x").write(106, 700, "+"), 105, 704, "2")},
		{"exponent after five hundred signs", "x²" + strings.Repeat("+", 499), small(newSheet().write(100, 700, "x").write(109, 700, strings.Repeat("+", 499)), 105, 704, "2")},
	} {
		assert.Equal(t, c.want, strings.Join(texts(c.sheet.lines()), "|"), c.name)
	}
}
