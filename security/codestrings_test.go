package security

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestProse(t *testing.T) {
	const said = "four words or more"
	for in, want := range map[string][]string{
		"":                                   {""},
		"words that are no code at all":      {"words that are no code at all"},
		`var a = {b: "` + said + `"};`:       {said},
		`var a = {b: '` + said + `'};`:       {said},
		"var a = {b: `" + said + "`};":       {said},
		`var a = {b: "it is \"so\" or so"};`: nil, // more signs than words
		`var a = {b: "one two"};`:            nil,
		`f(); // ` + said + "\ng();":         {" " + said},
		`f(); /* ` + said + ` */ g();`:       {" " + said + " "},
		`f(); /* ` + said:                    {" " + said},
		`f("https://` + said + `");`:         {"https://" + said},
		`f(https://a.b/{c});`:                nil,
		`var a = {b: "` + said + "\n" + `};`: {said},
		`a{content:"` + said:                 {said},
	} {
		var got []string
		for _, p := range codeStrings(in) {
			got = append(got, in[p.start:p.end])
		}
		assert.Equal(t, want, got, "%q", in)
	}
}

func TestCodeLike(t *testing.T) {
	assert.False(t, codeLike(""))
	assert.True(t, codeLike("f()"))
	assert.False(t, codeLike(strings.Repeat("words ", 20)+"(so)"))
	assert.True(t, codeLike(strings.Repeat("words ", 20)+"(so) (and so)"))
}
