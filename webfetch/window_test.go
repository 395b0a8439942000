package webfetch

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWindow(t *testing.T) {
	for _, test := range []struct {
		name         string
		text         string
		start, limit int
		want         Page
	}{
		{"all", "größe", 0, 0, Page{Text: "größe", TotalLength: 5}},
		{"at the limit", "größe", 0, 5, Page{Text: "größe", TotalLength: 5}},
		{"one over", "größe", 0, 4, Page{Text: "größ", TotalLength: 5, Truncated: true, NextStartIndex: 4}},
		{"the rest", "größe", 4, 4, Page{Text: "e", TotalLength: 5}},
		{"middle", "größe", 1, 2, Page{Text: "rö", TotalLength: 5, Truncated: true, NextStartIndex: 3}},
		{"empty", "", 0, 10, Page{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := Window(test.text, test.start, test.limit)
			require.NoError(t, err)
			assert.Equal(t, test.want, got)
		})
	}
}

func TestWindowOutOfRange(t *testing.T) {
	for _, start := range []int{-1, 5, 6} {
		_, err := Window("größe", start, 0)
		assert.ErrorIs(t, err, &Error{Code: StartIndexOutOfRange})
	}
	_, err := Window("", 1, 0)
	assert.ErrorIs(t, err, &Error{Code: StartIndexOutOfRange})
	_, err = Window("x", 0, -1)
	assert.Error(t, err)
}

func TestWindowLinesEndsOnWholeLines(t *testing.T) {
	list := "one\ntwo\nthree"
	for _, test := range []struct {
		limit int
		want  string
	}{{3, "one"}, {4, "one"}, {6, "one"}, {7, "one\ntwo"}, {12, "one\ntwo"}, {13, list}, {0, list}, {2, "on"}} {
		page, err := WindowLines(list, 0, test.limit)
		require.NoError(t, err)
		assert.Equal(t, test.want, page.Text, "limit %d", test.limit)
		assert.Equal(t, test.want != list, page.Truncated)
	}
}

func TestWindowsJoinToTheWholeText(t *testing.T) {
	text := strings.Repeat("zeile äöü 日本\n", 40)
	for _, cut := range []func(string, int, int) (Page, error){Window, WindowLines} {
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
