package compact_test

import (
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
