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
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
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

const (
	maxDimensions = 8192
	batchTexts    = 64
	batchBytes    = 256 << 10
)

type embedBody struct {
	Model string   `json:"model,omitempty"`
	Input []string `json:"input"`
}

type embedAnswer struct {
	Data []struct {
		Index     *int      `json:"index"`
		Embedding []float64 `json:"embedding"`
	} `json:"data"`
}

// Model names the embedding model of the options, as a knowledge base stores it beside vectors.
func (c *Client) Model() string { return c.opts.EmbeddingModel }

// Embed returns a vector for each text, in their order and all of one length, by
// the embedding model of the options. Texts are sent up to 64, and about 256 KiB,
// at a time. No texts are no vectors. An answer in which one is missing, empty or
// not made of finite numbers is an error of the kind Malformed.
func (c *Client) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for from := 0; from < len(texts); {
		to, size := from, 0
		for to < len(texts) && to-from < batchTexts && (to == from || size+len(texts[to]) <= batchBytes) {
			size += len(texts[to])
			to++
		}
		var got embedAnswer
		body := embedBody{Model: c.opts.EmbeddingModel, Input: texts[from:to]}
		if _, err := c.api.Call(ctx, c.request("embed", c.embeddings, body), &got); err != nil {
			return nil, err
		}
		err := got.vectors(out[from:to])
		if err == nil && len(out[from]) != len(out[0]) {
			err = errLengths
		}
		if err != nil {
			return nil, httpapi.Unexpected("embed", err.Error())
		}
		from = to
	}
	return out, nil
}

var errLengths = errors.New("vectors differ in length")

// vectors fills out with the vectors of an answer.
func (a *embedAnswer) vectors(out [][]float32) error {
	if len(a.Data) != len(out) {
		return fmt.Errorf("%d vectors for %d texts", len(a.Data), len(out))
	}
	for i, d := range a.Data {
		if d.Index != nil {
			i = *d.Index
		}
		length := len(d.Embedding)
		switch {
		case i < 0 || i >= len(out) || out[i] != nil:
			return errors.New("the indexes of the vectors are not those of the texts")
		case length == 0 || length > maxDimensions:
			return fmt.Errorf("a vector of %d numbers", length)
		case length != len(a.Data[0].Embedding):
			return errLengths
		}
		squares := 0.0
		out[i] = make([]float32, 0, length)
		for _, x := range d.Embedding {
			out[i] = append(out[i], float32(x))
			squares += x * x
		}
		if squares == 0 || math.IsInf(squares, 0) || math.IsNaN(squares) {
			return errors.New("a vector without a direction")
		}
	}
	return nil
}

type rerankBody struct {
	Model     string   `json:"model,omitempty"`
	Query     string   `json:"query"`
	Documents []string `json:"documents"`
	TopN      int      `json:"top_n"`
}

type rerankScore struct {
	Index     *int     `json:"index"`
	Relevance *float64 `json:"relevance_score"`
	Score     *float64 `json:"score"`
}

// Rerank returns how well each text answers query, in the order of texts, by the
// reranking model of the options: higher is better, on the scale of that model.
// No texts are no scores. An answer in which a text is missing, or comes twice,
// is an error of the kind Malformed.
func (c *Client) Rerank(ctx context.Context, query string, texts []string) ([]float64, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	var raw json.RawMessage
	body := rerankBody{Model: c.opts.RerankModel, Query: query, Documents: texts, TopN: len(texts)}
	if _, err := c.api.Call(ctx, c.request("rerank", c.rerank, body), &raw); err != nil {
		return nil, err
	}
	scores, err := readScores(raw, len(texts))
	if err != nil {
		return nil, httpapi.Unexpected("rerank", err.Error())
	}
	return scores, nil
}

// readScores reads {"results": [...]}, {"data": [...]} or the list alone.
func readScores(raw []byte, n int) ([]float64, error) {
	var list []rerankScore
	if json.Unmarshal(raw, &list) != nil {
		var in struct {
			Results []rerankScore `json:"results"`
			Data    []rerankScore `json:"data"`
		}
		if json.Unmarshal(raw, &in) != nil {
			return nil, errors.New("the answer is not a list of results")
		}
		list = append(in.Results, in.Data...)
	}
	if len(list) != n {
		return nil, errors.New("there are not as many results as texts")
	}
	out, seen := make([]float64, n), make([]bool, n)
	for _, r := range list {
		score := cmp.Or(r.Relevance, r.Score)
		if r.Index == nil || score == nil || *r.Index < 0 || *r.Index >= n || seen[*r.Index] || math.IsNaN(*score) {
			return nil, errors.New("a result has no index of a text, or no score")
		}
		out[*r.Index], seen[*r.Index] = *score, true
	}
	return out, nil
}
