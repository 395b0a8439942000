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

// manual is a document of 40 sections, one of which is the text. Every fourth one ends with a stray sentence.
func manual(text, filler, stray string) string {
	var b strings.Builder
	b.WriteString("# X\n\n")
	for i := range 40 {
		fmt.Fprintf(&b, "## %d\n\n", i)
		if i == 5 {
			b.WriteString(text + "\n\n")
			continue
		}
		for k := range 6 {
			fmt.Fprintf(&b, filler, 10*i+k)
			b.WriteByte(' ')
		}
		if i%4 == 0 {
			fmt.Fprintf(&b, stray, i)
		}
		b.WriteString("\n\n")
	}
	return b.String()
}

// Sentences without a word of the question are kept before strays that have one if their section answers it.
func TestSentencesCountByTheirSection(t *testing.T) {
	for _, c := range []struct{ question, text, told, filler, stray string }{
		{
			"How do I replace the gasket of the boiler?",
			"The gasket of the boiler wears out. A new gasket for this boiler is sold as part 7.\n\nFirst let everything cool down. Undo the four nuts and lift the lid. Scrape the rim clean. Press the ring in evenly.",
			"Press the ring in evenly.", "Shelf number %d holds spare cups and saucers.", "Crate %d came with a boiler.",
		},
		{
			"Wie wechsle ich die Dichtung der Pumpe?",
			"Die Dichtung der Pumpe wird hart. Jede Pumpe hat eine Dichtung am Deckel.\n\nSchalten Sie den Strom ab. Lösen Sie alle vier Muttern. Reinigen Sie den Rand mit einem Tuch. Drücken Sie den Ring gleichmäßig hinein.",
			"Drücken Sie den Ring gleichmäßig hinein.", "Im Regal Nummer %d stehen Tassen und Teller.", "Kiste %d enthielt eine Pumpe.",
		},
		{
			"锅炉的垫圈怎么更换？",
			"锅炉的垫圈会老化。每台锅炉有一个垫圈。\n\n先让机器冷却。拧下四颗螺母，取下盖子。把边缘擦干净。将新圈均匀压入。",
			"将新圈均匀压入。", "第%d号架子上放着杯子和盘子。", "第%d号箱子里有一台锅炉。",
		},
	} {
		md := manual(c.text, c.filler, c.stray)
		res, err := compact.Shrink(t.Context(), markdown.Parse(md), compact.Options{Mode: compact.QuestionFocused, Question: c.question, MaxTokens: 240, SummaryOnly: true})
		require.NoError(t, err)
		assert.Contains(t, res.Compacted.Summary, c.told, c.question)
	}
}
