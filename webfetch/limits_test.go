package webfetch_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// refused checks that err is an INVALID_INPUT about the option.
func refused(t *testing.T, err error, option string) {
	t.Helper()
	require.ErrorIs(t, err, webfetch.InvalidInput)
	assert.ErrorContains(t, err, option+" ")
}

func TestOptionsAreChecked(t *testing.T) {
	for option, opts := range map[string]webfetch.Options{
		"Options.Limits.Timeout":                 {Limits: webfetch.Limits{Timeout: -1}},
		"Options.Limits.MaxBytes":                {Limits: webfetch.Limits{MaxBytes: -1}},
		"Options.Limits.BurstPerHost":            {Limits: webfetch.Limits{BurstPerHost: -1}},
		"Options.Limits.Concurrency":             {Limits: webfetch.Limits{Concurrency: -1}},
		"Options.Limits.ConcurrencyPerHost":      {Limits: webfetch.Limits{ConcurrencyPerHost: -1}},
		"Options.Limits.ConcurrencyPerPrincipal": {Limits: webfetch.Limits{ConcurrencyPerPrincipal: -1}},
		"Options.Limits.CacheBytes":              {Limits: webfetch.Limits{CacheBytes: -1}},
		"Options.Limits.ExtractBytes":            {Limits: webfetch.Limits{ExtractBytes: -1}},
		"Options.Quarantine":                     {Quarantine: "hide"},
		"Options.Proxy":                          {Proxy: &url.URL{Scheme: "ftp", Host: "proxy.test"}},
		"Options.OriginHeaders":                  {OriginHeaders: map[string]http.Header{"example.org": {"A": {"b"}}}},
		"Options.Policy":                         {Policy: &security.Policy{BlockDomains: []string{"https://b.com"}}},
	} {
		_, err := webfetch.New(opts)
		refused(t, err, option)
	}
	_, err := webfetch.New(webfetch.Options{Policy: &security.Policy{BlockDomains: []string{"a.com", "https://b.com"}}})
	assert.ErrorContains(t, err, `Options.Policy security: Policy.BlockDomains[1] "https://b.com"`)
}

func TestLimitsCanBeTurnedOff(t *testing.T) {
	off := webfetch.Options{
		Limits: webfetch.Limits{MaxRedirects: webfetch.None, MaxRetries: webfetch.None, RatePerHost: webfetch.None, CacheTTL: webfetch.None},
	}
	client, err := webfetch.New(off)
	require.NoError(t, err)
	require.NoError(t, client.Close())
	s := newSite(t)
	e := fault(t, s.client(t), webfetch.Request{URL: s.URL + "/redirect/1", MaxRedirects: webfetch.None})
	assert.Equal(t, webfetch.TooManyRedirects, e.Code)
	for range 2 {
		p, err := s.client(t).Fetch(t.Context(), webfetch.Request{URL: s.URL + "/redirect/1", CacheTTL: webfetch.None})
		require.NoError(t, err)
		assert.False(t, p.Provenance.Via == "cache")
	}
}

// What Options() returns can be handed to New again: zeros are filled in, and
// what was turned off stays so.
func TestOptionsReturnsWhatNewTakes(t *testing.T) {
	first, err := webfetch.New(webfetch.Options{Limits: webfetch.Limits{CacheTTL: webfetch.None}})
	require.NoError(t, err)
	defer first.Close()
	opts := first.Options()
	assert.Equal(t, 60, opts.Limits.RatePerHost)
	assert.EqualValues(t, webfetch.None, opts.Limits.CacheTTL)
	second, err := webfetch.New(opts)
	require.NoError(t, err)
	defer second.Close()
	assert.Equal(t, opts, second.Options())
}

func TestRequestsAreChecked(t *testing.T) {
	s := newSite(t)
	client := s.client(t)
	for option, req := range map[string]webfetch.Request{
		"Request.Method":           {Method: "PUT"},
		"Request.Mode":             {Mode: "both"},
		"Request.Timeout":          {Timeout: -1},
		"Request.MaxBytes":         {MaxBytes: -1},
		"Request.Render.Wait":      {Render: webfetch.RenderOptions{Wait: -1}},
		"ExtractOptions.MaxTokens": {Extract: webfetch.ExtractOptions{MaxTokens: -1}},
	} {
		req.URL = s.URL
		_, err := client.Fetch(t.Context(), req)
		refused(t, err, option)
	}
	for option, opts := range map[string]webfetch.ExtractOptions{
		"ExtractOptions.MaxTokens": {MaxTokens: -1},
		"ExtractOptions.MaxPages":  {Options: extract.Options{MaxPages: -1}},
		"ExtractOptions.MaxOutput": {Options: extract.Options{MaxOutput: -1}},
	} {
		_, err := client.Extract(t.Context(), extract.Source{Body: []byte("text")}, opts)
		refused(t, err, option)
	}
}
