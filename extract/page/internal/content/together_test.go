package content

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/layout"
)

func TestTogether(t *testing.T) {
	long := strings.Repeat("word ", 30)
	for name, test := range map[string]struct {
		body     string
		together bool
	}{
		"table with headers":    {"<table><tr><th>Depth</th><td>4 m</td></tr></table>", true},
		"table without headers": {"<table><tr><td>Depth</td><td>4 m</td></tr></table>", false},
		"layout":                {"<table><tr><th>Menu</th><td><table><tr><td>Depth</td></tr></table></td></tr></table>", false},
		"cell of many blocks":   {"<table><tr><th>Menu</th><td><p>a<p>b<p>c</td></tr></table>", false},
		"prose in cells":        {"<table><tr><th>" + long + "</th><td>" + long + "</td></tr></table>", false},
		"terms":                 {"<dl><dt>Depth</dt><dd>4 m</dd></dl>", true},
		"terms with prose":      {"<dl><dt>Depth</dt><dd>" + long + long + "</dd></dl>", false},
		"no table":              {"<p>Depth<p>4 m", false},
		"one cell":              {"<table><tr><th>Depth</th></tr></table>", false},
	} {
		root, err := html.Parse(strings.NewReader(test.body))
		require.NoError(t, err)
		var p layout.Page
		require.NoError(t, p.Measure(context.Background(), root, nil))
		prob := make([]float32, len(p.Blocks))
		prob[0] = 1
		together(&p, prob)
		if !test.together {
			assert.Equal(t, float32(1), prob[0], name)
			continue
		}
		assert.Equal(t, []float32{0.4, 0.4}, prob, name)
	}
}
