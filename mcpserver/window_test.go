package mcpserver

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func TestWindow(t *testing.T) {
	for _, test := range []struct {
		name         string
		text         string
		start, limit int
		want         textWindow
	}{
		{"all", "größe", 0, 0, textWindow{Text: "größe", TotalLength: 5}},
		{"at the limit", "größe", 0, 5, textWindow{Text: "größe", TotalLength: 5}},
		{"one over", "größe", 0, 4, textWindow{Text: "größ", TotalLength: 5, Truncated: true, NextStartIndex: 4}},
		{"the rest", "größe", 4, 4, textWindow{Text: "e", TotalLength: 5}},
		{"middle", "größe", 1, 2, textWindow{Text: "rö", TotalLength: 5, Truncated: true, NextStartIndex: 3}},
		{"empty", "", 0, 10, textWindow{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := window(test.text, test.start, test.limit)
			require.NoError(t, err)
			assert.Equal(t, test.want, got)
		})
	}
}

func TestWindowOutOfRange(t *testing.T) {
	for _, start := range []int{-1, 5, 6} {
		_, err := window("größe", start, 0)
		assert.ErrorIs(t, err, webfetch.StartIndexOutOfRange)
	}
	_, err := window("", 1, 0)
	assert.ErrorIs(t, err, webfetch.StartIndexOutOfRange)
	_, err = window("x", 0, -1)
	assert.Error(t, err)
}

func TestWindowLinesEndsOnWholeLines(t *testing.T) {
	list := "one\ntwo\nthree"
	for _, test := range []struct {
		limit int
		want  string
	}{{3, "one"}, {4, "one"}, {6, "one"}, {7, "one\ntwo"}, {12, "one\ntwo"}, {13, list}, {0, list}, {2, "on"}} {
		page, err := windowLines(list, 0, test.limit)
		require.NoError(t, err)
		assert.Equal(t, test.want, page.Text, "limit %d", test.limit)
		assert.Equal(t, test.want != list, page.Truncated)
	}
}

func TestWindowsJoinToTheWholeText(t *testing.T) {
	text := strings.Repeat("zeile äöü 日本\n", 40)
	for _, cut := range []func(string, int, int) (textWindow, error){window, windowLines} {
		var b strings.Builder
		for start := 0; ; {
			page, err := cut(text, start, 37)
			require.NoError(t, err)
			b.WriteString(page.Text)
			if start = page.NextStartIndex; !page.Truncated {
				break
			}
		}
		assert.Equal(t, text, b.String())
	}
}

func FuzzWindow(f *testing.F) {
	f.Add("größe\nzwei\ndrei", 2, 5)
	f.Fuzz(func(t *testing.T, text string, start, limit int) {
		if !utf8.ValidString(text) {
			return
		}
		for _, cut := range []func(string, int, int) (textWindow, error){window, windowLines} {
			page, err := cut(text, start, limit)
			if err != nil {
				continue
			}
			n := utf8.RuneCountInString(page.Text)
			if !utf8.ValidString(page.Text) || limit > 0 && n > limit || page.Truncated != (page.NextStartIndex > 0) {
				t.Fatalf("Window(%q, %d, %d) = %+v", text, start, limit, page)
			}
			if page.Truncated && (n == 0 || page.NextStartIndex != start+n) {
				t.Fatalf("Window(%q, %d, %d) = %+v does not go on where it ends", text, start, limit, page)
			}
		}
	})
}
