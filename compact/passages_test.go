package compact_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

// meeting is a conversation of so many turns, of which those from at on are about a
// lamp, if only by every fourth.
func meeting(turns, at int, mark string) string {
	var b strings.Builder
	for i := range turns {
		text := fmt.Sprintf("We said what we said about it in the house, for the %dth time.", i)
		if at <= i && i < at+24 && i%4 == 0 {
			text = fmt.Sprintf("So what about the battery of the lamp, for the %dth time?", i)
		}
		fmt.Fprintf(&b, "%s%s%s: %s\n\n", mark, []string{"Ana Reis", "Ben Ode", "Cleo Falk"}[i%3], mark, text)
	}
	return b.String()
}

// Turns of a conversation count by the passage that they are in, and more if the
// question names their speaker.
func TestTurnsCountByTheirPassage(t *testing.T) {
	kept := func(md, question string) (turns []int) {
		res, err := compact.Shrink(t.Context(), markdown.Parse(md), compact.Options{Mode: compact.QuestionFocused, Question: question, MaxTokens: 700})
		require.NoError(t, err)
		for i := range 120 {
			if strings.Contains(res.Compacted.Summary, fmt.Sprintf(" the %dth time", i)) {
				turns = append(turns, i)
			}
		}
		return turns
	}
	turns := kept(meeting(120, 60, "**"), "What was said about the battery of the lamp?")
	assert.Subset(t, turns, []int{65, 66, 67, 69, 70, 71, 73, 74, 75}, "without a word of the question, among those that have some")
	assert.NotContains(t, turns, 10)

	of := map[int]int{}
	for _, i := range kept(meeting(120, 60, "**"), "What did Cleo Falk say about the battery of the lamp?") {
		of[i%3]++
	}
	assert.Greater(t, of[2], of[1], "Cleo Falk before Ben Ode")
	assert.Greater(t, of[2], of[0])

	turns = kept(meeting(120, 60, ""), "What was said about the battery of the lamp?")
	assert.Subset(t, turns, []int{60, 64, 68, 72, 76, 80})
	assert.NotContains(t, turns, 70, "no conversation")
	assert.Contains(t, turns, 10)

	assert.Empty(t, kept("", "What?"))
}
