package css_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// styles returns what a sheet says of the first p of a page and of the box before it.
func styles(t *testing.T, sheet string) (own, before css.Style, s *css.Sheet) {
	t.Helper()
	root, err := html.Parse(strings.NewReader("<style>" + sheet + "</style><div id=d class=w><p class='a b' title=t>x</p></div>"))
	require.NoError(t, err)
	s = new(css.Sheet)
	s.AddPage(root)
	for n := range root.Descendants() {
		if n.Data == "p" {
			i, _ := s.Enter(n)
			s.Compute(i, 1<<css.Position|1<<css.Color|1<<css.Content|1<<css.Display, &own)
			s.ComputeGenerated(i, css.Before, 1<<css.Position|1<<css.Color|1<<css.Content, &before)
			return own, before, s
		}
	}
	return own, before, s
}

// Generated boxes have rules of their own, whichever way their selectors are written.
func TestComputeGenerated(t *testing.T) {
	for sheet, want := range map[string]string{
		".a::before{color:red}":                                   "red",
		".a:before{color:red}":                                    "red",
		"P::Before{color:red}":                                    "red",
		"#d > .a.b::before, .c{color:red}":                        "red",
		".a[title=t]:first-child::before{color:red}":              "red",
		".a::before{color:red}p::before{color:blue}":              "red",
		"p::before{color:red}p::before{color:blue}":               "blue",
		"p::before{color:red!important}.a::before{color:blue}":    "red",
		".w{--c:red;.a::before{color:var(--c)}}":                  "red",
		"@media print{.a::before{color:red}}":                     "",
		".a::after{color:red}":                                    "",
		".a{color:red}":                                           "",
		".a::before:hover{color:red}":                             "",
		".a::before .b{color:red}":                                "",
		".w ::before{color:red}":                                  "",
		".w > ::before{color:red}":                                "",
		".a::before-x{color:red}":                                 "",
		".a:hover::before{color:red}":                             "",
		".a::first-line{color:red}":                               "",
		".w .x::before, .c::before{color:red}":                    "",
		".a::before(x){color:red}":                                "",
		"p::before{content:\"x\"}.a{--c:red}.a::before{--c:blue}": "",
	} {
		own, before, _ := styles(t, sheet)
		assert.Equal(t, want, before.Get(css.Color), sheet)
		if !strings.HasPrefix(sheet, ".a{color") {
			assert.Empty(t, own.Get(css.Color), sheet)
		}
	}
}

// Custom properties of a generated box are not those of its element.
func TestCustomPropertiesOfGeneratedBoxes(t *testing.T) {
	own, _, _ := styles(t, ".a::before{--d:none;color:red}.a{display:var(--d,block)}")
	assert.Equal(t, "block", own.Get(css.Display))
}

// The content of elements is not kept unless it is a picture.
func TestContent(t *testing.T) {
	own, before, _ := styles(t, ".a{content:'x'}.a::before{content:'y'}")
	assert.Empty(t, own.Get(css.Content))
	assert.Equal(t, "'y'", before.Get(css.Content))
	own, _, _ = styles(t, ".a{content:url(x.png)}")
	assert.Equal(t, "url(x.png)", own.Get(css.Content))
}

func TestPositions(t *testing.T) {
	for sheet, want := range map[string]bool{
		"": false, ".a{position:relative}": false, ".a{position:Absolute}": true, ".a::before{position:fixed}": true, ".a{position:var(--p)}": true, ".x{position:fixed}": false,
	} {
		_, _, s := styles(t, sheet)
		assert.Equal(t, want, s.Positions(), sheet)
	}
}

func TestMayPosition(t *testing.T) {
	element := func(name, class string) *html.Node {
		return &html.Node{Type: html.ElementNode, Data: name, Attr: []html.Attribute{{Key: "class", Val: class}}}
	}
	_, _, s := styles(t, ".a{position:absolute}.b::after{position:absolute}")
	require.True(t, s.Positions())
	assert.True(t, s.MayPosition(element("p", "x a")))
	assert.False(t, s.MayPosition(element("p", "x")))
	assert.True(t, s.Generates(element("p", "b")))
	assert.False(t, s.Generates(element("p", "a")))
	_, _, s = styles(t, "[title]{position:absolute}p{position:fixed}")
	require.True(t, s.Positions())
	assert.True(t, s.MayPosition(element("b", "x")))
}

func TestAlters(t *testing.T) {
	for sheet, want := range map[string]bool{
		".a{opacity:0}":                             false,
		".a:hover{opacity:0}":                       true,
		".w:hover .a{opacity:0}":                    true,
		".a:hover{color:red}":                       false,
		".a.open{display:none}":                     true,
		".a.b{display:none}":                        false,
		".x, .a{display:none}":                      false,
		".x .a, .b{display:none}":                   true,
		".ab:hover{display:none}":                   false,
		"p{color:red}.loaded .a{visibility:hidden}": true,
		".a:is(.x, .b){transform:none}":             true,
		"/* .a */":                                  false,
		".a":                                        false,
		".a" + strings.Repeat(",b", 4<<10) + "{}":   true,
		".a" + strings.Repeat(",b", 1000) + "{}":    false,
	} {
		_, _, s := styles(t, sheet)
		assert.Equal(t, want, s.Alters(sheet, ".a"), sheet)
	}
}
