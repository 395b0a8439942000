package mcpserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/mcpserver/host"
)

func tokens(t testing.TB) *host.Tokens {
	list, err := host.ReadTokens(strings.NewReader("ada token-of-ada-000\nben token-of-ben-000\n"))
	require.NoError(t, err)
	return list
}

// A token names one principal: where it stands twice, neither line wins.
func TestRepeatedTokensAreRefused(t *testing.T) {
	for name, file := range map[string]string{
		"two principals": "# principals\nada token-of-ada-000\n\nben token-of-ada-000\n",
		"one principal":  "# principals\nada token-of-ada-000\n\nada token-of-ada-000\n",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := host.ReadTokens(strings.NewReader(file))
			require.ErrorContains(t, err, "line 4: the token of line 2 again")
			assert.NotContains(t, err.Error(), "token-of-ada-000")
		})
	}
	_, err := host.ReadTokens(strings.NewReader("ada token-of-ada-000\nada token-of-ada-001\n"))
	assert.NoError(t, err, "a principal may have several")
}

func TestHTTPTokens(t *testing.T) {
	h := serveOver(t, newServer(t, mcpserver.Options{}), host.Options{Auth: &host.Auth{Tokens: tokens(t), Resource: "https://mcp.example/mcp"}})
	for header, want := range map[string]int{
		"":                          401,
		"Bearer token-of-ada-000":   200,
		"bearer token-of-ben-000":   200,
		"Bearer token-of-ada-00":    401,
		"Bearer token-of-ada-000 x": 401,
		"Basic token-of-ada-000":    401,
	} {
		status, _ := post(t, h.URL+"/mcp", http.Header{"Authorization": {header}}, listToolsMessage)
		assert.Equal(t, want, status, header)
	}
	res, err := http.Post(h.URL+"/mcp", "application/json", strings.NewReader(listToolsMessage))
	require.NoError(t, err)
	res.Body.Close()
	assert.Equal(t, `Bearer resource_metadata="https://mcp.example/.well-known/oauth-protected-resource/mcp"`, res.Header.Get("WWW-Authenticate"))
	h = serveOver(t, newServer(t, mcpserver.Options{}), host.Options{Auth: &host.Auth{Tokens: tokens(t)}})
	res, err = http.Post(h.URL+"/mcp", "application/json", strings.NewReader(listToolsMessage))
	require.NoError(t, err)
	res.Body.Close()
	assert.Equal(t, "Bearer", res.Header.Get("WWW-Authenticate"), "RFC 9110, section 15.5.2")
}

func TestHTTPVerifier(t *testing.T) {
	const resource = "https://mcp.example"
	verify := func(_ context.Context, token string) (*host.Identity, error) {
		switch token {
		case "good":
			return &host.Identity{Principal: "p", Audience: []string{"x", resource}, Scopes: []string{"read"}, Expires: time.Now().Add(time.Hour)}, nil
		case "no-expiry":
			return &host.Identity{Principal: "p", Audience: []string{resource}, Scopes: []string{"read"}}, nil
		case "other-audience":
			return &host.Identity{Principal: "p", Audience: []string{"https://other.example"}, Scopes: []string{"read"}}, nil
		case "expired":
			return &host.Identity{Principal: "p", Audience: []string{resource}, Scopes: []string{"read"}, Expires: time.Now().Add(-time.Hour)}, nil
		case "nobody":
			return &host.Identity{Audience: []string{resource}, Scopes: []string{"read"}}, nil
		case "no-scope":
			return &host.Identity{Principal: "p", Audience: []string{resource}}, nil
		}
		return nil, errors.New("secret reason")
	}
	srv := newServer(t, mcpserver.Options{})
	h := serveOver(t, srv, host.Options{Auth: &host.Auth{Verify: verify, Resource: resource, Scopes: []string{"read"}}})
	for token, want := range map[string]int{"good": 200, "no-expiry": 200, "other-audience": 401, "expired": 401, "nobody": 401, "no-scope": 403, "bad": 401} {
		for _, path := range []string{"/mcp", "/mcp/"} {
			status, body := post(t, h.URL+path, http.Header{"Authorization": {"Bearer " + token}}, listToolsMessage)
			assert.Equal(t, want, status, token+path)
			assert.NotContains(t, body, "secret reason")
		}
	}
	nameless := serveOver(t, srv, host.Options{Auth: &host.Auth{Verify: verify}})
	status, _ := post(t, nameless.URL+"/mcp", http.Header{"Authorization": {"Bearer good"}}, listToolsMessage)
	assert.Equal(t, 401, status, "without a resource no audience can be checked")
}

func TestHTTPResourceMetadata(t *testing.T) {
	h := serveOver(t, newServer(t, mcpserver.Options{}), host.Options{Auth: &host.Auth{
		Tokens: tokens(t), Resource: "https://mcp.example/mcp", AuthorizationServers: []string{"https://login.example"},
	}})
	for _, path := range []string{"/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"} {
		res, err := http.Get(h.URL + path)
		require.NoError(t, err)
		var metadata struct {
			Resource             string   `json:"resource"`
			AuthorizationServers []string `json:"authorization_servers"`
		}
		require.NoError(t, json.NewDecoder(res.Body).Decode(&metadata))
		res.Body.Close()
		assert.Equal(t, "https://mcp.example/mcp", metadata.Resource)
		assert.Equal(t, []string{"https://login.example"}, metadata.AuthorizationServers)
	}
}

// What one principal has fetched, no other can list, read, complete or chunk.
func TestHTTPPrincipalsAreApart(t *testing.T) {
	web := newSite(t)
	h := serveOver(t, newServer(t, mcpserver.Options{}), host.Options{Auth: &host.Auth{Tokens: tokens(t)}})
	ada, ben := dial(t, h.URL+"/mcp", "token-of-ada-000"), dial(t, h.URL+"/mcp", "token-of-ben-000")
	id := call(t, ada, "fetch", args{"url": web.URL + "/article"}).Packet.SourceID

	assert.Equal(t, []string{id}, complete(t, ada, completeSource))
	assert.Contains(t, read(t, ada, "webfetch://content/"+id).Text, "eleven miles")

	list, err := ben.ListResources(t.Context(), nil)
	require.NoError(t, err)
	assert.Empty(t, list.Resources)
	assert.Equal(t, "private", list.CacheScope)
	assert.Empty(t, complete(t, ben, completeSource))
	assert.Equal(t, "SOURCE_NOT_FOUND", call(t, ben, "chunk", args{"source_id": id}).Error.Code)
	_, err = ben.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "webfetch://content/" + id})
	assert.ErrorContains(t, err, "Resource not found")

	assert.Equal(t, 1, web.count("/article"))
	assert.True(t, call(t, ben, "fetch", args{"url": web.URL + "/article"}).Success)
	assert.Equal(t, 2, web.count("/article"), "a cached page of one is not served to the other")
}

// Each principal has a rate of its own, which the prompt that fetches counts
// for too.
func TestHTTPPrincipalsRates(t *testing.T) {
	web := newSite(t)
	h := serveOver(t, newServer(t, mcpserver.Options{CallsPerMinute: 3}), host.Options{Auth: &host.Auth{Tokens: tokens(t)}})
	ada, ben := dial(t, h.URL+"/mcp", "token-of-ada-000"), dial(t, h.URL+"/mcp", "token-of-ben-000")
	page := args{"url": web.URL + "/article"}
	assert.True(t, call(t, ada, "fetch", page).Success)
	assert.Equal(t, "INVALID_INPUT", call(t, ada, "fetch", args{}).Error.Code)
	assert.Contains(t, getPrompt(t, ada, "fetch", map[string]string{"url": web.URL + "/article"}), "eleven miles")

	refused := call(t, ada, "fetch", page)
	assert.Equal(t, "RATE_LIMITED", refused.Error.Code)
	assert.True(t, refused.Error.Retryable)
	assert.InDelta(t, 20, refused.Error.Details.RetryAfter, 1)
	assert.Contains(t, refused.Error.Message, "more than 3 calls a minute")
	assert.Contains(t, getPrompt(t, ada, "fetch", map[string]string{"url": web.URL + "/article"}), "RATE_LIMITED")
	_, err := ada.ListTools(t.Context(), nil)
	require.NoError(t, err, "lists cost nothing")

	assert.True(t, call(t, ben, "fetch", page).Success)
}

func TestHTTPPrincipalsHeaders(t *testing.T) {
	web := newSite(t)
	byDefault := dial(t, serveOver(t, newServer(t, mcpserver.Options{}), host.Options{}).URL+"/mcp", "")
	allowed := dial(t, serveOver(t, newServer(t, mcpserver.Options{RefuseHeaders: []string{"Host"}}), host.Options{}).URL+"/mcp", "")
	for _, name := range []string{"Host", "Cookie", "authorization", "Proxy-Authorization"} {
		a := args{"url": web.URL + "/article", "options": args{"headers": args{name: "x"}}}
		assert.Equal(t, "INVALID_INPUT", call(t, byDefault, "fetch", a).Error.Code, name)
		if name == "Cookie" {
			assert.True(t, call(t, allowed, "fetch", a).Success)
		}
	}
	assert.True(t, call(t, byDefault, "fetch", args{"url": web.URL + "/article", "options": args{"headers": args{"Accept-Language": "de"}}}).Success)
}

// A token that can't be judged is no bad token: the client may show it again.
func TestVerifierUnavailable(t *testing.T) {
	const resource = "https://mcp.example"
	verify := func(_ context.Context, token string) (*host.Identity, error) {
		if token == "later" {
			return nil, fmt.Errorf("asking the issuer: %w: connection refused", host.ErrVerifierUnavailable)
		}
		return nil, errors.New("signed by nobody")
	}
	var log bytes.Buffer
	opts := mcpserver.Options{Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))}
	h := serveOver(t, newServer(t, opts), host.Options{Auth: &host.Auth{Verify: verify, Tokens: tokens(t), Resource: resource}})
	for _, test := range []struct {
		token  string
		status int
		logged string
	}{
		{"later", http.StatusServiceUnavailable, `level=WARN msg="a token can't be checked" error="asking the issuer: tokens can't be checked now: connection refused"`},
		{"bad-token", http.StatusUnauthorized, `level=DEBUG msg="a token is refused" error="signed by nobody"`},
		{"token-of-ada-000", http.StatusOK, ""},
	} {
		log.Reset()
		req, err := http.NewRequest(http.MethodPost, h.URL+"/mcp", strings.NewReader(listToolsMessage))
		require.NoError(t, err)
		req.Header = http.Header{
			"Authorization": {"Bearer " + test.token}, "Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"},
		}
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		res.Body.Close()
		assert.Equal(t, test.status, res.StatusCode, test.token)
		assert.Equal(t, test.status == http.StatusServiceUnavailable, res.Header.Get("Retry-After") == "5", test.token)
		assert.Contains(t, log.String(), test.logged)
		for _, secret := range []string{"refused", "nobody"} {
			assert.NotContains(t, string(body), secret)
		}
		assert.NotContains(t, log.String(), test.token)
	}
}
