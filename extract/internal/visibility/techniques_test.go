package visibility_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
)

// What Chromium paints is shown, and what it doesn't paint is hidden or doubtful ("unsure"):
// ways to hide a word, and ways that look like them. testdata/techniques.txt was checked with
// Chromium 156, by pictures of each page. What is seen may be doubtful too, of few pages.
func TestTechniques(t *testing.T) {
	raw, err := os.ReadFile("testdata/techniques.txt")
	require.NoError(t, err)
	count, doubted := map[string]int{}, 0
	for line := range strings.Lines(string(raw)) {
		want, rest, found := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		css, body, _ := strings.Cut(rest, "\t")
		if !found || want[0] == '#' {
			continue
		}
		count[want]++
		root, s := parse(t, "<!DOCTYPE html><style>"+css+"</style><body>"+strings.ReplaceAll(body, "SECRET", secret))
		got := "hidden"
		walkShown(root, s, func(n *html.Node, concealed bool) {
			switch {
			case !strings.Contains(n.Data, secret):
			case concealed:
				got = "unsure"
			default:
				got = "shown"
			}
		})
		if got == "shown" && s.Exceeded() {
			got = "unsure"
		}
		if got == "unsure" && want == "shown" {
			doubted++
			continue
		}
		assert.Equal(t, want, got, "%s %s", css, body)
	}
	assert.GreaterOrEqual(t, count["hidden"], 534)
	assert.GreaterOrEqual(t, count["unsure"], 357)
	assert.GreaterOrEqual(t, count["shown"], 530)
	assert.LessOrEqual(t, doubted, 164)
}

// walkShown calls text for each text node that is visible, as an extractor does.
func walkShown(n *html.Node, s *visibility.Checker, text func(n *html.Node, concealed bool)) {
	var walk func(n *html.Node, concealed bool)
	walk = func(n *html.Node, concealed bool) {
		if reason, shown := s.ConcealedReason(n); reason != "" && !visibility.IsShadowTree(n) {
			if !shown {
				return
			}
			concealed = true
		}
		if n.Type == html.TextNode {
			text(n, concealed)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c, concealed)
		}
	}
	walk(n, false)
}
