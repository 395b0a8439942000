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
	match(t, &s, `<style>`+strings.Repeat(`.a{width:1px}p{top:1px}`, maxKept+1)+`</style><p class=a>1`)
	s.Reset()
	assert.Zero(t, cap(s.rules))
}

// A rule takes the place of the one before where it overrides all of it, and only then.
func TestRepeatedRulesAreOne(t *testing.T) {
	for sheet, want := range map[string]int{
		"p{color:red}p{color:blue}":                 1,
		"p{color:red}p{color:#12345}":               1, // which is no colour
		"p{color:red}p{color:blue;top:0}":           1,
		"p{color:red;top:0}p{color:blue}":           2,
		"p{color:red!important}p{color:blue}":       2,
		"p{color:red}i{color:blue}":                 2,
		"p{margin:1px}p{margin:nonsense}":           2,
		"p{--a:1}p{color:red}":                      2,
		"@layer a{p{color:red}}p{color:blue}":       2,
		"p{display:none}p{display:nonsense}":        1,
		"p{display:none}p{cursor:default}":          1,
		strings.Repeat("p{color:red}", MaxRules+10): 1,
	} {
		var s Sheet
		s.Add(sheet)
		assert.Equal(t, want, s.Len(), sheet[:min(len(sheet), 60)])
		assert.False(t, s.Exceeded())
	}
}
