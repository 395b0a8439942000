package css

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
)

// match adds the styles of a page and asks for all of its elements.
func match(t *testing.T, s *Sheet, page string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	require.NoError(t, err)
	s.Watch = func(Property, string) bool { return true }
	s.AddPage(root)
	for n := range root.Descendants() {
		if IsElement(n) {
			i, _ := s.Enter(n)
			var c Style
			s.Compute(i, s.Watched(i), &c)
		}
	}
}

func TestResetHoldsOnToNothing(t *testing.T) {
	var s Sheet
	match(t, &s, `<style>.a{color:#fff}</style><div><div><p class=a>1</div></div>`)
	s.Reset()
	for _, n := range whole(s.path.nodes) {
		assert.Nil(t, n)
	}
	for _, r := range whole(s.rules) {
		assert.Zero(t, r)
	}
}

func TestResetGivesUpLargeMemory(t *testing.T) {
	var s Sheet
	match(t, &s, `<style>`+strings.Repeat(`.a{width:1px}`, maxKept+1)+`</style><p class=a>1`)
	s.Reset()
	assert.Zero(t, cap(s.rules))
}
