package terms_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/terms"
)

func texts(text string) string {
	var out []string
	for _, t := range terms.Split(text) {
		out = append(out, t.Text)
	}
	return strings.Join(out, " ")
}

func TestSplit(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "",
		"...":                              "",
		"The boats of the harbour":         "boat harbour",
		"The boat's crew; the boats’ oars": "boat crew boat oar",
		"RUNNING runs run":                 "run run run",
		"ﬁne Ｆｕｌｌ １２":                      "fine full 12",
		"createMessage HTTPServer iPhone":  "createmessag creat messag httpserver http server iphon i phone",
		"retrieval_type=3.14":              "retriev type 3 14",
		"naïve café":                       "naïv café",
		"日本語の本":                            "日本 本語 語の の本",
		"本":                                "本",
		"カタカナ ｶﾅ":                          "カタ タカ カナ カナ",
		"서울시":                              "서울 울시",
		"ทีมรับ":                           "ทีม ีมร มรั รับ",
		"городами":                         "город",
		"Übergrößen":                       "übergrößen",
		"co\u00adoperate":                  "cooper",
	} {
		assert.Equal(t, want, texts(text), text)
	}
}

func TestPositions(t *testing.T) {
	at := map[string]int{}
	for _, term := range terms.Split("The createMessage request of 日本語 begins") {
		at[term.Text] = term.Position
	}
	assert.Equal(t, map[string]int{"createmessag": 1, "creat": 1, "messag": 1, "request": 2, "日本": 4, "本語": 5, "begin": 7}, at)
}

func TestLongWordsAreCut(t *testing.T) {
	for _, word := range []string{strings.Repeat("x", 65), strings.Repeat("é", 40)} {
		out := terms.Split(word)
		assert.Len(t, out, 1)
		assert.LessOrEqual(t, len(out[0].Text), 64)
		assert.True(t, utf8.ValidString(out[0].Text))
	}
	assert.Equal(t, strings.Repeat("x", 64), texts(strings.Repeat("x", 64)))
}

func FuzzSplit(f *testing.F) {
	for _, seed := range []string{"The boats", "日本語", "ทีมรับ", "createMessage", "\xff\u0301\u200d", "والكتاب"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		for _, term := range terms.Split(text) {
			if term.Text == "" || len(term.Text) > 64 || term.Position < last || utf8.ValidString(text) && !utf8.ValidString(term.Text) {
				t.Fatalf("Split(%q): term %+v", text, term)
			}
			last = term.Position
		}
	})
}

func TestWords(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "  \n": 0, "The boats float.": 3, "日本語の本": 3, "ทีมรับบอล": 3, "- - - - - - - -": 1,
		strings.Repeat("x", 24): 1, strings.Repeat("x", 25): 2, "दो नावें": 2, "{}[]();!": 1,
	} {
		assert.Equal(t, want, terms.Words(text), text)
	}
}
