// Command testproxy is a reverse proxy whose client side is the cache, for the
// public tests of HTTP caches (npm http-cache-tests):
//
//	testproxy http://127.0.0.1:8000 127.0.0.1:8001
package main

import (
	"bytes"
	"context"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpcache"
)

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: testproxy ORIGIN_URL LISTEN_ADDRESS")
	}
	origin, err := url.Parse(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	cache := &transport{next: &http.Transport{DisableCompression: true}}
	proxy := &httputil.ReverseProxy{
		Rewrite:       func(r *httputil.ProxyRequest) { r.SetURL(origin); r.Out.Host = r.In.Host },
		Transport:     cache,
		FlushInterval: -1,
	}
	log.Fatal(http.ListenAndServe(os.Args[2], proxy))
}

// transport sends what the cache can't answer.
type transport struct {
	cache cache
	next  http.RoundTripper
}

func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	e, outcome, err := t.cache.do(req.Context(), &httpcache.Request{Method: req.Method, Header: req.Header}, req.URL,
		func(ctx context.Context, conditions http.Header) (*httpcache.Entry, error) {
			return t.send(ctx, req, conditions)
		})
	if err != nil {
		return nil, err
	}
	header := e.Header.Clone()
	if outcome != httpcache.Miss && outcome != httpcache.Bypass {
		header.Set("Age", strconv.Itoa(int(httpcache.Age(e, time.Now())/time.Second)))
	}
	body := e.Body
	if req.Method == http.MethodHead {
		body = nil
	}
	return &http.Response{
		StatusCode: e.Status, Header: header, Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)),
		Request: req, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}, nil
}

func (t *transport) send(ctx context.Context, req *http.Request, conditions http.Header) (*httpcache.Entry, error) {
	out := req.Clone(ctx)
	for _, name := range slices.Sorted(maps.Keys(conditions)) {
		out.Header[name] = conditions[name]
	}
	began := time.Now()
	resp, err := t.next.RoundTrip(out)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	received := time.Now()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	return &httpcache.Entry{Status: resp.StatusCode, Header: resp.Header, Body: body, Requested: began, Received: received}, nil
}
