package css_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// TestDeclarations goes by CSS Syntax Level 3, 5.4.5: where declarations begin and end.
func TestDeclarations(t *testing.T) {
	type values map[css.Property]string
	for block, want := range map[string]values{
		"":                                      {},
		" ; ;color:red; top : 2px":              {css.Color: "red", css.Top: "2px"},
		"display:none":                          {css.Display: "none"},
		";DISPLAY: none !important ;x:y":        {css.Display: "none"},
		"color:!important;display:":             {},
		"color:rgba(0,0,0,.5);width:calc(;1px)": {css.Color: "rgba(0,0,0,.5)", css.Width: "calc(;1px)"},
		"color:a(b;c:d);top:1px":                {css.Color: "a(b;c:d)", css.Top: "1px"},
		"color:a(b;top:1px":                     {css.Color: "a(b;top:1px"},
		"color:'a');top:1px":                    {css.Top: "1px"},
		"color:a);top:1px":                      {css.Top: "1px"},
		"background:url(/a/b.png) 1px/2px":      {css.Background: "url(/a/b.png) 1px/2px", css.BackgroundColor: "url(/a/b.png) 1px/2px", css.BackgroundClip: "border-box"},
		"background:/* ; */red;top:1px":         {css.Background: "red", css.BackgroundColor: "red", css.BackgroundClip: "border-box", css.Top: "1px"},
		"background:url('a;b');top:1px":         {css.Background: "url('a;b')", css.BackgroundColor: "url('a;b')", css.BackgroundClip: "border-box", css.Top: "1px"},
		`content:";top:0";top:1px`:              {css.Content: `";top:0"`, css.Top: "1px"},
		`top:\31 px;left:1px`:                   {css.Top: "1px", css.Left: "1px"},
		"top :1px;left:2px":                     {css.Top: "1px", css.Left: "2px"},
		"--a:1px;top:var(--a)":                  {css.Top: "var(--a)"},
		"content:a[;]b;top:1px":                 {css.Content: "a[;]b", css.Top: "1px"},
		"x:{top:0};top:1px":                     {css.Top: "1px"},
		"filter:progid:X(a=0);mask:none":        {css.Filter: "progid:x(a=0)", css.Mask: "none"},
	} {
		var style css.Style
		css.Inline(block, &style)
		got := values{}
		for p := range css.NumProperties {
			if style.Has(p) {
				got[p] = style.Get(p).Text
			}
		}
		assert.Equal(t, want, got, block)
	}
}
