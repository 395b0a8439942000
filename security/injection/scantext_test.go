package injection_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/security/injection"
	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/classifier"
)

// scanText scans text that is shown.
func scanText(text string) []injection.Finding { return scanTextAt(text, injection.LocationBody) }

// scanTextAt scans text of a location.
func scanTextAt(text string, location injection.Location) []injection.Finding {
	shown, hidden := text, []injection.HiddenText(nil)
	if location != injection.LocationBody {
		shown, hidden = "", []injection.HiddenText{{Text: text, Location: location}}
	}
	found, err := injection.Scan(context.Background(), shown, hidden)
	if err != nil {
		panic(err) // the context has no end
	}
	return found
}

// Each category that the rules know is one that callers can compare with.
func TestCategoriesAreThoseOfTheRules(t *testing.T) {
	for category, rules := range map[injection.Category]string{
		injection.CategoryOverride: classifier.Override, injection.CategoryRoleChange: classifier.Role, injection.CategoryFakeDelimiter: classifier.Fake,
		injection.CategoryPromptExtraction: classifier.Extraction, injection.CategoryExfiltration: classifier.Exfiltration, injection.CategoryJailbreak: classifier.Jailbreak,
		injection.CategoryAgentDirected: classifier.Directed, injection.CategoryToolUse: classifier.ToolUse, injection.CategoryMemory: classifier.MemoryWrite,
		injection.CategoryStealth: classifier.Stealth, injection.CategoryOutputHijack: classifier.Hijack, injection.CategoryUserDeception: classifier.Deception,
		injection.CategoryResourceAbuse: classifier.Endless, injection.CategoryPromotion: classifier.Promotion, injection.CategoryFalseAuthority: classifier.Authority,
		injection.CategoryImpersonation: classifier.Impersonation,
	} {
		assert.EqualValues(t, rules, category)
	}
}
