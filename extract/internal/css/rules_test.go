package css_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// colors returns the elements a to f that a style sheet gives a color, each with its color.
func colors(t *testing.T, sheet string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader("<body><a></a><b></b><c></c><d></d><e></e><f></f>"))
	require.NoError(t, err)
	var s css.Sheet
	s.Add(sheet)
	var found []string
	for n := range root.Descendants() {
		if css.IsElement(n) {
			i, _ := s.Enter(n)
			if style := s.Style(i); style.Has(css.Color) {
				found = append(found, n.Data+" "+style.Get(css.Color).Text)
			}
		}
	}
	return strings.Join(found, ", ")
}

// TestRules goes by CSS Syntax Level 3, 5.4: where rules begin and end.
func TestRules(t *testing.T) {
	for sheet, want := range map[string]string{
		"":                                      "",
		" \t\r\n\f;}; ":                         "",
		"<!-- -->":                              "",
		"<!-- --> a{color:red}":                 "a red",
		"/* only */":                            "",
		"/* no end":                             "",
		"a { color:red } c{}":                   "a red",
		"a{color:red":                           "a red",
		"a{":                                    "",
		"a":                                     "",
		"a;b{color:red}c{color:lime}":           "c lime",
		"@import 'a;{}'; b{color:red}":          "b red",
		"a{}}b{color:red}c{color:lime}":         "c lime",
		`a{content:"}";color:red}c{color:lime}`: "a red, c lime",
		`a{content:'\'}';color:red}c{color:lime}`:      "a red, c lime",
		"a{content:\"\n;color:red}c{color:lime}":       "a red, c lime",
		`a\{b{color:red}c{color:lime}`:                 "c lime",
		`a{top:b\};color:red}c{color:lime}`:            "a red, c lime",
		"a/*{*/{color:red/*}*/}c{color:lime}":          "a red, c lime",
		"a{filter:url(/c/d);color:red}e{color:blue}":   "a red, e blue",
		"/**/a{color:red}<!--c{color:lime}-->e{top:0}": "a red, c lime",
		"a{color:red}/* c{color:lime}":                 "a red",
		`a{color:red\`:                                 "",
		`a{color:red}b"c{color:lime}`:                  "a red",
		"a{color:red/*":                                "a red",
	} {
		assert.Equal(t, want, colors(t, sheet), sheet)
	}
}

// TestGroups are rules that hold others.
func TestGroups(t *testing.T) {
	for sheet, want := range map[string]string{
		"@media screen{a{color:red}b{color:blue}}c{color:lime}":                  "a red, b blue, c lime",
		"@media print{a{color:red}b{color:blue}}c{color:lime}":                   "c lime",
		"@media screen{@supports (x:y){a{color:red}}b{color:blue}}c{color:lime}": "a red, b blue, c lime",
		"@media screen{@media print{a{color:red}}b{color:blue}}c{color:lime}":    "b blue, c lime",
		"@media screen{a{color:red}x}c{color:lime}":                              "a red, c lime",
		"@media screen{a{color:red};x;y}c{color:lime}":                           "a red, c lime",
		"@media screen{@import 'x'}c{color:lime}":                                "c lime",
		"@media screen{@font-face{a{color:red}}b{color:blue}}c{color:lime}":      "b blue, c lime",
		"@media screen{a{color:red}":                                             "a red",
		"@media screen{":                                                         "",
		"@media screen{}}c{color:lime}":                                          "",
		"a{color:red};b{color:blue}c{color:lime}":                                "a red, c lime",
		"a{color:red}@import x;b{color:blue}":                                    "a red, b blue",
		"@layer x{a{color:red}}@layer y;b{color:blue}":                           "a red, b blue",
		"@media screen{/*}*/a{color:red}}c{color:lime}":                          "a red, c lime",
		"@media screen{[x='}']{color:red}b{color:blue}}c{color:lime}":            "b blue, c lime",
		"@media screen{@media x;@media y}c{color:lime}":                          "c lime",
		strings.Repeat("@layer{", css.MaxAtDepth) + "a{color:red}" + strings.Repeat("}", css.MaxAtDepth) + "c{color:lime}":     "a red, c lime",
		strings.Repeat("@layer{", css.MaxAtDepth) + "a{/*{*/color:red}" + strings.Repeat("}", css.MaxAtDepth):                  "a red",
		strings.Repeat("@layer{", css.MaxAtDepth+1) + "a{color:red}" + strings.Repeat("}", css.MaxAtDepth+1) + "c{color:lime}": "c lime",
	} {
		assert.Equal(t, want, colors(t, sheet), sheet)
	}
}

// FuzzRules writes rules into groups and between what only resembles the ends of them.
func FuzzRules(f *testing.F) {
	f.Add([]byte("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b"))
	f.Add([]byte("\x06\x00\x07\x01\x08\x02\x08\x03"))
	f.Fuzz(func(t *testing.T, parts []byte) {
		rules := []struct{ text, element, color string }{
			{"a{color:red}", "a", "red"}, {"b{content:'}';color:blue}", "b", "blue"}, {"c{/*}{*/color:lime}", "c", "lime"}, {"d{top:\\};color:red}", "d", "red"},
			{"a{filter:url(/x/y);color:blue}", "a", "blue"}, {"b/*{*/{color:lime}", "b", "lime"}, {"@media screen{", "", ""}, {"@media print{", "", ""}, {"}", "", ""},
			{"/*}*/", "", ""}, {"<!-- ", "", ""}, {"@import '}';", "", ""},
		}
		var sheet strings.Builder
		var groups []bool // whether each open one holds
		holds := true
		want := map[string]string{}
		for _, p := range parts {
			switch r := rules[int(p)%len(rules)]; {
			case r.element != "":
				sheet.WriteString(r.text)
				if holds {
					want[r.element] = r.color
				}
			case strings.HasPrefix(r.text, "@media"):
				if len(groups) == css.MaxAtDepth {
					continue
				}
				sheet.WriteString(r.text)
				groups = append(groups, holds)
				holds = holds && r.text == "@media screen{"
			case r.text != "}":
				sheet.WriteString(r.text)
			case len(groups) > 0:
				sheet.WriteString(r.text)
				holds, groups = groups[len(groups)-1], groups[:len(groups)-1]
			}
		}
		var list []string
		for _, element := range []string{"a", "b", "c", "d"} {
			if want[element] != "" {
				list = append(list, element+" "+want[element])
			}
		}
		assert.Equal(t, strings.Join(list, ", "), colors(t, sheet.String()), sheet.String())
	})
}
