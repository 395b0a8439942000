package phrases_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

func TestClassNames(t *testing.T) {
	seen := map[string]bool{}
	for n := range phrases.NumClasses {
		class := phrases.Class(n)
		name := class.String()
		assert.NotEmpty(t, name, "class %d", n)
		assert.False(t, seen[name], name)
		seen[name] = true
		parsed, ok := phrases.ParseClass(name)
		assert.True(t, ok, name)
		assert.Equal(t, class, parsed)
	}
	for _, name := range []string{"", "nonsense", "Ignore"} {
		_, ok := phrases.ParseClass(name)
		assert.False(t, ok, "%q", name)
	}
	for class, name := range map[phrases.Class]string{phrases.Delimiter: "delimiter", phrases.CurrentTask: "work", phrases.Turn: "turn", phrases.Turning: "turning"} {
		assert.Equal(t, name, class.String())
	}
}
