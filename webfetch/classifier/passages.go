package classifier

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/security/injection"
)

type passage struct {
	text     string
	location injection.Location
	start    int // in its text
}

// Bounds in bytes.
const (
	minPassage = 6         // the shortest text that can be an instruction
	maxPassage = 1500      // of one passage
	maxSent    = 256 << 10 // of the text of a page
)

// passagesOf cuts all texts into passages, each text once. What is left of a text behind the bound
// on bytes is a finding.
func passagesOf(shown string, removed []injection.HiddenText) (list []passage, left []injection.Finding) {
	room := maxSent
	seen := make(map[string]bool)
	add := func(text string, location injection.Location) {
		if seen[text] || strings.TrimSpace(text) == "" {
			return
		}
		seen[text] = true
		end := wholeCharacters(text, min(room, len(text)))
		room -= end
		list = append(list, cut(text[:end], location)...)
		if end < len(text) {
			left = append(left, injection.Finding{
				Text: clip(text[end:], 500), Reason: "stands behind the text that the classifier was asked about", Category: injection.CategoryOverflow,
				Level: injection.Certain, Scanner: scannerName, Location: location, Start: end, End: len(text),
			})
		}
	}
	add(shown, injection.LocationBody)
	for _, r := range removed {
		if len(left) > 0 && room <= 0 && left[len(left)-1].Location != injection.LocationBody {
			break // one finding covers all removed pieces
		}
		if !r.Shown {
			add(r.Text, cmp.Or(r.Location, injection.LocationHidden))
		}
	}
	return list, left
}

// cut ends a passage behind a paragraph, a line or a word where one ends in its second half.
func cut(text string, location injection.Location) (list []passage) {
	for start := 0; start < len(text); {
		end := start + breakAt(text[start:])
		if p := text[start:end]; len(strings.TrimSpace(p)) >= minPassage {
			list = append(list, passage{p, location, start})
		}
		start = end
	}
	return list
}

func breakAt(text string) int {
	if len(text) <= maxPassage {
		return len(text)
	}
	for _, sign := range []string{"\n\n", "\n", ". ", " "} {
		if at := strings.LastIndex(text[:maxPassage], sign); at >= maxPassage/2 {
			return at + len(sign)
		}
	}
	return wholeCharacters(text, maxPassage)
}

func wholeCharacters(text string, end int) int {
	for end > 0 && end < len(text) && !utf8.RuneStart(text[end]) {
		end--
	}
	return end
}

func clip(s string, n int) string { return s[:wholeCharacters(s, min(n, len(s)))] }
