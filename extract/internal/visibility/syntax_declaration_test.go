package visibility

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

type declaration struct {
	property property
	name     string // of a custom property
	value    string
}

func relevantOf(block string) (list []declaration) {
	for d := (declarations{rest: block}); ; {
		p, name, value, custom, ok := d.relevant()
		if !ok {
			return list
		}
		if !custom {
			name = ""
		}
		list = append(list, declaration{p, name, value})
	}
}

// slowlyRelevant is relevantOf by all declarations.
func slowlyRelevant(block string) (list []declaration) {
	for d := (declarations{rest: block}); ; {
		name, value, _, ok := d.next()
		if !ok {
			return list
		}
		if strings.HasPrefix(name, "--") {
			list = append(list, declaration{0, name, value})
		} else if p, ok := propertyOf(name); ok {
			list = append(list, declaration{p, "", value})
		}
	}
}

func TestRelevantDeclarations(t *testing.T) {
	for block, want := range map[string][]declaration{
		"":                                       nil,
		" ; ;cursor:pointer; margin-x : 2":       nil,
		"display:none":                           {{display, "", "none"}},
		";DISPLAY: none !important ;x:y":         {{display, "", "none"}},
		"color:!important;display:":              {{color, "", ""}},
		"color:rgba(0,0,0,.5);cursor:a(;b)":      {{color, "", "rgba(0,0,0,.5)"}},
		"color:a(b;c:d);top:1px":                 {{color, "", "a(b;c:d)"}, {top, "", "1px"}},
		"color:a(b;top:1px":                      {{color, "", "a(b;top:1px"}},
		"color:a);top:1px":                       {{color, "", "a)"}, {top, "", "1px"}},
		"background:url(/a/b.png) 1px/2px":       {{backgroundShorthand, "", "url(/a/b.png) 1px/2px"}},
		"background:/* ; */red;top:1px":          {{backgroundShorthand, "", "red"}, {top, "", "1px"}},
		"background:url('a;b');top:1px":          {{backgroundShorthand, "", "url('a;b')"}, {top, "", "1px"}},
		`content:";top:0";top:1px`:               {{top, "", "1px"}},
		`top:\31 px;left:1px`:                    {{top, "", "1px"}, {left, "", "1px"}},
		"top :1px;left:2px":                      {{top, "", "1px"}, {left, "", "2px"}},
		"--a:1px;top:var(--a)":                   {{0, "--a", "1px"}, {top, "", "var(--a)"}},
		"cursor:a[;]b;top:1px":                   {{top, "", "1px"}},
		"x:{top:0};top:1px":                      {{top, "", "1px"}},
		"filter:progid:X(a=0);-webkit-mask:none": {{filter, "", "progid:X(a=0)"}, {mask, "", "none"}},
	} {
		assert.Equal(t, want, relevantOf(block), block)
		assert.Equal(t, want, slowlyRelevant(block), block)
	}
}

func FuzzRelevant(f *testing.F) {
	for _, block := range []string{"display:none!important;color:a(b;c)", "x:'y;';top:1/2;/**/left:1", "a:b(;c:d);--e:{f;g}", `z-index:\;5`, "top:];left:1"} {
		f.Add(block)
	}
	f.Fuzz(func(t *testing.T, block string) {
		assert.Equal(t, slowlyRelevant(block), relevantOf(block), "%q", block)
	})
}
