package data_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/data"
)

// fence is a value as the one code block that small JSON is shown as.
func fence(s string) string { return "```json\n" + s + "\n```" }

// TestJSONText goes by RFC 8259: what a value says stays, however it is
// written.
func TestJSONText(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"true", "true", "true"},
		{"null", "null", "null"},
		{"string", `"a b"`, `"a b"`},
		{"empty string", `""`, `""`},
		{"empty object", "{ }", "{}"},
		{"empty array", "[\n]", "[]"},
		{"number with all its digits", "[1.10, 1E400, -0, 123456789012345678901234567890]", "[1.10, 1E400, -0, 123456789012345678901234567890]"},
		{"order of keys", `{"b":1,"a":2}`, `{"b": 1, "a": 2}`},
		{"the same key twice", `{"a":1,"a":2}`, `{"a": 1, "a": 2}`},
		{"empty key", `{"":1}`, `{"": 1}`},
		{"key with quotes", `{"a\"b":1}`, `{"a\"b": 1}`},
		{"escapes of letters", `"\u0041\u00e9\u6f22"`, `"Aé漢"`},
		{"escapes that must stay", `"\u0022\u005c\u0000\u001f\u2028"`, `"\u0022\u005c\u0000\u001f\u2028"`},
		{"short escapes", `"a\tb\nc\/d\\"`, `"a\tb\nc/d\\"`},
		{"surrogate pair", `"\ud83d\ude00"`, `"😀"`},
		{"half of one", `"\ud83d!"`, "\"\ufffd!\""},
		{"halves in the wrong order", `"\ude00\ud83d"`, "\"\ufffd\ufffd\""},
		{"Unicode as it is", `{"größe":"漢字 😀"}`, `{"größe": "漢字 😀"}`},
		{"signs of Markdown", `["*a*","# b","<c>"]`, `["*a*", "# b", "<c>"]`},
		{"brackets and commas in strings", `["a,b","c:d","]}"]`, `["a,b", "c:d", "]}"]`},
		{"white space between", "{\n\t\"a\" :\r\n 1 ,\"b\":[ 1 ,2 ] }", "{\n  \"a\": 1,\n  \"b\": [1, 2]\n}"},
		{"byte order mark", "\ufeff[1]", "[1]"},
		{"object in an object", `{"a":{"b":1}}`, "{\n  \"a\": {\"b\": 1}\n}"},
		{"empty ones inside", `{"a":{},"b":[]}`, "{\n  \"a\": {},\n  \"b\": []\n}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := read(t, "application/json", c.in)
			assert.Equal(t, fence(c.want), doc.Markdown)
			assert.Empty(t, doc.Warnings)
		})
	}
}

// TestJSONWrapping has short flat values on a line, others on many.
func TestJSONWrapping(t *testing.T) {
	short := `[` + strings.Repeat("1, ", 20) + `1]`
	long := `[` + strings.Repeat("100, ", 20) + `1]`
	assert.Equal(t, fence(short), read(t, "application/json", short).Markdown)
	assert.Equal(t, fence("[\n"+strings.Repeat("  100,\n", 20)+"  1\n]"), read(t, "application/json", long).Markdown)
}

// randomValue makes a JSON value.
func randomValue(r *rand.Rand, depth int) any {
	words := []string{"", "pump", "a b", "größe", "漢字", "\"q\"", "\\", "\n", "<b>", "```", "*a*", "|", "\u2028", "😀", "null"}
	kind := r.IntN(8)
	if depth > 4 && kind > 4 {
		kind = 0
	}
	switch kind {
	case 1:
		return float64(r.IntN(100000)) / 8
	case 2:
		return r.IntN(2) == 0
	case 3:
		return nil
	case 5, 6:
		list := []any{}
		for range r.IntN(8) {
			list = append(list, randomValue(r, depth+1))
		}
		return list
	case 7:
		object := map[string]any{}
		for range r.IntN(8) {
			object[words[r.IntN(len(words))]] = randomValue(r, depth+1)
		}
		return object
	}
	return words[r.IntN(len(words))]
}

// TestJSONComesBack reads small values back from the code block they are shown
// as: they are the same.
func TestJSONComesBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		want := randomValue(r, 0)
		text, err := json.Marshal(want)
		require.NoError(t, err)
		doc := read(t, "application/json", string(text))
		if len(doc.Blocks) != 1 {
			continue // taken apart
		}
		lines := strings.Split(doc.Markdown, "\n")
		var got any
		require.NoError(t, json.Unmarshal([]byte(strings.Join(lines[1:len(lines)-1], "\n")), &got), "%s\n%s", text, doc.Markdown)
		require.True(t, reflect.DeepEqual(want, got), "%s is shown as\n%s", text, doc.Markdown)
	}
}

// TestNotQuiteJSON is shown as it came, with a warning.
func TestNotQuiteJSON(t *testing.T) {
	for name, body := range map[string]string{
		"comma at the end":      `{"a": 1,}`,
		"comment":               "{\n// one\n\"a\": 1}",
		"single quotes":         `{'a': 1}`,
		"names without quotes":  `{a: 1}`,
		"cut off":               `{"a": [1, 2`,
		"NaN":                   `[NaN]`,
		"leading zero":          `[01]`,
		"control in a string":   "[\"a\x01b\"]",
		"text after":            `{"a": 1} trailing`,
		"nothing but a bracket": `{`,
	} {
		t.Run(name, func(t *testing.T) {
			doc := read(t, "application/json", body)
			assert.Equal(t, "json", doc.Format)
			assert.Equal(t, "```\n"+strings.ReplaceAll(body, "\x01", "")+"\n```", doc.Markdown)
			require.Len(t, doc.Warnings, 1)
			assert.Equal(t, "extraction_fallback", doc.Warnings[0].Type)
		})
	}
}

func TestGuards(t *testing.T) {
	for _, guard := range []string{")]}'\n", ")]}',\n", "while(1);", "for(;;);", "while (1);"} {
		assert.Equal(t, fence(`{"a": 1}`), read(t, "application/json", guard+`{"a":1}`).Markdown, guard)
	}
	assert.Equal(t, extract.VerdictEmpty, read(t, "application/json", ")]}'\n").Verdict.Kind)
}

func TestEmptyJSON(t *testing.T) {
	for _, body := range []string{"", " \n\t", "\ufeff"} {
		doc := read(t, "application/json", body)
		assert.Equal(t, extract.VerdictEmpty, doc.Verdict.Kind)
		assert.Empty(t, doc.Markdown)
	}
}

// large pads an object beyond what is shown as one block.
func large(member string) string {
	return `{` + member + `, "pad": [` + strings.Repeat(`"x y z",`, 1000) + `"x"]}`
}

// TestArraysAsTables has arrays of like flat objects as tables, others as JSON.
func TestArraysAsTables(t *testing.T) {
	list := func(n int, f func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.Repeat(",", min(i, 1)) + f(i))
		}
		return `"list": [` + b.String() + `]`
	}
	for _, c := range []struct {
		name, member string
		want, not    string
	}{
		{"flat", list(500, func(i int) string { return fmt.Sprintf(`{"id":%d,"town":"Lund %d"}`, i, i) }), "500 rows\n\n| id | town |\n| --- | --- |\n| 0 | Lund 0 |", ""},
		{"keys in another order", list(500, func(i int) string {
			if i%2 == 0 {
				return fmt.Sprintf(`{"id":%d,"town":"Lund"}`, i)
			}
			return fmt.Sprintf(`{"town":"Ystad","id":%d}`, i)
		}), "| 1 | Ystad |", ""},
		{"a key left out", list(500, func(i int) string {
			if i == 5 {
				return `{"town":"Lund"}`
			}
			return fmt.Sprintf(`{"id":%d,"town":"Lund"}`, i)
		}), "|  | Lund |", ""},
		{"bars and breaks in cells", list(500, func(int) string { return `{"id":1,"town":"a|b\nc"}` }), `| 1 | a\|b c |`, ""},
		{"markup in cells and heads", list(500, func(int) string { return `{"*id*":1,"town":"[a](b) <i>"}` }), "| \\*id\\* | town |\n| --- | --- |\n| 1 | \\[a\\](b) \\<i> |", ""},
		{"short lists in cells", list(500, func(int) string { return `{"id":1,"tags":["a","b"]}` }), `| 1 | \["a", "b"\] |`, ""},
		{"objects in cells", list(500, func(int) string { return `{"id":1,"at":{"x":1}}` }), `"at": {"x": 1}`, "| id |"},
		{"long texts in cells", list(500, func(int) string { return `{"id":1,"text":"` + strings.Repeat("word ", 80) + `"}` }), `"text": "word`, "| id |"},
		{"not only objects", list(400, func(i int) string {
			if i == 300 {
				return `"odd one"`
			}
			return `{"id":1,"town":"Lund"}`
		}), `"odd one"`, "| id |"},
		{"objects that have little in common", list(29, func(i int) string {
			return fmt.Sprintf(`{"k%d":"%s"}`, i, strings.Repeat("y", 250))
		}), `"k28": "`, "| k0 |"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := read(t, "application/json", large(c.member))
			assert.Contains(t, doc.Markdown, c.want)
			if c.not != "" {
				assert.NotContains(t, doc.Markdown, c.not)
			}
			assert.Equal(t, extract.HeadingBlock, doc.Blocks[0].Kind)
		})
	}
}

// TestTablesAreCut after so many rows, each with the header.
func TestTablesAreCut(t *testing.T) {
	rows := func(n int) *extract.Document {
		return read(t, "application/json", "["+strings.Repeat(`{"id":1,"town":"Lund","no":7},`, n-1)+`{"id":2}]`)
	}
	tables := func(doc *extract.Document) (n int) {
		for _, b := range doc.Blocks {
			if b.Kind == extract.Table {
				n++
				assert.True(t, strings.HasPrefix(doc.Text(b), "| id | town | no |\n| --- | --- | --- |\n"))
			}
		}
		return n
	}
	assert.Equal(t, 1, tables(rows(500)))
	assert.Equal(t, 2, tables(rows(500+1)))
	assert.Equal(t, 500, strings.Count(rows(500+1).Markdown, "| 1 | Lund | 7 |"))
	assert.Contains(t, rows(500+1).Markdown, "| 2 |  |  |")
}

func TestLongStrings(t *testing.T) {
	text := strings.Repeat("A line of the log.\\n", 400)
	doc := read(t, "application/json", `{"id": 1, "log": "`+text+`", "end": true}`)
	assert.Equal(t, []string{"log"}, titles(doc))
	assert.Contains(t, doc.Markdown, "# log\n\n```\nA line of the log.\nA line of the log.\n")
	assert.Contains(t, doc.Markdown, "\"end\": true")
}

func titles(doc *extract.Document) []string {
	var out []string
	for _, h := range doc.Outline {
		out = append(out, h.Text)
	}
	return out
}

// TestPathsOfLargeValues has a heading for each big member, named by its path.
func TestPathsOfLargeValues(t *testing.T) {
	big := strings.Repeat(`"some words to fill it",`, 400)
	doc := read(t, "application/json", `{"a": {"b.c": [`+big+`1], "d": {"e": [`+big+`2]}}, "f": 1}`)
	assert.Equal(t, []string{"a", "a.b.c[401]", "a.d", "a.d.e[401]"}, titles(doc))
	assert.Equal(t, "a > a.d > a.d.e[401]", doc.Outline[3].Path)
	assert.Equal(t, []string{".a", ".a.b[401]"}, titles(read(t, "application/json", `{".a": {"b": [`+big+`1]}}`)))
}

// TestKeysOfElements are in the outline once, whichever elements have them.
func TestKeysOfElements(t *testing.T) {
	long := `"some text that does not fit on one line with the rest of it"`
	doc := read(t, "application/json", `{"posts": [{"tags": ["a", "b"]}, {"tags": ["c", "d"], "by": {"name": `+long+`}}, {"tags": ["e"]}], "tags": ["f", "g"], "x": {"tags": [`+long+`]}}`)
	assert.Equal(t, []string{"posts[3]", "tags[2]", "by", "tags[2]", "x", "tags[1]"}, titles(doc))
	doc = read(t, "application/json", `[{"a": {"b": [`+long+`]}}, {"a": {"b": [`+long+`]}}]`)
	assert.Equal(t, []string{"a", "b[1]"}, titles(doc))
}

func TestLinksOfJSON(t *testing.T) {
	doc := read(t, "application/json", `{"home": "https://lund.example/", "again": "https://lund.example/", "mail": "a@lund.example", "script": "javascript:x", "words": "see https://lund.example/b", "rel": "/c", "list": ["http://ystad.example/d"]}`)
	assert.Equal(t, []extract.Link{
		{URL: "https://lund.example/", Text: "home", Role: "content"},
		{URL: "http://ystad.example/d", Role: "content"},
	}, doc.Links)
}

func TestCancelledJSON(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, mediaType := range []string{"application/json", "text/xml", "text/csv"} {
		_, err := data.Extractor{}.Extract(ctx, &extract.Source{MediaType: mediaType, Body: []byte(`{"a":1}`)})
		require.ErrorIs(t, err, context.Canceled)
	}
}

func TestJSONInACallIsRead(t *testing.T) {
	assert.Equal(t, "```json\n{\"a\": 1}\n```", read(t, "application/json", `callback({"a":1});`).Markdown)
}

// TestCalls are JSON as a script: the argument of a function. What is none is text.
func TestCalls(t *testing.T) {
	for in, want := range map[string]string{
		`callback({"a":1});`: `{"a": 1}`, `/**/ cb( [1] )`: "[1]", `$.x["y"](null)`: "null", "cb({\n\"a\": 1\n}) ;\n": `{"a": 1}`,
		`f("a(b)")`: `"a(b)"`, `{"a":"b(1)"}`: `{"a": "b(1)"}`,
	} {
		assert.Equal(t, "```json\n"+want+"\n```", read(t, "application/json", in).Markdown, in)
	}
	for _, in := range []string{`f({a:1})`, `f({"a":1}`, `({"a":1})`, `f g({"a":1})`, `f({"a":1}); g()`, "f()", "("} {
		assert.Equal(t, "```\n"+in+"\n```", read(t, "application/json", in).Markdown, in)
	}
}
