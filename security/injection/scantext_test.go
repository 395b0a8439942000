package injection_test

import (
	"context"

	"github.com/webfetch-mcp/webfetch-go/security/injection"
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
