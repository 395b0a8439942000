package cloudflare

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"net/url"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
)

// service calls the API of one instance.
type service struct {
	opts   Options
	api    *httpapi.Client
	header http.Header
}

func newService(o Options) (*service, error) {
	api, err := httpapi.New(httpapi.Options{Policy: o.Policy, Transport: o.Transport})
	if err != nil {
		return nil, err
	}
	return &service{opts: o, api: api, header: http.Header{"Authorization": {"Bearer " + o.Token}, "Accept": {"application/json, text/event-stream"}}}, nil
}

// request makes a request of a JSON value; nil is none.
func (s *service) request(op, method, path string, value any) (httpapi.Request, error) {
	req := httpapi.Request{Op: "AI Search: " + op, Method: method, URL: s.opts.url(path), Header: s.header}
	if value == nil {
		return req, nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return req, &httpapi.Error{Op: req.Op, Kind: httpapi.Rejected, Err: err}
	}
	req.Body = b.Bytes()
	return req, nil
}

// call sends a request and decodes the result into out, if that is not nil.
func (s *service) call(ctx context.Context, op, method, path string, value, out any) (http.Header, error) {
	req, err := s.request(op, method, path, value)
	if err != nil {
		return nil, err
	}
	return s.do(ctx, op, req, out)
}

func (s *service) do(ctx context.Context, op string, req httpapi.Request, out any) (http.Header, error) {
	res, err := s.api.Do(ctx, req)
	if err != nil {
		return nil, err
	}
	if len(res.Body) == 0 && out == nil {
		return res.Header, nil
	}
	result, err := unwrap(op, res.Body)
	if err != nil || out == nil {
		return res.Header, err
	}
	if err := json.Unmarshal(result, out); err != nil {
		return nil, malformed(op, "the result is not of the form that is expected")
	}
	return res.Header, nil
}

// search asks for passages.
func (s *service) search(ctx context.Context, q wireQuery) (*wireResult, error) {
	res := &wireResult{}
	_, err := s.call(ctx, "search", http.MethodPost, "/search", q, res)
	return res, err
}

// chat asks for an answer with the passages that it was written from. cached is
// true where the service had it already.
func (s *service) chat(ctx context.Context, q wireQuery) (res *wireResult, text string, cached bool, err error) {
	res = &wireResult{}
	header, err := s.call(ctx, "chat", http.MethodPost, "/chat/completions", q, res)
	if err != nil {
		return nil, "", false, err
	}
	if len(res.Choices) > 0 {
		text = res.Choices[0].Message.text()
	}
	return res, text, isHit(header), nil
}

func isHit(h http.Header) bool { return h.Get("cf-aig-cache-status") == "HIT" }

// stream asks for an answer in events.
func (s *service) stream(ctx context.Context, q wireQuery) (iter.Seq2[httpapi.Event, error], error) {
	q.Stream = true
	req, err := s.request("chat", http.MethodPost, "/chat/completions", q)
	if err != nil {
		return nil, err
	}
	return s.api.Events(ctx, req), nil
}

// startJob asks for a synchronization of the instance.
func (s *service) startJob(ctx context.Context) error {
	_, err := s.call(ctx, "start a job", http.MethodPost, "/jobs", map[string]string{}, nil)
	return err
}

func query(pairs ...string) string {
	v := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		v.Set(pairs[i], pairs[i+1])
	}
	return "?" + v.Encode()
}
