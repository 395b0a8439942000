package webfetch_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func fetch(t *testing.T, c *webfetch.Client, url string) *webfetch.Packet {
	t.Helper()
	p, err := c.Fetch(t.Context(), webfetch.Request{URL: url})
	require.NoError(t, err)
	return p
}

// fault fetches what must fail and returns the error.
func fault(t *testing.T, c *webfetch.Client, req webfetch.Request) *webfetch.Error {
	t.Helper()
	p, err := c.Fetch(t.Context(), req)
	require.Error(t, err)
	assert.Nil(t, p)
	var e *webfetch.Error
	require.ErrorAs(t, err, &e)
	assert.NotEmpty(t, e.Hint())
	return e
}

func TestFetchMakesAPacketOfAnArticle(t *testing.T) {
	s := newSite(t)
	p := fetch(t, s.client(t), s.URL+"/article.html?utm_source=mail#how")

	assert.Equal(t, "The ferry that runs on tides", strings.SplitN(p.Metadata.Title, " — ", 2)[0])
	assert.Equal(t, "Ines Karlsson", p.Metadata.Author)
	assert.Equal(t, "2025-03-14T08:30:00Z", p.Metadata.PublishedAt)
	assert.Equal(t, "Harbour Gazette", p.Metadata.SiteName)
	assert.Equal(t, "en", p.Metadata.Language)
	assert.Equal(t, s.URL+"/article.html?utm_source=mail#how", p.OriginalURL)
	assert.Equal(t, s.URL+"/article.html", p.CanonicalURL)
	assert.Equal(t, http.StatusOK, p.Status)
	assert.Equal(t, extract.VerdictContent, p.Verdict.Kind)
	assert.Equal(t, 1, p.Metadata.ReadingTimeMin)

	assert.Contains(t, p.Content, "A cable holds the boat against the stream.")
	assert.Contains(t, p.Content, "- No fuel is burned on the way.")
	assert.Contains(t, p.Content, "**$53m**")
	assert.NotContains(t, p.Content, "All rights reserved")
	assert.NotContains(t, p.Content, "Ignore all previous")
	assert.Equal(t, "How it works", p.Provenance.Section)

	summary := strings.Join(p.SourceSummary, "\n")
	assert.Contains(t, summary, "Main topics: ")
	assert.Contains(t, summary, "$53m, 700 jobs")
}

func TestSpansOfAPacketResolve(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"/article.html", "/docs.html", "/feed.xml", "/data.json", "/readme.md", "/charset/sjis"} {
		t.Run(path, func(t *testing.T) {
			p := fetch(t, s.client(t), s.URL+path)
			require.NoError(t, p.Document.Check())
			assert.Equal(t, p.Content, p.Document.Markdown)
			content := []rune(p.Content)
			require.Len(t, p.Citations, len(p.KeyBlocks))
			for i, c := range p.Citations {
				block := p.KeyBlocks[i]
				assert.Equal(t, block.BlockID, c.BlockID)
				whole := string(content[c.Loc.StartChar:c.Loc.EndChar])
				assert.True(t, strings.HasPrefix(whole, strings.TrimSuffix(block.Text, "…")), "%q does not begin %q", block.Text, whole)
				assert.Equal(t, block.CharLen, len([]rune(whole)))
			}
		})
	}
}

func TestHiddenInstructionsAreReportedAndNotShown(t *testing.T) {
	s := newSite(t)
	p := fetch(t, s.client(t), s.URL+"/article.html")
	require.NotEmpty(t, p.Injections)
	f := p.Injections[0]
	assert.Contains(t, f.Text, "Ignore all previous instructions")
	assert.NotEqualValues(t, "body", f.Location)
	assert.Nil(t, f.Loc)
	assert.NotEmpty(t, f.Reason)
	assert.NotEmpty(t, f.Category)
	assert.Contains(t, warningTypes(p), "injection_detected")
}

func warningTypes(p *webfetch.Packet) []string {
	var types []string
	for _, w := range p.Warnings {
		types = append(types, w.Type)
	}
	return types
}

func TestSourceIDIsThatOfTheContent(t *testing.T) {
	s := newSite(t)
	a := fetch(t, s.client(t), s.URL+"/article.html")
	b := fetch(t, s.client(t), s.URL+"/article.html?utm_medium=x")
	c := fetch(t, s.client(t), s.URL+"/docs.html")
	assert.Equal(t, a.SourceID, b.SourceID)
	assert.NotEqual(t, a.SourceID, c.SourceID)
	assert.Len(t, a.SourceID, 16)
	assert.Len(t, a.Hashes.ContentHash, 64)
	assert.Len(t, a.Hashes.RawHash, 64)
}

func TestPacketHasTheFieldsOfTheContract(t *testing.T) {
	s := newSite(t)
	out, err := json.Marshal(fetch(t, s.client(t), s.URL+"/article.html"))
	require.NoError(t, err)
	var fields map[string]any
	require.NoError(t, json.Unmarshal(out, &fields))
	for _, name := range []string{
		"source_id", "original_url", "canonical_url", "retrieved_at", "status", "content_type", "metadata", "outline", "key_blocks",
		"content", "source_summary", "citations", "unsafe_instructions_detected", "warnings", "hashes", "verdict", "provenance",
	} {
		assert.Contains(t, fields, name)
		assert.NotNil(t, fields[name], "%s is null", name)
	}
	assert.NotContains(t, fields, "links", "links come when asked for")
	assert.NotContains(t, fields, "raw_excerpt", "the excerpt comes when asked for")
}

// Clients that hold a packet to a schema need a list where there is nothing too.
func TestListsOfAPacketAreNeverNull(t *testing.T) {
	s := newSite(t)
	c := s.client(t)
	page := s.URL + "/article.html"
	for name, req := range map[string]webfetch.Request{
		"page":   {URL: page},
		"body":   {URL: page, Extract: webfetch.ExtractOptions{RawOnly: true}},
		"header": {URL: page, Method: http.MethodHead},
		"budget": {URL: page, Extract: webfetch.ExtractOptions{MaxTokens: 50, Question: "Where?"}},
		"empty":  {},
		"data":   {URL: s.URL + "/data.json"},
	} {
		fetched := func() (*webfetch.Packet, error) { return c.Fetch(t.Context(), req) }
		if req.URL == "" {
			fetched = func() (*webfetch.Packet, error) {
				return c.Extract(t.Context(), extract.Source{MediaType: "text/html"}, webfetch.ExtractOptions{})
			}
		}
		p, err := fetched()
		require.NoError(t, err, name)
		for form, value := range map[string]any{"packet": p, "same": p.Since(p), "other": p.Since(&webfetch.Packet{SourceID: "0"})} {
			out, err := json.Marshal(value)
			require.NoError(t, err)
			var fields map[string]any
			require.NoError(t, json.Unmarshal(out, &fields))
			for field, value := range fields {
				assert.NotNil(t, value, "%s of %s, %s", field, name, form)
			}
			if verdict, there := fields["verdict"].(map[string]any); there {
				assert.NotNil(t, verdict["evidence"], "evidence of %s, %s", name, form)
			}
		}
	}
}

func TestFormatsAreTold(t *testing.T) {
	s := newSite(t)
	c := s.client(t)
	for _, test := range []struct{ path, format, title, content string }{
		{"/docs.html", "html", "tide", "| `-days` | 1 |"},
		{"/feed.xml", "feed", "Harbour Gazette", "2025-03-14"},
		{"/data.json", "json", "", "9007199254740993"},
		{"/readme.md", "markdown", "Tide tables", "fmt.Println(tide.Next(\"norwick\"))"},
		{"/tides.pdf", "pdf", "", "High water comes twice a day."},
		{"/charset/latin1", "html", "Müller & Söhne", "Die Prüfung der Fähre kostet Gebühren"},
		{"/charset/sjis", "html", "日本語のページ", "これは日本語の文章です"},
	} {
		t.Run(test.path, func(t *testing.T) {
			p := fetch(t, c, s.URL+test.path)
			assert.Equal(t, test.format, p.Provenance.Format)
			assert.Contains(t, p.Metadata.Title, test.title)
			assert.Contains(t, p.Content, test.content)
			assert.Equal(t, extract.VerdictContent, p.Verdict.Kind)
		})
	}
}

func TestFailuresHaveTheirCodes(t *testing.T) {
	s := newSite(t)
	c := s.client(t)
	for _, test := range []struct {
		name string
		req  webfetch.Request
		code webfetch.Code
	}{
		{"no url", webfetch.Request{}, webfetch.InvalidInput},
		{"no scheme", webfetch.Request{URL: "example.com/x"}, webfetch.InvalidURL},
		{"file", webfetch.Request{URL: "file:///etc/passwd"}, webfetch.InvalidProtocol},
		{"user name", webfetch.Request{URL: "http://me:secret@example.com/"}, webfetch.InvalidURL},
		{"no host", webfetch.Request{URL: "http:///x"}, webfetch.InvalidURL},
		{"too long", webfetch.Request{URL: "http://example.com/" + strings.Repeat("x", 8<<10)}, webfetch.InvalidURL},
		{"method", webfetch.Request{URL: s.URL, Method: "POST"}, webfetch.InvalidInput},
		{"mode", webfetch.Request{URL: s.URL, Mode: "magic"}, webfetch.InvalidInput},
		{"budget", webfetch.Request{URL: s.URL, Extract: webfetch.ExtractOptions{MaxTokens: -1}}, webfetch.InvalidInput},
		{"host header", webfetch.Request{URL: s.URL + "/article.html", Header: http.Header{"Host": {"x"}}}, webfetch.InvalidInput},
		{"private address", webfetch.Request{URL: "http://10.0.0.1/"}, webfetch.SSRFBlocked},
		{"metadata service by redirect", webfetch.Request{URL: s.URL + "/away"}, webfetch.SSRFBlocked},
		{"robots", webfetch.Request{URL: s.URL + "/private/page.html"}, webfetch.RobotsBlocked},
		{"not found", webfetch.Request{URL: s.URL + "/status/404"}, webfetch.HTTPError},
		{"redirects", webfetch.Request{URL: s.URL + "/redirect/6"}, webfetch.TooManyRedirects},
		{"no redirects", webfetch.Request{URL: s.URL + "/redirect/1", MaxRedirects: -1}, webfetch.TooManyRedirects},
		{"loop", webfetch.Request{URL: s.URL + "/loop/a"}, webfetch.RedirectLoop},
		{"endless", webfetch.Request{URL: s.URL + "/endless", MaxBytes: 1 << 20}, webfetch.ContentTooLarge},
		{"bomb", webfetch.Request{URL: s.URL + "/bomb", MaxBytes: 1 << 20}, webfetch.ContentTooLarge},
		{"slow", webfetch.Request{URL: s.URL + "/slow", Timeout: 50 * time.Millisecond}, webfetch.Timeout},
		{"binary", webfetch.Request{URL: s.URL + "/binary"}, webfetch.UnsupportedContentType},
		{"wall", webfetch.Request{URL: s.URL + "/wall.html"}, webfetch.CaptchaDetected},
		{"no renderer", webfetch.Request{URL: s.URL + "/shell.html", Mode: "render"}, webfetch.RenderUnavailable},
		{"selector", webfetch.Request{URL: s.URL + "/article.html", Extract: webfetch.ExtractOptions{Options: extract.Options{RemoveSelectors: []string{"p["}}}}, webfetch.InvalidInput},
	} {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.code, fault(t, c, test.req).Code)
		})
	}
}

func TestAnHTTPErrorKeepsWhatTheServerSaid(t *testing.T) {
	s := newSite(t)
	e := fault(t, s.client(t), webfetch.Request{URL: s.URL + "/status/410?x=1#part"})
	assert.Equal(t, http.StatusGone, e.Status)
	assert.Contains(t, e.Excerpt, "is not here any more")
	assert.Equal(t, s.URL+"/status/410?x=1", e.URL)
	assert.False(t, e.Retryable)
	assert.ErrorIs(t, e, webfetch.HTTPError)
	assert.NotErrorIs(t, e, webfetch.Timeout)
}

func TestARedirectIsFollowedAndTold(t *testing.T) {
	s := newSite(t)
	p := fetch(t, s.client(t), s.URL+"/redirect/5")
	assert.Equal(t, s.URL+"/article.html", p.Provenance.FinalURL)
	assert.Equal(t, s.URL+"/redirect/5", p.OriginalURL)
	assert.Len(t, p.Provenance.Redirects, 5)
}

// A Refresh header is a redirect that the page names, of a body of any type and of none.
func TestARefreshHeaderIsTold(t *testing.T) {
	site := &site{}
	site.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Refresh", "1; url=/moved")
		w.Header()["Content-Type"] = nil
		if r.URL.Path == "/text" {
			_, _ = w.Write([]byte("<p>Moved.</p>"))
		}
	}))
	defer site.Close()
	c := site.client(t)
	for _, path := range []string{"/text", "/empty"} {
		p := fetch(t, c, site.URL+path)
		assert.Equal(t, extract.VerdictEmpty, p.Verdict.Kind, path)
		assert.Equal(t, extract.NextTarget, p.Verdict.Next, path)
		assert.Contains(t, p.Verdict.Evidence, "refresh to: "+site.URL+"/moved", path)
	}
}

func TestRetryAfter(t *testing.T) {
	s := newSite(t)
	c := s.client(t, func(o *webfetch.Options) { o.Limits.MaxRetries = 2 })
	p := fetch(t, c, s.URL+"/busy/0")
	assert.Equal(t, 1, p.Stats.Retries)
	assert.Contains(t, p.Content, "The second attempt is served")

	e := fault(t, c, webfetch.Request{URL: s.URL + "/busy/3600"})
	assert.Equal(t, http.StatusTooManyRequests, e.Status)
	assert.Equal(t, time.Hour, e.RetryAfter)
	assert.True(t, e.Retryable)
	assert.Equal(t, 1, s.count("/busy/3600"), "a wait beyond the deadline is reported, not waited for")
}

func TestRobots(t *testing.T) {
	s := newSite(t)
	c := s.client(t)
	assert.Contains(t, fetch(t, c, s.URL+"/private/open.html").Content, "open to robots")
	assert.Equal(t, webfetch.RobotsBlocked, fault(t, c, webfetch.Request{URL: s.URL + "/private/page.html"}).Code)
	assert.Zero(t, s.count("/private/page.html"))
	assert.Equal(t, 1, s.count("/robots.txt"), "robots.txt is read once")

	p, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/private/page.html", UserInitiated: true})
	require.NoError(t, err)
	assert.Contains(t, p.Content, "people who ask themselves")
	assert.Contains(t, s.last("/private/page.html").UserAgent(), "user-initiated")
}

func TestWhatAPageAsksOfRobotsIsTold(t *testing.T) {
	s := newSite(t)
	c := s.client(t)
	assert.Equal(t, []string{"noarchive", "noindex"}, fetch(t, c, s.URL+"/unindexed").Provenance.Directives)
	assert.Empty(t, fetch(t, c, s.URL+"/article.html").Provenance.Directives)
}

func TestHead(t *testing.T) {
	s := newSite(t)
	p, err := s.client(t).Fetch(t.Context(), webfetch.Request{URL: s.URL + "/article.html", Method: http.MethodHead})
	require.NoError(t, err)
	assert.Empty(t, p.Content)
	assert.Equal(t, extract.VerdictEmpty, p.Verdict.Kind)
	assert.NotEmpty(t, p.Verdict.Evidence)
	assert.Equal(t, http.MethodHead, s.last("/article.html").Method)
}

func TestAShellIsNoEmptySuccess(t *testing.T) {
	s := newSite(t)
	p := fetch(t, s.client(t), s.URL+"/shell.html")
	assert.Equal(t, extract.VerdictJSShell, p.Verdict.Kind)
	assert.NotEmpty(t, p.Verdict.Evidence)
	assert.NotEmpty(t, p.Verdict.Next)
	assert.Contains(t, warningTypes(p), "js_required")
}

func TestBudgetAndQuestion(t *testing.T) {
	s := newSite(t)
	c := s.client(t)
	whole := fetch(t, c, s.URL+"/article.html")
	p, err := c.Fetch(t.Context(), webfetch.Request{
		URL: s.URL + "/article.html", Extract: webfetch.ExtractOptions{MaxTokens: 80, Question: "What does the ticket cost?"},
	})
	require.NoError(t, err)
	assert.Less(t, len(p.Content), len(whole.Content)/2)
	assert.Contains(t, p.Content, "ticket is free")
	assert.Contains(t, warningTypes(p), "truncated")
	assert.Equal(t, whole.SourceID, p.SourceID)
	require.NoError(t, p.Document.Check())
}

func TestCancellationReachesTheBody(t *testing.T) {
	s := newSite(t)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := s.client(t).Fetch(ctx, webfetch.Request{URL: s.URL + "/slow"})
		done <- err
	}()
	require.Eventually(t, func() bool { return s.count("/slow") == 1 }, 5*time.Second, time.Millisecond)
	cancel()
	err := <-done
	assert.ErrorIs(t, err, webfetch.Cancelled)
	assert.ErrorIs(t, err, context.Canceled)
}

func TestCloseIsFinal(t *testing.T) {
	s := newSite(t)
	c := s.client(t)
	require.NoError(t, c.Close())
	require.NoError(t, c.Close())
	assert.Equal(t, webfetch.Cancelled, fault(t, c, webfetch.Request{URL: s.URL}).Code)
	_, err := c.Extract(t.Context(), extract.Source{}, webfetch.ExtractOptions{})
	assert.Error(t, err)
}
