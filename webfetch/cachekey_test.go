package webfetch

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
)

// The key of a response encodes the length and number of its parts: no two requests that may be
// answered differently have one key, however their parts are cut.
func TestKeysOfDifferentRequestsDiffer(t *testing.T) {
	client, err := New(Options{})
	require.NoError(t, err)
	defer client.Close()
	const page = "https://a.example/"
	header := func(pairs ...string) http.Header {
		h := http.Header{}
		for i := 0; i < len(pairs); i += 2 {
			h[pairs[i]] = append(h[pairs[i]], pairs[i+1])
		}
		return h
	}
	requests := []Request{
		{URL: page}, {URL: page + "x"}, {URL: page + "?x"}, {URL: "http://a.example/"}, {URL: page, Method: http.MethodHead},
		{URL: page, Partition: "p"}, {URL: page, Partition: "p3:GET"}, {URL: page, UserAgent: "u"}, {URL: page, UserAgent: "u5:false"},
		{URL: page, IgnoreRobots: true}, {URL: page, MaxBytes: 11}, {URL: page, MaxBytes: 1, MaxRedirects: 1}, {URL: page, MaxRedirects: 1}, {URL: page, MaxRedirects: NoRedirects},
		{URL: page, Header: header("X-A", "")}, {URL: page, Header: header("X-A", "1")}, {URL: page, Header: header("X-A", "1", "X-A", "2")}, {URL: page, Header: header("X-A", "12")},
		{URL: page, Header: header("X-A", "1", "X-B", "2")}, {URL: page, Header: header("X-A", "1", "X-A", "x-b", "X-A", "1", "X-A", "2")},
		{URL: page, Header: header("X-A", "11:2")}, {URL: page, Header: header("X-A", "", "X-B", "")}, {URL: page, Header: header("X-A", "x-b", "X-A", "")},
	}
	seen := map[string]int{}
	for _, policy := range []string{"", "lax", "lax0:"} {
		for i, req := range requests {
			call, failure := client.newCall(req)
			require.Nil(t, failure)
			key := cacheKey(call, policy)
			before, known := seen[key]
			assert.False(t, known, "requests %d and %d of %q", before, i, policy)
			seen[key] = i
		}
	}
	one, _ := client.newCall(Request{URL: page, Header: header("x-a", "1")})
	two, _ := client.newCall(Request{URL: page, Header: header("X-A", "1")})
	assert.Equal(t, cacheKey(one, ""), cacheKey(two, ""), "names of headers have no case")
}

// Nor have two requests for one page that is rendered in two ways, or of which two sections are wanted.
func TestKeysOfRenderedPagesDiffer(t *testing.T) {
	client, err := New(Options{})
	require.NoError(t, err)
	defer client.Close()
	seen := map[string]int{}
	for i, req := range []Request{
		{}, {URL: "#a"}, {Render: RenderOptions{Selector: "a"}}, {Render: RenderOptions{WaitUntil: "load"}}, {Render: RenderOptions{Wait: time.Second}},
		{Render: RenderOptions{Screenshot: true}}, {Render: RenderOptions{AllowThirdParty: true}}, {Render: RenderOptions{Width: 1}}, {Render: RenderOptions{Height: 1}},
		{Render: RenderOptions{Selector: "a"}, URL: "#b Width:0 Height:0} #c"}, {Render: RenderOptions{Selector: "a Width:0 Height:0} #b"}, URL: "#c"},
	} {
		req.URL = "https://a.example/" + req.URL
		call, failure := client.newCall(req)
		require.Nil(t, failure)
		key := renderKey(call, "")
		before, known := seen[key]
		assert.False(t, known, "requests %d and %d", before, i)
		seen[key] = i
	}
}

// A fingerprint of the policy is in the key, so that clients of different policies share nothing.
func TestThePolicyIsInTheKey(t *testing.T) {
	keys := map[string]string{}
	for name, policy := range map[string]*security.Policy{
		"none": {}, "ports": {Ports: []uint16{80}}, "one domain": {AllowDomains: []string{"a.example"}}, "another": {AllowDomains: []string{"b.example"}}, "two": {AllowDomains: []string{"a.example", "b.example"}},
	} {
		client, err := New(Options{Policy: policy})
		require.NoError(t, err)
		defer client.Close()
		call, failure := client.newCall(Request{URL: "https://a.example/"})
		require.Nil(t, failure)
		key := cacheKey(call, client.policy)
		assert.Empty(t, keys[key], name)
		keys[key] = name
	}
}
