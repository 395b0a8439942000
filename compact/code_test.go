package compact_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/compact"
)

// longCode is a page with code of several paragraphs.
func longCode(open, closed string) string {
	var b strings.Builder
	b.WriteString("# Pump\n\nThe pump is driven by calls of its library.\n\n" + open + "\n")
	for _, word := range []string{"Valve", "Motor", "Sensor", "Lamp", "Door"} {
		b.WriteString("// Open the " + strings.ToLower(word) + " with the default settings and wait until it is there,\n// as the manual of the pump says in one of its chapters.\npump.Open" + word + "(ctx, defaults, time.Second)\n\n")
	}
	b.WriteString("pump.Close() // in any case, or it leaks\n" + closed + "\n\nMind the gap.\n")
	return b.String()
}

// A part of long code is kept between fences, with marks where lines are left out.
func TestPartsOfCode(t *testing.T) {
	s := shrink(t, longCode("```go", "```"), compact.Options{MaxTokens: 48, Question: "How do I open the sensor?"}).Compacted.Summary
	assert.Contains(t, s, "```go\n…\n// Open the sensor")
	assert.Contains(t, s, "pump.OpenSensor(ctx, defaults, time.Second)\n…\n```")
	assert.NotContains(t, s, "OpenMotor")

	s = shrink(t, longCode("~~~", "~~~"), compact.Options{MaxTokens: 90, Question: "How do I open the valve and the lamp?"}).Compacted.Summary
	assert.Contains(t, s, "~~~\n// Open the valve")
	assert.Contains(t, s, "time.Second)\n…\n// Open the lamp")
	assert.Equal(t, 2, strings.Count(s, "~~~"))

	s = shrink(t, "Use it so:\n\n```go\npump.Open()\n\npump.Close()\n```\n\n"+strings.Repeat("It hums all day. ", 40), compact.Options{MaxTokens: 20, Question: "How do I close it?"}).Compacted.Summary
	assert.Contains(t, s, "```go\npump.Open()\n\npump.Close()\n```", "short code is one")
}

// Words of code in camel case are found by their parts, and identifiers with digits
// as a whole.
func TestIdentifiers(t *testing.T) {
	md := "# Codes\n\n| Code | Meaning |\n|---|---|\n"
	for _, code := range []string{"7000215 | The first secret is wrong", "7000222 | The second secret is too old", "700016 | The third application is unknown"} {
		md += "| AADSTS" + code + " by the rules of the house, which everybody knows |\n"
	}
	s := shrink(t, md, compact.Options{MaxTokens: 22, Question: "What is AADSTS7000222?"}).Compacted.Summary
	assert.Contains(t, s, "too old")
	assert.NotContains(t, s, "unknown")

	md = "- `KeepAlive` is on by default, as in 9 of 10 such things.\n- `Retries` are 3 by default, as in 7 of 10 such things.\n- `maxIdleTimeout` is long by default, as in most things."
	assert.Contains(t, shrink(t, md, compact.Options{MaxTokens: 14, Question: "What is the idle timeout?"}).Compacted.Summary, "maxIdleTimeout")
}

// A question for a version finds numbers with dots.
func TestVersions(t *testing.T) {
	md := "# Gull\n\nGull is supported by 12 people who support each other.\n\nIt supports the tables, lists and links of all dialects.\n\nIt complies with Dialect 0.31.2 and later ones."
	assert.Contains(t, shrink(t, md, compact.Options{MaxTokens: 10, Question: "Which version of the dialect is supported?"}).Compacted.Summary, "0.31.2")
}

// Headings are written without images and targets, unless all of the document is kept.
func TestHeadingsWithoutLinks(t *testing.T) {
	heading := "## Reader [![Docs](https://x.org/badge.svg)](https://x.org/docs) of [logs](https://x.org/l \"all\")"
	md := "# Gull\n\nA gull reads.\n\n" + heading + "\n\nThe reader has three eyes.\n\n" + strings.Repeat("It flies at noon. ", 30) + "\n\n## A [b] c\n\nIts wings are grey.\n"
	s := shrink(t, md, compact.Options{MaxTokens: 20, Question: "How many eyes has the reader?"}).Compacted.Summary
	assert.Contains(t, s, "## Reader of logs\n\nThe reader has three eyes.")
	assert.Contains(t, shrink(t, md, compact.Options{MaxTokens: 20, Question: "Which colour are the wings?"}).Compacted.Summary, "## A [b] c\n\nIts wings")
	assert.Contains(t, shrink(t, md, compact.Options{MaxTokens: 1000}).Compacted.Summary, heading)
}

// What a sentence leads in is kept with it.
func TestLeadInsWithTheirLists(t *testing.T) {
	md := "# Gull\n\n" + "The feeder of the gull stands on 12 legs in Delft. The feeder is green. In Gouda the feeder has 3 feet. Many like the feeder. The feeder of 1998 was red. Nobody saw the feeder of Ghent. A feeder costs 7 crowns. One feeder fell.\n\nThe limits of the feeder are:\n\n- three eggs\n- two crabs\n- one eel\n\nNobody counts."
	s := shrink(t, md, compact.Options{MaxTokens: 40, Question: "What are the limits of the feeder?"}).Compacted.Summary
	assert.Contains(t, s, "The limits of the feeder are:\n\n- three eggs\n- two crabs\n- one eel")
}

// An item comes with the sentence or the term that leads in its list.
func TestItemsWithTheirLeadIns(t *testing.T) {
	for _, lead := range []string{"It does not shrink a reply in these cases:", "**`no-shrink`**"} {
		md := "# Gull\n\n" + strings.Repeat("It flies at noon over the wide sea and the land. ", 20) + "\n\nMore of it.\n\n" + lead + "\n\n- The reply has less than 200 bytes, or Ada Finch asked for it on 3 May 2019.\n\nNobody counts the days."
		s := shrink(t, md, compact.Options{MaxTokens: 44, Mode: compact.Salience}).Compacted.Summary
		assert.Contains(t, s, lead+"\n\n- The reply")
	}
}
