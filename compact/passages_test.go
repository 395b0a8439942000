package compact

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk"
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
	scores := func(md, question string) []float64 {
		m, err := newDocIndex(context.Background(), markdown.Parse(md), chunk.Counter(estimator{}))
		require.NoError(t, err)
		return m.byQuestion(question)
	}
	s := scores(meeting(120, 60, "**"), "What was said about the battery of the lamp?")
	assert.Greater(t, s[70], 2*s[10], "both without a word of the question")
	assert.Greater(t, s[72], s[70])

	s = scores(meeting(120, 60, "**"), "What did Cleo Falk say about the battery of the lamp?")
	assert.Greater(t, s[71], s[70], "Cleo Falk after Ben Ode")

	s = scores(meeting(120, 60, ""), "What was said about the battery of the lamp?")
	assert.InDelta(t, s[70], s[10], 1e-9, "no conversation")
	assert.Empty(t, scores("", "What?"))
}
