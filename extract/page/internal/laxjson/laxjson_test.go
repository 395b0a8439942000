package laxjson_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/laxjson"
)

// sameValue reads a string, here without its quotes, as JSON has it and laxly. Controls are
// white space to a reader of pages.
func sameValue(t *testing.T, inner string) {
	t.Helper()
	literal := `"` + inner + `"`
	var want string
	if !utf8.ValidString(inner) || json.Unmarshal([]byte(literal), &want) != nil {
		laxjson.Unquote(literal) // returns something
		return
	}
	plain := strings.NewReplacer("\b", " ", "\f", " ", "\r", "\n")
	assert.Equal(t, plain.Replace(want), plain.Replace(laxjson.Unquote(literal)), "%q", literal)
}

func TestUnquoteIsThatOfJSON(t *testing.T) {
	for _, inner := range []string{
		"", "plain", "é", `a\nb`, `\"\\\/\b\f\n\r\t`, `\u0041`, `\u00e9x`, `\u00E9`,
		`\ud83d\ude00`, `\ud83d`, `\ud83dx`, `\ude00\ud83d`, `\ud83d\u0041`, `\ud83d\n`, `\ud83d\ud83d\ude00`, `\u0000`, `\uFFFF`, "\x7f", `ends\\`,
	} {
		sameValue(t, inner)
	}
}

func TestUnquoteTakesWhatJSONRefuses(t *testing.T) {
	for literal, want := range map[string]string{
		"\"a\tb\"": "a\tb", `"a\xb"`: "axb", `"\u12"`: "\ufffd", `"\u12g4"`: "\ufffdg4", `"no end`: "no end", `"no end\`: `no end\`, `"`: "",
	} {
		assert.Equal(t, want, laxjson.Unquote(literal), "%q", literal)
	}
}

// Values and names are told apart in text that is no JSON as a whole, too.
func TestStrings(t *testing.T) {
	s := laxjson.Scanner{Src: `window.state = {"name" : "a \" b", list: ["c",, "d"`}
	var names, values []string
	for s.NextQuote() {
		if text := s.Text(); s.AtColon() {
			names = append(names, text)
		} else {
			values = append(values, text)
		}
	}
	assert.Equal(t, []string{"name"}, names)
	assert.Equal(t, []string{`a " b`, "c", "d"}, values)
	s = laxjson.Scanner{Src: `"closed" "open \"`}
	assert.True(t, s.SkipString())
	assert.True(t, s.NextQuote())
	assert.False(t, s.SkipString())
	assert.Equal(t, len(s.Src), s.At)
	assert.False(t, s.NextQuote())
}

// walk reads a value with all below it and returns the names of its members.
func walk(s *laxjson.Scanner) (names []string) {
	switch s.Peek() {
	case '{':
		s.Object(func(name string) {
			names = append(append(names, name), walk(s)...)
		})
	case '[':
		s.List(func() { names = append(names, walk(s)...) })
	case '"':
		s.Text()
	default:
		s.SkipValue()
	}
	return names
}

func TestMembers(t *testing.T) {
	for src, want := range map[string][]string{
		`{"a": 1, "b": [{"c": "x"}, true], "d": {"e": null}}`: {"a", "b", "c", "d", "e"},
		`{"a": 1 "b": 2,, "c": , "d": 3,}`:                    {"a", "b", "d"},
		`{"a": {"b": 1`:                                       {"a", "b"},
		`{a: 1, "b": 2}`:                                      {"b"},
		`[1, 2`:                                               nil,
	} {
		assert.Equal(t, want, walk(&laxjson.Scanner{Src: src}), src)
	}
}

func FuzzScanner(f *testing.F) {
	f.Add(`a\n\ud83d\ude00`)
	f.Add(`{"a": [1, {"b": "\u00e9"}], "c"`)
	f.Fuzz(func(t *testing.T, text string) {
		if !strings.ContainsAny(text, `"`) {
			sameValue(t, text)
		}
		if strings.Count(text, "{")+strings.Count(text, "[") < 100 {
			walk(&laxjson.Scanner{Src: text})
		}
	})
}
