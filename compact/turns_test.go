package compact_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/compact"
)

// What people say while they look for words is not what a meeting was about.
func TestSalienceLeavesOutInterjections(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Meeting\n\n")
	asides := []string{"Uh so it is", "But it uh", "Okay , one or two", "And and um", "Yes , but it", "I do so .", "You are um"}
	said := []string{
		"The case of the remote control will be made of rubber with a wooden rim .",
		"Our customers lose the remote control twice a week and want a button that makes it whistle .",
		"Solar cells make the remote control too expensive for the shops that we sell to .",
	}
	for i := range 60 {
		text := asides[i%len(asides)] + " " + asides[i/len(asides)%len(asides)]
		if i%20 == 10 {
			text = said[i/20]
		}
		fmt.Fprintf(&b, "**%s**: %s\n\n", []string{"Project Manager", "Marketing", "Industrial Designer"}[i%3], text)
	}
	r := shrink(t, b.String(), compact.Options{MaxTokens: 80, SummaryOnly: true})
	for _, s := range said {
		assert.Contains(t, r.Compacted.Summary, s)
	}
}
