package page

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestUnmojibake(t *testing.T) {
	for name, test := range map[string]struct{ in, want string }{
		"quotes and dashes":    {"<p>itâ€™s â€œnewâ€\u009d â€“ not oldâ€¦</p>", "<p>it’s “new” – not old…</p>"},
		"letters":              {"<p>CafÃ© Ã\u00a0 la NiÃ±a, BjÃ¶rk</p>", "<p>Café à la Niña, Björk</p>"},
		"letter or not":        {"<p>voilÃ\u00a0 tout</p>", "<p>voilÃ\u00a0 tout</p>"},
		"signs":                {"<p>20Â° for 5â‚¬, AcmeÂ® and TopBrandâ„¢</p>", "<p>20° for 5€, Acme® and TopBrand™</p>"},
		"no-break space":       {"<p>aÂ\u00a0b\u00a0c</p>", "<p>a\u00a0b\u00a0c</p>"},
		"emoji":                {"<p>ðŸ˜€</p>", "<p>😀</p>"},
		"twice":                {"<p>itÃ¢â‚¬â„¢s</p>", "<p>it’s</p>"},
		"title":                {"<title>itâ€™s</title>", "<title>it’s</title>"},
		"beside right signs":   {"<p>“itâ€™s”</p>", "<p>“it’s”</p>"},
		"beside right letters": {"<p>café, itâ€™s</p>", "<p>café, itâ€™s</p>"},
		"told of":              {"<p>an é becomes Ã©</p>", "<p>an é becomes Ã©</p>"},
		"another run":          {"<p>café</p><p>itâ€™s</p>", "<p>café</p><p>it’s</p>"},
		"code":                 {"<pre>itâ€™s <b>itâ€™s</b></pre><code class=x>Ã©</code><p>Ã©</p>", "<pre>itâ€™s <b>itâ€™s</b></pre><code class=x>Ã©</code><p>é</p>"},
		"capitals":             {"<p>AMANHÃ\u00a0 «MANHû “IRMÔ MAÇÃ—</p>", "<p>AMANHÃ\u00a0 «MANHû “IRMÔ MAÇÃ—</p>"},
		"Portuguese":           {"<p>NÃO É Â</p>", "<p>NÃO É Â</p>"},
		"cut off":              {"<p>itâ€</p><p>Ã", "<p>itâ€</p><p>Ã"},
		"no tags":              {"itâ€™s", "it’s"},
		"open tag":             {"Ã©<p", "é<p"},
		"ASCII":                {"<p>it's</p>", "<p>it's</p>"},
		"other scripts":        {"<p>Привет, 世界</p>", "<p>Привет, 世界</p>"},
		"not UTF-8":            {"<p>\xff Ã©</p>", "<p>\xff Ã©</p>"},
	} {
		assert.Equal(t, test.want, string(repairMojibake([]byte(test.in))), name)
	}
	long := strings.Repeat("<p>itâ€™s</p>", 1000)
	assert.Equal(t, strings.Repeat("<p>it’s</p>", 1000), string(repairMojibake([]byte(long))))
}
