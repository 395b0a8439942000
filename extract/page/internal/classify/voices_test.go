package classify_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A quotation with who said it has the score of its words, so that its last line is kept or left
// out with them.
func TestQuotationsWithTheirVoices(t *testing.T) {
	for name, test := range map[string]struct{ quote, line string }{
		"embedded post":           {`<blockquote class="twitter-tweet"><p>Tides turn</p>&mdash; Gull (@gull) <a href=/s/1>3 May</a></blockquote>`, "— Gull (@gull) 3 May"},
		"of another site":         {`<blockquote class="mastodon-embed" data-x=1><p>Tides turn</p><a href=/@gull>Gull, 3 May</a></blockquote>`, "Gull, 3 May"},
		"dash in a paragraph":     {"<blockquote><p>Tides turn</p><p><em>―</em> Gull</p></blockquote>", "― Gull"},
		"dash after spaces":       {"<blockquote><p>Tides turn</p><div> <p>\n - Gull</p></div>\n</blockquote>", "- Gull"},
		"cite":                    {"<blockquote><p>Tides turn</p><cite>Gull</cite></blockquote>", "Gull"},
		"footer":                  {"<blockquote><p>Tides turn</p><footer>Gull, <cite>Wet Ground</cite></footer></blockquote>", "Gull, Wet Ground"},
		"in a figure":             {`<figure><div><blockquote class="bluesky-embed"><p>Tides turn</p>&mdash; Gull</blockquote></div></figure>`, "— Gull"},
		"two paragraphs":          {"<blockquote><p>Tides turn</p><p>Gull</p></blockquote>", "!Gull"},
		"dash within the line":    {"<blockquote><p>Tides turn</p><p>Gull — tern</p></blockquote>", "!Gull — tern"},
		"name in another element": {"<div><blockquote><p>Tides turn</p></blockquote><p>— Gull</p></div>", "!— Gull"},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.quote, score: 0.1, first: 0.9}, "average units")
			switch line := test.line; {
			case line[0] == '!':
				assert.InDelta(t, 0.1, got.scores[line[1:]], 1e-6)
			default:
				assert.InDelta(t, 0.9, got.scores[line], 1e-6)
				assert.InDelta(t, 0.9, got.scores["Tides turn"], 1e-6)
			}
		})
	}
}
