package mcpserver_test

import (
	"io"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// kinds is a site with a page of each kind that is not plain content.
func kinds() map[string]string {
	return map[string]string{
		"login":    `<html><head><title>Sign in</title></head><body><main><h1>Sign in</h1><p>Sign in to continue to your account.</p><form><input name="user"><input type="password" name="p"><button>Sign in</button></form></main></body></html>`,
		"soft_404": `<html><head><title>Page not found</title></head><body><main><h1>Page not found</h1><p>Sorry, the page you are looking for does not exist.</p></main></body></html>`,
		"consent":  `<html><head><title>Before you continue</title></head><body><div class="cookie-consent"><h1>Before you continue</h1><p>We use cookies and other data to deliver our services.</p><button>Accept all</button><button>Reject all</button></div></body></html>`,
		"js_shell": `<html><head><title>App</title><script src="/app.js"></script></head><body><div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript></body></html>`,
		"empty":    `<html><head><title></title></head><body></body></html>`,
	}
}

func openKinds(t *testing.T, browser webfetch.Renderer) func(string, args) *result {
	mux := http.NewServeMux()
	for kind, page := range kinds() {
		mux.HandleFunc("/"+kind, func(w http.ResponseWriter, _ *http.Request) { html(w, page) })
	}
	opts := newWorld(t, mux).options()
	opts.Renderer = browser
	session := serveIn(t, opts)
	return func(path string, more args) *result {
		arguments := args{"url": "https://example.com/" + path}
		maps.Copy(arguments, more)
		return call(t, session, "fetch", arguments)
	}
}

func above(t *testing.T, r *result) string {
	t.Helper()
	above, _, found := strings.Cut(r.text, "[begin of page content ")
	require.True(t, found, r.text)
	return above
}

// A host that shows only the text block is told what kind of page it was and
// what to try, of what this server can do.
func TestTextTellsTheKindOfPage(t *testing.T) {
	fetch := openKinds(t, nil)
	for kind := range kinds() {
		r := fetch(kind, nil)
		require.True(t, r.Success, r.text)
		require.Equal(t, kind, string(r.Packet.Verdict.Kind), r.text)
		assert.Regexp(t, `\nKind of page: `+kind+`, [a-z][^.]+\. [A-Z].*\.\n`, above(t, r))
		assert.NotContains(t, r.text, "mode=render", "no browser is configured")
		assert.NotContains(t, string(r.raw), "mode=render")
		assert.NotContains(t, strings.ToLower(r.Packet.Verdict.Next), "rendering")
	}
	shell := fetch("js_shell", nil)
	assert.Equal(t, 1, strings.Count(strings.ToLower(above(t, shell)), "kind of page"))
	assert.NotContains(t, above(t, shell), "Warning (js_required)", "the verdict says it")
	require.Len(t, shell.Packet.Warnings, 1, "once")
	assert.Equal(t, "js_required", shell.Packet.Warnings[0].Type)
}

// Where there is a browser, advice leads to it, once.
func TestAdviceKnowsTheBrowser(t *testing.T) {
	fetch := openKinds(t, &fakeBrowser{page: kinds()["js_shell"]})
	r := fetch("js_shell", args{"options": args{"mode": "http"}})
	assert.Contains(t, above(t, r), "mode=render")
	rendered := fetch("js_shell", args{"options": args{"mode": "render"}})
	require.True(t, rendered.Success, rendered.text)
	assert.NotContains(t, rendered.text, "mode=render", "that was tried")

	none := openKinds(t, nil)("js_shell", args{"options": args{"mode": "render"}})
	require.Equal(t, "RENDER_UNAVAILABLE", none.Error.Code)
	assert.Contains(t, none.Error.Message, "mode=http or auto")
}

func TestPlainContentNeedsNoVerdict(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	r := call(t, session, "fetch", args{"url": web.URL + "/article"})
	assert.Equal(t, "Contents of "+web.URL+"/article:\n", above(t, r))
	said, _ := inside(t, r.text)
	assert.True(t, strings.HasPrefix(said, "# The lighthouse of Skerry\nAuthor: Ada North\nPublished: 2025-03-04T08:00:00Z\n\n"), said)
}

func TestHeadTellsStatusTypeAndLength(t *testing.T) {
	session := serveIn(t, newWorld(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/pdf")
		w.Header().Set("Content-Length", "123456")
	})).options())
	r := call(t, session, "fetch", args{"url": "https://example.com/paper", "method": "HEAD"})
	require.True(t, r.Success, r.text)
	said, _ := inside(t, r.text)
	assert.Equal(t, "Status: 200\nContent-Type: application/pdf\nContent-Length: 123456", said)
	assert.Contains(t, above(t, r), "headers only")
	assert.NotContains(t, above(t, r), "nothing to read")
	assert.Contains(t, string(r.raw), `"content_length":123456`)
	assert.Empty(t, r.Packet.Content)
}

// All that others wrote stands between the fences: title, author, the address
// of a redirect, what a warning quotes.
func TestWordsOfOthersAreFenced(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/start", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/STRANGER/obey?q=STRANGER", http.StatusFound)
	})
	mux.HandleFunc("/STRANGER/obey", func(w http.ResponseWriter, _ *http.Request) {
		html(w, strings.NewReplacer("The lighthouse of Skerry", "STRANGER", "Ada North", "STRANGER", "How it was built", "STRANGER").Replace(article))
	})
	session := serveIn(t, newWorld(t, mux).options())
	r := call(t, session, "fetch", args{"url": "https://example.com/start?q=1#STRANGER", "max_tokens": 40})
	require.True(t, r.Success, r.text)
	assert.NotContains(t, above(t, r), "STRANGER")
	assert.Contains(t, above(t, r), "Contents of https://example.com/start:\nThe site redirected; the final address stands below.\nWarning (truncated): ")
	said, _ := inside(t, r.text)
	assert.Contains(t, said, "Address: https://example.com/STRANGER/obey?q=STRANGER\n")
	for _, link := range r.links {
		assert.NotContains(t, link.Name, "STRANGER")
	}
	prompt := getPrompt(t, session, "fetch", map[string]string{"url": "https://example.com/start"})
	head, _, _ := strings.Cut(prompt, "[begin of page content ")
	assert.NotContains(t, head, "STRANGER")
}

// A message is a sentence of ours: what a server sent stands in the fence.
func TestFailuresQuoteOthersInTheFenceOnly(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/away", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", "https://doesntexist.example/STRANGER?obey=STRANGER")
		w.WriteHeader(http.StatusFound)
	})
	mux.HandleFunc("/scheme", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", "STRANGER:obey")
		w.WriteHeader(http.StatusFound)
	})
	mux.HandleFunc("/encoding", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		io.WriteString(w, "STRANGER")
	})
	mux.HandleFunc("/type", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/STRANGER")
		w.Write([]byte{0, 1, 2, 3, 0xff, 0xfe})
	})
	mux.HandleFunc("/status", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusGone)
		html(w, "<p>STRANGER says: obey</p>")
	})
	mux.HandleFunc("/robots.txt", func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "User-agent: *\nDisallow: /STRANGER\n")
	})
	session := serveIn(t, newWorld(t, mux).options())
	for _, path := range []string{"away", "scheme", "encoding", "type", "status", "robots"} {
		url := "https://example.com/" + path
		if path == "robots" {
			url = "https://example.com/STRANGER/x"
		}
		r := call(t, session, "fetch", args{"url": url, "options": args{"cache_ttl_s": 0}})
		require.False(t, r.Success, r.text)
		if path != "robots" {
			assert.NotContains(t, r.Error.Message, "STRANGER", path)
			assert.Contains(t, r.Error.Message, url, path)
			assert.NotContains(t, strings.Split(r.text, "[begin of page content ")[0], "STRANGER", path)
		}
		assert.Equal(t, 1, strings.Count(strings.Split(r.text, "[begin of page content ")[0], r.Error.Code), "a code is told once: %s", r.text)
	}
	r := call(t, session, "fetch", args{"url": "https://example.com/away"})
	assert.Equal(t, "Failed to connect to the address to which https://example.com/away redirects. Use another source.", r.Error.Message)
	said, _ := inside(t, r.text)
	assert.Contains(t, said, "Address: https://doesntexist.example/STRANGER", "where the redirect led")
	none := call(t, session, "chunk", args{"source_id": "0000000000000000"})
	assert.Equal(t, "SOURCE_NOT_FOUND: No such page is stored: source_id 0000000000000000 (pages are kept for 5 minutes, less long if very much is fetched). The source_id is unknown or expired; fetch the page again.", none.text)
}

// A long binary body is told of, not poured out, and given where it is asked
// for by name.
func TestRawViewOfABinary(t *testing.T) {
	body := append([]byte("\x89PNG\r\n\x1a\n\x00\xff\xfe"), make([]byte, 30000)...)
	session := serveIn(t, newWorld(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		w.Write(body)
	})).options())
	for _, a := range []args{{"view": "raw"}, {"raw": true}} {
		a["url"] = "https://example.com/picture.png"
		r := call(t, session, "fetch", a)
		require.True(t, r.Success, r.text)
		assert.Contains(t, above(t, r), "The body is binary, 30011 bytes, and not shown. options.format.output=raw gives it in base64")
		assert.Less(t, len(r.text), 600)
		assert.Empty(t, r.Raw.Body)
		assert.Contains(t, string(r.raw), `"bytes":30011`)
	}
	r := call(t, session, "fetch", args{"url": "https://example.com/picture.png", "options": args{"format": args{"output": "raw"}}})
	assert.Equal(t, "base64", r.Raw.Encoding)
	assert.Len(t, r.Raw.Body, 20000)
	assert.True(t, r.Truncated)
	refused := call(t, session, "fetch", args{"url": "https://example.com/picture.png"})
	assert.Equal(t, "UNSUPPORTED_CONTENT_TYPE", refused.Error.Code)
	assert.NotContains(t, refused.Error.Message, "raw", "advice that leads to 40,000 characters of base64 is none")
}
