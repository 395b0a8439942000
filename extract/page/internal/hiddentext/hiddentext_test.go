package hiddentext_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/hiddentext"
)

func TestAddTakesProseOnly(t *testing.T) {
	for text, want := range map[string]bool{
		"one two three":              true,
		"one two":                    false,
		"a b c d":                    false, // shorter than MinBytes
		"a b c d ":                   true,
		"          ":                 false,
		"größenwahn":                 true,
		strings.Repeat("x", 39):      false,
		strings.Repeat("x", 40):      true,
		strings.Repeat("x/", 20):     false,
		"/search?q=one%20two":        false,
		"/search?q=one%20two%20more": true,
	} {
		var c hiddentext.Collector
		c.Add(text, "attribute", "")
		assert.Equal(t, want, len(c.Removed) == 1, "%q", text)
	}
}

// Addresses that no Markdown shows are collected where they are long enough for a sentence.
func TestAddressesThatNobodySees(t *testing.T) {
	long := "/send?note=" + strings.Repeat("aGlkZGVu", 5)
	for key, n := range map[string]int{"action": 1, "cite": 1, "formaction": 1, "src": 0, "srcset": 0} {
		var c hiddentext.Collector
		node := &html.Node{Type: html.ElementNode, DataAtom: atom.Form, Data: "form"}
		c.AddAttribute(node, &html.Attribute{Key: key, Val: long})
		c.AddAttribute(node, &html.Attribute{Key: key, Val: "/send?note=1"})
		assert.Len(t, c.Removed, n, key)
	}
}

func TestAddIsBounded(t *testing.T) {
	var c hiddentext.Collector
	c.Add(strings.Repeat("a b ", hiddentext.MaxBytes/4-2), "script", "")
	assert.Equal(t, 8, c.Room())
	c.Add("one two é", "script", "") // 10 bytes, the last character is cut
	c.Add("three four five", "script", "")
	assert.Len(t, c.Removed, 2)
	assert.Equal(t, "one two ", c.Removed[1].Text)
	c.Reset()
	assert.Empty(t, c.Removed)
	assert.Equal(t, hiddentext.MaxBytes, c.Room())
}

func TestConcealed(t *testing.T) {
	var c hiddentext.Collector
	c.BeginConcealed("opacity")
	c.AddConcealed(" one ")
	c.AddConcealed("two")
	c.BeginConcealed("visibility") // has no text
	c.BeginConcealed("aria-hidden")
	c.AddConcealed(strings.Repeat("é", hiddentext.MaxBytes))
	c.AddConcealed("beyond")
	c.BeginConcealed("beyond")
	c.Finish()
	assert.Len(t, c.Concealed, 2)
	assert.Equal(t, extract.Removed{Where: "concealed", Reason: "opacity", Text: "one two"}, c.Concealed[0])
	assert.Equal(t, "aria-hidden", c.Concealed[1].Reason)
	assert.LessOrEqual(t, len(c.Concealed[1].Text), hiddentext.MaxBytes)
	assert.Empty(t, strings.Trim(c.Concealed[1].Text, "é"), "no character is cut")
}

// Whatever AddAttribute collects of a value without character references is announced
// by MayHoldText.
func FuzzMayHoldText(f *testing.F) {
	f.Add("data-x", "one two three")
	f.Add("data-x", `{"a":"one two three"}`)
	f.Add("aria-label", "<b>one two three</b>")
	f.Fuzz(func(t *testing.T, name, value string) {
		if strings.ContainsAny(value, "&\x00") || strings.Contains(" "+hiddentext.ReadAttributes+" "+hiddentext.SilentAttributes+" ", " "+name+" ") {
			return
		}
		var c hiddentext.Collector
		n := &html.Node{Type: html.ElementNode, Data: "p", DataAtom: atom.P}
		c.AddAttribute(n, &html.Attribute{Key: name, Val: value})
		if len(c.Removed) > 0 {
			assert.True(t, hiddentext.MayHoldText([]byte(name), []byte(value)), "%s=%q", name, value)
		}
	})
}

// Strings that hold JSON are read as such, four of them within each other.
func TestJSONInJSON(t *testing.T) {
	const said = "The ferries sail again from the first of May."
	nested := func(depth int) string {
		text := `{"said":"` + said + `","at":"2026-05-01"}`
		for range depth {
			b, err := json.Marshal(map[string]string{"inner text of it": text})
			require.NoError(t, err)
			text = string(b)
		}
		return text
	}
	for depth := range 6 {
		var c hiddentext.Collector
		c.AddEmbedded(nested(depth), "attribute")
		require.Len(t, c.Removed, 1, depth)
		assert.Equal(t, depth <= 4, c.Removed[0].Text == said, "%d: %s", depth, c.Removed[0].Text)
	}
	for text, want := range map[string]string{
		`{"a":"{braces} in a sentence of a few words"}`:      "{braces} in a sentence of a few words",
		`{"a":"[\"a list of words is no object, though\"]"}`: `["a list of words is no object, though"]`,
	} {
		var c hiddentext.Collector
		c.AddEmbedded(text, "attribute")
		require.Len(t, c.Removed, 1, text)
		assert.Equal(t, want, c.Removed[0].Text)
	}
}
