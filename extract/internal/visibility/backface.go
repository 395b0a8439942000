package visibility

import (
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// turns are the properties that decide which side of an element faces the reader.
const turns css.PropertySet = 1<<css.Transform | 1<<css.Scale | 1<<css.Rotate | 1<<css.BackfaceVisibility | 1<<css.TransformStyle | 1<<css.Transition

// showsBack reports whether the back of the element at i of the path faces the reader,
// and is not to be seen: it is turned itself, or with the elements around it that it
// shares a space of three dimensions with (CSS Transforms Level 2, section 5.1).
func (s *Checker) showsBack(i int, c *css.Style) bool {
	if c.Get(css.BackfaceVisibility) != "hidden" {
		return false
	}
	m := identity
	for j := i; j >= 0 && s.sheet.Spend(1); j-- {
		var around css.Style
		s.sheet.Compute(j, turns, &around)
		if j < i && around.Get(css.TransformStyle) != "preserve-3d" {
			break
		}
		m = orientation(&around).times(m)
	}
	return m.facesAway()
}

// orientation is the linear part of the transforms of an element.
func orientation(c *css.Style) matrix {
	m := rotateMatrix(c.Get(css.Rotate))
	calls(c.Get(css.Transform), func(name string, args []string) bool {
		if len(args) > 0 {
			m = m.times(functionMatrix(name, args))
		}
		return false
	})
	return m
}

// facesAway reports whether a transform turns the back of an element to the reader:
// the normal of its plane, transformed, points away.
func (m matrix) facesAway() bool {
	normal := m[0][0]*m[1][1] - m[0][1]*m[1][0]
	det := m[2][2]*normal + m[0][2]*(m[1][0]*m[2][1]-m[1][1]*m[2][0]) - m[1][2]*(m[0][0]*m[2][1]-m[0][1]*m[2][0])
	return normal*det < -1e-6
}

// mostUnfolding bounds the elements around one that are asked for a transition.
const mostUnfolding = 4

// unfolds reports whether n, or what turns with it, changes gradually: a card that is
// flipped, a part that opens when it is asked for.
func (s *Checker) unfolds(n *html.Node) bool {
	if s.alone || isMenuOrDialog(n) {
		return false
	}
	i := s.enter(n)
	var c css.Style
	s.sheet.Compute(i, turns|1<<css.GridRows|1<<css.GridColumns, &c)
	if noTracks(c.Get(css.GridRows)) || noTracks(c.Get(css.GridColumns)) {
		return changesGradually(&c)
	}
	if c.Get(css.BackfaceVisibility) != "hidden" {
		return false
	}
	for j := i; j >= 0 && j > i-mostUnfolding; j-- {
		if s.sheet.Compute(j, turns, &c); changesGradually(&c) {
			return true
		}
		if j < i && c.Get(css.TransformStyle) != "preserve-3d" {
			return false
		}
	}
	return false
}

// changesGradually reports whether a transition is declared that takes time.
func changesGradually(c *css.Style) bool {
	switch c.Get(css.Transition) {
	case "", "none", "initial", "inherit", "unset", "0s", "0ms":
		return false
	}
	return true
}
