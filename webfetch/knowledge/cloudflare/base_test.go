package cloudflare_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/cloudflare"
)

const ferry = "# Ferries\n\nThe ferry leaves at seven in the morning.\n"

func scope(t *testing.T, conversation string) knowledge.Scope {
	t.Helper()
	s, err := knowledge.FolderScope("p/workspaces/w/conversations/" + conversation + "/")
	require.NoError(t, err)
	return s
}

func document(t *testing.T, conversation, name string) knowledge.Document {
	return knowledge.Document{Scope: scope(t, conversation), Name: name, URL: "https://example.com/" + name, Title: "Ferries", SourceID: "s1", Markdown: ferry}
}

func ask(t *testing.T, conversation, text string) knowledge.Query {
	return knowledge.Query{Scope: scope(t, conversation), Messages: []knowledge.Message{{Role: "user", Content: text}}}
}

func fails(t *testing.T, err error) *httpapi.Error {
	t.Helper()
	told := new(httpapi.Error)
	require.ErrorAs(t, err, &told)
	return told
}

// filled is a cloud with one page in each of two conversations.
func filled(t *testing.T, set func(c *cloud)) (*cloud, *cloudflare.Base) {
	t.Helper()
	c := newCloud(t, false)
	if set != nil {
		set(c)
	}
	b := c.open(t)
	for _, conversation := range []string{"c1", "c2"} {
		_, err := b.Put(t.Context(), document(t, conversation, "ferry.md"))
		require.NoError(t, err)
	}
	c.Sync()
	return c, b
}

// TestFailures has what the service does wrong told by its kind, with its own
// words apart and without the token.
func TestFailures(t *testing.T) {
	for _, v := range []struct {
		name   string
		faults []apiFault
		kind   httpapi.Kind // "" for success
		says   string
		sent   int
	}{
		{"429, then well", []apiFault{{Path: "search", Status: 429, RetryAfter: "0"}}, "", "", 2},
		{"503, then well", []apiFault{{Path: "search", Status: 503, Body: "<html>Bad gateway</html>"}}, "", "", 2},
		{"429 for long", []apiFault{{Path: "search", Status: 429, RetryAfter: "300"}}, httpapi.Limited, "", 1},
		{"500 for ever", []apiFault{{Path: "search", Status: 500}, {Path: "search", Status: 500}, {Path: "search", Status: 500, Body: `{"success":false,"errors":[{"code":7001,"message":"internal"}]}`}}, httpapi.Failed, "internal", 3},
		{"no such instance", []apiFault{{Path: "search", Status: 404, Body: `{"success":false,"errors":[{"code":7002,"message":"ai_search_not_found"}],"result":{}}`}}, httpapi.NotFound, "ai_search_not_found", 1},
		{"credentials", []apiFault{{Path: "search", Status: 403, Body: `{"success":false,"errors":[{"code":10000,"message":"bad key xtokenx"}]}`}}, httpapi.Unauthorized, "bad key x[secret]x", 1},
		{"a failure of the status 200", []apiFault{{Path: "search", Status: 200, Body: `{"success":false,"errors":[{"code":7001,"message":"no"}],"result":null}`}}, httpapi.Rejected, "no", 1},
		{"HTML of the status 200", []apiFault{{Path: "search", Status: 200, Body: "<html>"}}, httpapi.Malformed, "", 1},
		{"another type", []apiFault{{Path: "search", Status: 200, Body: `{"success":true,"result":{"chunks":"none"}}`}}, httpapi.Malformed, "", 1},
	} {
		t.Run(v.name, func(t *testing.T) {
			c, b := filled(t, nil)
			c.Fail(v.faults...)
			answer, err := b.Query(t.Context(), ask(t, "c1", "ferry"))
			assert.Len(t, c.Requests("search"), v.sent)
			if v.kind == "" {
				require.NoError(t, err)
				assert.Len(t, answer.Hits, 1)
				return
			}
			told := fails(t, err)
			assert.Equal(t, v.kind, told.Kind)
			assert.Equal(t, v.says, told.Message)
			assert.True(t, strings.HasPrefix(err.Error(), "AI Search: search: the endpoint"), err)
		})
	}
}

// TestBrokenStreams has no half answer taken for a whole one.
func TestBrokenStreams(t *testing.T) {
	for _, v := range []struct {
		name  string
		fault apiFault
		kind  httpapi.Kind
	}{
		{"cut", apiFault{Path: "completions", Cut: 500}, httpapi.Unreachable},
		{"without an end", apiFault{Path: "completions", NoDone: true}, httpapi.Incomplete},
		{"an error in the middle", apiFault{Path: "completions", Stream: "event: chunks\ndata: []\n\ndata: {\"error\":{\"message\":\"overloaded\"}}\n\n"}, httpapi.Rejected},
		{"errors of the API in the middle", apiFault{Path: "completions", Stream: "data: {\"errors\":[{\"code\":1,\"message\":\"overloaded\"}]}\n\n"}, httpapi.Rejected},
		{"no JSON", apiFault{Path: "completions", Stream: "data: oops\n\n"}, httpapi.Malformed},
		{"nothing", apiFault{Path: "completions", Stream: "\n"}, httpapi.Incomplete},
	} {
		t.Run(v.name, func(t *testing.T) {
			c, b := filled(t, nil)
			c.Fail(v.fault)
			q := ask(t, "c1", "When does the ferry leave?")
			q.Mode, q.Stream = "ai_search", true
			_, err := b.Query(t.Context(), q)
			assert.Equal(t, v.kind, fails(t, err).Kind)
		})
	}
}

// TestAnswer has the answer of the service with its passages, streamed in every
// form or whole.
func TestAnswer(t *testing.T) {
	for shape := range 3 {
		for _, stream := range []bool{false, true} {
			c, b := filled(t, func(c *cloud) { c.Shape = shape })
			q := ask(t, "c1", "When does the ferry leave?")
			q.Mode, q.Stream, q.SystemPrompt, q.Model = "ai_search", stream, "Be brief.", "m"
			answer, err := b.Query(t.Context(), q)
			require.NoError(t, err)
			assert.Equal(t, "Die Seite „"+scope(t, "c1").String()+"ferry.md“ sagt: # Ferries The ferry leaves at seven in the morning.", answer.Response)
			assert.True(t, answer.Generated)
			assert.Equal(t, "@cf/test/model", answer.Model)
			assert.Empty(t, answer.Warnings)
			require.Len(t, answer.Hits, 1)
			sent := c.Requests("completions")
			require.Len(t, sent, 1)
			assert.Equal(t, []any{map[string]any{"role": "system", "content": "Be brief."}, map[string]any{"role": "user", "content": "When does the ferry leave?"}}, sent[0].Body["messages"])
			assert.Equal(t, "m", sent[0].Body["model"])
			text := ""
			for _, e := range answer.Events {
				text += e.Delta
			}
			if stream {
				assert.Equal(t, "chunks", answer.Events[0].Type)
				assert.Equal(t, "done", answer.Events[len(answer.Events)-1].Type)
				assert.Equal(t, answer.Response, text)
			} else {
				assert.Nil(t, answer.Events)
			}
		}
	}
}

// TestAnswerFromOutside is thrown away: what another conversation holds must not
// come back in the words of a model either.
func TestAnswerFromOutside(t *testing.T) {
	for _, stream := range []bool{false, true} {
		for shape := range 3 {
			c := newCloud(t, false)
			c.IgnoreFilters, c.Shape = true, shape
			b := c.open(t)
			secret := document(t, "c2", "secret.md")
			secret.Markdown = "When does the ferry leave in the morning? It leaves from the secret quay number nine."
			for _, doc := range []knowledge.Document{secret, document(t, "c1", "ferry.md")} {
				_, err := b.Put(t.Context(), doc)
				require.NoError(t, err)
			}
			c.Sync()
			q := ask(t, "c1", "When in the morning does the ferry leave?")
			q.Mode, q.Stream = "ai_search", stream
			var emitted string
			q.Emit = func(e knowledge.Event) { emitted += fmt.Sprint(e) }
			answer, err := b.Query(t.Context(), q)
			require.NoError(t, err)
			assert.NotContains(t, fmt.Sprint(answer), "quay number")
			assert.NotContains(t, emitted, "quay number")
			assert.False(t, answer.Generated)
			assert.Contains(t, answer.Response, "at seven in the morning")
			require.Len(t, answer.Citations, 1)
			assert.Contains(t, answer.Hits[answer.Citations[0].Hit].Text, answer.Citations[0].Text)
			require.NotEmpty(t, answer.Warnings)
			assert.Equal(t, "answer_replaced", answer.Warnings[len(answer.Warnings)-1].Type)
		}
	}
}

// TestNoAnswer has what the passages say where the service writes nothing.
func TestNoAnswer(t *testing.T) {
	_, b := filled(t, func(c *cloud) { c.NoAnswer = true })
	q := ask(t, "c1", "When does the ferry leave?")
	q.Mode = "ai_search"
	answer, err := b.Query(t.Context(), q)
	require.NoError(t, err)
	assert.False(t, answer.Generated)
	assert.Contains(t, answer.Response, "at seven in the morning")
	q = ask(t, "c1", "zeppelin")
	q.Mode = "ai_search"
	answer, err = b.Query(t.Context(), q)
	require.NoError(t, err)
	assert.Empty(t, answer.Response)
	assert.Empty(t, answer.Hits)
}

// TestMoreIsAskedFor where passages had to be dropped, and told where that is not
// enough.
func TestMoreIsAskedFor(t *testing.T) {
	c := newCloud(t, false)
	c.IgnoreFilters = true
	b := c.open(t)
	for i := range 60 {
		doc := document(t, "c2", fmt.Sprintf("%02d.md", i))
		doc.Markdown = "ferry ferry ferry, and other words of this page"
		_, err := b.Put(t.Context(), doc)
		require.NoError(t, err)
	}
	_, err := b.Put(t.Context(), document(t, "c1", "ferry.md"))
	require.NoError(t, err)
	c.Sync()
	q := ask(t, "c1", "ferry")
	q.MaxResults = 5
	answer, err := b.Query(t.Context(), q)
	require.NoError(t, err)
	assert.Empty(t, answer.Hits)
	require.Len(t, answer.Warnings, 1)
	assert.Equal(t, "scope_checked", answer.Warnings[0].Type)
	sent := c.Requests("search")
	require.Len(t, sent, 2)
	asked := func(i int) any {
		return sent[i].Body["ai_search_options"].(map[string]any)["retrieval"].(map[string]any)["max_num_results"]
	}
	assert.Equal(t, []any{5.0, 50.0}, []any{asked(0), asked(1)})
}

// TestWhatIsSent has nothing in a request that the caller did not set, but for the
// scope, the number of results and keyword_match_mode.
func TestWhatIsSent(t *testing.T) {
	c, b := filled(t, nil)
	_, err := b.Query(t.Context(), ask(t, "c1", "ferry"))
	require.NoError(t, err)
	folder := scope(t, "c1").String()
	assert.Equal(t, map[string]any{
		"messages": []any{map[string]any{"role": "user", "content": "ferry"}},
		"ai_search_options": map[string]any{"retrieval": map[string]any{
			"filters":         map[string]any{"folder": map[string]any{"$gte": folder, "$lt": folder[:len(folder)-1] + "0"}},
			"max_num_results": 10.0, "keyword_match_mode": "or",
		}},
	}, c.Requests("search")[0].Body)
	on, threshold := true, 0.5
	q := ask(t, "c1", "ferry")
	q.Retrieval, q.MatchThreshold, q.Rerank, q.Cache, q.MaxResults = "vector", &threshold, &on, &on, 3
	_, err = b.Query(t.Context(), q)
	require.NoError(t, err)
	options := c.Requests("search")[1].Body["ai_search_options"].(map[string]any)
	assert.Equal(t, map[string]any{"enabled": true}, options["reranking"])
	assert.Equal(t, map[string]any{"enabled": true}, options["cache"])
	assert.Equal(t, []any{"vector", 0.5, 3.0}, []any{options["retrieval"].(map[string]any)["retrieval_type"], options["retrieval"].(map[string]any)["match_threshold"], options["retrieval"].(map[string]any)["max_num_results"]})
}

// TestStorageFails has the failures of R2 told by their kinds.
func TestStorageFails(t *testing.T) {
	for _, v := range []struct {
		name     string
		status   int
		body     string
		kind     httpapi.Kind
		attempts int32
	}{
		{"500", 500, `<Error><Code>InternalError</Code><Message>We encountered an internal error.</Message></Error>`, httpapi.Failed, 3},
		{"503", 503, `<Error><Code>SlowDown</Code><Message>Reduce your rate.</Message></Error>`, httpapi.Failed, 3},
		{"403", 403, `<Error><Code>SignatureDoesNotMatch</Code><Message>No.</Message></Error>`, httpapi.Unauthorized, 1},
		{"no bucket", 404, `<Error><Code>NoSuchBucket</Code><Message>No.</Message></Error>`, httpapi.NotFound, 1},
		{"no XML", 400, `<html>`, httpapi.Rejected, 1},
		{"a redirect", 307, ``, httpapi.Rejected, 1},
	} {
		t.Run(v.name, func(t *testing.T) {
			c := newCloud(t, false)
			var seen atomic.Int32
			c.r2Fails = func(w http.ResponseWriter, r *http.Request) bool {
				if r.Method != http.MethodPut {
					return false
				}
				seen.Add(1)
				w.Header().Set("Location", "http://example.com/")
				w.WriteHeader(v.status)
				_, _ = w.Write([]byte(v.body))
				return true
			}
			_, err := c.open(t).Put(t.Context(), document(t, "c1", "a.md"))
			told := fails(t, err)
			assert.Equal(t, v.kind, told.Kind, err)
			assert.Equal(t, v.attempts, seen.Load())
			assert.NotContains(t, err.Error(), "secret")
			require.NotErrorIs(t, err, knowledge.ErrInvalid)
		})
	}
}

// TestTwoWriters has the second of two that store the same page skip it, though it
// was not there when it looked.
func TestTwoWriters(t *testing.T) {
	c := newCloud(t, false)
	b := c.open(t)
	doc := document(t, "c1", "a.md")
	doc.SkipIfExists = true
	raced := false
	c.r2Fails = func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPut && !raced {
			raced = true
			assert.Equal(t, "*", r.Header.Get("If-None-Match"))
			other := doc
			other.SkipIfExists = false
			_, err := c.open(t).Put(t.Context(), other)
			assert.NoError(t, err)
		}
		return false
	}
	receipt, err := b.Put(t.Context(), doc)
	require.NoError(t, err)
	assert.True(t, raced)
	assert.True(t, receipt.Skipped)
}

// TestLongMetadata fit a header, the less important ones cut.
func TestLongMetadata(t *testing.T) {
	c := newCloud(t, false)
	b := c.open(t)
	doc := document(t, "c1", "a.md")
	doc.Title = strings.Repeat("Fähren ", 100)
	doc.Context = strings.Repeat("Überfahrt ", 500)
	doc.Metadata = map[string]string{"tag": strings.Repeat("é", 300), "lang": "de"}
	receipt, err := b.Put(t.Context(), doc)
	require.NoError(t, err)
	assert.Empty(t, receipt.Warnings)
	o, err := c.r2.HeadObject(bucketName, receipt.Keys[0])
	require.NoError(t, err)
	size := 0
	for name, value := range o.Metadata {
		if name, is := strings.CutPrefix(name, "X-Amz-Meta-"); is {
			size += len("X-Amz-Meta-") + len(name) + len(value)
			assert.NotContains(t, value, "\n")
			for _, r := range value {
				assert.Less(t, r, rune(127))
			}
		}
	}
	assert.LessOrEqual(t, size, 1700)
	assert.Greater(t, size, 1500)
	stored, _, err := b.Read(t.Context(), doc.Scope, receipt.Keys[0])
	require.NoError(t, err)
	assert.Equal(t, ferry, stored)

	doc.URL = "https://example.com/" + strings.Repeat("a", 3000)
	receipt, err = b.Put(t.Context(), doc)
	require.NoError(t, err)
	require.Len(t, receipt.Warnings, 1)
	assert.Equal(t, "url", receipt.Warnings[0].Detail)
}

// TestItems stores in the instance, whose index may be slow.
func TestItems(t *testing.T) {
	c := newCloud(t, true)
	b := c.open(t)
	receipt, err := b.Put(t.Context(), document(t, "c1", "a.md"))
	require.NoError(t, err)
	assert.True(t, receipt.Searchable)
	c.SlowIndex = true
	receipt, err = b.Put(t.Context(), document(t, "c1", "b.md"))
	require.NoError(t, err)
	assert.False(t, receipt.Searchable)
	answer, err := b.Query(t.Context(), ask(t, "c1", "ferry"))
	require.NoError(t, err)
	assert.Len(t, answer.Hits, 1)
	c.Sync()
	answer, err = b.Query(t.Context(), ask(t, "c1", "ferry"))
	require.NoError(t, err)
	assert.Len(t, answer.Hits, 2)
	long := document(t, strings.Repeat("c", 120), "a.md")
	_, err = b.Put(t.Context(), long)
	assert.ErrorIs(t, err, knowledge.ErrInvalid)
}

func TestOptions(t *testing.T) {
	good := cloudflare.Options{AccountID: "a", Instance: "i", Token: "t"}
	for name, change := range map[string]func(o *cloudflare.Options){
		"AccountID":      func(o *cloudflare.Options) { o.AccountID = "" },
		"Instance":       func(o *cloudflare.Options) { o.Instance = "../x" },
		"Token":          func(o *cloudflare.Options) { o.Token = "" },
		"API":            func(o *cloudflare.Options) { o.API = "api.example.com" },
		"R2Bucket needs": func(o *cloudflare.Options) { o.R2Bucket = "b" },
		"R2Endpoint":     func(o *cloudflare.Options) { o.R2Endpoint = "https://u:p@x/" },
		"Schema": func(o *cloudflare.Options) {
			o.Schema = map[string]string{"a": "text", "b": "text", "c": "text", "d": "text", "e": "text", "f": "text"}
		},
	} {
		o := good
		change(&o)
		_, err := cloudflare.New(o)
		assert.ErrorContains(t, err, name)
	}
	b, err := cloudflare.New(good)
	require.NoError(t, err)
	require.NoError(t, b.Close())
}

// TestNothingLeavesThePolicy sends no request to an address that is refused.
func TestNothingLeavesThePolicy(t *testing.T) {
	c := newCloud(t, false)
	c.opts.Policy = nil
	b := c.open(t)
	_, err := b.Put(t.Context(), document(t, "c1", "a.md"))
	assert.Equal(t, httpapi.Blocked, fails(t, err).Kind)
	_, err = b.Query(t.Context(), ask(t, "c1", "ferry"))
	assert.Equal(t, httpapi.Blocked, fails(t, err).Kind)
	assert.Empty(t, c.Requests(""))
}

// TestCancelledInTheMiddle returns the cause, though the store never answers.
func TestCancelledInTheMiddle(t *testing.T) {
	c := newCloud(t, false)
	ctx, cancel := context.WithCancelCause(t.Context())
	c.r2Fails = func(w http.ResponseWriter, r *http.Request) bool {
		cancel(context.DeadlineExceeded)
		<-r.Context().Done()
		return true
	}
	_, err := c.open(t).Put(ctx, document(t, "c1", "a.md"))
	require.ErrorIs(t, err, context.DeadlineExceeded)
}
