package httpcache

import (
	"context"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// origin is a cache before an origin that answers as it is told.
type origin struct {
	t      *testing.T
	cache  cache
	answer *Entry
}

func (o *origin) serve(body string, pairs ...string) {
	o.answer = &Entry{Status: 200, Header: fields(pairs...), Body: []byte(body), Received: time.Now()}
}

func (o *origin) do(method, target string, pairs ...string) (string, Outcome) {
	o.t.Helper()
	u, err := url.Parse(target)
	require.NoError(o.t, err)
	e, outcome, err := o.cache.do(o.t.Context(), &request{Method: method, Header: fields(pairs...)}, u,
		func(context.Context, http.Header) (*Entry, error) { return o.answer, nil })
	require.NoError(o.t, err)
	return string(e.Body), outcome
}

func fields(pairs ...string) http.Header {
	h := http.Header{}
	for i := 0; i < len(pairs); i += 2 {
		h.Add(pairs[i], pairs[i+1])
	}
	return h
}

func TestVariants(t *testing.T) {
	o := &origin{t: t}
	for _, lang := range []string{"de", "fr"} {
		o.serve(lang, "Cache-Control", "max-age=60", "Vary", "Accept-Language")
		_, outcome := o.do("GET", "http://a.example/", "Accept-Language", lang)
		assert.Equal(t, Miss, outcome)
	}
	for _, lang := range []string{"de", "fr"} {
		body, outcome := o.do("GET", "http://a.example/#part", "Accept-Language", lang)
		assert.Equal(t, []any{lang, Hit}, []any{body, outcome})
	}
	_, outcome := o.do("GET", "http://a.example/", "Accept-Language", "de", "Accept-Language", "en")
	assert.Equal(t, Miss, outcome)
}

func TestVariantsAreBounded(t *testing.T) {
	o := &origin{t: t}
	o.serve("x", "Cache-Control", "max-age=60", "Vary", "X")
	for i := range maxVariants + 1 {
		o.serve("x", "Cache-Control", "max-age=60", "Vary", "X")
		o.do("GET", "http://a.example/", "X", string(rune('a'+i)))
	}
	_, outcome := o.do("GET", "http://a.example/", "X", "b")
	assert.Equal(t, Hit, outcome)
	_, outcome = o.do("GET", "http://a.example/", "X", "a")
	assert.Equal(t, Miss, outcome, "the oldest is gone")
}

func TestUnsafeRequestsInvalidate(t *testing.T) {
	o := &origin{t: t}
	for _, path := range []string{"/", "/other", "/third"} {
		o.serve("x", "Cache-Control", "max-age=60")
		o.do("GET", "http://a.example"+path)
	}
	o.serve("", "Location", "/other", "Content-Location", "http://b.example/third")
	_, outcome := o.do("POST", "http://a.example/")
	assert.Equal(t, bypass, outcome)
	for path, want := range map[string]Outcome{"/": Miss, "/other": Miss, "/third": Hit} {
		o.serve("new", "Cache-Control", "max-age=60")
		_, outcome := o.do("GET", "http://a.example"+path)
		assert.Equal(t, want, outcome, path)
	}
}

func TestHeadUpdatesOrInvalidates(t *testing.T) {
	for tag, want := range map[string]Outcome{`"1"`: Hit, `"2"`: Miss} {
		o := &origin{t: t}
		o.serve("x", "Cache-Control", "max-age=0", "ETag", `"1"`)
		o.do("GET", "http://a.example/")
		o.serve("", "Cache-Control", "max-age=60", "ETag", tag)
		o.do("HEAD", "http://a.example/")
		_, outcome := o.do("GET", "http://a.example/")
		assert.Equal(t, want, outcome, tag)
	}
}

func TestOnlyIfCached(t *testing.T) {
	o := &origin{t: t}
	u := &url.URL{Scheme: "http", Host: "a.example"}
	e, _, err := o.cache.do(t.Context(), &request{Method: "GET", Header: fields("Cache-Control", "only-if-cached")}, u, nil)
	require.NoError(t, err)
	assert.Equal(t, http.StatusGatewayTimeout, e.Status)
}
