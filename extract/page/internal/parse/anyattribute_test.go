package parse_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/net/html"
)

// Attributes that nobody declares stay where style may ask for any, even those that stand
// before what asks.
func TestStyleThatAsksForAnyAttribute(t *testing.T) {
	for _, tc := range []struct {
		name, style string
		kept        bool
	}{
		{"nothing", "", false},
		{"attr() in a style element", "<style>p{width:attr(data-a px)}</style>", true},
		{"in capitals", "<style>p{width:ATTR( data-a PX)}</style>", true},
		{"attr() without a type", "<style>p::before{content:attr(data-a)}</style>", false},
		{"attr() in a script", "<script>$(p).attr(data a)</script>", false},
		{"attr() in a style attribute", "<b style='width:attr(data-a px)'>x</b>", true},
		{"with character references", "<b style='width:att&#114;(data-a px)'>x</b>", true},
		{"a style sheet in an address", "<link rel=stylesheet href='data:text/css,[a]{}'>", true},
		{"in capitals", "<link rel=stylesheet href=' DATA:Text/CSS,[a]{}'>", true},
		{"with character references", "<link rel=stylesheet href='data&#58;text/css,[a]{}'>", true},
		{"a picture in an address", "<link rel=icon href='data:image/png,x'>", false},
		{"import from an address", "<style>@media print{} @IMPORT 'Data:text/css,[a]{}';</style>", true},
		{"import from elsewhere", "<style>@import url(/a.css);p{background:url(data:image/png,x)}</style>", false},
		{"where tags are not looked at", "<svg><template></template></svg><link rel=stylesheet href='data:text/css,[a]{}'>", true},
	} {
		filtered, _, facts := trees(t, "<p zz=1>x</p>"+tc.style, false)
		has := false
		for n := range filtered.Descendants() {
			has = has || n.Type == html.ElementNode && n.Data == "p" && len(n.Attr) > 0
		}
		assert.Equal(t, tc.kept, has, tc.name)
		if strings.Contains(tc.style, "link") && tc.kept {
			assert.True(t, facts.HasStyle, tc.name)
		}
	}
}
