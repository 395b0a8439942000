package mcpserver_test

import (
	"context"
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

// An option without effect is told, in both forms of the reply.
func TestOptionsWithoutEffectAreTold(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	url, bytes := web.URL+"/article", base64.StdEncoding.EncodeToString([]byte(article))
	for name, tt := range map[string]struct {
		args args
		say  string
	}{
		"images of raw":  {args{"url": url, "raw": true, "options": args{"format": args{"images": "none"}}}, "options.format.images does nothing on a raw body."},
		"links of links": {args{"url": url, "view": "links", "options": args{"format": args{"links": "text"}}}, "options.format.links does nothing on view=links."},
		"method":         {args{"raw_bytes": bytes, "method": "HEAD"}, "method does nothing with raw_bytes."},
		"part of HEAD":   {args{"url": url, "method": "HEAD", "start_index": 3}, "start_index does nothing with method=HEAD."},
		"budget of list": {args{"url": url, "view": "links", "max_tokens": 5}, "max_tokens does nothing on view=links."},
		"headers":        {args{"raw_bytes": bytes, "options": args{"headers": args{"A": "b"}}}, "options.headers does nothing with raw_bytes."},
		"user agent":     {args{"raw_bytes": bytes, "user_agent": "x", "options": args{"mode": "http", "max_redirects": 0, "respect_robots": false, "cache_ttl_s": 0}}, "user_agent, options.mode, options.max_redirects, options.respect_robots, options.cache_ttl_s do nothing with raw_bytes."},
		"content type":   {args{"url": url, "content_type": "text/plain"}, "content_type does nothing with url."},
		"canonical url":  {args{"url": url, "canonical_url": "https://a.example/"}, "canonical_url does nothing with url."},
		"budget of raw":  {args{"url": url, "view": "raw", "max_tokens": 50}, "max_tokens does nothing on a raw body."},
		"question, raw":  {args{"url": url, "raw": true, "question": "Who?"}, "question does nothing on a raw body."},
		"tables of raw":  {args{"url": url, "raw": true, "options": args{"extraction": args{"keep_tables": false}}}, "options.extraction does nothing on a raw body."},
		"search of raw":  {args{"url": url, "options": args{"format": args{"output": "raw"}, "ai_search": args{"enabled": true}}}, "options.ai_search does nothing on a raw body."},
		"budget of html": {args{"url": url, "view": "html", "max_tokens": 50}, "max_tokens does nothing on view=html."},
		"tables of html": {args{"url": url, "view": "html", "options": args{"extraction": args{"keep_tables": false}}}, "options.extraction does nothing on view=html."},
		"view of HEAD":   {args{"url": url, "method": "HEAD", "view": "links"}, "view does nothing with method=HEAD."},
		"no browser":     {args{"url": url, "options": args{"render": args{"wait_ms": 5}}}, "options.render does nothing without a browser, which is not configured here."},
		"not enabled":    {args{"url": url, "options": args{"ai_search": args{"thread_key": "t"}}}, "options.ai_search does nothing without enabled=true."},
		"excerpt":        {args{"url": url, "options": args{"format": args{"output": "normalized", "include_raw_excerpt": true}}}, "options.format.include_raw_excerpt does nothing on a normalized result."},
		"redirects":      {args{"url": url, "options": args{"max_redirects": 101}}, "options.max_redirects is limited to 100 here."},
		"timeout":        {args{"url": url, "options": args{"timeout_ms": 300001}}, "options.timeout_ms is limited to 300000 here."},
		"bytes":          {args{"url": url, "options": args{"max_bytes": 64<<20 + 1}}, "options.max_bytes is limited to 67108864 here."},
	} {
		t.Run(name, func(t *testing.T) {
			r := call(t, session, "fetch", tt.args)
			require.True(t, r.Success, r.text)
			assert.Contains(t, above(t, r), "): "+tt.say+"\n")
			assert.Contains(t, string(r.raw), tt.say)
		})
	}
	for _, quiet := range []args{
		{"url": url, "method": "GET", "raw": false, "view": "markdown", "start_index": 0, "max_tokens": 0, "options": args{"mode": "auto", "timeout_ms": 300000, "max_bytes": 64 << 20,
			"format": args{"output": "llm_packet"}, "extraction": args{"keep_tables": true}, "ai_search": args{"enabled": false}}},
		{"raw_bytes": bytes, "content_type": "text/html", "canonical_url": "https://a.example/", "options": args{"timeout_ms": 5000, "max_bytes": 100000}},
	} {
		assert.NotContains(t, call(t, session, "fetch", quiet).text, "Warning (option_")
	}
}

// Of options that contradict each other neither is taken.
// Given bytes have no headers that could be asked for alone: they are read.
func TestHeadOfGivenBytes(t *testing.T) {
	r := call(t, open(t, mcpserver.Options{}), "fetch", args{"raw_bytes": base64.StdEncoding.EncodeToString([]byte(article)), "method": "HEAD"})
	require.True(t, r.Success, r.text)
	assert.NotContains(t, r.text, "headers only")
	assert.NotEmpty(t, r.Packet.Content)
}

// A budget that does nothing shrinks nothing, and says nothing of having done so:
// neither of the view, nor of what is kept to read on.
func TestIgnoredBudgetShrinksNothing(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	for _, view := range []string{"links", "html"} {
		r := call(t, session, "fetch", args{"url": web.URL + "/article", "view": view, "max_tokens": 5})
		require.True(t, r.Success, r.text)
		for _, w := range r.Packet.Warnings {
			assert.Equal(t, "option_ignored", w.Type)
		}
	}
	whole := call(t, session, "fetch", args{"url": web.URL + "/article"})
	shrunk := call(t, session, "fetch", args{"url": web.URL + "/article", "max_tokens": 30})
	rest := call(t, session, "fetch", args{"url": web.URL + "/article", "max_tokens": 30, "start_index": 1})
	assert.Less(t, len(shrunk.Packet.Content), len(whole.Packet.Content))
	assert.Equal(t, string([]rune(shrunk.Packet.Content)[1:]), rest.Packet.Content)
}

func TestContradictionsAreRefused(t *testing.T) {
	session := open(t, mcpserver.Options{})
	for _, a := range []args{
		{"raw": true, "view": "plain"},
		{"raw": true, "options": args{"format": args{"output": "normalized"}}},
		{"view": "links", "options": args{"format": args{"output": "raw"}}},
		{"view": "raw", "options": args{"format": args{"output": "normalized"}}},
	} {
		a["raw_bytes"] = "YQ=="
		r := call(t, session, "fetch", a)
		assert.Equal(t, "INVALID_INPUT", r.Error.Code)
		assert.Contains(t, r.Error.Message, "contradicts")
	}
}

func TestLimitsOfGivenBytes(t *testing.T) {
	session := open(t, mcpserver.Options{})
	r := call(t, session, "fetch", args{"raw_bytes": base64.StdEncoding.EncodeToString([]byte(article)), "options": args{"max_bytes": 10}})
	assert.Equal(t, "CONTENT_TOO_LARGE", r.Error.Code)
}

// Nobody is sent to raise what can't be raised.
func TestAdviceKnowsTheLimits(t *testing.T) {
	web := newSite(t)
	session := open(t, mcpserver.Options{Tools: tools.Options{MaxBytes: 200}})
	r := call(t, session, "fetch", args{"url": web.URL + "/article", "options": args{"max_bytes": 5000}})
	require.Equal(t, "CONTENT_TOO_LARGE", r.Error.Code)
	assert.NotContains(t, r.Error.Message, "Raise")
	r = call(t, session, "fetch", args{"url": web.URL + "/article", "options": args{"max_bytes": 100}})
	require.Equal(t, "CONTENT_TOO_LARGE", r.Error.Code)
	assert.Contains(t, r.Error.Message, "Raise max_bytes")
	hurried := open(t, mcpserver.Options{Tools: tools.Options{MaxTimeout: 50 * time.Millisecond}})
	r = call(t, hurried, "fetch", args{"url": web.URL + "/slow/1", "options": args{"timeout_ms": 60000}})
	require.Equal(t, "TIMEOUT", r.Error.Code)
	assert.NotContains(t, r.Error.Message, "Raise")
}

// What went wrong with a model is told to hosts that show only text.
func TestWarningsOfCompactionAreTold(t *testing.T) {
	client, err := webfetch.New(webfetch.Options{Summarizer: brokenModel{}})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, client.Close()) })
	session := connect(t, must(mcpserver.New(client, mcpserver.Options{})).MCP(), nil)
	r := call(t, session, "compact", args{"content": strings.Repeat("Boats float because they push water away. Stones sink in it.\n\n", 20), "options": args{"mode": "map_reduce", "max_tokens": 60}})
	require.True(t, r.Success, r.text)
	assert.Contains(t, above(t, r), "Warning (extraction_fallback): no summary by a model, taken from the document instead\n")
	assert.NotContains(t, above(t, r), "STRANGER")
}

// An empty compaction says why it is empty.
func TestBudgetInWhichNothingFits(t *testing.T) {
	session := open(t, mcpserver.Options{})
	text := strings.Repeat("Boats float because they push water away. ", 20)
	for budget, say := range map[int]string{1: "fits 1 token;", 5: "fits 5 tokens;"} {
		r := call(t, session, "compact", args{"content": text, "options": args{"max_tokens": budget}})
		require.True(t, r.Success, r.text)
		assert.Contains(t, above(t, r), "Nothing of the content "+say+" raise options.max_tokens.\n")
	}
	r := call(t, session, "compact", args{"content": text, "options": args{"max_tokens": 100}})
	assert.NotContains(t, r.text, "Nothing of the content")
}

type brokenModel struct{}

// Summarize implements compact.Summarizer.
func (brokenModel) Summarize(context.Context, string, string, int) (string, error) {
	return "", errors.New("STRANGER")
}

func TestQuestionOfAnotherModeIsTold(t *testing.T) {
	session := open(t, mcpserver.Options{})
	r := call(t, session, "compact", args{"content": "Boats float. Stones sink.", "options": args{"mode": "salience", "question": "Why?"}})
	require.True(t, r.Success, r.text)
	assert.Contains(t, r.text, "options.question does nothing with mode=salience.")
	assert.Contains(t, string(r.Compacted), "options.question does nothing with mode=salience.")
	r = call(t, session, "compact", args{"content": "Boats float. Stones sink.", "options": args{"question": "Why do boats float?"}})
	assert.NotContains(t, r.text, "does nothing")
}
