package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync/atomic"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
)

// Error is the error of every call: its methods Reason, Temporary and Delay say what went wrong and
// whether to try again, and the fields Code and Message hold the untrusted words of the endpoint.
type Error = httpapi.Error

// Client asks models. Make it with [New]. It is safe for concurrent use.
type Client struct {
	opts    Options
	api     *httpapi.Client
	paths   paths
	headers map[string]http.Header // by address
	// newLimit is set once the endpoint has refused max_tokens in favour of
	// max_completion_tokens.
	newLimit atomic.Bool
}

// New returns a client. Errors name the option that is wrong. Nothing is sent.
func New(opts Options) (*Client, error) {
	p, err := opts.paths()
	if err != nil {
		return nil, err
	}
	api, err := httpapi.New(httpapi.Options{Policy: opts.Policy, Transport: opts.Transport, Timeout: opts.Timeout})
	if err != nil {
		return nil, err
	}
	c := &Client{opts: opts, api: api, paths: p, headers: map[string]http.Header{}}
	for _, to := range []string{p.chat, p.embeddings, p.rerank} {
		c.headers[to] = opts.header(to)
	}
	return c, nil
}

// Close closes connections that no call is using. The client can be used
// afterwards.
func (c *Client) Close() error {
	c.api.CloseIdleConnections()
	return nil
}

func (c *Client) request(op, to string, value any) (httpapi.Request, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return httpapi.Request{}, &httpapi.Error{Op: op, Kind: httpapi.Rejected, Err: err}
	}
	return httpapi.Request{Op: op, URL: to, Header: c.headers[to], Body: b.Bytes()}, nil
}

func (c *Client) call(ctx context.Context, op, to string, value, out any) error {
	req, err := c.request(op, to, value)
	if err != nil {
		return err
	}
	res, err := c.api.Do(ctx, req)
	if err != nil {
		return err
	}
	body := unwrap(res.Body)
	if err := failureIn(op, body); err != nil {
		return err
	}
	if err := json.Unmarshal(body, out); err != nil {
		return malformed(op, errors.New("the answer is not JSON of the form that is expected"))
	}
	return nil
}

// unwrap takes the result out of Cloudflare's envelope {"success", "result"}.
func unwrap(body []byte) []byte {
	var e struct {
		Success *bool           `json:"success"`
		Result  json.RawMessage `json:"result"`
	}
	if json.Unmarshal(body, &e) != nil || e.Success == nil || !*e.Success || len(e.Result) == 0 {
		return body
	}
	return e.Result
}

// failureIn returns the failure that a body of the status 200 reports, nil for none.
func failureIn(op string, body []byte) error {
	var answer struct {
		Success *bool             `json:"success"`
		Error   json.RawMessage   `json:"error"`
		Errors  []json.RawMessage `json:"errors"`
	}
	if json.Unmarshal(body, &answer) != nil {
		return nil
	}
	refused := answer.Success != nil && !*answer.Success
	if has := len(answer.Error) > 0 && string(answer.Error) != "null"; !refused && !has {
		return nil
	}
	return httpapi.BodyError(op, body)
}

func malformed(op string, err error) error {
	return &httpapi.Error{Op: op, Kind: httpapi.Malformed, Err: err}
}
