package compact_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

// groupsOf reads a list of groups of words, one a line.
func groupsOf(t *testing.T, file string) (groups [][]string) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.LessOrEqual(t, len(text), 96<<10)
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) > 0 && line[0] != '#' {
			groups = append(groups, words)
		}
	}
	return groups
}

// Every group has words to choose from, none twice, and none with a mark that is
// no part of a term.
func TestSynonymsAreWellFormed(t *testing.T) {
	synonyms, forms := groupsOf(t, "synonyms.txt"), groupsOf(t, "irregular.txt")
	assert.Greater(t, len(synonyms)+len(forms), 150)
	for _, g := range synonyms {
		assert.Greater(t, len(g), 3, g[0])
	}
	for _, g := range append(synonyms, forms...) {
		assert.Greater(t, len(g), 1, g[0])
		for _, w := range g {
			assert.True(t, utf8.ValidString(w))
			assert.NotContains(t, w, ",")
			assert.False(t, compact.FunctionWord(w), "%q says nothing of its subject", w)
		}
	}
}

// A question finds synonyms in its own language and in others, and other forms and
// parts of its words.
func TestQuestionsFindOtherWords(t *testing.T) {
	finds := func(text, question string) bool {
		var page strings.Builder
		for i := range 24 {
			if i == 12 {
				page.WriteString(text + "\n\n")
			}
			fmt.Fprintf(&page, "Grey boats lay along quay %d while rain fell upon them.\n\n", i)
		}
		res, err := compact.Shrink(t.Context(), markdown.Parse(page.String()), compact.Options{Mode: compact.QuestionFocused, Question: question, MaxTokens: 160})
		require.NoError(t, err)
		return strings.Contains(res.Compacted.Summary, text)
	}
	for question, text := range map[string]string{
		"What do the tickets cost?":   "The price of a ticket.",
		"Is there an entrance fee?":   "Der Eintritt ist frei.",
		"入场":                          "门票在售票处。",
		"Wie geht der Filterwechsel?": "Zum Wechseln drehen.",
		"Which pump?":                 "It is pumped daily.",
		"Who holds it?":               "It is held in May.",
	} {
		assert.True(t, finds(text, question), "%q by %q", text, question)
	}
	for question, text := range map[string]string{
		"Who?": "Nothing of it.",
	} {
		assert.False(t, finds(text, question), "%q by %q", text, question)
	}
}

// BenchmarkVeryLongQuestion measures questions as long as a book: compare the MB/s of the
// sizes, for the time grows with the length alone.
func BenchmarkVeryLongQuestion(b *testing.B) {
	for _, words := range []int{2_000, 8_000, 32_000} {
		var text, question strings.Builder
		for i := range words {
			fmt.Fprintf(&text, "wor%dkind ", i)
			fmt.Fprintf(&question, "wor%dmade ", i)
		}
		doc := markdown.Parse(text.String())
		b.Run(fmt.Sprint(words), func(b *testing.B) {
			b.SetBytes(int64(question.Len()))
			for b.Loop() {
				_, err := compact.Shrink(b.Context(), doc, compact.Options{Mode: compact.QuestionFocused, Question: question.String(), MaxTokens: 500})
				require.NoError(b, err)
			}
		})
	}
}
