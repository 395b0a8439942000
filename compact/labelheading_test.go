package compact_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/compact"
)

const ferryQuestions = `# Questions about the ferry

**(1) Can I take a bicycle?**

> Bicycles travel on the car deck and cost 4 euros each way.

**(2) The ticket machine took my card. What now?**

> Call the harbour office, which opens the machine every morning at seven.

**(3) The evening boat does not stop at the island.**

> It has not stopped there since the pier was damaged in the storm of 2019.

**Dogs\
Cats**

Animals travel free of charge in the lower saloon.
`

// What stands below a label in bold comes with it, or else not below another one.
func TestLabelsAreHeadings(t *testing.T) {
	for question, want := range map[string]string{
		"What does it cost to take a bicycle?":       "**(1) Can I take a bicycle?**\n\n> Bicycles travel on the car deck",
		"When is the machine opened?":                "**(2) The ticket machine took my card. What now?**\n\n> Call the harbour office",
		"Since when does it not stop at the island?": "**(3) The evening boat does not stop at the island.**\n\n> It has not stopped there since",
		"Do dogs travel free?":                       "**Dogs\\\nCats**\n\nAnimals travel free",
	} {
		r := shrink(t, ferryQuestions, compact.Options{MaxTokens: 45, Question: question})
		assert.Contains(t, r.Compacted.Summary, want)
		for label, below := range map[string]string{"(1)": "Bicycles", "(2)": "Call", "(3)": "It has", "**Dogs": "Animals"} {
			assert.Equal(t, strings.Contains(r.Compacted.Summary, below), strings.Contains(r.Compacted.Summary, label), "%q has %s without %s or the other way round", r.Compacted.Summary, below, label)
		}
	}
	r := shrink(t, ferryQuestions, compact.Options{MaxTokens: 22, Question: "What does it cost to take a bicycle?"})
	var sections []string
	for _, o := range r.Compacted.Omissions {
		sections = append(sections, o.Section)
	}
	assert.Contains(t, sections, "Questions about the ferry > (2) The ticket machine took my card. What now?")
	assert.Contains(t, sections, "Questions about the ferry > Dogs Cats")
}

// A paragraph with some words in bold, or one that nothing follows, is no label.
func TestParagraphsInBold(t *testing.T) {
	for _, md := range []string{
		"**Ana** rows the old boat to the island with **Ben**\n\nNobody else is there.\n",
		"The boat is old.\n\n**Ana and Ben row the old boat to the island**\n",
		"**Ana and Ben row the old boat to the island**\n\n## Next\n\nNobody else is there.\n",
		"**Ana and Ben row the old boat to the island.**\n\nNobody else is there.\n",
	} {
		r := shrink(t, md, compact.Options{MaxTokens: 12, Question: "Who rows the old boat to the island?"})
		assert.Contains(t, r.Compacted.Summary, "Ben", md)
		assert.NotContains(t, r.Compacted.Summary, "Nobody", md)
	}
}

// A heading of a lower level does not stand below that of another section.
func TestHeadingsOfOtherSections(t *testing.T) {
	md := "# Boats\n\n## Motor boats\n\nThe motor boat has a red hull and a hull number.\n\nIt is long.\n\n## Sailing boats\n\nMany people like them.\n\n### Dinghies\n\nThe dinghy has a blue hull and a hull number.\n\nIt is short.\n"
	s := shrink(t, md, compact.Options{MaxTokens: 31, Question: "Which hull has a hull number?"}).Compacted.Summary
	assert.Contains(t, s, "red hull")
	assert.Contains(t, s, "## Sailing boats\n\n")
	assert.Contains(t, s, "### Dinghies\n\nThe dinghy has a blue hull")
}

// Facts that are preserved stand below the headings of their sections, if those take little.
func TestPreservedFactsKeepTheirHeadings(t *testing.T) {
	md := "# Boats\n\n"
	for _, name := range []string{"Tern", "Gull", "Skua", "Auk"} {
		md += "## " + name + "\n\nThe keel was laid in the yard at the river, and it is 3" + name + " m long and 4 m wide, as the builder wrote in his book of the year 1931.\n\nNobody knows why the owner wanted it that way, and the builder never told anybody in his life.\n\nShe cost 900 pounds, of which 300 were paid when the keel was laid and 600 when she was launched.\n\n"
	}
	s := shrink(t, md, compact.Options{MaxTokens: 120, Mode: compact.Salience, Preserve: []string{"numbers"}}).Compacted.Summary
	for _, name := range []string{"Tern", "Gull", "Skua", "Auk"} {
		assert.Equal(t, strings.Contains(s, "3"+name), strings.Contains(s, "## "+name), s)
	}
	assert.Contains(t, s, "## Tern")
}

// A paragraph of a quote does not end in the sign of the next one, which is left out.
func TestQuotesEndWithTheirText(t *testing.T) {
	md := "> The light was lit in 1904 by Mira Holt.\n>\n> Nobody was there when it went out again.\n\nThe town sold herring.\n"
	s := shrink(t, md, compact.Options{MaxTokens: 12, Question: "When was the light lit?"}).Compacted.Summary
	assert.Equal(t, "> The light was lit in 1904 by Mira Holt.", s)
}

// What is in bold over and over names nothing: the heading above it stays the one of what follows.
func TestLabelsOverAndOver(t *testing.T) {
	note := func(heading, text string) string {
		return "## " + heading + "\n\nThe boat goes there on every day of the week.\n\n**Note**\n\n" + text + "\n\n"
	}
	md := "# Islands\n\n" + note("Amrum", "Dogs travel free to this one.") + note("Baltrum", "Bicycles stay on the quay here.") + note("Juist", "The harbour falls dry at low tide.")
	s := shrink(t, md, compact.Options{MaxTokens: 30, Question: "Where does the harbour fall dry?"}).Compacted.Summary
	assert.Contains(t, s, "## Juist")
	assert.Contains(t, s, "harbour falls dry")
}

// A label that leads in a list is above its items alone, not above what follows the list.
func TestLabelsThatLeadIn(t *testing.T) {
	md := "# Ferry\n\n**Take the slow boat if:**\n\n- you travel with more than two bicycles\n- the wind blows from the east\n\nOlder tickets are taken back at the office of the harbour in exchange for new ones.\n\n" + strings.Repeat("Nobody knows why it rained on that day of the week. ", 6)
	s := shrink(t, md, compact.Options{MaxTokens: 18, Question: "Where are older tickets taken back?"}).Compacted.Summary
	assert.Contains(t, s, "Older tickets")
	assert.NotContains(t, s, "slow boat")
	s = shrink(t, md, compact.Options{MaxTokens: 18, Question: "Which boat with bicycles?"}).Compacted.Summary
	assert.Contains(t, s, "**Take the slow boat if:**\n\n- you travel with more than two bicycles")
}

// A fact that is preserved comes with the label over it: a number says nothing without the name of the option.
func TestPreservedFactsKeepTheirLabels(t *testing.T) {
	md := ""
	for _, name := range []string{"lanes", "berths", "cranes", "sheds"} {
		md += "**`" + name + "` (integer)**\n\n- Sets how many " + name + " the harbour has in a week without a storm, or what the master of the harbour takes them for. The default is 3" + name + " or 40. It can be set in the file of the harbour alone, and only by those who may write it.\n\n"
	}
	for room := 14; room < 100; room++ {
		s := shrink(t, md, compact.Options{MaxTokens: room, Mode: compact.Salience, Preserve: []string{"numbers"}}).Compacted.Summary
		for _, name := range []string{"lanes", "berths", "cranes", "sheds"} {
			assert.Equal(t, strings.Contains(s, "3"+name), strings.Contains(s, "`"+name+"`"), "%d: %s", room, s)
		}
	}
}

// Of several headings of the first level, each is that of a section.
func TestSectionsOfTheFirstLevel(t *testing.T) {
	md := "# The slip of the yard\n\nIts length is 40 m.\n\nNobody knows who built it.\n\n# The dock of the yard\n\nIts length is 90 m.\n\nNobody knows who paid for it.\n"
	s := shrink(t, md, compact.Options{MaxTokens: 14, Question: "What is the length of the dock?"}).Compacted.Summary
	assert.Equal(t, "# The dock of the yard\n\nIts length is 90 m.", s)
}
