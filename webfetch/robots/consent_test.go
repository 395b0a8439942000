package robots_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

func at(t *testing.T, path string) *url.URL {
	u, err := url.Parse("https://a.example" + path)
	require.NoError(t, err)
	return u
}

func TestSignals(t *testing.T) {
	const file = `
# Content signals
User-Agent: *
Content-Signal: search=yes, ai-train=NO; ai-input=n, other=maybe
Content-Usage: /open train-ai=y
Content-Signal: /open ai-input=yes
Allow: /

User-agent: webfetch-go-other
Content-Signal: search=no
`
	rules := robots.Parse([]byte(file), "webfetch-go")
	say := func(path string) (all []string) {
		for _, s := range rules.Signals(at(t, path)) {
			all = append(all, fmt.Sprint(s.Use, " ", s.Allowed, " ", s.Source))
		}
		return all
	}
	assert.Equal(t, []string{"ai-input false Content-Signal, line 4", "ai-train false Content-Signal, line 4", "search true Content-Signal, line 4"}, say("/closed"))
	assert.Equal(t, []string{"ai-input true Content-Signal, line 6", "ai-train false Content-Signal, line 4", "search true Content-Signal, line 4", "train-ai true Content-Usage, line 5"}, say("/open/a"))
	assert.Empty(t, (*robots.Rules)(nil).Signals(at(t, "/")))
	assert.Len(t, robots.ParseSignals("ai-train=no, search=y", ""), 2)
	assert.Len(t, robots.ParseSignals(strings.Repeat("a=y,", 100), ""), 50)
}

func TestGroupsOfAIAgents(t *testing.T) {
	const file = `
User-agent: GPTBot
User-agent: ccbot
Disallow: /

User-agent: ClaudeBot/1.0
Disallow: /private
Allow: /private/open

User-agent: SomeBot
Disallow: /

User-agent: *
Disallow:
`
	for token, group := range map[string]string{"webfetch-go": "*", "GPTBot": "gptbot"} {
		rules := robots.Parse([]byte(file), token)
		assert.Equal(t, group, rules.Group)
		assert.Equal(t, []robots.Signal{{Use: "ai-train", Source: "disallows it to CCBot, ClaudeBot, GPTBot"}}, rules.Signals(at(t, "/private/x")))
		assert.Equal(t, []robots.Signal{{Use: "ai-train", Source: "disallows it to CCBot, GPTBot"}}, rules.Signals(at(t, "/private/open")))
	}
	assert.Empty(t, robots.Parse([]byte("User-agent: *\nDisallow: /"), "a").Signals(at(t, "/")))
	only := robots.Parse([]byte("User-agent: GPTBot\nDisallow: /"), "webfetch-go")
	assert.Len(t, only.Signals(at(t, "/")), 1, "without a group for us")
	assert.True(t, only.Check(at(t, "/")).Allowed)
}

func TestTheGroupsOfOthersAreBounded(t *testing.T) {
	file := "User-agent: GPTBot\n"
	for i := range 300 {
		file += fmt.Sprintf("Disallow: /%d/\n", i)
	}
	rules := robots.Parse([]byte(file), "webfetch-go")
	assert.Len(t, rules.Signals(at(t, "/199/")), 1)
	assert.Empty(t, rules.Signals(at(t, "/200/")), "rule 201 is passed over")
}
