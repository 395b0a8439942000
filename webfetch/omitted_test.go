package webfetch_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// What was left out of many sections is told by the sections above them, but not by the title alone.
func TestOmittedSections(t *testing.T) {
	manual := func(title string, parts int) string {
		var b strings.Builder
		b.WriteString(title)
		for _, chapter := range []string{"Where to log", "When to log"} {
			b.WriteString("## " + chapter + "\n\n")
			for i := range parts {
				fmt.Fprintf(&b, "### Parameter %d of %s\n\n%s\n\n", i, strings.ToLower(chapter), strings.Repeat("It says what is written and how long it is kept. ", 4))
			}
		}
		return b.String()
	}
	for name, test := range map[string]struct{ content, with, without string }{
		"few sections":  {manual("", 2), "Where to log > Parameter 1 of where to log (", ";;"},
		"many sections": {manual("", 20), "Where to log (", ">"},
		"below a title": {manual("# Logging\n\n", 20), "Logging > When to log (", "Parameter"},
	} {
		t.Run(name, func(t *testing.T) {
			client, err := webfetch.New(webfetch.Options{})
			require.NoError(t, err)
			defer client.Close()
			p, err := client.Extract(t.Context(), extract.Source{Body: []byte(test.content), MediaType: "text/markdown"}, webfetch.ExtractOptions{MaxTokens: 60, Question: "How long is it kept?"})
			require.NoError(t, err)
			var detail string
			for _, w := range p.Warnings {
				if w.Type == "truncated" {
					detail = w.Detail
				}
			}
			assert.Contains(t, detail, test.with)
			assert.Equal(t, 1, strings.Count(detail, test.with), "each section once")
			assert.NotContains(t, detail, test.without)
		})
	}
}
