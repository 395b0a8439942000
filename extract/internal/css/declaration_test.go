package css

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

type declaration struct{ name, value string }

func declarationsOf(block string) (list []declaration) {
	for d := (declarations{rest: block}); ; {
		name, value, _, ok := d.next()
		if !ok {
			return list
		}
		list = append(list, declaration{name, value})
	}
}

func TestDeclarations(t *testing.T) {
	for block, want := range map[string][]declaration{
		"":                                       nil,
		" ; ;cursor:pointer; margin-x : 2":       {{"cursor", "pointer"}, {"margin-x", "2"}},
		"display:none":                           {{"display", "none"}},
		";DISPLAY: none !important ;x:y":         {{"display", "none"}, {"x", "y"}},
		"color:!important;display:":              {{"color", ""}},
		"color:rgba(0,0,0,.5);cursor:a(;b)":      {{"color", "rgba(0,0,0,.5)"}, {"cursor", "a(;b)"}},
		"color:a(b;c:d);top:1px":                 {{"color", "a(b;c:d)"}, {"top", "1px"}},
		"color:a(b;top:1px":                      {{"color", "a(b;top:1px"}},
		"color:a);top:1px":                       {{"color", "a)"}, {"top", "1px"}},
		"background:url(/a/b.png) 1px/2px":       {{"background", "url(/a/b.png) 1px/2px"}},
		"background:/* ; */red;top:1px":          {{"background", "red"}, {"top", "1px"}},
		"background:url('a;b');top:1px":          {{"background", "url('a;b')"}, {"top", "1px"}},
		`content:";top:0";top:1px`:               {{"content", `";top:0"`}, {"top", "1px"}},
		`top:\31 px;left:1px`:                    {{"top", "1px"}, {"left", "1px"}},
		"top :1px;left:2px":                      {{"top", "1px"}, {"left", "2px"}},
		"--a:1px;top:var(--a)":                   {{"--a", "1px"}, {"top", "var(--a)"}},
		"cursor:a[;]b;top:1px":                   {{"cursor", "a[;]b"}, {"top", "1px"}},
		"x:{top:0};top:1px":                      {{"x", "{top:0}"}, {"top", "1px"}},
		"filter:progid:X(a=0);-webkit-mask:none": {{"filter", "progid:X(a=0)"}, {"-webkit-mask", "none"}},
	} {
		assert.Equal(t, want, declarationsOf(block), block)
	}
}
