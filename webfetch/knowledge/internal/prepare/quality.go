package prepare

import (
	"strings"
	"unicode"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

const (
	// leastLetters is how many letters and digits a page must have.
	leastLetters = 20
	// leastShare is the least proportion of letters and digits among the characters other than
	// white space: tables and code have more than 0.5, streams of symbols less.
	leastShare = 0.25
)

// checkQuality returns a QualityError for a page that is not worth storing,
// and nil for any other: one that extraction calls a wall, a shell, a missing
// page or empty, one with fewer than 20 letters and digits, and one that is
// mostly signs. A paywall is stored as far as it can be read.
func checkQuality(verdict extract.Verdict, markdown string) error {
	switch verdict.Kind {
	case "", extract.VerdictContent, extract.VerdictPaywall:
	default:
		return &knowledge.QualityError{Reason: string(verdict.Kind)}
	}
	letters, signs := 0, 0
	for _, r := range markdown {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			letters++
		case !unicode.IsSpace(r):
			signs++
		}
	}
	switch {
	case strings.TrimSpace(markdown) == "":
		return &knowledge.QualityError{Reason: "empty"}
	case letters < leastLetters:
		return &knowledge.QualityError{Reason: "short"}
	case float64(letters) < leastShare*float64(letters+signs):
		return &knowledge.QualityError{Reason: "noise"}
	}
	return nil
}
