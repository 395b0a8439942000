package httpcache

import (
	"bytes"
	"context"
	"flag"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"
)

// TestMain makes the test binary, called with two addresses, a reverse proxy whose client side
// is the cache, for the public tests of HTTP caches (npm http-cache-tests):
//
//	go test -c -o proxy && ./proxy http://127.0.0.1:8000 127.0.0.1:8001
func TestMain(m *testing.M) {
	flag.Parse()
	if flag.NArg() != 2 {
		os.Exit(m.Run())
	}
	origin, err := url.Parse(flag.Arg(0))
	if err != nil {
		log.Fatal(err)
	}
	cache := &transport{next: &http.Transport{DisableCompression: true}}
	proxy := &httputil.ReverseProxy{
		Rewrite:       func(r *httputil.ProxyRequest) { r.SetURL(origin); r.Out.Host = r.In.Host },
		Transport:     cache,
		FlushInterval: -1,
	}
	log.Fatal(http.ListenAndServe(flag.Arg(1), proxy))
}

// transport sends what the cache can't answer.
type transport struct {
	cache cache
	next  http.RoundTripper
}

func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	e, outcome, err := t.cache.do(req.Context(), &request{Method: req.Method, Header: req.Header}, req.URL,
		func(ctx context.Context, conditions http.Header) (*Entry, error) {
			return t.send(ctx, req, conditions)
		})
	if err != nil {
		return nil, err
	}
	header := e.Header.Clone()
	if outcome != Miss && outcome != bypass {
		header.Set("Age", strconv.Itoa(int(Age(e, time.Now())/time.Second)))
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

func (t *transport) send(ctx context.Context, req *http.Request, conditions http.Header) (*Entry, error) {
	out := req.Clone(ctx)
	for _, name := range slices.Sorted(maps.Keys(conditions)) {
		out.Header[name] = conditions[name]
	}
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
	return &Entry{Status: resp.StatusCode, Header: resp.Header, Body: body, Received: received}, nil
}
