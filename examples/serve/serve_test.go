package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// site has a front page, four parts below /docs/, one that is gone and one that robots may not read.
func site(t *testing.T) string {
	var s *httptest.Server
	s = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text := func(title, about string) string {
			return fmt.Sprintf("<!doctype html><html lang=en><title>%s</title><nav><a href=/>Home</a></nav><main><h1>%s</h1><p id=first>%s</p>", title, title, strings.Repeat(about+" ", 20))
		}
		w.Header().Set("Content-Type", "text/html")
		switch {
		case r.URL.Path == "/robots.txt":
			w.Header().Set("Content-Type", "text/plain")
			fmt.Fprint(w, "User-agent: *\nDisallow: /private\n")
		case r.URL.Path == "/sitemap.xml":
			w.Header().Set("Content-Type", "application/xml")
			fmt.Fprintf(w, `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>%s/docs/4</loc></url></urlset>`, s.URL)
		case r.URL.Path == "/":
			fmt.Fprint(w, text("The quay", "Ships lie at the quay for the night."), `<table><tr><td>Depth</td><td>4 m</td></tr></table><ul><li><a href="/docs/1">Part one</a><li><a href="/docs/2">Part two</a><li><a href="/docs/3">Part three</a><li><a href="/gone">Gone</a><li><a href="/private">Private</a></ul></main>`)
		case strings.HasPrefix(r.URL.Path, "/docs/"):
			fmt.Fprint(w, text("Part "+r.URL.Path[6:], "Rule number "+r.URL.Path[6:]+" of the quay says who may lie where, and for how long."))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func serve(t *testing.T) string {
	client, err := webfetch.New(webfetch.Options{
		Policy: &security.Policy{Allow: []security.AddrRule{{Prefix: netip.MustParsePrefix("127.0.0.1/32"), AnyPort: true}}}, Limits: webfetch.Limits{RatePerHost: webfetch.None},
	})
	require.NoError(t, err)
	t.Cleanup(func() { client.Close() })
	service := newService(t.Context(), client)
	t.Cleanup(service.jobs.end)
	s := httptest.NewServer(guard(service, "", true))
	t.Cleanup(s.Close)
	return s.URL
}

// send returns status and body of a request with headers "Name: value".
func send(t *testing.T, method, address, body string, headers ...string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	require.NoError(t, err)
	for _, h := range headers {
		if name, value, ok := strings.Cut(h, ": "); ok {
			req.Header.Set(name, value)
		}
	}
	resp, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp.StatusCode, string(data)
}

func TestReader(t *testing.T) {
	target, base := site(t), serve(t)
	status, body := send(t, "GET", base+"/"+target+"/", "")
	assert.Equal(t, 200, status)
	assert.True(t, strings.HasPrefix(body, "Title: The quay\n\nURL Source: "+target+"/\n\nMarkdown Content:\nShips lie at the quay"), body)
	assert.NotContains(t, body, "Links/Buttons")

	_, body = send(t, "GET", base+"/"+target+"/docs/1?x=1&y=2", "")
	assert.Contains(t, body, "URL Source: "+target+"/docs/1?x=1&y=2\n", "the query is part of the address")

	for _, spelt := range []string{url.QueryEscape(target + "/docs/1?x=1&y=2"), strings.Replace(target, "://", ":/", 1) + "/docs/1?x=1&y=2"} {
		_, body = send(t, "GET", base+"/"+spelt, "")
		assert.Contains(t, body, "URL Source: "+target+"/docs/1?x=1&y=2\n", spelt)
	}
	_, body = send(t, "GET", base+"/"+target+"/", "", "X-Target-Selector: table")
	assert.Contains(t, body, "Depth")
	assert.NotContains(t, body, "Ships")
	_, body = send(t, "GET", base+"/"+target+"/", "", "X-Remove-Selector: table", "X-No-Cache: true", "X-Timeout: 10", "X-Return-Format: Markdown")
	assert.NotContains(t, body, "Depth")
	assert.Contains(t, body, "Ships")
	for kind, sent := range map[string]string{"application/json": `{"url": "` + target + `/docs/1#x"}`, "application/x-www-form-urlencoded": "url=" + url.QueryEscape(target+"/docs/1#x")} {
		status, body = send(t, "POST", base+"/", sent, "Content-Type: "+kind)
		assert.Equal(t, 200, status, body)
		assert.Contains(t, body, "URL Source: "+target+"/docs/1", kind)
	}
	_, body = send(t, "GET", base+"/"+target+"/", "", "X-With-Links-Summary: true")
	assert.Contains(t, body, "\n\nLinks/Buttons:\n")
	assert.Contains(t, body, "- [Part two]("+target+"/docs/2)\n")

	_, body = send(t, "GET", base+"/"+target+"/", "", "X-Respond-With: text")
	assert.True(t, strings.HasPrefix(body, "Ships lie"), body)
	_, body = send(t, "GET", base+"/"+target+"/", "", "X-Respond-With: html")
	assert.Contains(t, body, "<p")
	_, body = send(t, "GET", base+"/"+target+"/", "", "X-Respond-With: markdown")
	assert.Contains(t, body, "Home", "all that is on the page")

	_, body = send(t, "GET", base+"/"+target+"/", "", "Accept: application/json")
	var answer struct {
		Code int
		Data struct {
			Title, URL, Content string
			Usage               struct{ Tokens int }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(body), &answer))
	assert.Equal(t, 200, answer.Code)
	assert.Equal(t, "The quay", answer.Data.Title)
	assert.Contains(t, answer.Data.Content, "Ships lie")
	assert.Positive(t, answer.Data.Usage.Tokens)
}

// What is not there is refused by its name, and failures have a status of their own.
func TestRefusals(t *testing.T) {
	target, base := site(t), serve(t)
	for _, c := range []struct {
		method, path, body, header string
		status                     int
		say                        string
	}{
		{"GET", "/" + target, "", "X-Engine: direct", 400, "X-Engine is not supported"},
		{"GET", "/" + target, "", "X-Respond-With: screenshot", 400, "X-Respond-With: screenshot is not supported"},
		{"GET", "/" + target, "", "Accept: text/event-stream", 406, "text/event-stream is not supported"},
		{"POST", "/" + target, "", "", 405, "only GET"},
		{"POST", "/", "{}", "", 400, "url is empty"},
		{"GET", "/" + target, "", "X-Timeout: soon", 400, "X-Timeout is no number"},
		{"GET", "/http://10.0.0.1/", "", "", 403, "SSRF_BLOCKED"},
		{"GET", "/" + target + "/private", "", "", 403, "ROBOTS_BLOCKED"},
		{"GET", "/" + target + "/gone", "", "", 422, "status 404"},
		{"POST", "/v2/scrape", `{"url": "` + target + `", "actions": [{"type": "click"}]}`, "", 400, "actions is not supported"},
		{"POST", "/v2/scrape", `{"url": "` + target + `", "mobile": false, "actions": []}`, "", 200, "Ships"},
		{"POST", "/v2/scrape", `{"url": "` + target + `", "parsers": ["pdf"], "storeInCache": true}`, "", 200, "Ships"},
		{"POST", "/v2/crawl", `{"url": "` + target + `", "limit": 1, "deduplicateSimilarURLs": true}`, "", 200, "success"},
		{"POST", "/v2/map", `{"url": "` + target + `/docs/9?plan=1", "search": "plan", "ignoreQueryParameters": true}`, "", 200, `"links":[]`},
		{"POST", "/v2/map", `{"url": "` + target + `/docs/9?plan=1", "search": "plan", "ignoreQueryParameters": false}`, "", 200, "/docs/9?plan=1"},
		{"POST", "/v2/scrape", `{"url": "` + target + `", "formats": ["screenshot"]}`, "", 400, "the format screenshot is not supported"},
		{"POST", "/v2/scrape", `{"url": "` + target + `", "formats": [{"type": "json", "prompt": "x"}]}`, "", 400, "the format json is not supported"},
		{"POST", "/v2/scrape", `{`, "", 400, "BAD_REQUEST"},
		{"POST", "/v2/scrape", `{"url": "tide"}`, "", 400, "INVALID_URL"},
		{"POST", "/v2/crawl", `{"url": "` + target + `", "webhook": "https://a.example/"}`, "", 400, "webhook is not supported"},
		{"POST", "/v2/crawl", `{"url": "` + target + `", "includePaths": ["("]}`, "", 400, "missing closing"},
		{"POST", "/v2/crawl", `{"url": "` + target + `", "scrapeOptions": {"location": {"country": "US"}}}`, "", 400, "location is not supported"},
		{"POST", "/v2/batch/scrape", `{"urls": []}`, "", 400, "1 to 1000"},
		{"POST", "/v2/batch/scrape", `{"urls": ["x"], "ignoreInvalidURLs": false}`, "", 400, "no absolute address"},
		{"GET", "/v2/crawl/unknown", "", "", 404, "no such job"},
		{"POST", "/v2/search", `{"query": "x"}`, "", 404, "POST /v2/search is not supported"},
		{"POST", "/v2/map", `{"url": "tide"}`, "", 400, "INVALID_URL"},
		{"GET", "/v2/crawl/x", "", "Sec-Fetch-Site: cross-site", 403, "programs of this machine"},
		{"POST", "/v2/scrape", `{}`, "Origin: https://other.example", 403, ""},
	} {
		status, body := send(t, c.method, base+c.path, c.body, c.header)
		assert.Equal(t, c.status, status, "%+v: %s", c, body)
		assert.Contains(t, body, c.say, "%+v", c)
	}
}

func TestGuard(t *testing.T) {
	h := guard(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {}), "a token of some length", false)
	for _, c := range []struct {
		authorization string
		want          int
	}{{"", 401}, {"Bearer wrong", 401}, {"Bearer a token of some length", 200}} {
		w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "http://public.example/", nil)
		r.Header.Set("Authorization", c.authorization)
		h.ServeHTTP(w, r)
		assert.Equal(t, c.want, w.Code, c.authorization)
	}
	h = guard(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {}), "", true)
	for host, want := range map[string]int{"127.0.0.1:3002": 200, "localhost:3002": 200, "[::1]:3002": 200, "rebound.example:3002": 403} {
		w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "http://"+host+"/", nil)
		h.ServeHTTP(w, r)
		assert.Equal(t, want, w.Code, host)
	}
	require.ErrorContains(t, run(t.Context(), []string{"-addr", "0.0.0.0:0"}, io.Discard, io.Discard), "give -token-file too")
}

// A job is kept until it has ended and a time has passed, and there are so many only.
func TestJobsAreBounded(t *testing.T) {
	target, base := site(t), serve(t)
	for range maxJobs {
		status, body := send(t, "POST", base+"/v2/batch/scrape", `{"urls": ["`+target+`"]}`)
		require.Equal(t, 200, status, body)
	}
	status, _ := send(t, "POST", base+"/v2/batch/scrape", `{"urls": ["`+target+`"]}`)
	assert.Equal(t, 429, status)
	j := &job{}
	require.NoError(t, j.add("a", map[string]any{"markdown": strings.Repeat("x", maxJobBytes-20)}, nil))
	require.ErrorIs(t, j.add("b", map[string]any{"markdown": "too much"}, nil), errFull)
}

// Answers have at most a hundred documents, and say where the others are.
func TestPagesOfAJob(t *testing.T) {
	target, base := site(t), serve(t)
	urls := make([]string, pageOfJob+5)
	for i := range urls {
		urls[i] = fmt.Sprintf("%s/docs/%d", target, i)
	}
	list, err := json.Marshal(map[string]any{"urls": urls})
	require.NoError(t, err)
	_, body := send(t, "POST", base+"/v2/batch/scrape", string(list))
	var started struct{ ID string }
	require.NoError(t, json.Unmarshal([]byte(body), &started))
	var answer struct {
		Status, Next     string
		Completed, Total int
		Data             []struct{ Markdown string }
	}
	require.Eventually(t, func() bool {
		_, body := send(t, "GET", base+"/v2/batch/scrape/"+started.ID, "")
		return assert.NoError(t, json.Unmarshal([]byte(body), &answer)) && answer.Status == "completed"
	}, 30*time.Second, 50*time.Millisecond)
	assert.Len(t, answer.Data, pageOfJob)
	assert.Equal(t, len(urls), answer.Completed)
	_, body = send(t, "GET", answer.Next, "")
	answer.Next = ""
	require.NoError(t, json.Unmarshal([]byte(body), &answer))
	assert.Len(t, answer.Data, 5)
	assert.Empty(t, answer.Next)
}

// The official client of Firecrawl is served under /v2 and, by its .v1, under /v1.
func TestOfficialClient(t *testing.T) {
	if _, err := os.Stat("node_modules/@mendable"); err != nil && os.Getenv("WEBFETCH_CLIENT_TESTS") == "" {
		t.Skip("npm ci in this folder installs the client")
	}
	out, err := exec.CommandContext(t.Context(), "node", "client.mjs", serve(t), site(t)).CombinedOutput()
	require.NoError(t, err, string(out))
	assert.Equal(t, "ok\n", string(out))
}
