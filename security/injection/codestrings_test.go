package injection_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/security/injection"
)

// Of a script only what is written in words is read: literals, comments, and all of
// a script that hardly is one.
func TestWordsOfScripts(t *testing.T) {
	for name, tt := range map[string]struct {
		script string
		found  bool
	}{
		"double quotes":       {`var a = {b: "` + attackLine + `"};`, true},
		"single quotes":       {`var a = {b: '` + attackLine + `'};`, true},
		"template":            {"var a = {b: `" + attackLine + "`};", true},
		"line comment":        {"f(); // " + attackLine + "\ng();", true},
		"block comment":       {"f(); /* " + attackLine + " */ g();", true},
		"comment without end": {"f(); /* " + attackLine, true},
		"literal without end": {`a{content:"` + attackLine, true},
		"no script":           {attackLine, true},
		"names of code":       {"ignore(all); previous = instructions; and = {print: your, system: prompt};", false},
		"after an address":    {`f(https://a.example/{c}); g({}, [], "{=}");`, false},
		"more signs than words": {
			`var a = {b: "` + strings.ReplaceAll(attackLine, " ", ` \"{}\" `) + `"};`, false,
		},
	} {
		for _, location := range []injection.Location{"script", "style"} {
			found := scanTextAt(tt.script, location)
			assert.Equal(t, tt.found, len(found) > 0, "%s in a %s", name, location)
			for _, f := range found {
				assert.Equal(t, f.Text, tt.script[f.Start:f.End], name)
			}
		}
	}
}
