package compact_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/compact"
)

// The ledger names sections as their headings do, also those that end in "#".
func TestSectionsThatEndInASign(t *testing.T) {
	md := "# Languages\n\nThe tide turns at six.\n\n## Intro to C#\n\n" + strings.Repeat("A boat lies in the mud. ", 60) +
		"\n\n## Intro to F# ##\n\n" + strings.Repeat("A gull sits on the roof. ", 60) + "\n\nTides of C#\n---\n\n" + strings.Repeat("A net dries on the pier. ", 60)
	r := shrink(t, md, compact.Options{MaxTokens: 60, Question: "When does the tide turn?", SummaryOnly: true})
	require.NotEmpty(t, r.Compacted.Omissions)
	var sections []string
	for _, o := range r.Compacted.Omissions {
		sections = append(sections, o.Section)
	}
	assert.Subset(t, sections, []string{"Languages > Intro to C#", "Languages > Intro to F#", "Languages > Tides of C#"})
}

// Whatever there is room for, nothing stands under the heading of another section. Each heading and each sentence here
// ends in the number of its section, so that the number of a heading begins those of all that stands under it.
func TestNothingStandsUnderHeadingsOfOtherSections(t *testing.T) {
	var md strings.Builder
	md.WriteString("# Islands\n\nFerries go to all of them.\n\n")
	for _, s := range []string{"1", "11", "12", "121", "122", "2", "21", "211", "2111", "22", "3", "31", "311", "312"} {
		fmt.Fprintf(&md, "%s Notes about the harbour and the tide of island %s\n\n", strings.Repeat("#", len(s)+1), s)
		for range len(s) % 3 {
			fmt.Fprintf(&md, "The ferry leaves %d times for the quay of Tern at %s\n\nIts fare is 3 pounds in Gull harbour at %s\n\n", 3+md.Len()%7, s, s)
		}
	}
	for _, opts := range []compact.Options{
		{Mode: compact.Structural}, {Mode: compact.Salience}, {Mode: compact.MapReduce}, {Mode: compact.Salience, Preserve: []string{"numbers"}},
		{Question: "How often does the ferry leave?"}, {Question: "What is the fare in Gull harbour at 2111?"},
	} {
		for opts.MaxTokens = 15; opts.MaxTokens < 250; opts.MaxTokens += 5 {
			summary := shrink(t, md.String(), opts).Compacted.Summary
			var above [7]string
			for line := range strings.Lines(summary) {
				words := strings.Fields(line)
				if len(words) == 0 || !strings.ContainsAny(words[len(words)-1], "123") {
					continue
				}
				section := words[len(words)-1]
				if words[0][0] == '#' {
					clear(above[len(words[0]):])
					above[len(words[0])] = section
				}
				for _, h := range above {
					assert.True(t, strings.HasPrefix(section, h), "%s under %s, %d tokens, mode %q:\n%s", section, h, opts.MaxTokens, opts.Mode, summary)
				}
			}
		}
	}
}
