package security

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/security/internal/classifier"
)

// scanText scans text that is shown.
func scanText(text string) []Finding { return scanTextAt(text, LocationBody) }

// scanTextAt scans text of a location.
func scanTextAt(text string, location Location) []Finding {
	shown, hidden := text, []HiddenText(nil)
	if location != LocationBody {
		shown, hidden = "", []HiddenText{{Text: text, Location: location}}
	}
	found, err := Scan(context.Background(), shown, hidden)
	if err != nil {
		panic(err) // the context has no end
	}
	return found
}

// Each category that the rules know is one that callers can compare with.
func TestCategoriesAreThoseOfTheRules(t *testing.T) {
	for category, rules := range map[Category]string{
		CategoryOverride: classifier.Override, CategoryRoleChange: classifier.Role, CategoryFakeDelimiter: classifier.Fake,
		CategoryPromptExtraction: classifier.Extraction, CategoryExfiltration: classifier.Exfiltration, CategoryJailbreak: classifier.Jailbreak,
		CategoryAgentDirected: classifier.Directed, CategoryToolUse: classifier.ToolUse, CategoryMemory: classifier.MemoryWrite,
		CategoryStealth: classifier.Stealth, CategoryOutputHijack: classifier.Hijack, CategoryUserDeception: classifier.Deception,
		CategoryResourceAbuse: classifier.Endless, CategoryPromotion: classifier.Promotion, CategoryFalseAuthority: classifier.Authority,
		CategoryImpersonation: classifier.Impersonation,
	} {
		assert.EqualValues(t, rules, category)
	}
}
