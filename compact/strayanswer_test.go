package compact_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/compact"
)

// Answers that have nothing to do with the document.
var strayAnswers = map[string]string{
	"a refusal":              "I'm sorry, but I can't help with that request.",
	"a refusal in Chinese":   "抱歉，我无法处理这个请求。",
	"a refusal with marks":   "**I cannot** provide a summary of this content.",
	"another language":       "Der Text beschreibt ausführlich, welche Gewässer durch dieses Gebiet fließen und wie ihre Namen entstanden sind.",
	"something else":         "The stock market closed higher today after traders welcomed new employment figures from Washington.",
	"a question to the user": "Certainly! Please provide the document that you want me to summarise, together with any formatting preferences.",
}

// TestStrayAnswers has a summary that is none replaced by the document's own words.
func TestStrayAnswers(t *testing.T) {
	for name, text := range strayAnswers {
		t.Run(name, func(t *testing.T) {
			r, _ := answers(t, 120, func(prompt) (string, error) { return text, nil })
			assert.False(t, r.Compacted.Generated)
			assert.NotContains(t, r.Compacted.Summary, text)
			assert.NotEmpty(t, r.Spans)
			require.Len(t, r.Compacted.Warnings, 1)
			assert.Equal(t, "extraction_fallback", r.Compacted.Warnings[0].Type)
			assert.Contains(t, r.Compacted.Warnings[0].Detail, "little to do with the document")

			first := true
			r, _ = answersOneByOne(t, 120, func(prompt) string {
				if first {
					first = false
					return text
				}
				return "Rivers run."
			})
			assert.True(t, r.Compacted.Generated)
			assert.NotContains(t, r.Compacted.Summary, text)
			assert.Contains(t, r.Compacted.Summary, "Rivers run.")
			require.Len(t, r.Compacted.Warnings, 1)
			assert.Equal(t, "unverified", r.Compacted.Warnings[0].Type)
			assert.Contains(t, r.Compacted.Warnings[0].Message, "those parts are taken from the document")
		})
	}
}

// answersOneByOne is answers for a model that is asked about one part at a time.
func answersOneByOne(t *testing.T, budget int, answer func(p prompt) string) (*compact.Result, *writer) {
	turn := make(chan struct{}, 1)
	return answers(t, budget, func(p prompt) (string, error) {
		turn <- struct{}{}
		defer func() { <-turn }()
		return answer(p), nil
	})
}

// TestStrayAnswersToQuestions have a warning, since "it does not say" may be the answer.
func TestStrayAnswersToQuestions(t *testing.T) {
	for name, text := range strayAnswers {
		r, _, err := question(600, func(prompt) (string, error) { return text, nil })
		require.NoError(t, err)
		assert.True(t, r.Compacted.Generated)
		require.Len(t, r.Compacted.Warnings, 1, name)
		assert.Equal(t, "unverified", r.Compacted.Warnings[0].Type)
		assert.LessOrEqual(t, r.EstTokens, 600)
		assert.NotEmpty(t, r.Compacted.KeyPoints)
	}
	for _, text := range []string{"The lamp weighs 420 kilograms, and Augusta Weller built it.", "420 kilograms", "It does not say.", "# Lamp\n\nThe lamp of the lighthouse is heavy: 420 kilograms."} {
		r, _, err := question(600, func(prompt) (string, error) { return text, nil })
		require.NoError(t, err)
		assert.Empty(t, r.Compacted.Warnings, text)
	}
}

// TestFencedAnswers are taken out of their fence.
func TestFencedAnswers(t *testing.T) {
	for text, want := range map[string]string{
		"```markdown\nThe lamp weighs 420 kilograms.\n```":               "The lamp weighs 420 kilograms.",
		"```\nThe lamp weighs 420 kilograms.\n```":                       "The lamp weighs 420 kilograms.",
		"```sh\nweigh lamp\n```":                                         "```sh\nweigh lamp\n```",
		"```\nThe lamp\n```\n\nand\n\n```\nit weighs 420 kilograms\n```": "```\nThe lamp\n```\n\nand\n\n```\nit weighs 420 kilograms\n```",
		"```":                            "```",
		"The lamp weighs\n```\n420\n```": "The lamp weighs\n```\n420\n```",
	} {
		r, w, err := question(600, func(prompt) (string, error) { return text, nil })
		require.NoError(t, err)
		assert.Equal(t, want, r.Compacted.Summary)
		assert.True(t, strings.Contains(w.prompts[0].System, "in the language of the question"))
	}
}
