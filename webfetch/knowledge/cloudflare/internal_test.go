package cloudflare

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/filter"
)

// TestJobs counts starts on a clock of its own.
func TestJobs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var at []time.Duration
		began := time.Now()
		var mu sync.Mutex
		var failure error
		fail := func(err error) {
			mu.Lock()
			defer mu.Unlock()
			failure = err
		}
		j := newJobs(func(context.Context) error {
			mu.Lock()
			defer mu.Unlock()
			at = append(at, time.Since(began))
			return failure
		})
		for range 5 {
			j.request()
		}
		synctest.Wait()
		assert.Equal(t, []time.Duration{0}, at, "the first request starts one at once")
		time.Sleep(10 * time.Second)
		synctest.Wait()
		for range 5 {
			j.request()
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		assert.Equal(t, []time.Duration{0, 30 * time.Second}, at, "those that follow share one")
		fail(&httpapi.Error{Code: "7020", Message: "sync_in_cooldown"})
		j.request()
		synctest.Wait()
		require.Error(t, j.failure())
		fail(nil)
		time.Sleep(31 * time.Second)
		synctest.Wait()
		assert.Equal(t, []time.Duration{0, 30 * time.Second, 70 * time.Second, 100 * time.Second}, at, "one that came too early is tried again")
		require.NoError(t, j.failure())
		fail(errors.New("no network"))
		time.Sleep(time.Minute)
		synctest.Wait()
		j.request()
		time.Sleep(time.Hour)
		synctest.Wait()
		assert.Len(t, at, 5, "another failure waits for the next request")
		require.Error(t, j.failure())
		j.request()
		synctest.Wait()
		j.request()
		j.close()
		j.request()
		time.Sleep(time.Hour)
		synctest.Wait()
		assert.LessOrEqual(t, len(at), 6, "nothing starts after the end")
	})
}

// TestCloseWaitsForAJob that is under way, and ends it.
func TestCloseWaitsForAJob(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := false
		j := newJobs(func(ctx context.Context) error {
			<-ctx.Done()
			ended = true
			return ctx.Err()
		})
		j.request()
		synctest.Wait()
		j.close()
		assert.True(t, ended)
	})
}

func TestRemoteFilter(t *testing.T) {
	short, err := knowledge.FolderScope("p/workspaces/w/")
	require.NoError(t, err)
	long, err := knowledge.FolderScope("p/" + strings.Repeat("x", 80) + "/")
	require.NoError(t, err)
	schema := map[string]string{"tag": "text", "score": "number"}
	x61 := "p/" + strings.Repeat("x", 61)
	for _, c := range []struct {
		name, filters string
		scope         knowledge.Scope
		want          string
		exact         bool
	}{
		{"none", ``, short, `{"folder":{"$gte":"p/workspaces/w/","$lt":"p/workspaces/w0"}}`, true},
		{"a tag", `{"tag":"a"}`, short, `{"folder":{"$gte":"p/workspaces/w/","$lt":"p/workspaces/w0"},"tag":{"$eq":"a"}}`, true},
		{"not a tag", `{"tag":{"$ne":"a"}}`, short, `{"folder":{"$gte":"p/workspaces/w/","$lt":"p/workspaces/w0"}}`, false},
		{"since", `{"timestamp":{"$gte":5}}`, short, `{"folder":{"$gte":"p/workspaces/w/","$lt":"p/workspaces/w0"},"timestamp":{"$gte":5}}`, true},
		{"until", `{"timestamp":{"$lt":5}}`, short, `{"folder":{"$gte":"p/workspaces/w/","$lt":"p/workspaces/w0"}}`, false},
		{"a long scope", ``, long, `{"folder":{"$gte":"` + x61 + `","$lt":"` + x61[:62] + `y"}}`, false},
		{"a long tag", `{"tag":"` + strings.Repeat("é", 40) + `"}`, short,
			`{"folder":{"$gte":"p/workspaces/w/","$lt":"p/workspaces/w0"}}`, false},
		{"contradictions", `{"folder":{"$gte":"q"}}`, short, `{"folder":{"$gte":"p/workspaces/w/","$lt":"p/workspaces/w0"}}`, false},
		{"long tags", `{"tag":{"$in":["a","` + strings.Repeat("b", 65) + `"]}}`, short, `{"folder":{"$gte":"p/workspaces/w/","$lt":"p/workspaces/w0"}}`, false},
		{"too much", `{"tag":{"$in":["` + strings.Repeat(strings.Repeat("b", 60)+`","`, 31) + `c"]}}`, short, `{"folder":{"$gte":"p/workspaces/w/","$lt":"p/workspaces/w0"}}`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := filter.Parse(json.RawMessage(c.filters), schema)
			require.NoError(t, err)
			send, exact, ok := remoteFilter(f, c.scope)
			require.True(t, ok)
			raw, err := json.Marshal(send)
			require.NoError(t, err)
			assert.JSONEq(t, c.want, string(raw))
			if c.name != "since" { // whether it is, is no matter of results
				assert.Equal(t, c.exact, exact)
			}
		})
	}
	f, err := filter.Parse(json.RawMessage(`{"tag":{"$in":[]}}`), schema)
	require.NoError(t, err)
	_, _, ok := remoteFilter(f, short)
	assert.False(t, ok, "nothing can pass")
}

// FuzzHeaderValue holds that metadata survive a header.
func FuzzHeaderValue(f *testing.F) {
	for _, s := range []string{"plain", "naïve", "=?utf-8?b?eA==?=", "a=?b", "\x7f", strings.Repeat("é", 500)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, value string) {
		value = strings.Join(strings.Fields(strings.ToValidUTF8(value, "")), " ")
		encoded := encodeValue(value)
		if strings.ContainsFunc(encoded, func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Fatalf("%q is encoded as %q", value, encoded)
		}
		if got := decodeValue(encoded); got != value {
			t.Fatalf("%q comes back as %q", value, got)
		}
	})
}

// shelf is a store in memory.
type shelf struct{ store }

func (shelf) get(context.Context, string, string) (*file, error) {
	return &file{metadata: map[string]string{"url": "https://example.com/", "content_hash": "x"}}, nil
}

// canned is a transport that answers with a text.
type canned string

func (c canned) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(string(c)))}, nil
}

// FuzzStream holds that no stream makes an answer with a passage from outside, or
// a response before its passages were checked.
func FuzzStream(f *testing.F) {
	f.Add("event: chunks\ndata: [{\"id\":\"1\",\"text\":\"t\",\"item\":{\"key\":\"p/a.md\"}}]\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\ndata: [DONE]\n\n")
	f.Add("data: {\"chunks\":[{\"item\":{\"key\":\"q/a.md\"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":[{\"text\":\"x\"}]},\"finish_reason\":\"stop\"}]}\n\n")
	f.Add("data: {\"success\":true,\"result\":{\"chunks\":[]}}\n\n")
	f.Add("data: {\"errors\":[{\"code\":1}]}\n\n")
	scope, err := knowledge.FolderScope("p/")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, stream string) {
		r := &asking{base: &Base{store: shelf{}}, q: &knowledge.Query{Scope: scope, Mode: "ai_search", Stream: true}, answer: &knowledge.Answer{}}
		api, err := httpapi.New(httpapi.Options{Transport: canned(stream)})
		if err != nil {
			t.Fatal(err)
		}
		for e, err := range api.Events(t.Context(), httpapi.Request{URL: "https://example.com/"}) {
			if err != nil {
				return
			}
			if _, err := r.event(t.Context(), e); err != nil {
				return
			}
		}
		for _, h := range r.answer.Hits {
			if !scope.Contains(h.Key) {
				t.Fatalf("a hit of %q", h.Key)
			}
		}
		for i, e := range r.answer.Events {
			if e.Type == "delta" && (!r.checked || i == 0) {
				t.Fatalf("text before its passages: %+v", r.answer.Events)
			}
		}
	})
}

// FuzzResult reads results of any form.
func FuzzResult(f *testing.F) {
	f.Add([]byte(`{"success":true,"result":{"chunks":[{"id":"1","score":2,"text":"t","item":{"key":"a","timestamp":1e12,"metadata":{"a":1,"b":true,"C":"=?utf-8?b?eA==?="}}}]}}`))
	f.Add([]byte(`[{"id":"1"}]`))
	f.Fuzz(func(t *testing.T, body []byte) {
		var res wireResult
		if httpapi.Decode("search", body, &res) == nil {
			for _, c := range res.Chunks {
				fieldsOf(c.Item.Metadata)
				_ = timeOf(c.Item.Timestamp)
			}
		}
	})
}
