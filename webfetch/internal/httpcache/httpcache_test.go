package httpcache_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpcache"
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

func entry(h http.Header) *httpcache.Entry {
	return &httpcache.Entry{Status: 200, Header: h, Received: noon}
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
		"max-age, too large":       {fields("Cache-Control", "max-age=99999999999999999999"), (1 << 31) * time.Second},
		"max-age, no number":       {fields("Cache-Control", "max-age=soon"), 0},
		"max-age, large, letters":  {fields("Cache-Control", "max-age=99999999999999999999s"), 0},
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
		"a tenth, but not longer":  {fields("Last-Modified", at(-1000*24*time.Hour), "Date", at(0)), unknown},
		"changed in the future":    {fields("Last-Modified", at(time.Hour), "Date", at(0)), 0},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, httpcache.FreshFor(entry(c.header), unknown, noon))
		})
	}
}

func TestStorable(t *testing.T) {
	for name, c := range map[string]struct {
		asked  http.Header
		status int
		header http.Header
		want   bool
	}{
		"plain":                         {fields(), 200, fields(), true},
		"not found":                     {fields(), 404, fields(), true},
		"moved for now":                 {fields(), 302, fields(), false},
		"moved for now, with max-age":   {fields(), 302, fields("Cache-Control", "max-age=5"), true},
		"a server's error":              {fields(), 500, fields(), false},
		"a part":                        {fields("Range", "bytes=0-5"), 206, fields("Cache-Control", "max-age=5"), false},
		"no-store":                      {fields(), 200, fields("Cache-Control", "no-store"), false},
		"no-store asked":                {fields("Cache-Control", "no-store"), 200, fields(), false},
		"with credentials":              {fields("Authorization", "Bearer x"), 200, fields(), true},
		"private":                       {fields(), 200, fields("Cache-Control", "private"), true},
		"varies by all":                 {fields(), 200, fields("Vary", "Accept, *"), false},
		"must be understood, and is":    {fields(), 200, fields("Cache-Control", "must-understand, no-store, max-age=5"), true},
		"must be understood, and isn't": {fields(), 299, fields("Cache-Control", "must-understand, max-age=5"), false},
	} {
		t.Run(name, func(t *testing.T) {
			e := entry(c.header)
			e.Status = c.status
			assert.Equal(t, c.want, httpcache.Storable(c.asked, e))
		})
	}
}

// What is not fresh is asked for under conditions; a 304 sets a new lifetime, and
// changes the fields that it names only.
func TestSettleAConfirmation(t *testing.T) {
	get := fields()
	e := entry(fields("Cache-Control", "max-age=60", "ETag", `"1"`, "X-Kept", "yes"))
	e.Body = []byte("one")
	assert.True(t, httpcache.Fresh(get, e, 0, noon.Add(59*time.Second)))
	assert.False(t, httpcache.Fresh(get, e, 0, noon.Add(60*time.Second)))
	assert.Equal(t, fields("If-None-Match", `"1"`), httpcache.Conditions(get, e))
	assert.Nil(t, httpcache.Conditions(fields("If-None-Match", `"mine"`), e))

	later := noon.Add(61 * time.Second)
	answer := &httpcache.Entry{Status: 304, Header: fields("Cache-Control", "max-age=5", "Content-Length", "0"), Received: later}
	settled := httpcache.Settle(get, e, true, answer, later)
	assert.Equal(t, []any{httpcache.Revalidated, true, 200, "one"}, []any{settled.Outcome, settled.Store, settled.Response.Status, string(settled.Response.Body)})
	assert.Equal(t, fields("Cache-Control", "max-age=5", "ETag", `"1"`, "X-Kept", "yes"), settled.Response.Header)
	assert.True(t, httpcache.Fresh(get, settled.Response, 0, later.Add(4*time.Second)))

	settled = httpcache.Settle(get, e, false, answer, later)
	assert.Equal(t, []any{httpcache.Miss, false, 304}, []any{settled.Outcome, settled.Store, settled.Response.Status}, "the caller asked for it")
}

func TestSettleWithoutStoredResponse(t *testing.T) {
	get := fields()
	for control, store := range map[string]bool{"max-age=60": true, "no-store": false} {
		settled := httpcache.Settle(get, nil, false, entry(fields("Cache-Control", control)), noon)
		assert.Equal(t, []any{httpcache.Miss, store}, []any{settled.Outcome, settled.Store}, control)
	}
	assert.Equal(t, httpcache.Settled{Outcome: httpcache.Miss}, httpcache.Settle(get, nil, false, nil, noon))
}

func TestMaxAgeIsACap(t *testing.T) {
	get := fields()
	for name, c := range map[string]struct {
		header http.Header
		after  time.Duration
		want   bool
	}{
		"younger":           {fields("Cache-Control", "max-age=600"), 59 * time.Second, true},
		"as old":            {fields("Cache-Control", "max-age=600"), 60 * time.Second, false},
		"no license":        {fields("Cache-Control", "max-age=5"), 6 * time.Second, false},
		"age before it was": {fields("Cache-Control", "max-age=600", "Age", "500"), 30 * time.Second, true},
	} {
		assert.Equal(t, c.want, httpcache.Fresh(get, entry(c.header), time.Minute, noon.Add(c.after)), name)
	}
}

func TestDirectivesOfRequests(t *testing.T) {
	for name, c := range map[string]struct {
		asked string
		after time.Duration
		want  bool
	}{
		"no-cache":           {"no-cache", 0, false},
		"max-age, older":     {"max-age=5", 6 * time.Second, false},
		"max-age, younger":   {"max-age=5", 5 * time.Second, true},
		"min-fresh":          {"min-fresh=50", 20 * time.Second, false},
		"min-fresh, enough":  {"min-fresh=40", 20 * time.Second, true},
		"max-stale":          {"max-stale=10", 70 * time.Second, true},
		"max-stale, too old": {"max-stale=10", 71 * time.Second, false},
		"max-stale, any":     {"max-stale", 1000 * time.Second, true},
	} {
		r := fields("Cache-Control", c.asked)
		assert.Equal(t, c.want, httpcache.Fresh(r, entry(fields("Cache-Control", "max-age=60")), 0, noon.Add(c.after)), name)
	}
	assert.False(t, httpcache.Fresh(fields("Pragma", "no-cache"), entry(fields("Cache-Control", "max-age=60")), 0, noon))
}

func TestFailuresOfTheOrigin(t *testing.T) {
	get := fields()
	now := noon.Add(100 * time.Second)
	for directives, want := range map[string]httpcache.Outcome{
		"max-age=60": httpcache.Miss, "max-age=60, must-revalidate, stale-if-error=100": httpcache.Miss, "max-age=60, stale-if-error=10": httpcache.Miss, "max-age=60, stale-if-error=100": httpcache.Stale,
	} {
		e := entry(fields("Cache-Control", directives))
		assert.Equal(t, want, httpcache.Settle(get, e, false, nil, now).Outcome, directives)
		busy := &httpcache.Entry{Status: 503, Header: fields(), Received: now}
		settled := httpcache.Settle(get, e, false, busy, now)
		assert.Equal(t, []any{want, false}, []any{settled.Outcome, settled.Store}, directives)
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
		left := httpcache.FreshFor(e, time.Minute, noon)
		if later := httpcache.FreshFor(e, time.Minute, noon.Add(left)); left < 0 || later > 0 || httpcache.Age(e, noon) < 0 {
			t.Fatal(left, later)
		}
		r := h
		if httpcache.Storable(r, e) && slices.Contains(strings.Split(strings.ReplaceAll(vary, " ", ""), ","), "*") {
			t.Fatal("stored what varies by all")
		}
	})
}

func BenchmarkFreshFor(b *testing.B) {
	e := entry(fields("Cache-Control", "public, max-age=600", "Date", at(0), "ETag", `"1"`))
	b.ReportAllocs()
	for b.Loop() {
		httpcache.FreshFor(e, time.Minute, noon)
	}
}
