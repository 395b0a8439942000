package compact_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/compact"
)

// A sentence that begins with a word for something in the sentence before comes
// with that where there is room.
func TestSentencesComeWithWhatTheyReferTo(t *testing.T) {
	md := "It rained on most days of that long and windy spring. Mira Holt kept the light on the outer reef for thirty years. She repaired the lens of the tower with beeswax during the storm. Nobody on the quay had thought that it would hold until the summer came.\n\nThe town sold herring and rope to ships of all nations, and grew rich.\n"
	for question, want := range map[string]string{
		"How was the lens of the tower repaired?": "Mira Holt kept the light on the outer reef for thirty years. She repaired",
		"Who sold herring and rope to ships?":     "The town sold herring",
	} {
		assert.Contains(t, shrink(t, md, compact.Options{MaxTokens: 40, SummaryOnly: true, Question: question}).Compacted.Summary, want)
	}
	short := shrink(t, md, compact.Options{MaxTokens: 18, SummaryOnly: true, Question: "How was the lens of the tower repaired?"}).Compacted.Summary
	assert.Contains(t, short, "She repaired the lens", "alone if there is no room")
	assert.NotContains(t, short, "Mira")
	zh := "那年春天经常下雨，港口很安静。王丽在外礁的灯塔工作了三十年。她用蜂蜡修好了灯塔的透镜。\n\n镇上的人卖鱼和绳子。\n"
	assert.Contains(t, shrink(t, zh, compact.Options{MaxTokens: 60, SummaryOnly: true, Question: "怎样修好透镜？"}).Compacted.Summary, "王丽在外礁的灯塔工作了三十年。她用蜂蜡")
}

// What is left of the budget is not filled with words that say nothing alone.
func TestScrapsAreLast(t *testing.T) {
	md := "Are they mad? Certainly! And how! The committee met in the old hall to speak of rates.\n\nThe rate of the harbour dues was set at 4 percent by the council of the town.\n\nIn the other ports of the coast, dues were lower in those years.\n"
	s := shrink(t, md, compact.Options{MaxTokens: 34, SummaryOnly: true, Question: "What was the rate of harbour dues?"}).Compacted.Summary
	assert.Contains(t, s, "4 percent")
	assert.NotContains(t, s, "Certainly!")
	assert.NotContains(t, s, "And how!")
}

// A lead-in says nothing without what follows it.
func TestLeadInsAreLast(t *testing.T) {
	md := "The harbour has three lights in all, and the light on the reef is the oldest one:\n\n- red on the mole\n- green on the pier\n\nThe light on the reef was lit in 1904, the oldest light of the harbour.\n\nOther towns of this coast have no light and no harbour.\n"
	s := shrink(t, md, compact.Options{MaxTokens: 22, SummaryOnly: true}).Compacted.Summary
	assert.NotContains(t, s, "one:")
	assert.Contains(t, s, "1904")
}

// What leads in something that there is no room for is left out.
func TestNoLeadInsWithoutWhatFollows(t *testing.T) {
	long := strings.Repeat("step(one, two, three, four)\n", 12)
	md := "The filter is cleaned every month with warm water.\n\nTo clean the filter, call these:\n\n```\n" + long + "```\n\nTo take the filter out, call these:\n\n```\n" + long + "```\n\nThe lid has a lock.\n"
	for budget := 24; budget < 70; budget += 5 {
		s := shrink(t, md, compact.Options{MaxTokens: budget, SummaryOnly: true, Question: "How often is the filter cleaned?"}).Compacted.Summary
		assert.Contains(t, s, "every month")
		assert.NotContains(t, s, "these:", budget)
	}
}

// Sentences that say that something follows lead in too, with a colon or without, and
// those that begin with "but" or the like come with the one before.
func TestLeadInsAndConnectives(t *testing.T) {
	for md, c := range map[string]struct {
		question, with, without string
		from                    int
	}{
		"The pump has many parts. It is built as follows.\n\n- a rotor of brass\n- a shaft of steel\n\nThe works are in Leeds by the river Aire.\n":       {"How is the pump built?", "- a rotor", "as follows.", 24},
		"Die Pumpe hat viele Teile. Sie besteht aus\n\n- einem Rotor aus Messing\n- einer Welle aus Stahl\n\nDas Werk steht in Leeds am Fluss.\n":         {"Woraus besteht die Pumpe?", "- einem Rotor", "besteht aus", 24},
		"The pump has many parts. The following ones are made in Leeds.\n\n- a rotor of brass\n- a shaft of steel\n\nThe river Aire is near the works.\n": {"Which parts are made in Leeds?", "- a rotor", "following ones", 26},
		"Nobody in the town wanted the bridge. However, the council had it built in the spring.\n\nThe works are in Leeds by the river.\n":                {"Who had it built?", "Nobody in the town", "However,", 30},
		"马帮把茶叶运到高原。但藏区并不产茶。\n\n博物馆在河边。\n":                                                                                                                 {"藏区产茶吗？", "马帮把茶叶", "但藏区", 34},
	} {
		for budget := 20; budget < 44; budget += 2 {
			s := shrink(t, md, compact.Options{MaxTokens: budget, SummaryOnly: true, Question: c.question}).Compacted.Summary
			if strings.Contains(s, c.without) && budget >= c.from {
				assert.Contains(t, s, c.with, budget)
			}
		}
	}
}

// An answer comes with the question on the line above it.
func TestAnswersComeWithTheirQuestion(t *testing.T) {
	md := "# Pool\n\n**Do the lockers need a coin?**\nThey take a dollar, or a token that the desk sells.\n\n**May I bring a dog?**\nOn Saturdays between two and four, if it is on a lead and has been washed before.\n\nThe pool is run by the parks district of the county.\n"
	for question, want := range map[string]string{
		"Where are tokens sold?":          "**Do the lockers need a coin?**\nThey take a dollar",
		"Which day, if on a washed lead?": "**May I bring a dog?**\nOn Saturdays",
	} {
		s := shrink(t, md, compact.Options{MaxTokens: 56, SummaryOnly: true, Question: question}).Compacted.Summary
		assert.Contains(t, s, want)
	}
}

// A sentence that is there twice with a word more or less is kept once; one with other
// numbers says something else.
func TestNearlyTheSame(t *testing.T) {
	md := "Find out why the keepers of the harbour light see ships sooner with the new lamp.\n\nFind out why the keepers of the harbour light see ships sooner with the bright new lamp.\n\nThe keepers of the light on the reef see ships of the harbour at 12 miles with the lamp.\n\nThe keepers of the light on the reef see ships of the harbour at 19 miles with the lamp.\n\nRope and tar are sold on Mondays.\n"
	for _, o := range []compact.Options{{}, {Mode: compact.MapReduce}, {Question: "How soon do the keepers see ships?"}} {
		o.MaxTokens, o.SummaryOnly = 75, true
		s := shrink(t, md, o).Compacted.Summary
		assert.Equal(t, 1, strings.Count(s, "Find out why"), s)
		assert.Contains(t, s, "12 miles")
		assert.Contains(t, s, "19 miles")
	}
}

// Key points begin with no word for something before them, wherever they stand.
func TestKeyPointsReferToNothing(t *testing.T) {
	md := "The light of the harbour of Delft was lit in 1904 by Mira Holt.\n\nThat light of the harbour of Delft was moved to the mole in 1931.\n\nThen the harbour of Delft sold the old light to a museum in 1950.\n\nThe museum of the harbour of Delft shows the light to this day.\n"
	points := shrink(t, md, compact.Options{MaxTokens: 20, SummaryOnly: true}).Compacted.KeyPoints
	assert.NotEmpty(t, points)
	for _, q := range points {
		assert.NotContains(t, q.Text, "That light")
		assert.NotContains(t, q.Text, "Then the")
	}
}

// Sentences that go on behind code or a formula say nothing without it.
func TestSentencesAroundDisplays(t *testing.T) {
	for _, display := range []string{"```\nopen(valve, left)\n```", "$$A \\subseteq B$$"} {
		md := "The valve of the boiler keeps the pressure at 3 bar.\n\nThe term that the manual of the boiler has for it is\n\n" + display + "\n\nis what the manual says of the valve and the boiler.\n\nThe boiler was built in Leeds by the Holt works.\n"
		for budget := 24; budget < 50; budget += 2 {
			s := shrink(t, md, compact.Options{MaxTokens: budget, SummaryOnly: true}).Compacted.Summary
			assert.Equal(t, strings.Count(s, "is what the manual"), strings.Count(s, display+"\n\nis what the manual"), "%s %d", s, budget)
			assert.Equal(t, strings.Count(s, "has for it is"), strings.Count(s, "has for it is\n\n"+display), "%s %d", s, budget)
		}
	}
}

// A few words that are part of an item come with the beginning of the item, and the
// same words of many numbers come last.
func TestPartsOfItems(t *testing.T) {
	var md strings.Builder
	for i, name := range []string{"Astro lamp", "Spot lamp", "Petra lamp", "Cosmo lamp", "Rigel lamp", "Vega lamp"} {
		fmt.Fprintf(&md, "- %s\n\n  %d reviews with an average rating of %d stars\n\n  The beam reaches %s metres\n\n", name, 30+i, i%3+1, []string{"ten", "twelve", "forty", "sixty", "ninety", "a hundred"}[i])
	}
	for _, mode := range []compact.Mode{compact.Salience, compact.MapReduce} {
		s := shrink(t, md.String(), compact.Options{MaxTokens: 60, SummaryOnly: true, Mode: mode}).Compacted.Summary
		assert.LessOrEqual(t, strings.Count(s, "reviews"), 1, "%s: %s", mode, s)
		assert.Equal(t, 6, strings.Count(s, "beam"), "%s: %s", mode, s)
		assert.Equal(t, 6, strings.Count(s, "lamp"), "%s: %s", mode, s)
	}
}

// Labels, rules and questions of a page come after its sentences, and key points
// can be read without what is around them.
func TestLabelsAreLast(t *testing.T) {
	facts := []string{"The harbour of Delft got its first light in 1904.", "The light of the harbour was moved to the mole in 1931.", "The harbour master of Delft keeps a list of all ships."}
	md := "12 May 2020 by Ada Finch\n\n---\n\nHarbour Light View\n\n" + facts[0] + " Who would have lit the light of the harbour of Delft in 1904?\n\n---\n\n" + facts[1] + " He sold the old one to a museum.\n\nPrevious Harbour\n\n" + facts[2] + "\n"
	for _, mode := range []compact.Mode{compact.Salience, compact.MapReduce, compact.Structural} {
		s := shrink(t, md, compact.Options{MaxTokens: 34, SummaryOnly: true, Mode: mode}).Compacted
		for _, f := range facts {
			assert.Contains(t, s.Summary, f, "%s", mode)
		}
	}
	one := shrink(t, md, compact.Options{MaxTokens: 12, SummaryOnly: true, Mode: compact.Salience}).Compacted
	assert.NotEmpty(t, one.KeyPoints)
	for _, q := range one.KeyPoints {
		assert.Contains(t, facts, q.Text)
	}
	all := shrink(t, "One two.\n\n---\n\nThree four.\n", compact.Options{MaxTokens: 20, SummaryOnly: true}).Compacted
	assert.Contains(t, all.Summary, "---", "what fits is kept as it is")
}

// Datelines, bylines and words such as "Enjoy." don't fill what is left of a budget.
func TestLabelsAreNoFillers(t *testing.T) {
	var md strings.Builder
	md.WriteString("OSLO, 12 May (Agency)\n\nBy Ada Finch\n\n")
	for i := range 12 {
		fmt.Fprintf(&md, "The harbour of town %d got a light in the year 19%d4, and its mole was built by %d men. Enjoy. And so on. %s saw it.\n\nAgency, %d May\n\n", i, i%10, 20+i, []string{"Ada", "Bo"}[i%2], i+1)
	}
	for _, mode := range []compact.Mode{compact.Salience, compact.MapReduce, compact.Structural} {
		for budget := 60; budget < 160; budget += 9 {
			s := shrink(t, md.String(), compact.Options{MaxTokens: budget, SummaryOnly: true, Mode: mode}).Compacted.Summary
			for _, label := range []string{"Agency", "By Ada", "Enjoy"} {
				assert.NotContains(t, s, label, "%s, %d", mode, budget)
			}
		}
	}
}

// A value comes with the label in the paragraph in front of it.
func TestValuesComeWithTheirLabels(t *testing.T) {
	md := "The headlamp of the yard is for the crew.\n\nWeight with batteries:\n\n5 ounces\n\nWeight of the parcel:\n\n9 ounces\n\nIt is blue.\n"
	s := shrink(t, md, compact.Options{MaxTokens: 14, Question: "How heavy is it with batteries?"}).Compacted.Summary
	assert.Contains(t, s, "Weight with batteries:\n\n5 ounces")
}
