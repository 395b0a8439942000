// Package gateway is a client for language models behind an OpenAI-compatible endpoint: chat
// completions with streaming, embeddings, and reranking in the form of Cohere and Jina. It
// works with Cloudflare AI Gateway, at its old and new address, and with self-hosted
// servers.
//
//	models, err := gateway.New(gateway.Options{
//		Endpoint: "https://gateway.ai.cloudflare.com/v1/ACCOUNT/GATEWAY/compat",
//		Token:    token,
//		Model:    "openai/gpt-5-mini",
//	})
//	client, err := webfetch.New(webfetch.Options{Summarizer: models, Embedder: models})
//
// A [Client] is a compact.Summarizer and, with Options.EmbeddingModel, a compact.Embedder and
// a knowledge.Embedder. A knowledge base uses its method Rerank to reorder the best hits.
//
// # Failures
//
// Every error of a call is an [Error]. A request is sent again after the statuses 408, 429 and 5xx
// (except 501 and 505) and if no response came, three times in all, with a pause or the time in
// Retry-After between. A stream is retried until its first byte. Answers are bounded to 16 MiB.
//
// # Security considerations
//
// The answer of a model is as untrusted as its input. Put the text of pages into messages of
// the role user, between marks that the system message names. Package compact does that, and
// reports numbers, names and quotes of an answer that are not in the document. All
// connections are made under the egress policy of the options. Tokens are never part of an
// error.
package gateway

import (
	"errors"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
)

// Options configure a [Client]. Endpoint is required.
type Options struct {
	// Endpoint is where chat completions are asked for: the whole address, or
	// that of the API, such as https://host/v1, to which /chat/completions is
	// added. Beside that are /embeddings and /rerank. The address of a Cloudflare gateway may
	// end with its name: https://gateway.ai.cloudflare.com/v1/ACCOUNT/GATEWAY. The newer one is
	// https://api.cloudflare.com/client/v4/accounts/ACCOUNT/ai/v1, with the header cf-aig-gateway-id.
	// An address that ends in /responses takes requests of the Responses API.
	Endpoint string
	// Model, EmbeddingModel and RerankModel are the models. Where one is
	// empty, the request names none.
	Model, EmbeddingModel, RerankModel string
	// Token is the credential: "Authorization: Bearer", or "cf-aig-authorization: Bearer" for
	// gateway.ai.cloudflare.com. Zero means that none is sent.
	Token string
	// Header are further headers, such as cf-aig-gateway-id, cf-aig-cache-ttl, or the
	// Authorization of a provider whose key a Cloudflare gateway does not store.
	Header http.Header
	// Policy decides where connections may lead. Nil is the zero Policy: the
	// public internet.
	Policy *security.Policy
	// Transport sends the requests. Policy then has no effect. Nil means a transport made for
	// Policy.
	Transport http.RoundTripper
	// Timeout bounds a call with all its attempts, which are three at most. Zero means 60 seconds.
	Timeout time.Duration
}

const chatPath = "/chat/completions"

// aiGatewayHost is the host of the first generation of Cloudflare AI Gateway.
const aiGatewayHost = "gateway.ai.cloudflare.com"

func endpoint(text string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(text))
	switch {
	case err != nil:
		return nil, errors.New("gateway: Options.Endpoint does not parse")
	case u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return nil, errors.New("gateway: Options.Endpoint is not an http or https address")
	case u.User != nil:
		return nil, errors.New("gateway: Options.Endpoint contains user name or password")
	}
	return u, nil
}

// Error is the error of every call: its methods Reason, Temporary and Delay say what went wrong and
// whether to try again, and the fields Code and Message hold the untrusted words of the endpoint.
type Error = httpapi.Error

// Client asks models. Make it with [New]. It is safe for concurrent use.
type Client struct {
	opts                     Options
	api                      *httpapi.Client
	header                   http.Header
	chat, embeddings, rerank string // addresses
	responses                bool   // chat takes requests of the Responses API
	// newLimit is set once the endpoint has refused max_tokens in favour of
	// max_completion_tokens.
	newLimit atomic.Bool
}

// New returns a client. Errors name the option that is wrong. Nothing is sent.
func New(opts Options) (*Client, error) {
	u, err := endpoint(opts.Endpoint)
	if err != nil {
		return nil, err
	}
	api, err := httpapi.New(httpapi.Options{Policy: opts.Policy, Transport: opts.Transport, Timeout: opts.Timeout})
	if err != nil {
		return nil, err
	}
	c := &Client{opts: opts, api: api, header: http.Header{}}
	maps.Copy(c.header, opts.Header)
	c.header.Set("Accept", "application/json, text/event-stream")
	base, chat, credential := strings.TrimRight(u.Path, "/"), chatPath, "Authorization"
	if base, c.responses = strings.CutSuffix(base, responsesPath); c.responses {
		chat = responsesPath
	}
	base = strings.TrimSuffix(base, chatPath)
	if strings.EqualFold(u.Host, aiGatewayHost) {
		credential = "Cf-Aig-Authorization"
		if strings.Count(strings.Trim(base, "/"), "/") == 2 {
			base += "/compat"
		}
	}
	if opts.Token != "" {
		c.header.Set(credential, "Bearer "+opts.Token)
	}
	for path, address := range map[string]*string{chat: &c.chat, "/embeddings": &c.embeddings, "/rerank": &c.rerank} {
		u.Path, u.RawPath = base+path, ""
		*address = u.String()
	}
	return c, nil
}

// Close closes connections that no call is using. The client can be used
// afterwards.
func (c *Client) Close() error {
	c.api.CloseIdleConnections()
	return nil
}

func (c *Client) request(op, to string, value any) httpapi.Request {
	return httpapi.Request{Op: op, URL: to, Header: c.header, Body: httpapi.JSON(value)}
}
