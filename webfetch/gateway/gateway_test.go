package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/gateway"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
)

// request is what an endpoint was sent.
type request struct {
	ctx    context.Context
	path   string
	header http.Header
	body   map[string]any
}

// endpoint serves an API of the OpenAI form under test.
type endpoint struct {
	url string

	mu  sync.Mutex
	got []request
}

func serve(t testing.TB, answer func(w http.ResponseWriter, r request)) *endpoint {
	t.Helper()
	e := &endpoint{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		req := request{ctx: r.Context(), path: r.URL.Path, header: r.Header}
		_ = json.NewDecoder(r.Body).Decode(&req.body)
		e.mu.Lock()
		e.got = append(e.got, req)
		e.mu.Unlock()
		answer(w, req)
	}))
	t.Cleanup(server.Close)
	e.url = server.URL
	return e
}

func loopback() *security.Policy {
	return &security.Policy{Allow: []security.AddrRule{{Prefix: netip.MustParsePrefix("127.0.0.0/8"), AnyPort: true}}}
}

func (e *endpoint) client(t testing.TB, opts gateway.Options) *gateway.Client {
	t.Helper()
	if opts.Endpoint == "" {
		opts.Endpoint = e.url + "/v1"
	}
	opts.Policy = loopback()
	c, err := gateway.New(opts)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

func says(text string) func(http.ResponseWriter, request) {
	return func(w http.ResponseWriter, _ request) { _, _ = io.WriteString(w, text) }
}

func kindOf(t *testing.T, err error) httpapi.Kind {
	t.Helper()
	apiErr := new(httpapi.Error)
	require.ErrorAs(t, err, &apiErr)
	return apiErr.Kind
}

func hello() gateway.ChatRequest {
	return gateway.ChatRequest{Messages: []gateway.Message{{Role: "user", Content: "Hello <world>"}}, MaxTokens: 7}
}

func TestChat(t *testing.T) {
	e := serve(t, says(`{"id":"1","model":"m-2","choices":[{"index":0,"message":{"role":"assistant","content":"Hi."},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}`))
	res, err := e.client(t, gateway.Options{Model: "m", Token: "secret"}).Chat(t.Context(), hello())
	require.NoError(t, err)
	assert.Equal(t, &gateway.Answer{Content: "Hi.", FinishReason: "stop", Model: "m-2"}, res)
	require.Len(t, e.got, 1)
	assert.Equal(t, "/v1/chat/completions", e.got[0].path)
	assert.Equal(t, "Bearer secret", e.got[0].header.Get("Authorization"))
	assert.Equal(t, map[string]any{"model": "m", "max_tokens": 7.0, "messages": []any{map[string]any{"role": "user", "content": "Hello <world>"}}}, e.got[0].body)
}

// TestAnswers has the forms that answers come in, and those that are none.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		name, answer, content string
		kind                  httpapi.Kind
	}{
		{"parts", `{"choices":[{"message":{"content":[{"type":"text","text":"a"},{"type":"image_url"},{"type":"text","text":"b"}]},"finish_reason":"stop"}]}`, "ab", ""},
		{"null, cut off", `{"choices":[{"message":{"content":null},"finish_reason":"length"}]}`, "", ""},
		{"in an envelope", `{"success":true,"errors":[],"result":{"choices":[{"message":{"content":"a"}}]}}`, "a", ""},
		{"null", `{"choices":[{"message":{"content":null},"finish_reason":"stop"}]}`, "", httpapi.Malformed},
		{"a number", `{"choices":[{"message":{"content":5}}]}`, "", httpapi.Malformed},
		{"no choices", `{"choices":[]}`, "", httpapi.Malformed},
		{"another object", `{"hello":"world"}`, "", httpapi.Malformed},
		{"a list", `[]`, "", httpapi.Malformed},
		{"HTML", `<html>Welcome</html>`, "", httpapi.Malformed},
		{"half", `{"choices":[{"message":`, "", httpapi.Malformed},
		{"nothing", ``, "", httpapi.Malformed},
		{"an error", `{"error":{"message":"overloaded","code":529}}`, "", httpapi.Rejected},
		{"an error in an envelope", `{"success":false,"errors":[{"code":10000,"message":"Authentication error"}],"result":null}`, "", httpapi.Rejected},
	} {
		t.Run(c.name, func(t *testing.T) {
			res, err := serve(t, says(c.answer)).client(t, gateway.Options{}).Chat(t.Context(), hello())
			if c.kind != "" {
				assert.Equal(t, c.kind, kindOf(t, err))
				return
			}
			require.NoError(t, err)
			assert.Equal(t, c.content, res.Content)
		})
	}
}

// TestAddresses has what may stand in Endpoint, and where requests go.
func TestAddresses(t *testing.T) {
	for _, c := range []struct{ endpoint, chat, embeddings string }{
		{"https://gateway.ai.cloudflare.com/v1/acc/gw/compat/chat/completions", "https://gateway.ai.cloudflare.com/v1/acc/gw/compat/chat/completions", "https://gateway.ai.cloudflare.com/v1/acc/gw/compat/embeddings"},
		{"https://gateway.ai.cloudflare.com/v1/acc/gw/compat/", "https://gateway.ai.cloudflare.com/v1/acc/gw/compat/chat/completions", "https://gateway.ai.cloudflare.com/v1/acc/gw/compat/embeddings"},
		{"https://gateway.ai.cloudflare.com/v1/acc/gw", "https://gateway.ai.cloudflare.com/v1/acc/gw/compat/chat/completions", "https://gateway.ai.cloudflare.com/v1/acc/gw/compat/embeddings"},
		{"https://gateway.ai.cloudflare.com/v1/acc/gw/openai", "https://gateway.ai.cloudflare.com/v1/acc/gw/openai/chat/completions", "https://gateway.ai.cloudflare.com/v1/acc/gw/openai/embeddings"},
		{"https://api.cloudflare.com/client/v4/accounts/acc/ai/v1", "https://api.cloudflare.com/client/v4/accounts/acc/ai/v1/chat/completions", "https://api.cloudflare.com/client/v4/accounts/acc/ai/v1/embeddings"},
		{"https://api.cloudflare.com/client/v4/accounts/acc/ai/v1/chat/completions", "https://api.cloudflare.com/client/v4/accounts/acc/ai/v1/chat/completions", "https://api.cloudflare.com/client/v4/accounts/acc/ai/v1/embeddings"},
		{"http://models.example.com:8080", "http://models.example.com:8080/chat/completions", "http://models.example.com:8080/embeddings"},
		{"https://models.example.com/v1?version=2", "https://models.example.com/v1/chat/completions?version=2", "https://models.example.com/v1/embeddings?version=2"},
	} {
		var asked []*http.Request
		client, err := gateway.New(gateway.Options{Endpoint: c.endpoint, Token: "token", Timeout: time.Millisecond, Header: http.Header{"Cf-Aig-Gateway-Id": {"gw"}}, Transport: transport(func(r *http.Request) (*http.Response, error) {
			asked = append(asked, r)
			return nil, errors.New("no network")
		})})
		require.NoError(t, err, c.endpoint)
		_, _ = client.Chat(t.Context(), hello())
		_, _ = client.Embed(t.Context(), []string{"a"})
		require.Len(t, asked, 2)
		assert.Equal(t, c.chat, asked[0].URL.String())
		assert.Equal(t, c.embeddings, asked[1].URL.String())
		h := asked[0].Header
		assert.Equal(t, "gw", h.Get("cf-aig-gateway-id"))
		if asked[0].URL.Host == "gateway.ai.cloudflare.com" {
			assert.Equal(t, []string{"Bearer token", ""}, []string{h.Get("cf-aig-authorization"), h.Get("Authorization")})
		} else {
			assert.Equal(t, []string{"", "Bearer token"}, []string{h.Get("cf-aig-authorization"), h.Get("Authorization")})
		}
	}
	for bad, field := range map[string]string{"": "Endpoint", "models.example.com": "Endpoint", "ftp://x/": "Endpoint", "https://u:p@x/": "Endpoint", "https://%zz/": "Endpoint"} {
		_, err := gateway.New(gateway.Options{Endpoint: bad})
		require.ErrorContains(t, err, field, bad)
		assert.NotContains(t, err.Error(), "u:p")
	}
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestHeadersOfTheOptions are sent, beside the token.
func TestHeadersOfTheOptions(t *testing.T) {
	e := serve(t, says(`{"choices":[{"message":{"content":"a"}}]}`))
	_, err := e.client(t, gateway.Options{Token: "t", Header: http.Header{"Cf-Aig-Cache-Ttl": {"60"}, "Authorization": {"Basic k"}}}).Chat(t.Context(), hello())
	require.NoError(t, err)
	h := e.got[0].header
	assert.Equal(t, []string{"Bearer t", "60"}, []string{h.Get("Authorization"), h.Get("cf-aig-cache-ttl")})
}

// TestNewerNameOfTheLimit is learned from the first refusal.
func TestNewerNameOfTheLimit(t *testing.T) {
	e := serve(t, func(w http.ResponseWriter, r request) {
		if _, old := r.body["max_tokens"]; old {
			w.WriteHeader(400)
			_, _ = io.WriteString(w, `{"error":{"message":"Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.","code":"unsupported_parameter"}}`)
			return
		}
		assert.Equal(t, 7.0, r.body["max_completion_tokens"])
		_, _ = io.WriteString(w, `{"choices":[{"message":{"content":"a"}}]}`)
	})
	c := e.client(t, gateway.Options{})
	for range 2 {
		_, err := c.Chat(t.Context(), hello())
		require.NoError(t, err)
	}
	assert.Len(t, e.got, 3)
}

func piece(text, finish string) string {
	return fmt.Sprintf("data: {\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":%q},\"finish_reason\":%q}]}\n\n", text, finish)
}

func stream(c *gateway.Client, ctx context.Context) (text string, err error) {
	for d, failure := range c.ChatStream(ctx, hello()) {
		if failure != nil {
			return text, failure
		}
		text += d.Content
	}
	return text, nil
}

// TestStreams has whole streams and broken ones.
func TestStreams(t *testing.T) {
	for _, c := range []struct {
		name, sent, text string
		kind             httpapi.Kind
	}{
		{"whole", piece("Grü", "") + ": keep-alive\n\n" + piece("ße", "") + piece("", "stop") + "data: {\"choices\":[],\"usage\":{\"total_tokens\":5}}\n\ndata: [DONE]\n\n", "Grüße", ""},
		{"without [DONE]", piece("a", "") + piece("", "stop"), "a", ""},
		{"an empty delta", "data: {\"choices\":[{\"delta\":{}}]}\n\n" + piece("a", "stop") + "data: [DONE]\n\n", "a", ""},
		{"a null delta", "data: {\"choices\":[{\"delta\":{\"content\":null},\"finish_reason\":null}]}\n\n" + piece("a", "stop"), "a", ""},
		{"no end", piece("a", ""), "a", httpapi.Incomplete},
		{"nothing", "", "", httpapi.Incomplete},
		{"an error in the middle", piece("a", "") + "data: {\"error\":{\"message\":\"overloaded\",\"code\":529}}\n\n", "a", httpapi.Rejected},
		{"Cloudflare's errors in the middle", piece("a", "") + "data: {\"success\":false,\"errors\":[{\"code\":1,\"message\":\"no\"}]}\n\n", "a", httpapi.Rejected},
		{"no JSON", piece("a", "") + "data: oops\n\n", "a", httpapi.Malformed},
		{"no stream", "<html>", "", httpapi.Incomplete},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := serve(t, func(w http.ResponseWriter, r request) {
				assert.Equal(t, true, r.body["stream"])
				for i := range len(c.sent) { // in single bytes
					_, _ = io.WriteString(w, c.sent[i:i+1])
					_ = http.NewResponseController(w).Flush()
				}
			})
			text, err := stream(e.client(t, gateway.Options{}), t.Context())
			assert.Equal(t, c.text, text)
			if c.kind != "" {
				assert.Equal(t, c.kind, kindOf(t, err))
				return
			}
			require.NoError(t, err)
		})
	}
}

// TestLeavingAStream yields nothing after the loop was left.
func TestLeavingAStream(t *testing.T) {
	e := serve(t, says(piece("a", "")+piece("b", "")))
	n := 0
	for range e.client(t, gateway.Options{}).ChatStream(t.Context(), hello()) {
		n++
		break
	}
	assert.Equal(t, 1, n)
}

func TestEmbed(t *testing.T) {
	e := serve(t, func(w http.ResponseWriter, r request) {
		texts := r.body["input"].([]any)
		var data []string
		for i := len(texts) - 1; i >= 0; i-- { // in any order
			n, _ := url.ParseQuery(texts[i].(string))
			data = append(data, fmt.Sprintf(`{"index":%d,"embedding":[%s,1]}`, i, n.Get("n")))
		}
		_, _ = io.WriteString(w, `{"data":[`+strings.Join(data, ",")+`]}`)
	})
	c := e.client(t, gateway.Options{EmbeddingModel: "em"})
	var texts []string
	for i := range 130 {
		texts = append(texts, fmt.Sprintf("n=%d", i))
	}
	vectors, err := c.Embed(t.Context(), texts)
	require.NoError(t, err)
	require.Len(t, vectors, 130)
	for i, v := range vectors {
		assert.Equal(t, []float32{float32(i), 1}, v)
	}
	require.Len(t, e.got, 3)
	assert.Equal(t, "/v1/embeddings", e.got[0].path)
	assert.Equal(t, "em", e.got[0].body["model"])
	assert.Equal(t, "em", c.Model())
	none, err := c.Embed(t.Context(), nil)
	require.NoError(t, err)
	assert.Empty(t, none)
	_, err = c.Embed(t.Context(), []string{"n=1" + strings.Repeat(" ", 200<<10), "n=2" + strings.Repeat(" ", 200<<10)})
	require.NoError(t, err)
	assert.Len(t, e.got, 5, "two requests of about 200 KiB")
}

func TestWrongVectors(t *testing.T) {
	for name, answer := range map[string]string{
		"one is missing":      `{"data":[{"index":0,"embedding":[1]}]}`,
		"one comes twice":     `{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}`,
		"an index is too big": `{"data":[{"index":0,"embedding":[1]},{"index":2,"embedding":[1]}]}`,
		"lengths differ":      `{"data":[{"index":1,"embedding":[1]},{"index":0,"embedding":[1,2]}]}`,
		"zero":                `{"data":[{"index":0,"embedding":[0,0]},{"index":1,"embedding":[1,2]}]}`,
		"empty":               `{"data":[{"index":0,"embedding":[]},{"index":1,"embedding":[]}]}`,
		"texts":               `{"data":[{"index":0,"embedding":["a"]},{"index":1,"embedding":["b"]}]}`,
		"an overflow":         `{"data":[{"index":0,"embedding":[1e300]},{"index":1,"embedding":[1]}]}`,
		"nothing":             `{}`,
	} {
		_, err := serve(t, says(answer)).client(t, gateway.Options{}).Embed(t.Context(), []string{"a", "b"})
		require.Error(t, err, name)
		assert.Equal(t, httpapi.Malformed, kindOf(t, err), name)
	}
}

func TestRerank(t *testing.T) {
	for name, answer := range map[string]string{
		"Cohere, Jina": `{"results":[{"index":1,"relevance_score":0.9},{"index":0,"relevance_score":-2}]}`,
		"data":         `{"data":[{"index":0,"relevance_score":-2},{"index":1,"relevance_score":0.9}]}`,
		"a list":       `[{"index":1,"score":0.9},{"index":0,"score":-2}]`,
	} {
		e := serve(t, says(answer))
		scores, err := e.client(t, gateway.Options{RerankModel: "rm"}).Rerank(t.Context(), "q", []string{"a", "b"})
		require.NoError(t, err, name)
		assert.Equal(t, []float64{-2, 0.9}, scores)
		assert.Equal(t, "/v1/rerank", e.got[0].path)
		assert.Equal(t, map[string]any{"model": "rm", "query": "q", "documents": []any{"a", "b"}, "top_n": 2.0}, e.got[0].body)
	}
	for name, answer := range map[string]string{
		"one is missing": `{"results":[{"index":1,"relevance_score":0.9}]}`,
		"twice":          `{"results":[{"index":1,"relevance_score":0.9},{"index":1,"relevance_score":0.9}]}`,
		"without score":  `{"results":[{"index":1},{"index":0,"relevance_score":0.9}]}`,
		"without index":  `{"results":[{"relevance_score":0.9},{"relevance_score":0.9}]}`,
		"a text":         `"no"`,
	} {
		_, err := serve(t, says(answer)).client(t, gateway.Options{}).Rerank(t.Context(), "q", []string{"a", "b"})
		require.Error(t, err, name)
		assert.Equal(t, httpapi.Malformed, kindOf(t, err), name)
	}
}

// TestSummarize has what models put around an answer taken off.
func TestSummarize(t *testing.T) {
	for _, c := range []struct{ name, content, finish, want string }{
		{"plain", " Rivers run. ", "stop", "Rivers run."},
		{"thoughts", "<think>\nThe user wants rivers.\n</think>\n\nRivers run.", "stop", "Rivers run."},
		{"thoughts without a beginning", "The user wants rivers.\n</think>\n\nRivers run.", "stop", "Rivers run."},
		{"filtered", "Rivers run.", "content_filter", ""},
		{"cut off", "Rivers run. Lakes rest. The s", "length", "Rivers run. Lakes rest."},
		{"cut off in a list", "- Rivers\n- La", "length", "- Rivers"},
		{"cut off behind a sentence", "Rivers run.", "length", "Rivers run."},
		{"cut off in its first sentence", "Rivers", "length", ""},
		{"only thoughts", "<think>The user", "length", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			raw, err := json.Marshal(c.content)
			require.NoError(t, err)
			e := serve(t, says(fmt.Sprintf(`{"choices":[{"message":{"content":%s},"finish_reason":%q}]}`, raw, c.finish)))
			got, err := e.client(t, gateway.Options{}).Summarize(t.Context(), "do", "<a>page</a>", 100)
			if c.want == "" {
				assert.Equal(t, httpapi.Malformed, kindOf(t, err))
				return
			}
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
			assert.Equal(t, []any{map[string]any{"role": "system", "content": "do"}, map[string]any{"role": "user", "content": "<a>page</a>"}}, e.got[0].body["messages"])
			assert.Equal(t, 456.0, e.got[0].body["max_tokens"])
		})
	}
}

// TestCompactionWithAnEndpoint goes from a document to the endpoint and back, and
// back to the document where the endpoint fails.
func TestCompactionWithAnEndpoint(t *testing.T) {
	doc := markdown.Parse(strings.Repeat("The lamp weighs 420 kilograms. The keeper wrote letters about it.\n\n", 600))
	opts := compact.Options{MaxTokens: 300, Mode: compact.MapReduce}
	for name, c := range map[string]struct {
		answer func(http.ResponseWriter, request)
		warned string
	}{
		"works":     {says(`{"choices":[{"message":{"content":"The lamp weighs 420 kilograms."},"finish_reason":"stop"}]}`), ""},
		"invents":   {says(`{"choices":[{"message":{"content":"The lamp weighs 777 kilograms."},"finish_reason":"stop"}]}`), "unverified"},
		"refuses":   {says(`{"choices":[{"message":{"content":null,"refusal":"I can't help with that."},"finish_reason":"stop"}]}`), "extraction_fallback"},
		"declines":  {says(`{"choices":[{"message":{"content":"I'm sorry, I can't help with that."},"finish_reason":"stop"}]}`), "extraction_fallback"},
		"switches":  {says(`{"choices":[{"message":{"content":"Cette page raconte pourquoi plusieurs gardiens écrivaient souvent à leurs familles."},"finish_reason":"stop"}]}`), "extraction_fallback"},
		"rambles":   {says(`{"choices":[{"message":{"content":"` + strings.Repeat("The keeper of the lamp wrote letters about it. ", 900) + `"},"finish_reason":"stop"}]}`), ""},
		"limits":    {func(w http.ResponseWriter, _ request) { w.Header().Set("Retry-After", "3000"); w.WriteHeader(429) }, "extraction_fallback"},
		"is HTML":   {says("<html>"), "extraction_fallback"},
		"is huge":   {says(`{"choices":[{"message":{"content":"` + strings.Repeat("x", 17<<20) + `"}}]}`), "extraction_fallback"},
		"is silent": {func(w http.ResponseWriter, r request) { <-r.ctx.Done() }, "extraction_fallback"},
	} {
		t.Run(name, func(t *testing.T) {
			o := opts
			o.Summarizer = serve(t, c.answer).client(t, gateway.Options{Timeout: 200 * time.Millisecond})
			if c.warned == "" || c.warned == "unverified" {
				o.Summarizer = serve(t, c.answer).client(t, gateway.Options{})
			}
			r, err := compact.Shrink(t.Context(), doc, o)
			require.NoError(t, err)
			assert.LessOrEqual(t, r.EstTokens, 300)
			if c.warned == "" {
				assert.Empty(t, r.Compacted.Warnings)
				return
			}
			require.Len(t, r.Compacted.Warnings, 1)
			assert.Equal(t, c.warned, r.Compacted.Warnings[0].Type)
			assert.Equal(t, c.warned == "unverified", r.Compacted.Generated)
			assert.NotEmpty(t, r.Compacted.Summary)
		})
	}
}
