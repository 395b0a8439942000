package css

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

type cut struct {
	prelude, block string
	isBlock        bool
}

func cutAll(css string) (all []cut) {
	for c := newRuleScanner(css); c.more(); {
		one := cut{}
		if one.prelude, one.isBlock = c.head(); one.isBlock {
			one.block, _ = c.block()
		}
		all = append(all, one)
	}
	return all
}

func TestCutter(t *testing.T) {
	for css, want := range map[string][]cut{
		"":                        nil,
		" \t\r\n\f;}; ":           nil,
		"<!-- -->":                nil,
		"<!-- --> a{b}":           {{"a", "b", true}},
		"/* only */":              nil,
		"/* no end":               nil,
		"a{b}":                    {{"a", "b", true}},
		"a { b } c{}":             {{"a", " b ", true}, {"c", "", true}},
		"a{b":                     {{"a", "b", true}},
		"a{":                      {{"a", "", true}},
		"a":                       {{"a", "", false}},
		"a;b{c}":                  {{"a", "", false}, {"b", "c", true}},
		"@import 'a;{}'; b{c}":    {{"@import 'a;{}'", "", false}, {"b", "c", true}},
		"@media x{a{b}c{d}}e{f}":  {{"@media x", "a{b}c{d}", true}, {"e", "f", true}},
		"@media x{a{b}":           {{"@media x", "a{b}", true}},
		"a{}}b{c}":                {{"a", "", true}, {"b", "c", true}},
		`a{b:"}"}c{d}`:            {{"a", `b:"}"`, true}, {"c", "d", true}},
		`a{b:'\'}'}c{d}`:          {{"a", `b:'\'}'`, true}, {"c", "d", true}},
		`a{b:"` + "\n" + `}c{d}`:  {{"a", "b:\"\n", true}, {"c", "d", true}},
		`a\{b{c}`:                 {{`a\{b`, "c", true}},
		`a{b\}c}d{e}`:             {{"a", `b\}c`, true}, {"d", "e", true}},
		"a/*{*/b{c/*}*/d}e{f}":    {{"a/*{*/b", "c/*}*/d", true}, {"e", "f", true}},
		"a{b:url(/c/d)}e{f:1/2}":  {{"a", "b:url(/c/d)", true}, {"e", "f:1/2", true}},
		"/**/a{b}<!--c{d}-->e{f}": {{"a", "b", true}, {"c", "d", true}, {"e", "f", true}},
		"a{b}/* c":                {{"a", "b", true}},
		`a{b\`:                    {{"a", `b\`, true}},
		`a"b`:                     {{`a"b`, "", false}},
		"a{b/*":                   {{"a", "b/*", true}},
	} {
		assert.Equal(t, want, cutAll(css), css)
	}
}

// cutSlowly does what a cutter does, one byte after the other.
func cutSlowly(css string) (all []cut) {
	c := ruleScanner{css: css}
	for c.more() {
		start, from, depth := c.at, c.at, 0
		i := start
	rule:
		for ; i < len(css); i++ {
			switch {
			case strings.IndexByte(`"'\/`, css[i]) >= 0:
				i = skipOdd(css, i)
			case css[i] == ';' && depth == 0:
				break rule
			case css[i] == '{':
				if depth++; depth == 1 {
					from = i + 1
				}
			case css[i] == '}' && depth > 0:
				if depth--; depth == 0 {
					break rule
				}
			}
		}
		end := min(i, len(css))
		c.at = min(len(css), i+1)
		switch {
		case from > start:
			all = append(all, cut{trim(css[start : from-1]), css[from:end], true})
		case i < len(css):
			all = append(all, cut{trim(css[start:end]), "", false})
		default:
			all = append(all, cut{css[start:end], "", false})
		}
	}
	return all
}

func FuzzCutter(f *testing.F) {
	for _, css := range []string{"", `a{b:"}"}c;d{e/*}*/}f\{{}`, "@media x{a{b}c{d}}<!--e{f}-->", "a{b", `"`, `\`, "/*", "a/b/c{d/e;f}"} {
		f.Add(css)
	}
	f.Fuzz(func(t *testing.T, css string) { assert.Equal(t, cutSlowly(css), cutAll(css)) })
}

// rulesOf are the rules of a sheet.
func rulesOf(css string) (list [][2]string) {
	var s Sheet
	s.Add(css)
	for _, r := range s.rules {
		list = append(list, [2]string{r.selectors, r.body})
	}
	return list
}

// rulesIn are the rules of what is in a block.
func rulesIn(css string) (list [][2]string) {
	var s Sheet
	s.parse(newRuleScanner(css), 0, 0)
	for _, r := range s.rules {
		list = append(list, [2]string{r.selectors, r.body})
	}
	return list
}

func TestGroups(t *testing.T) {
	a, b, c := [2]string{"a", "color:red"}, [2]string{"b", "color:blue"}, [2]string{"c", "color:lime"}
	for css, want := range map[string][][2]string{
		"@media screen{a{color:red}b{color:blue}}c{color:lime}":                                                        {a, b, c},
		"@media print{a{color:red}b{color:blue}}c{color:lime}":                                                         {c},
		"@media screen{@supports (x:y){a{color:red}}b{color:blue}}c{color:lime}":                                       {a, b, c},
		"@media screen{@media print{a{color:red}}b{color:blue}}c{color:lime}":                                          {b, c},
		"@media screen{a{color:red}x}c{color:lime}":                                                                    {a, c},
		"@media screen{a{color:red};x;y}c{color:lime}":                                                                 {a, c},
		"@media screen{@import 'x'}c{color:lime}":                                                                      {c},
		"@media screen{@font-face{a{color:red}}b{color:blue}}c{color:lime}":                                            {b, c},
		"@media screen{a{color:red}":                                                                                   {a},
		"@media screen{":                                                                                               nil,
		"@media screen{}}c{color:lime}":                                                                                nil,
		"a{color:red};b{color:blue}c{color:lime}":                                                                      {a, c},
		"a{color:red}@import x;b{color:blue}":                                                                          {a, b},
		"@layer x{a{color:red}}@layer y;b{color:blue}":                                                                 {a, b},
		"@media screen{/*}*/a{color:red}}c{color:lime}":                                                                {a, c},
		"@media screen{[x='}']{color:red}b{color:blue}}c{color:lime}":                                                  {{"[x='}']", "color:red"}, b, c},
		"@media screen{@media x;@media y}c{color:lime}":                                                                {c},
		strings.Repeat("@layer{", MaxAtDepth) + "a{color:red}" + strings.Repeat("}", MaxAtDepth) + "c{color:lime}":     {a, c},
		strings.Repeat("@layer{", MaxAtDepth+1) + "a{color:red}" + strings.Repeat("}", MaxAtDepth+1) + "c{color:lime}": {c},
	} {
		assert.Equal(t, want, rulesOf(css), css)
	}
}

// A group holds the rules that its text has by itself.
func FuzzGroups(f *testing.F) {
	for _, css := range []string{"a{b:c}", "a{color:red}}b{color:red}", "@layer{a{color:red}}b;c{left:0", "a{'}'}/*", "\\", "@media x;y", "a{top:1px}<!--"} {
		f.Add(css)
	}
	f.Fuzz(func(t *testing.T, css string) {
		c := newRuleScanner("@media screen{" + css + "}")
		c.more()
		c.head()
		inside, _ := c.block()
		assert.Equal(t, append(rulesIn(inside), rulesIn(c.css[c.at:])...), rulesIn(c.css), "%q", css)
	})
}
