package httpcache

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func at(d time.Duration) string { return noon.Add(d).Format(http.TimeFormat) }

// fields makes a header of names and values in turn.
func fields(pairs ...string) http.Header {
	h := http.Header{}
	for i := 0; i < len(pairs); i += 2 {
		h.Add(pairs[i], pairs[i+1])
	}
	return h
}

func entry(h http.Header) *Entry {
	return &Entry{Status: 200, Header: h, Requested: noon, Received: noon}
}

func TestFreshFor(t *testing.T) {
	const unknown = 5 * time.Minute
	for name, c := range map[string]struct {
		header http.Header
		want   time.Duration
	}{
		"nothing said":             {fields(), unknown},
		"max-age":                  {fields("Cache-Control", "public, max-age=60"), time.Minute},
		"max-age, quoted":          {fields("Cache-Control", `MAX-AGE="60"`), time.Minute},
		"the shortest of two":      {fields("Cache-Control", "max-age=60", "Cache-Control", "max-age=30"), 30 * time.Second},
		"max-age, too large":       {fields("Cache-Control", "max-age=99999999999999999999"), maxSeconds * time.Second},
		"max-age, no number":       {fields("Cache-Control", "max-age=soon"), 0},
		"max-age, negative":        {fields("Cache-Control", "max-age=-1"), 0},
		"for shared caches":        {fields("Cache-Control", "s-maxage=60"), unknown},
		"no-cache with fields":     {fields("Cache-Control", `no-cache="Set-Cookie, X", max-age=60`), 0},
		"a quoted comma":           {fields("Cache-Control", `ext="a, max-age=5", max-age=60`), time.Minute},
		"Expires":                  {fields("Expires", at(time.Minute), "Date", at(0)), time.Minute},
		"Expires, past":            {fields("Expires", at(-time.Minute), "Date", at(0)), 0},
		"Expires, no date":         {fields("Expires", "0"), 0},
		"Expires, twice":           {fields("Expires", at(time.Minute), "Expires", at(time.Minute)), 0},
		"Expires by their clock":   {fields("Expires", at(61*time.Minute), "Date", at(time.Hour)), time.Minute},
		"max-age before Expires":   {fields("Cache-Control", "max-age=60", "Expires", at(-time.Hour)), time.Minute},
		"Age":                      {fields("Cache-Control", "max-age=60", "Age", "45"), 15 * time.Second},
		"Age, at the limit":        {fields("Cache-Control", "max-age=60", "Age", "60"), 0},
		"Age, the first of a list": {fields("Cache-Control", "max-age=60", "Age", "10, 50"), 50 * time.Second},
		"Age, no number":           {fields("Cache-Control", "max-age=60", "Age", "-5"), time.Minute},
		"old by its Date":          {fields("Cache-Control", "max-age=60", "Date", at(-50*time.Second)), 10 * time.Second},
		"a tenth of its age":       {fields("Last-Modified", at(-100*time.Second), "Date", at(0)), 10 * time.Second},
		"a tenth, but a day":       {fields("Last-Modified", at(-1000*24*time.Hour), "Date", at(0)), heuristicMax},
		"changed in the future":    {fields("Last-Modified", at(time.Hour), "Date", at(0)), 0},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, FreshFor(entry(c.header), Heuristic{Default: unknown}, noon))
		})
	}
	invalid := entry(fields("Cache-Control", "max-age=60"))
	invalid.Invalid = true
	assert.Zero(t, FreshFor(invalid, Heuristic{}, noon))
}

func TestStorable(t *testing.T) {
	get := func(pairs ...string) *Request { return &Request{Method: "GET", Header: fields(pairs...)} }
	for name, c := range map[string]struct {
		request *Request
		status  int
		header  http.Header
		want    bool
	}{
		"plain":                         {get(), 200, fields(), true},
		"not found":                     {get(), 404, fields(), true},
		"moved for now":                 {get(), 302, fields(), false},
		"moved for now, with max-age":   {get(), 302, fields("Cache-Control", "max-age=5"), true},
		"a server's error":              {get(), 500, fields(), false},
		"a part":                        {get("Range", "bytes=0-5"), 206, fields("Cache-Control", "max-age=5"), false},
		"no-store":                      {get(), 200, fields("Cache-Control", "no-store"), false},
		"no-store asked":                {get("Cache-Control", "no-store"), 200, fields(), false},
		"with credentials":              {get("Authorization", "Bearer x"), 200, fields(), true},
		"private":                       {get(), 200, fields("Cache-Control", "private"), true},
		"varies by all":                 {get(), 200, fields("Vary", "Accept, *"), false},
		"must be understood, and is":    {get(), 200, fields("Cache-Control", "must-understand, no-store, max-age=5"), true},
		"must be understood, and isn't": {get(), 299, fields("Cache-Control", "must-understand, max-age=5"), false},
		"POST":                          {&Request{Method: "POST", Header: fields()}, 200, fields("Cache-Control", "max-age=5"), false},
	} {
		t.Run(name, func(t *testing.T) {
			e := entry(c.header)
			e.Status = c.status
			assert.Equal(t, c.want, Storable(c.request, e))
		})
	}
}

// world is a cache before an origin with a clock of its own.
type world struct {
	t      *testing.T
	cache  Cache
	now    time.Time
	answer func(conditions http.Header) (*Entry, error)
}

func newWorld(t *testing.T) *world {
	w := &world{t: t, now: noon}
	store := NewMemory(1<<20, time.Hour)
	t.Cleanup(store.Close)
	w.cache = Cache{Store: store, Now: func() time.Time { return w.now }}
	return w
}

func (w *world) serve(status int, body string, pairs ...string) {
	w.answer = func(http.Header) (*Entry, error) {
		return &Entry{Status: status, Header: fields(pairs...), Body: []byte(body), Requested: w.now, Received: w.now}, nil
	}
}

func (w *world) do(method, target string, pairs ...string) (string, Outcome) {
	w.t.Helper()
	u, err := url.Parse(target)
	require.NoError(w.t, err)
	e, outcome, err := w.cache.Do(w.t.Context(), &Request{Method: method, URL: u, Header: fields(pairs...)},
		func(_ context.Context, conditions http.Header) (*Entry, error) { return w.answer(conditions) })
	if err != nil {
		return err.Error(), outcome
	}
	return string(e.Body), outcome
}

func TestHitThenRevalidated(t *testing.T) {
	w := newWorld(t)
	w.serve(200, "one", "Cache-Control", "max-age=60", "ETag", `"1"`, "X-Kept", "yes")
	body, outcome := w.do("GET", "http://a.example/")
	assert.Equal(t, []any{"one", Miss}, []any{body, outcome})
	w.now = w.now.Add(59 * time.Second)
	_, outcome = w.do("GET", "http://a.example/#part")
	assert.Equal(t, Hit, outcome)
	w.now = w.now.Add(2 * time.Second)
	w.answer = func(conditions http.Header) (*Entry, error) {
		assert.Equal(t, fields("If-None-Match", `"1"`), conditions)
		return &Entry{Status: 304, Header: fields("Cache-Control", "max-age=5", "Content-Length", "0"), Requested: w.now, Received: w.now}, nil
	}
	body, outcome = w.do("GET", "http://a.example/")
	assert.Equal(t, []any{"one", Revalidated}, []any{body, outcome})
	w.now = w.now.Add(4 * time.Second)
	_, outcome = w.do("GET", "http://a.example/")
	assert.Equal(t, Hit, outcome, "the 304 has set a new lifetime")
}

func TestVariants(t *testing.T) {
	w := newWorld(t)
	for _, lang := range []string{"de", "fr"} {
		w.serve(200, lang, "Cache-Control", "max-age=60", "Vary", "Accept-Language")
		_, outcome := w.do("GET", "http://a.example/", "Accept-Language", lang)
		assert.Equal(t, Miss, outcome)
	}
	for _, lang := range []string{"de", "fr"} {
		body, outcome := w.do("GET", "http://a.example/", "Accept-Language", lang)
		assert.Equal(t, []any{lang, Hit}, []any{body, outcome})
	}
	_, outcome := w.do("GET", "http://a.example/", "Accept-Language", "de", "Accept-Language", "en")
	assert.Equal(t, Miss, outcome)
}

func TestVariantsAreBounded(t *testing.T) {
	w := newWorld(t)
	w.serve(200, "x", "Cache-Control", "max-age=60", "Vary", "X")
	for i := range maxVariants + 1 {
		w.do("GET", "http://a.example/", "X", string(rune('a'+i)))
	}
	_, outcome := w.do("GET", "http://a.example/", "X", "b")
	assert.Equal(t, Hit, outcome)
	_, outcome = w.do("GET", "http://a.example/", "X", "a")
	assert.Equal(t, Miss, outcome, "the oldest is gone")
}

func TestDirectivesOfRequests(t *testing.T) {
	for name, c := range map[string]struct {
		asked string
		after time.Duration
		want  Outcome
	}{
		"no-cache":           {"no-cache", 0, Miss},
		"max-age, older":     {"max-age=5", 6 * time.Second, Miss},
		"max-age, younger":   {"max-age=5", 5 * time.Second, Hit},
		"min-fresh":          {"min-fresh=50", 20 * time.Second, Miss},
		"min-fresh, enough":  {"min-fresh=40", 20 * time.Second, Hit},
		"max-stale":          {"max-stale=10", 70 * time.Second, Hit},
		"max-stale, too old": {"max-stale=10", 71 * time.Second, Miss},
		"max-stale, any":     {"max-stale", 1000 * time.Second, Hit},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.serve(200, "x", "Cache-Control", "max-age=60")
			w.do("GET", "http://a.example/")
			w.now = w.now.Add(c.after)
			_, outcome := w.do("GET", "http://a.example/", "Cache-Control", c.asked)
			assert.Equal(t, c.want, outcome)
		})
	}
	w := newWorld(t)
	u := &url.URL{Scheme: "http", Host: "a.example"}
	e, _, err := w.cache.Do(t.Context(), &Request{Method: "GET", URL: u, Header: fields("Cache-Control", "only-if-cached")}, nil)
	require.NoError(t, err)
	assert.Equal(t, http.StatusGatewayTimeout, e.Status)
}

func TestUnsafeRequestsInvalidate(t *testing.T) {
	w := newWorld(t)
	w.serve(200, "x", "Cache-Control", "max-age=60")
	for _, path := range []string{"/", "/other", "/third"} {
		w.do("GET", "http://a.example"+path)
	}
	w.serve(200, "", "Location", "/other", "Content-Location", "http://b.example/third")
	_, outcome := w.do("POST", "http://a.example/")
	assert.Equal(t, Bypass, outcome)
	w.serve(200, "new", "Cache-Control", "max-age=60")
	for path, want := range map[string]Outcome{"/": Miss, "/other": Miss, "/third": Hit} {
		_, outcome := w.do("GET", "http://a.example"+path)
		assert.Equal(t, want, outcome, path)
	}
}

func TestFailuresOfTheOrigin(t *testing.T) {
	for directives, want := range map[string]Outcome{
		"max-age=60": Stale, "max-age=60, must-revalidate": Miss, "max-age=60, stale-if-error=10": Miss, "max-age=60, stale-if-error=100": Stale,
	} {
		w := newWorld(t)
		w.serve(200, "x", "Cache-Control", directives)
		w.do("GET", "http://a.example/")
		w.now = w.now.Add(100 * time.Second)
		w.answer = func(http.Header) (*Entry, error) { return nil, errors.New("reset") }
		_, outcome := w.do("GET", "http://a.example/")
		assert.Equal(t, want, outcome, directives)
		w.serve(503, "busy")
		_, outcome = w.do("GET", "http://a.example/")
		assert.Equal(t, want, outcome, directives)
	}
}

func TestHeadUpdatesOrInvalidates(t *testing.T) {
	for tag, want := range map[string]Outcome{`"1"`: Hit, `"2"`: Miss} {
		w := newWorld(t)
		w.serve(200, "x", "Cache-Control", "max-age=60", "ETag", `"1"`)
		w.do("GET", "http://a.example/")
		w.now = w.now.Add(61 * time.Second)
		w.serve(200, "", "Cache-Control", "max-age=60", "ETag", tag)
		w.do("HEAD", "http://a.example/")
		_, outcome := w.do("GET", "http://a.example/")
		assert.Equal(t, want, outcome, tag)
	}
}

// Whatever fields say, the rules hold together: what is fresh is younger than its
// lifetime, and nothing panics.
func FuzzRules(f *testing.F) {
	f.Add("max-age=5, no-cache=\"a,b\"", "12", "Mon, 02 Mar 2026 08:00:00 GMT", "Accept, *", "0")
	f.Add(`"\`, "", "", `"`, "")
	f.Fuzz(func(t *testing.T, control, age, expires, vary, modified string) {
		h := fields("Cache-Control", control, "Age", age, "Expires", expires, "Vary", vary, "Last-Modified", modified)
		e := entry(h)
		left := FreshFor(e, Heuristic{Default: time.Minute}, noon)
		most := lifetime(e, parseControl(h), Heuristic{Default: time.Minute})
		if left < 0 || left > most || Age(e, noon) < 0 {
			t.Fatal(left, most)
		}
		r := &Request{Method: "GET", Header: h}
		if Storable(r, e) && variesByAll(h) {
			t.Fatal("stored what varies by all")
		}
		e.Vary = varyOf(r, e)
		if !matches(e, r) {
			t.Fatal("a request does not match its own response")
		}
	})
}

func BenchmarkFreshFor(b *testing.B) {
	e := entry(fields("Cache-Control", "public, max-age=600", "Date", at(0), "ETag", `"1"`))
	b.ReportAllocs()
	for b.Loop() {
		FreshFor(e, Heuristic{Default: time.Minute}, noon)
	}
}
