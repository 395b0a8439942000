package symbolfont_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/symbolfont"
)

func TestText(t *testing.T) {
	for _, c := range []struct{ font, in, want string }{
		{"Wingdings", "ü\uf0fb ", "✔✘ "}, {"Wingdings 2", "P", "✓"}, {"Wingdings2", "P", "✓"}, {"Wingdings1", "ü", "✔"}, {"WINGDINGS-Regular", "\uf0a8", "☐"},
		{"SymbolMT", "a", "α"}, {"Symbol", "a語", "α語"}, {"Wingdings", "$", ""}, {"Arial", "ü\uf0fc", "ü\uf0fc"}, {"", "a", "a"},
	} {
		assert.Equal(t, c.want, symbolfont.Text(c.font, c.in), "%s %q", c.font, c.in)
		assert.Equal(t, c.want != c.in, symbolfont.Is(c.font), c.font)
	}
}
