package gateway_test

import (
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/gateway"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
)

// TestResponses asks an endpoint of the Responses API, and embeds beside it.
func TestResponses(t *testing.T) {
	e := serve(t, says(`{"model":"m-2","status":"completed","error":null,"incomplete_details":null,"output":[{"type":"reasoning","content":[]},`+
		`{"type":"message","content":[{"type":"output_text","text":"Hi"},{"type":"output_text","text":"."}]}],"usage":{"input_tokens":3,"output_tokens":2,"total_tokens":5}}`))
	c := e.client(t, gateway.Options{Endpoint: e.url + "/client/v4/accounts/a/ai/v1/responses", Model: "m", Token: "secret", Header: http.Header{"Cf-Aig-Gateway-Id": {"gw"}}})
	res, err := c.Chat(t.Context(), hello())
	require.NoError(t, err)
	assert.Equal(t, &gateway.Answer{Content: "Hi.", FinishReason: "stop", Model: "m-2"}, res)
	_, _ = c.Embed(t.Context(), []string{"a"})
	require.Len(t, e.got, 2)
	assert.Equal(t, "/client/v4/accounts/a/ai/v1/responses", e.got[0].path)
	assert.Equal(t, "/client/v4/accounts/a/ai/v1/embeddings", e.got[1].path)
	assert.Equal(t, []string{"Bearer secret", "gw"}, []string{e.got[0].header.Get("Authorization"), e.got[0].header.Get("cf-aig-gateway-id")})
	assert.Equal(t, map[string]any{"model": "m", "max_output_tokens": 7.0, "input": []any{map[string]any{"role": "user", "content": "Hello <world>"}}}, e.got[0].body)
}

// TestResponsesThatAreNoAnswer has the ends of answers, and what is none.
func TestResponsesThatAreNoAnswer(t *testing.T) {
	for _, c := range []struct {
		name, answer, finish string
		kind                 httpapi.Kind
	}{
		{"cut off", `{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[]}`, "length", ""},
		{"filtered", `{"status":"incomplete","incomplete_details":{"reason":"content_filter"},"output":[{"type":"message","content":"a"}]}`, "content_filter", ""},
		{"in an envelope", `{"success":true,"result":{"status":"completed","output":[{"type":"message","content":"a"}]}}`, "stop", ""},
		{"empty", `{"status":"completed","output":[]}`, "", httpapi.Malformed},
		{"chat completions", `{"choices":[{"message":{"content":"a"}}]}`, "", httpapi.Malformed},
		{"a number", `{"status":"completed","output":[{"type":"message","content":5}]}`, "", httpapi.Malformed},
		{"failed", `{"status":"failed","error":{"code":"server_error","message":"overloaded"}}`, "", httpapi.Rejected},
		{"nothing", ``, "", httpapi.Malformed},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := serve(t, says(c.answer))
			res, err := e.client(t, gateway.Options{Endpoint: e.url + "/v1/responses"}).Chat(t.Context(), hello())
			if c.kind != "" {
				assert.Equal(t, c.kind, kindOf(t, err))
				return
			}
			require.NoError(t, err)
			assert.Equal(t, c.finish, res.FinishReason)
		})
	}
}

// TestStreamsOfResponses has whole streams and broken ones.
func TestStreamsOfResponses(t *testing.T) {
	delta := func(text string) string {
		return "event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"delta\":\"" + text + "\"}\n\n"
	}
	const done = "data: {\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"usage\":{\"total_tokens\":5}}}\n\n"
	for _, c := range []struct {
		name, sent, text string
		kind             httpapi.Kind
	}{
		{"whole", "data: {\"type\":\"response.created\"}\n\n" + delta("Grü") + delta("ße") + done, "Grüße", ""},
		{"no end", delta("a"), "a", httpapi.Incomplete},
		{"nothing", "", "", httpapi.Incomplete},
		{"failed", delta("a") + "data: {\"type\":\"response.failed\",\"response\":{\"error\":{\"code\":\"x\",\"message\":\"overloaded\"}}}\n\n", "a", httpapi.Rejected},
		{"an error", delta("a") + "data: {\"type\":\"error\",\"message\":\"no\"}\n\n", "a", httpapi.Rejected},
		{"no JSON", delta("a") + "data: oops\n\n", "a", httpapi.Malformed},
		{"no text", "data: {\"type\":\"response.output_text.delta\",\"delta\":5}\n\n", "", httpapi.Malformed},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := serve(t, func(w http.ResponseWriter, r request) {
				assert.Equal(t, true, r.body["stream"])
				_, _ = io.WriteString(w, c.sent)
			})
			text, err := stream(e.client(t, gateway.Options{Endpoint: e.url + "/v1/responses"}), t.Context())
			assert.Equal(t, c.text, text)
			if c.kind != "" {
				assert.Equal(t, c.kind, kindOf(t, err))
				return
			}
			require.NoError(t, err)
		})
	}
}
