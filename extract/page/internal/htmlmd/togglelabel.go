package htmlmd

import (
	"strings"

	"golang.org/x/net/html"
)

// maxToggleWords is how many words a label of a control has that says what it does.
const maxToggleWords = 3

// isToggleLabel reports whether the text of a summary says only what a click on it does, such
// as "Expand description" or "Show more", and nothing of what it opens.
func isToggleLabel(summary *html.Node) bool {
	const most = 60 // bytes
	text := strings.TrimRight(toolText(summary, most), ".…:")
	words := strings.Fields(text)
	if len(words) == 0 || len(words) > maxToggleWords {
		return false
	}
	switch words[0] {
	case "expand", "collapse", "toggle":
		return true
	case "show", "hide", "see", "view", "read", "load":
		return len(words) > 1 && wordList("vague").has(words[len(words)-1])
	}
	return false
}
