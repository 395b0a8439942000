package css_test

import (
	"runtime"
	"strings"
	"testing"
	"unsafe"
	"weak"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// match adds the styles of a page and asks for all of its elements. It returns a pointer
// that doesn't keep the page.
func match(t *testing.T, s *css.Sheet, page string) weak.Pointer[html.Node] {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	require.NoError(t, err)
	s.Watch = func(css.Property, *css.Value) bool { return true }
	s.AddPage(root)
	for n := range root.Descendants() {
		if css.IsElement(n) {
			i, _ := s.Enter(n)
			for p := range css.NumProperties {
				s.Style(i).Get(p)
			}
		}
	}
	return weak.Make(root)
}

func TestResetHoldsOnToNothing(t *testing.T) {
	var s css.Sheet
	page := match(t, &s, `<style>.a{color:#fff}</style><div><div><p class=a>1</div></div>`)
	s.Reset()
	runtime.GC()
	assert.Nil(t, page.Value(), "the page before")
	runtime.KeepAlive(&s)
}

// The names of elements that were left and of selectors that match nothing are parts of the text of the page.
func TestResetHoldsOnToNoText(t *testing.T) {
	var s css.Sheet
	var held []weak.Pointer[byte]
	func() {
		root, err := html.Parse(strings.NewReader(`<style>p.a{top:0}p.none.such{top:0}</style><div><p class="a ` + strings.Repeat("b", 64) + `">1</p></div><i>2`))
		require.NoError(t, err)
		s.AddPage(root)
		for n := range root.Descendants() {
			if n.Type == html.TextNode && n.Parent.Data == "style" {
				held = append(held, weak.Make(unsafe.StringData(n.Data)))
			}
			if css.IsElement(n) {
				for _, a := range n.Attr {
					held = append(held, weak.Make(unsafe.StringData(a.Val)))
				}
				i, _ := s.Enter(n)
				s.Style(i).Get(css.Top)
			}
		}
	}()
	s.Reset()
	runtime.GC()
	require.Len(t, held, 2)
	for _, text := range held {
		assert.Nil(t, text.Value())
	}
	runtime.KeepAlive(&s)
}

func TestResetGivesUpLargeMemory(t *testing.T) {
	allocated := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	var s css.Sheet
	before := allocated()
	match(t, &s, `<style>`+strings.Repeat(`.a{width:1px}p{top:1px}`, 10_000)+`</style><p class=a>1`)
	full := allocated()
	s.Reset()
	after := allocated()
	assert.Greater(t, full, before+1<<20, "20,000 rules")
	assert.Less(t, after, before+1<<18)
	runtime.KeepAlive(&s)
}

func TestRulesAreBounded(t *testing.T) {
	var s css.Sheet
	s.Add(strings.Repeat(".j{display:none}.k{display:none}", css.MaxRules/2-1))
	assert.Equal(t, css.MaxRules-2, s.Len())
	assert.False(t, s.Exceeded())
	s.Add(strings.Repeat(".j{display:none}.k{display:none}", 10))
	assert.Equal(t, css.MaxRules, s.Len())
	assert.True(t, s.Exceeded())
}

// A rule takes the place of the one before where it overrides all of it, and only then.
func TestRepeatedRulesAreOne(t *testing.T) {
	for sheet, want := range map[string]int{
		strings.Repeat("p{color:red}", css.MaxRules+10): 1,
		"p{color:red}p{color:blue;top:0}":               1,
		"p{color:red;top:0}p{color:blue}":               2,
		"p{color:red!important}p{color:blue}":           2,
		"p{color:red}i{color:blue}":                     2,
		"p{--a:1}p{color:red}":                          2,
		"@layer a{p{color:red}}p{color:blue}":           2,
	} {
		var s css.Sheet
		s.Add(sheet)
		assert.Equal(t, want, s.Len(), sheet[:min(len(sheet), 60)])
		assert.False(t, s.Exceeded())
	}
	assert.Equal(t, "none", styleOf(t, "p{top:0}p{top:0;display:none}", "<p id=x>x").Get(css.Display).Text)
}
