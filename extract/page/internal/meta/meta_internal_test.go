package meta

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseDate(t *testing.T) {
	for in, want := range map[string]string{
		"2024-03-05T08:09:10Z":              "2024-03-05T08:09:10Z",
		"2024-03-05T08:09:10+0200":          "2024-03-05T08:09:10+02:00",
		"2024-03-05":                        "2024-03-05T00:00:00Z",
		"2024/03/05 10:00":                  "2024-03-05T00:00:00Z",
		"20240305":                          "2024-03-05T00:00:00Z",
		"Tue, 05 Mar 2024 08:09:10 GMT":     "2024-03-05T08:09:10Z",
		"March 5, 2024":                     "2024-03-05T00:00:00Z",
		"Published on 5 March 2024 at 8:00": "2024-03-05T00:00:00Z",
		"5. März 2024":                      "2024-03-05T00:00:00Z",
		"le 5 août 2024":                    "2024-08-05T00:00:00Z",
		"5 de mayo de 2024":                 "2024-05-05T00:00:00Z",
		"05.03.2024":                        "2024-03-05T00:00:00Z",
		"03/05/2024":                        "2024-03-05T00:00:00Z",
		"25/03/2024":                        "2024-03-25T00:00:00Z",
		"1 января 2024":                     "2024-01-01T00:00:00Z",
		"2024年3月5日":                         "2024-03-05T00:00:00Z",
		"2024 년 3 월 5 일":                    "2024-03-05T00:00:00Z",
		"05.03.24":                          "2024-03-05T00:00:00Z",
		"05.03.99":                          "1999-03-05T00:00:00Z",
	} {
		d, ok := parseDate(in, false)
		require.True(t, ok, in)
		assert.Equal(t, want, d.Format(time.RFC3339), in)
	}
	for _, in := range []string{"", "soon", "12:30", "call 0171 23", "1200-01-01", "31.02.2024", "version 1.2.3", "54.2, 8.1", "24.03.05.06", "1.5, 10-12", "05.03.51", strings.Repeat("9", 300)} {
		_, ok := parseDate(in, false)
		assert.False(t, ok, in)
	}
}

func TestTitleWithoutSite(t *testing.T) {
	for in, want := range map[string]string{
		"Tides of the bay | Shore Paper":   "Tides of the bay",
		"Shore Paper - Tides of the bay":   "Tides of the bay",
		"Tides of the bay":                 "Tides of the bay",
		"Low water - what a word can hide": "Low water - what a word can hide",
	} {
		assert.Equal(t, want, strip(in, "Shore Paper"))
	}
}

func TestBrokenJSON(t *testing.T) {
	for _, src := range []string{"", "{", `{"a"`, `{"a":`, `{"author":[`, `[[[[`, `{"@graph":[{"@type":"Article","headline":"x"`, `}]`, `{"a":"\u12`, `{"author":{"name":"x"`, `{"name":0"\`, `{"x":"\`, `{"name":{"@id":0"\`} {
		assert.NotPanics(t, func() { parseJSONLD(src, nil) }, src)
	}
	require.Len(t, parseJSONLD(`{"@type":["NewsArticle","x"],"headline":"Still \"read\"","author":["A","B"],}`, nil), 1)
}

func FuzzGraph(f *testing.F) {
	f.Add(`{"@graph":[{"@type":"Article","author":[{"@id":"#a"},{"name":["b"]}],"datePublished":"2020-13-40"}]}`)
	f.Add(`[{"a":[1,2,{"b":null}],"name":"\ud83d\ude00"}`)
	f.Fuzz(func(t *testing.T, src string) {
		if n := len(parseJSONLD(src, nil)); n > maxThings {
			t.Fatalf("%d things", n)
		}
		Passages(src, nil)
		schemaTypes(src)
		parseDate(src, false)
	})
}
