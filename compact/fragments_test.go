package compact_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/compact"
)

// Where sentences are too long for all of the names to fit, clauses are kept.
func TestClausesKeepMoreFacts(t *testing.T) {
	var md strings.Builder
	names := []string{"Ada Finch", "Bo Reed", "Cleo Marsh", "Dan Heron", "Eve Wren", "Finn Tern", "Gil Swift", "Hal Rook"}
	for _, n := range names {
		fmt.Fprintf(&md, "The harbour was quiet on that grey and windless morning, as it so often is at this time of the year, when %s came ashore, and nobody on the pier thought that anything of note would happen before the evening.\n\n", n)
	}
	r := shrink(t, md.String(), compact.Options{MaxTokens: 80, Preserve: []string{"names"}})
	kept := 0
	for _, n := range names {
		if strings.Contains(r.Compacted.Summary, n) {
			kept++
		}
	}
	assert.GreaterOrEqual(t, kept, 7, r.Compacted.Summary)
	assert.Contains(t, r.Compacted.Summary, "… when Ada Finch came ashore, …")
}

// A sentence that answers but is too long is clipped at clauses around what
// matches, and says so.
func TestBestAnswerIsClipped(t *testing.T) {
	long := "After the council had met for the third time in that wet spring, and the pilots had asked for a new light, the tower was moved to the eastern mole in 1904, which cost the town 12,000 crowns, and from then on ships came in by night as well as by day, unless the wind blew from the north-west."
	md := "# Tower\n\nIt rained. " + long + " The weather was fair."
	for budget, want := range map[int]string{
		10: "… the tower was moved to the eastern mole in 1904, …",
	} {
		r := shrink(t, md, compact.Options{MaxTokens: budget + 2, Question: "When was the tower moved to the eastern mole?"})
		assert.Contains(t, r.Compacted.Summary, want)
	}
	for budget := 8; budget < 70; budget++ {
		r := shrink(t, md, compact.Options{MaxTokens: budget, Question: "When was the tower moved to the eastern mole?"})
		assert.Contains(t, r.Compacted.Summary, "mole", "%d words", budget)
		if !strings.Contains(r.Compacted.Summary, long) {
			assert.Contains(t, r.Compacted.Summary, "…", "%d words", budget)
		}
	}
}

// Links stay whole where a sentence is clipped.
func TestLinksAreNotClipped(t *testing.T) {
	md := "The ferry, which runs all year, leaves from [pier nine, near the old, red crane](https://example.com/a,%20b), at half past six in the morning, and comes back, if the tide allows it, before the shops of the town close for the day."
	for budget := 3; budget < 40; budget++ {
		s := shrink(t, md, compact.Options{MaxTokens: budget, Question: "Where does the ferry leave from, which pier?"}).Compacted.Summary
		assert.Equal(t, strings.Contains(s, "[pier"), strings.Contains(s, "](https://example.com/a,%20b)"), s)
	}
}

// A clause that is kept can be read: one of few words comes with the next.
func TestClausesCanBeRead(t *testing.T) {
	var md strings.Builder
	for i := range 8 {
		fmt.Fprintf(&md, "In 19%d0, the painter Ada Finch opened a workshop in the old harbour, and although nobody in that quiet and windy town had thought that it would last for long, it soon became a place where people met.\n\n", i)
	}
	r := shrink(t, md.String(), compact.Options{MaxTokens: 150, Preserve: []string{"numbers"}})
	assert.GreaterOrEqual(t, strings.Count(r.Compacted.Summary, "0, the painter Ada Finch opened a workshop in the old harbour, …"), 6, r.Compacted.Summary)
}

// Where not even all clauses with facts fit, phrases of them are kept, a number with what it counts.
func TestPhrasesKeepMoreFacts(t *testing.T) {
	var md strings.Builder
	for i := range 8 {
		fmt.Fprintf(&md, "The harbour of the old town was quiet on that grey morning when the pilot of 9%d boats came ashore with her brother and nobody at the pier thought of it until the evening of that day had come.\n\n", i)
	}
	r := shrink(t, md.String(), compact.Options{MaxTokens: 110, SummaryOnly: true, Preserve: []string{"numbers"}})
	assert.GreaterOrEqual(t, strings.Count(r.Compacted.Summary, "when the pilot of 9"), 7, r.Compacted.Summary)
	assert.GreaterOrEqual(t, strings.Count(r.Compacted.Summary, " boats came ashore"), 7, r.Compacted.Summary)
}

// A full name counts for more than one of a single word.
func TestFullNamesAreKeptFirst(t *testing.T) {
	md := "There was tea for Ann, for Ben, and for Cal.\n\nThere was tea for Ida Holm and for Per Berg.\n\n" + strings.Repeat("It rained, and nobody went out before the evening.\n\n", 3)
	r := shrink(t, md, compact.Options{MaxTokens: 12, SummaryOnly: true, Preserve: []string{"names"}})
	assert.Contains(t, r.Compacted.Summary, "Ida Holm and for Per Berg")
}

// Where clauses leave room, sentences are whole before others are added.
func TestClippedSentencesAreCompleted(t *testing.T) {
	var md strings.Builder
	for i := range 6 {
		fmt.Fprintf(&md, "The harbour was quiet on that grey and windless morning number %c, when Ada Finch and her crew of %d came ashore, and nobody on the pier thought that anything of note would happen there before the evening.\n\n", 'a'+i, 11+i)
	}
	for i := range 30 {
		fmt.Fprintf(&md, "Nothing at all was said of the %s in the long and dreary letters of that year.\n\n", strings.Repeat("x", i+4))
	}
	r := shrink(t, md.String(), compact.Options{MaxTokens: 220, SummaryOnly: true, Preserve: []string{"numbers"}})
	assert.Equal(t, 6, strings.Count(r.Compacted.Summary, "her crew of"), r.Compacted.Summary)
	assert.GreaterOrEqual(t, strings.Count(r.Compacted.Summary, "before the evening."), 4, r.Compacted.Summary)
}
