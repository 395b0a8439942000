package prepare

import (
	"fmt"
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

// checkQuality returns a [knowledge.ErrQuality] for a page that is not worth storing, with one word: the verdict of
// extraction, empty, short or noise.
func checkQuality(verdict extract.Verdict, markdown string) error {
	letters, signs := 0, 0
	for _, r := range markdown {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			letters++
		case !unicode.IsSpace(r):
			signs++
		}
	}
	reason := ""
	switch {
	case verdict.Kind != "" && verdict.Kind != extract.VerdictContent && verdict.Kind != extract.VerdictPaywall:
		reason = string(verdict.Kind)
	case letters+signs == 0:
		reason = "empty"
	case letters < leastLetters:
		reason = "short"
	case float64(letters) < leastShare*float64(letters+signs):
		reason = "noise"
	default:
		return nil
	}
	return fmt.Errorf("%w (%s)", knowledge.ErrQuality, reason)
}
