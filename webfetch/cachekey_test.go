package webfetch_test

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// keys is a Cache that has a page for everybody, and notes by which key it was asked for.
type keys struct {
	mu    sync.Mutex
	asked []string
}

func (k *keys) Get(_ context.Context, key string) ([]byte, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.asked = append(k.asked, key)
	head := `{"URL":"http://a.example/","Status":200,"Header":{"Cache-Control":["max-age=600"],"Content-Type":["text/plain"]},"StoredAt":"` + time.Now().Format(time.RFC3339) + `"}`
	return []byte(head + "\ntext"), nil
}

func (k *keys) Put(context.Context, string, []byte, time.Duration) error { return nil }

// keyOf is the key by which a client with a policy looks for the answer to a request.
func keyOf(t *testing.T, policy *security.Policy, req webfetch.Request) string {
	cache := &keys{}
	c, err := webfetch.New(webfetch.Options{Policy: policy, Cache: cache})
	require.NoError(t, err)
	defer c.Close()
	_, err = c.Fetch(t.Context(), req)
	require.NoError(t, err)
	require.NotEmpty(t, cache.asked)
	return cache.asked[0]
}

// The key of a response encodes the length and number of its parts: no two requests that may be
// answered differently have one key, however their parts are cut.
func TestKeysOfDifferentRequestsDiffer(t *testing.T) {
	const page = "http://a.example/"
	header := func(pairs ...string) http.Header {
		h := http.Header{}
		for i := 0; i < len(pairs); i += 2 {
			h[pairs[i]] = append(h[pairs[i]], pairs[i+1])
		}
		return h
	}
	seen := map[string]int{}
	for i, req := range []webfetch.Request{
		{URL: page}, {URL: page + "x"}, {URL: page + "?x"}, {URL: "https://a.example/"}, {URL: page, Method: http.MethodHead},
		{URL: page, Principal: "p"}, {URL: page, Principal: "p3:GET"}, {URL: page, UserAgent: "u"}, {URL: page, UserAgent: "u5:false"},
		{URL: page, IgnoreRobots: true}, {URL: page, MaxBytes: 11}, {URL: page, MaxBytes: 1, MaxRedirects: 1}, {URL: page, MaxRedirects: 1}, {URL: page, MaxRedirects: webfetch.None},
		{URL: page, Header: header("X-A", "")}, {URL: page, Header: header("X-A", "1")}, {URL: page, Header: header("X-A", "1", "X-A", "2")}, {URL: page, Header: header("X-A", "12")},
		{URL: page, Header: header("X-A", "1", "X-B", "2")}, {URL: page, Header: header("X-A", "1", "X-A", "x-b", "X-A", "1", "X-A", "2")},
		{URL: page, Header: header("X-A", "11:2")}, {URL: page, Header: header("X-A", "", "X-B", "")}, {URL: page, Header: header("X-A", "x-b", "X-A", "")},
	} {
		key := keyOf(t, nil, req)
		before, known := seen[key]
		assert.False(t, known, "requests %d and %d", before, i)
		seen[key] = i
	}
	assert.Equal(t, keyOf(t, nil, webfetch.Request{URL: page, Header: header("x-a", "1")}), keyOf(t, nil, webfetch.Request{URL: page, Header: header("X-A", "1")}),
		"names of headers have no case")
}

// A fingerprint of the policy is in the key, so that clients of different policies share nothing.
func TestThePolicyIsInTheKey(t *testing.T) {
	seen := map[string]string{}
	for name, policy := range map[string]*security.Policy{
		"none": {}, "ports": {Ports: []uint16{80}}, "one domain": {AllowDomains: []string{"a.example"}}, "a range": {AllowDomains: []string{"a.example", "b.example"}},
		"another": {BlockDomains: []string{"b.example"}},
	} {
		key := keyOf(t, policy, webfetch.Request{URL: "http://a.example/"})
		assert.Empty(t, seen[key], name)
		seen[key] = name
	}
}
