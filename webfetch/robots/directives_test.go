package robots_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

func TestToken(t *testing.T) {
	for userAgent, want := range map[string]string{
		"webfetch-go/1.0 (+https://example.com)": "webfetch-go", "Some_Bot": "Some_Bot", " Bot ": "Bot", "bot2000/1": "bot", "": "", "/1": "", "a b": "a",
	} {
		assert.Equal(t, want, robots.Token(userAgent))
	}
}

func TestDirectives(t *testing.T) {
	for value, want := range map[string][]string{
		"":                                  nil,
		"noindex":                           {"noindex"},
		"NoIndex, noFollow":                 {"noindex", "nofollow"},
		"noindex nofollow,,noai":            {"noindex", "nofollow", "noai"},
		"otherbot: noai":                    nil,
		"otherbot: noai, noindex":           nil,
		"noindex, otherbot: noai, nofollow": {"noindex"},
		"bot: noai, noindex":                {"noai", "noindex"},
		"BOT:noai":                          {"noai"},
		"bot/2.1: noai":                     {"noai"},
		"bots: noai":                        nil,
		"*: noai":                           {"noai"},
		": noai":                            {"noai"},
		"otherbot: noindex, bot: noai":      {"noai"},
		"360spider: noindex, noai":          nil,
		"max-snippet: 20, noai":             {"max-snippet", "noai"},
		"max-image-preview:large":           {"max-image-preview"},
		"bot: max-video-preview: -1, noai":  {"max-video-preview", "noai"},
		"unavailable_after: 25 Jun 2099 15:00:00 PST":                    {"unavailable_after"},
		"unavailable_after: Thursday, 25-Jun-2099 15:00:00 GMT, noai":    {"unavailable_after", "noai"},
		"unavailable_after: 2099-06-25T15:00:00+02:00, noai":             {"unavailable_after", "noai"},
		"unavailable_after: Jun 25, 2099T15:00:00, noai":                 {"unavailable_after", "noai"},
		"otherbot: unavailable_after: 25 Jun 2099 15:00:00 PST, noindex": nil,
		"googlebot: noindex, unavailable_after: 25 Jun 2099 15:00 PST":   nil,
	} {
		assert.Equal(t, want, robots.Directives([]string{value}, "Bot"), value)
	}
	assert.Equal(t, []string{"noindex", "noai"}, robots.Directives([]string{"noindex, otherbot: x", "noai"}, "Bot"), "a name counts to the end of its value")
	assert.Equal(t, []string{"noindex"}, robots.Directives([]string{"360spider: noai", "noindex"}, ""))
	assert.Nil(t, robots.Directives(nil, "Bot"))
}

func ExampleDirectives() {
	header := http.Header{"X-Robots-Tag": {"noindex, otherbot: noai", "unavailable_after: 25 Jun 2026 15:00:00 GMT"}}
	fmt.Println(robots.Directives(header.Values("X-Robots-Tag"), robots.Token("webfetch-go/1.0")))
	// Output: [noindex unavailable_after]
}
