package compact_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/compact"
)

// Emphasis that a sentence shares with sentences that are left out is opened and
// closed again around it.
func TestSharedEmphasisIsClosed(t *testing.T) {
	filler := " The weather was fair on most of the days of that week, and nobody thought of it again."
	for md, want := range map[string]string{
		"*The lamp of the reef was lit in 1904." + filler + "*":                                                                "*The lamp of the reef was lit in 1904.*",
		"**Nobody slept on that night" + filler + " The lamp was lit in 1904.** Ships sailed by, on that day and on the next.": "**The lamp was lit in 1904.**",
		"***Reef.* The lamp was lit in 1904." + filler + "** The end of it all.":                                               "**The lamp was lit in 1904.**",
		"The ***red* lamp** was lit in 1904." + filler:                                                                         "The ***red* lamp** was lit in 1904.",
		"The lamp of 3 * 4 m and snake_case was lit in 1904. _No." + filler + "_":                                              "The lamp of 3 * 4 m and snake_case was lit in 1904.",
		"~~The lamp `a*b` was lit in 1904 \\*." + filler + "~~":                                                                "~~The lamp `a*b` was lit in 1904 \\*.~~",
		"*[The lamp](https://a.example/a*b*c) was lit in 1904." + filler + "*":                                                 "*[The lamp](https://a.example/a*b*c) was lit in 1904.*",
	} {
		s := shrink(t, md, compact.Options{MaxTokens: 13, SummaryOnly: true, Question: "When was the lamp lit?"}).Compacted.Summary
		if strings.Contains(want, "***") || strings.Contains(md, "***") {
			assert.Contains(t, s, strings.Trim(want, "*"))
			assert.Zero(t, strings.Count(s, "*")%2, s)
			continue
		}
		assert.Equal(t, want, s)
	}
}

// A clipped sentence has its emphasis whole.
func TestEmphasisOfClippedSentences(t *testing.T) {
	md := "The council met for the third time, and **the tower was moved in 1904, which cost the town a lot of money**, and from then on ships came in by night as well as by day, unless it blew."
	s := shrink(t, md, compact.Options{MaxTokens: 12, SummaryOnly: true, Question: "When was the tower moved?"}).Compacted.Summary
	assert.Contains(t, s, "**the tower was moved in 1904,** …")
}

// The backslash of a line break does not stay behind when the next line is left out.
func TestNoBackslashBehindTheLastLine(t *testing.T) {
	md := "The lamp was lit in 1904\\\nNobody saw it from the pier or the town on that day\\\nThe lamp was sold to a museum in 1950\n"
	s := shrink(t, md, compact.Options{MaxTokens: 16, SummaryOnly: true, Question: "When was the lamp lit, when sold?"}).Compacted.Summary
	assert.Equal(t, "The lamp was lit in 1904\nThe lamp was sold to a museum in 1950", s)
	all := shrink(t, md, compact.Options{MaxTokens: 100, SummaryOnly: true, Question: "When?"}).Compacted.Summary
	assert.Equal(t, strings.TrimSpace(md), all)
}

// Paragraphs of an item stay paragraphs of it when what is between is left out.
func TestParagraphsOfItemsStayIndented(t *testing.T) {
	md := "- The lamp of the reef\n\n  Nobody saw it from the pier or from the town on that long day of May.\n\n  The lamp was lit in 1904.\n- Another thing of no use to anyone at all in the town\n"
	s := shrink(t, md, compact.Options{MaxTokens: 13, SummaryOnly: true, Question: "When was the lamp of the reef lit?"}).Compacted.Summary
	assert.Equal(t, "- The lamp of the reef\n\n  The lamp was lit in 1904.", s)
}

// Two clipped sentences that follow each other have one ellipsis between them.
func TestOneEllipsisBetweenClippedSentences(t *testing.T) {
	var md strings.Builder
	for _, n := range []string{"Ada Finch", "Cleo Marsh", "Eve Wren", "Gil Swift"} {
		md.WriteString("On that day the harbour was quiet until noon and " + n + " came ashore with her brother, whom nobody on the pier had seen for many a year or would see again. Of all the boats that lay at the quay in that summer of rain and of wind, none was as old as that of " + n + "s Mate. ")
	}
	s := shrink(t, md.String(), compact.Options{MaxTokens: 90, SummaryOnly: true, Preserve: []string{"names"}}).Compacted.Summary
	assert.Contains(t, s, "…")
	assert.NotContains(t, s, "… …")
}

// A part of a quote is a quote, also inside of an item.
func TestPartsOfQuotesKeepTheirMark(t *testing.T) {
	said := "> **Note:** Nobody was there at noon. The light was lit in 1904 by Mira Holt.\n"
	for md, want := range map[string]string{
		said:                                "> The light was lit in 1904 by Mira Holt.",
		"- The tower is tall.\n\n  " + said: "- …\n\n  > The light was lit in 1904 by Mira Holt.",
	} {
		s := shrink(t, md+"\nThe town sold herring in barrels to merchants who came down the river.\n", compact.Options{MaxTokens: 15, Question: "When was the light lit?"}).Compacted.Summary
		assert.Equal(t, want, s)
	}
}

// Numbers of steps are no facts.
func TestNumbersOfStepsAreNotPreserved(t *testing.T) {
	md := ""
	for i, step := range []string{"Upload", "Wait", "Receive"} {
		md += fmt.Sprintf("%d\n\n**%s**\n\nIt takes %d0 minutes as long as nobody else is there in the morning.\n\n", i+1, step, i+2)
	}
	s := shrink(t, md, compact.Options{MaxTokens: 14, Mode: compact.Salience, Preserve: []string{"numbers"}}).Compacted.Summary
	assert.Contains(t, s, "0 minutes")
	assert.NotRegexp(t, `(?m)^\d$`, s)
}
