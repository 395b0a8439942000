package injection_test

import (
	"strings"
	"testing"

	"github.com/webfetch-mcp/webfetch-go/security/injection"
)

// TestDisguiseSpeaksForAnAttack: in plain letters the passage is not enough.
func TestDisguiseSpeaksForAnAttack(t *testing.T) {
	wide := func(r rune) rune {
		if r > ' ' && r < 0x7f {
			return r + 0xfee0
		}
		return r
	}
	for _, plain := range sentences() {
		if len(scanText(plain)) > 0 {
			continue
		}
		found := scanText("The mill stands by the river.\n\n" + strings.Map(wide, plain) + "\n\nBread keeps for a week.")
		if len(found) == 1 && found[0].Level == injection.Certain && strings.Contains(found[0].Reason, "disguised") {
			return
		}
	}
	t.Error("no sentence is found only when it is disguised")
}
