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
			all = append(all, fmt.Sprint(s.Field, " ", s.Use, " ", s.Allowed, " ", s.Line))
		}
		return all
	}
	assert.Equal(t, []string{"Content-Signal ai-input false 4", "Content-Signal ai-train false 4", "Content-Signal search true 4"}, say("/closed"))
	assert.Equal(t, []string{"Content-Signal ai-input true 6", "Content-Signal ai-train false 4", "Content-Signal search true 4", "Content-Usage train-ai true 5"}, say("/open/a"))
	assert.Empty(t, (*robots.Rules)(nil).Signals(at(t, "/")))
	assert.Len(t, robots.ParseSignals("ai-train=no, search=y"), 2)
	assert.Len(t, robots.ParseSignals(strings.Repeat("a=y,", 100)), 50)
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
		assert.Equal(t, []robots.AgentDecision{
			{Agent: "CCBot", Use: "ai-train", Rule: "Disallow: /", Line: 4},
			{Agent: "ClaudeBot", Use: "ai-train", Rule: "Disallow: /private", Line: 7},
			{Agent: "GPTBot", Use: "ai-train", Rule: "Disallow: /", Line: 4},
		}, rules.Agents(at(t, "/private/x")))
		assert.True(t, rules.Agents(at(t, "/private/open"))[1].Allowed)
	}
	assert.Empty(t, robots.Parse([]byte("User-agent: *\nDisallow: /"), "a").Agents(at(t, "/")))
	assert.Empty(t, (*robots.Rules)(nil).Agents(at(t, "/")))
	only := robots.Parse([]byte("User-agent: GPTBot\nDisallow: /"), "webfetch-go")
	assert.Len(t, only.Agents(at(t, "/")), 1, "without a group for us")
	assert.True(t, only.Check(at(t, "/")).Allowed)
}

func TestTheGroupsOfOthersAreBounded(t *testing.T) {
	file := "User-agent: GPTBot\n"
	for i := range 300 {
		file += fmt.Sprintf("Disallow: /%d/\n", i)
	}
	rules := robots.Parse([]byte(file), "webfetch-go")
	assert.False(t, rules.Agents(at(t, "/199/"))[0].Allowed)
	assert.True(t, rules.Agents(at(t, "/200/"))[0].Allowed, "rule 201 is passed over")
}
