package page_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Text that was encoded in UTF-8 twice is mended run by run, but only where that is certain.
func TestMojibake(t *testing.T) {
	for name, test := range map[string]struct{ in, want string }{
		"quotes and dashes":    {"<p>itâ€™s â€œnewâ€\u009d â€“ not oldâ€¦</p>", "it’s “new” – not old…"},
		"letters":              {"<p>CafÃ© Ã\u00a0 la NiÃ±a, BjÃ¶rk</p>", "Café à la Niña, Björk"},
		"letter or not":        {"<p>voilÃ\u00a0 tout</p>", "voilÃ\u00a0 tout"},
		"signs":                {"<p>20Â° for 5â‚¬, AcmeÂ® and TopBrandâ„¢</p>", "20° for 5€, Acme® and TopBrand™"},
		"no-break space":       {"<p>aÂ\u00a0b\u00a0c</p>", "a\u00a0b\u00a0c"},
		"controls":             {"<p>itâ\u0080\u0099s â\u0080\u009cnewâ\u0080\u009d</p>", "it’s “new”"},
		"no control":           {"<p>lâ\u00a0»</p>", "lâ\u00a0»"},
		"emoji of controls":    {"<p>ð\u009f\u0098\u0080</p>", "😀"},
		"emoji":                {"<p>ðŸ˜€</p>", "😀"},
		"twice":                {"<p>itÃ¢â‚¬â„¢s</p>", "it’s"},
		"beside right signs":   {"<p>“itâ€™s”</p>", "“it’s”"},
		"beside right letters": {"<p>café, itâ€™s</p>", "café, itâ€™s"},
		"told of":              {"<p>an é becomes Ã©</p>", "an é becomes Ã©"},
		"another run":          {"<p>café</p><p>itâ€™s</p>", "café\n\nit’s"},
		"code":                 {"<pre>itâ€™s <b>itâ€™s</b></pre><p><code class=x>Ã©</code></p><p>Ã©</p>", "```\nitâ€™s itâ€™s\n```\n\n`Ã©`\n\né"},
		"capitals":             {"<p>AMANHÃ\u00a0 «MANHû “IRMÔ MAÇÃ—</p>", "AMANHÃ\u00a0 «MANHû “IRMÔ MAÇÃ—"},
		"Portuguese":           {"<p>NÃO É Â</p>", "NÃO É Â"},
		"cut off":              {"<p>itâ€</p><p>Ã", "itâ€\n\nÃ"},
		"no tags":              {"itâ€™s", "it’s"},
		"open tag":             {"Ã©<p", "é"},
		"ASCII":                {"<p>it's</p>", "it's"},
		"other scripts":        {"<p>Привет, 世界</p>", "Привет, 世界"},
		"a long page":          {strings.Repeat("<p>itâ€™s</p>", 1000), strings.TrimSpace(strings.Repeat("it’s\n\n", 1000))},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, test.want, read(t, test.in, extract.Options{WholePage: true}).Markdown)
		})
	}
	assert.Equal(t, "it’s", read(t, "<title>itâ€™s</title><p>Text", extract.Options{}).Meta.Title)
}
