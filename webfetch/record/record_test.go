package record_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/record"
	"github.com/webfetch-mcp/webfetch-go/webfetch/record/internal/warc"
)

var update = flag.Bool("update", false, "write the files of testdata")

// TestHarbour keeps the cassette of the examples what it was made as.
func TestHarbour(t *testing.T) {
	const name = "testdata/harbour.warc"
	if *update {
		var file bytes.Buffer
		w := warc.NewPlainWriter(&file)
		when := time.Date(2026, 5, 4, 8, 0, 0, 0, time.UTC)
		require.NoError(t, w.Info(warc.Header{{Name: "software", Value: "webfetch-go"}, {Name: "format", Value: "WARC File Format 1.1"}}))
		for _, x := range []warc.Exchange{
			{URL: "https://harbour.example/robots.txt", Status: 404},
			{URL: "https://harbour.example/tides", Status: 200, Body: []byte("<!doctype html><title>Tides of the sound</title>\n<main><h1>Tides</h1>\n<p>High water at Norwick is at 06:12 and at 18:40.</p></main>\n")},
			{URL: "https://harbour.example/tides?key=REDACTED", Status: 200, Body: []byte("of a customer")},
		} {
			x.Time, x.Address, x.Header = when, "192.0.2.7", http.Header{"Content-Type": {"text/html; charset=utf-8"}}
			require.NoError(t, w.Exchange(&x))
		}
		require.NoError(t, os.WriteFile(name, file.Bytes(), 0o600))
	}
	cassette, err := record.Open(name, record.Options{})
	require.NoError(t, err)
	client := &http.Client{Transport: cassette.Transport(nil)}
	for address, want := range map[string]int{"robots.txt": 404, "tides": 200, "tides?key=secret": 200} {
		status, _ := get(t, client, "https://harbour.example/"+address)
		assert.Equal(t, want, status, address)
	}
	require.NoError(t, cassette.Close())
	require.NoError(t, cassette.Close(), "more than once")
}

// tape opens cassettes of one file.
type tape struct {
	t    *testing.T
	path string
	opts record.Options
}

func newTape(t *testing.T) *tape { return &tape{t: t, path: filepath.Join(t.TempDir(), "run.warc.gz")} }

// with runs a client of net/http with the cassette between it and next.
func (c *tape) with(mode record.Mode, next http.RoundTripper, run func(*http.Client)) {
	c.t.Helper()
	opts := c.opts
	opts.Mode = mode
	cassette, err := record.Open(c.path, opts)
	require.NoError(c.t, err)
	run(&http.Client{Transport: cassette.Transport(next), CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }})
	require.NoError(c.t, cassette.Close())
}

// file is what the cassette holds, unpacked.
func (c *tape) file() string {
	f, err := os.Open(c.path)
	require.NoError(c.t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(c.t, err)
	all, err := io.ReadAll(z)
	require.NoError(c.t, err)
	return string(all)
}

// wire keeps a body encoded, as it came.
func wire() *http.Transport { return &http.Transport{DisableCompression: true} }

func get(t *testing.T, c *http.Client, address string, header ...string) (status int, body string) {
	t.Helper()
	resp, body := exchange(t, c, http.MethodGet, address, "", header...)
	return resp.StatusCode, body
}

func exchange(t *testing.T, c *http.Client, method, address, sent string, header ...string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequest(method, address, strings.NewReader(sent))
	require.NoError(t, err)
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Add(header[i], header[i+1])
	}
	resp, err := c.Do(req)
	require.NoError(t, err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp, string(body)
}

func TestReplayIsWhatWasRecorded(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	_, _ = io.WriteString(z, strings.Repeat("tide ", 1000))
	_ = z.Close()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/gzip":
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(zipped.Bytes())
		case "/chunked":
			for range 3 {
				_, _ = io.WriteString(w, "piece ")
				w.(http.Flusher).Flush()
			}
		case "/redirect":
			http.Redirect(w, r, "/gzip", http.StatusFound)
		case "/empty":
			w.WriteHeader(http.StatusNoContent)
		case "/unchanged":
			w.WriteHeader(http.StatusNotModified)
		case "/echo":
			_, _ = io.Copy(w, r.Body)
		default:
			http.Error(w, "busy", http.StatusServiceUnavailable)
		}
	}))
	c := newTape(t)
	type answer struct {
		status   int
		header   http.Header
		length   int64
		encoding []string
		body     string
	}
	ask := func(client *http.Client) (all []answer) {
		for _, r := range []struct{ method, path, sent string }{
			{"GET", "/gzip", ""}, {"GET", "/chunked", ""}, {"GET", "/redirect", ""}, {"GET", "/empty", ""}, {"GET", "/unchanged", ""},
			{"HEAD", "/gzip", ""}, {"GET", "/other", ""}, {"POST", "/echo", "one"}, {"POST", "/echo", "two"},
		} {
			resp, body := exchange(t, client, r.method, site.URL+r.path, r.sent)
			if r.path == "/chunked" {
				resp.ContentLength, resp.TransferEncoding = 0, nil // the file has no transfer coding
			}
			all = append(all, answer{resp.StatusCode, resp.Header, max(resp.ContentLength, 0), resp.TransferEncoding, body})
		}
		return all
	}
	var first, second []answer
	c.with(record.Record, wire(), func(client *http.Client) { first = ask(client) })
	site.Close()
	c.with(record.Replay, nil, func(client *http.Client) { second = ask(client) })
	assert.Equal(t, first, second)
	assert.Equal(t, zipped.String(), second[0].body, "content encoding is kept")
	assert.Contains(t, c.file(), "WARC-IP-Address: 127.0.0.1\r\n")
	assert.Contains(t, c.file(), "WARC-Protocol: http/1.1\r\n")
}

func TestSecretsDoNotReachTheFile(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Set-Cookie", "session=hush1")
		w.Header().Set("Link", `</next?page=2&api_key=hush2>; rel="next"`)
		w.Header().Set("Location", "https://bob:hush3@example.org/a?X-Amz-Signature=hush4&page=7")
		w.WriteHeader(http.StatusFound)
	}))
	defer site.Close()
	c := newTape(t)
	c.opts.Redact = record.Redaction{
		Names: []string{"x-customer", "account"}, Keep: []string{"code"},
		Body: func(_ http.Header, body []byte) []byte {
			return bytes.ReplaceAll(body, []byte("hush12"), []byte("***"))
		},
	}
	address := site.URL + "/?token=hush5&page=3&%61ccount=hush6&code=kept&flag&key="
	header := []string{"Authorization", "Bearer hush7", "Cookie", "a=hush8", "Proxy-Authorization", "Basic hush9", "X-Customer", "hush10",
		"Referer", "https://example.org/?sig=hush11&x=y"}
	c.with(record.Record, wire(), func(client *http.Client) { exchange(t, client, "POST", address, "hush12", header...) })
	file := c.file()
	assert.NotContains(t, file, "hush")
	for _, kept := range []string{"code=kept", "flag&key=", "page=3", "page=2", "page=7", "x=y", "Authorization: REDACTED", "https://REDACTED@example.org/a?X-Amz-Signature=REDACTED&page=7"} {
		assert.Contains(t, file, kept)
	}
	c.with(record.Replay, nil, func(client *http.Client) {
		other := strings.NewReplacer("hush5", "another", "hush6", "secret").Replace(address)
		resp, _ := exchange(t, client, "POST", other, "hush12", "Authorization", "Bearer other")
		assert.Equal(t, http.StatusFound, resp.StatusCode)
	})
}

func TestMatching(t *testing.T) {
	n := 0
	next := func(vary string) http.RoundTripper {
		return respond(func(r *http.Request) *http.Response {
			n++
			return &http.Response{StatusCode: 200, Header: http.Header{"Vary": {vary}}, Body: io.NopCloser(strings.NewReader(fmt.Sprint(n)))}
		})
	}
	const page = "https://example.org/a?b=c"
	for _, tt := range []struct {
		name, vary    string
		first, second []string
		differs       string
	}{
		{"the same", "Accept-Language", []string{"Accept-Language", "de"}, []string{"Accept-Language", "de"}, ""},
		{"another language", "Accept-Language", []string{"Accept-Language", "de"}, []string{"Accept-Language", "en"}, "Accept-Language"},
		{"no language", "Accept-Encoding, accept-language", []string{"Accept-Language", "de"}, nil, "Accept-Language"},
		{"a field that decides nothing", "Accept", []string{"X-Trace", "1"}, []string{"X-Trace", "2"}, ""},
		{"white space", "Accept", []string{"Accept", "a,  b"}, []string{"Accept", "a,b"}, ""},
		{"a range", "", []string{"Range", "bytes=0-9"}, nil, "Range"},
		{"a condition", "", nil, []string{"If-None-Match", `"x"`}, "If-None-Match"},
		{"anything", "*", nil, nil, ""},
		{"another program", "User-Agent", []string{"User-Agent", "a/1"}, []string{"User-Agent", "a/2"}, ""},
		{"other credentials", "Authorization", []string{"Authorization", "a"}, []string{"Authorization", "b"}, ""},
		{"no credentials", "Authorization", []string{"Authorization", "a"}, nil, "Authorization"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := newTape(t)
			c.with(record.Record, next(tt.vary), func(client *http.Client) { get(t, client, page, tt.first...) })
			c.with(record.Replay, nil, func(client *http.Client) {
				req, _ := http.NewRequest("GET", page, nil)
				for i := 0; i+1 < len(tt.second); i += 2 {
					req.Header.Add(tt.second[i], tt.second[i+1])
				}
				resp, err := client.Do(req)
				if tt.differs == "" {
					require.NoError(t, err)
					require.NoError(t, resp.Body.Close())
					return
				}
				var miss *record.MissError
				require.ErrorAs(t, err, &miss)
				assert.Equal(t, &record.MissError{Method: "GET", URL: page, Differs: tt.differs}, miss)
				assert.False(t, miss.Retryable())
			})
		})
	}
}

// respond is a function as a transport.
type respond func(*http.Request) *http.Response

func (f respond) RoundTrip(r *http.Request) (*http.Response, error) { return f(r), nil }

func TestMissesNameTheRequestWithoutItsSecrets(t *testing.T) {
	c := newTape(t)
	c.with(record.Record, nil, func(*http.Client) {})
	c.with(record.Replay, respond(func(*http.Request) *http.Response { t.Error("the network was asked"); return nil }), func(client *http.Client) {
		_, err := client.Post("https://example.org/?token=hush", "", strings.NewReader("x"))
		var miss *record.MissError
		require.ErrorAs(t, err, &miss)
		assert.EqualError(t, miss, "record: no recording of POST https://example.org/?token=REDACTED")
	})
}

func TestRepeatedRequestsAreGivenInOrder(t *testing.T) {
	n := 0
	next := respond(func(*http.Request) *http.Response {
		n++
		return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(fmt.Sprint("answer ", n)))}
	})
	c := newTape(t)
	c.with(record.Record, next, func(client *http.Client) {
		get(t, client, "https://example.org/")
		get(t, client, "https://example.org/")
	})
	c.with(record.Append, next, func(client *http.Client) { get(t, client, "https://example.org/") })
	var got []string
	c.with(record.ReplayOrRecord, next, func(client *http.Client) {
		for range 4 {
			_, body := get(t, client, "https://example.org/")
			got = append(got, body)
		}
		_, body := get(t, client, "https://example.org/new")
		again, _ := get(t, client, "https://example.org/new")
		assert.Equal(t, "answer 4", body, "asked of the network")
		assert.Equal(t, 200, again)
	})
	assert.Equal(t, []string{"answer 1", "answer 2", "answer 3", "answer 3"}, got)
	assert.Equal(t, 4, n, "what was recorded is not asked again")
	c.with(record.Replay, nil, func(client *http.Client) {
		_, body := get(t, client, "https://example.org/new")
		assert.Equal(t, "answer 4", body)
	})
	c.with(record.Record, next, func(*http.Client) {})
	assert.NotContains(t, c.file(), "answer", "record begins anew")
}

func TestARepeatedBodyIsReplayedFromItsFirstRecord(t *testing.T) {
	body := strings.Repeat("the same ", 500)
	next := respond(func(r *http.Request) *http.Response {
		return &http.Response{StatusCode: 200, Header: http.Header{"X-Path": {r.URL.Path}, "Content-Length": {fmt.Sprint(len(body))}}, Body: io.NopCloser(strings.NewReader(body))}
	})
	c := newTape(t)
	c.with(record.Record, next, func(client *http.Client) {
		for _, path := range []string{"/a", "/b", "/c"} {
			get(t, client, "https://example.org"+path)
		}
	})
	assert.Equal(t, 1, strings.Count(c.file(), body))
	c.with(record.Replay, nil, func(client *http.Client) {
		for _, path := range []string{"/c", "/b", "/a"} {
			resp, got := exchange(t, client, "GET", "https://example.org"+path, "")
			assert.Equal(t, body, got)
			assert.Equal(t, path, resp.Header.Get("X-Path"))
			assert.EqualValues(t, len(body), resp.ContentLength)
		}
	})
}

func TestABodyIsBounded(t *testing.T) {
	for name, tt := range map[string]struct {
		size int
		err  error
	}{
		"at the limit": {100, nil},
		"one over":     {101, io.ErrUnexpectedEOF},
	} {
		t.Run(name, func(t *testing.T) {
			body := strings.Repeat("x", tt.size)
			c := newTape(t)
			c.opts.MaxBytes = 100
			c.with(record.Record, respond(func(*http.Request) *http.Response {
				return &http.Response{StatusCode: 200, Header: http.Header{}, ContentLength: -1, Body: io.NopCloser(strings.NewReader(body))}
			}), func(client *http.Client) {
				_, got := get(t, client, "https://example.org/")
				assert.Equal(t, body, got, "all of it is passed on")
				_, err := client.Post("https://example.org/", "", strings.NewReader(body))
				assert.Equal(t, tt.err != nil, err != nil)
			})
			c.with(record.Replay, nil, func(client *http.Client) {
				resp, err := client.Get("https://example.org/")
				require.NoError(t, err)
				defer resp.Body.Close()
				got, err := io.ReadAll(resp.Body)
				assert.Equal(t, body[:100], string(got))
				assert.ErrorIs(t, err, tt.err)
			})
		})
	}
}

func TestABodyThatWasNotReadToItsEndHasNone(t *testing.T) {
	c := newTape(t)
	next := respond(func(r *http.Request) *http.Response {
		length := int64(-1)
		if r.URL.Path == "/announced" {
			length = 4
		}
		return &http.Response{StatusCode: 200, Header: http.Header{}, ContentLength: length, Body: io.NopCloser(strings.NewReader("some of it"))}
	})
	c.with(record.Record, next, func(client *http.Client) {
		for _, path := range []string{"/", "/announced"} {
			resp, err := client.Get("https://example.org" + path)
			require.NoError(t, err)
			_, err = io.ReadFull(resp.Body, make([]byte, 4))
			require.NoError(t, err)
			require.NoError(t, resp.Body.Close())
			require.NoError(t, resp.Body.Close())
		}
	})
	c.with(record.Replay, nil, func(client *http.Client) {
		resp, err := client.Get("https://example.org/")
		require.NoError(t, err)
		body, err := io.ReadAll(resp.Body)
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		assert.Equal(t, "some", string(body))
		_, whole := get(t, client, "https://example.org/announced")
		assert.Equal(t, "some", whole)
	})
}

func TestConcurrentUse(t *testing.T) {
	var n atomic.Int64
	next := respond(func(r *http.Request) *http.Response {
		n.Add(1)
		return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(r.URL.Path))}
	})
	c := newTape(t)
	ask := func(client *http.Client) {
		var running sync.WaitGroup
		for i := range 8 {
			running.Go(func() {
				for k := range 20 {
					path := fmt.Sprintf("/%d/%d", i, k)
					_, body := get(t, client, "https://example.org"+path)
					assert.Equal(t, path, body)
				}
			})
		}
		running.Wait()
	}
	c.with(record.ReplayOrRecord, next, ask)
	c.with(record.ReplayOrRecord, next, ask)
	assert.EqualValues(t, 160, n.Load())
}

func TestOpenAndItsOptions(t *testing.T) {
	dir := t.TempDir()
	_, err := record.Open(filepath.Join(dir, "none"), record.Options{})
	require.ErrorIs(t, err, os.ErrNotExist)
	text := filepath.Join(dir, "text")
	require.NoError(t, os.WriteFile(text, []byte("something of the user's\r\n\r\n"), 0o600))
	for _, mode := range []record.Mode{record.Replay, record.Append, record.ReplayOrRecord} {
		_, err = record.Open(text, record.Options{Mode: mode})
		require.ErrorIs(t, err, warc.ErrFormat, mode)
	}
	_, err = record.Open(text, record.Options{Mode: "rewind"})
	require.ErrorContains(t, err, "rewind")
	_, err = record.Open(text, record.Options{MaxBytes: -1})
	require.Error(t, err)
	_, err = record.Read(strings.NewReader(""), record.Options{Mode: record.Record})
	require.Error(t, err)

	data, err := os.ReadFile("testdata/harbour.warc")
	require.NoError(t, err)
	cassette, err := record.Read(bytes.NewReader(data), record.Options{})
	require.NoError(t, err)
	client := &http.Client{Transport: cassette.Transport(nil)}
	status, _ := get(t, client, "https://harbour.example/robots.txt#part")
	assert.Equal(t, 404, status)
	require.NoError(t, cassette.Close())
	_, err = client.Get("https://harbour.example/robots.txt")
	require.Error(t, err, "after Close")
}

// TestFilesOfOtherPrograms reads what wget and warcio.js write: requests before or
// after responses, transfer coding kept, revisits of their kinds.
func TestFilesOfOtherPrograms(t *testing.T) {
	for _, name := range []string{"wget.warc.gz", "warcio.warc.gz"} {
		t.Run(name, func(t *testing.T) {
			cassette, err := record.Open(filepath.Join("testdata", name), record.Options{})
			require.NoError(t, err)
			defer cassette.Close()
			client := &http.Client{Transport: cassette.Transport(nil)}
			for _, path := range []string{"/plain", "/chunked", "/again"} {
				status, body := get(t, client, "http://127.0.0.1:8765"+path)
				assert.Equal(t, 200, status, path)
				assert.Equal(t, strings.Repeat("piece of the page\n", 20), body, path)
			}
		})
	}
}

func TestAClientReplaysUnderItsPolicy(t *testing.T) {
	cassette, err := record.Open("testdata/harbour.warc", record.Options{})
	require.NoError(t, err)
	defer cassette.Close()
	for name, tt := range map[string]struct {
		opts webfetch.Options
		url  string
		code webfetch.Code
		miss bool
	}{
		"a private address": {webfetch.Options{}, "http://10.0.0.1/", webfetch.SSRFBlocked, false},
		"no robots.txt":     {webfetch.Options{}, "https://other.example/", webfetch.ConnectionFailed, true},
		"a miss":            {webfetch.Options{}, "https://harbour.example/none", webfetch.ConnectionFailed, true},
	} {
		t.Run(name, func(t *testing.T) {
			tt.opts.Hooks.WrapTransport, tt.opts.Limits.RatePerHost = cassette.Transport, -1
			client, err := webfetch.New(tt.opts)
			require.NoError(t, err)
			defer client.Close()
			for range 8 { // no breaker opens
				_, err = client.Fetch(t.Context(), webfetch.Request{URL: tt.url})
				var e *webfetch.Error
				require.ErrorAs(t, err, &e)
				assert.Equal(t, tt.code, e.Code)
				var miss *record.MissError
				assert.Equal(t, tt.miss, errors.As(err, &miss), "%v", err)
				assert.Zero(t, e.Retries)
				assert.False(t, e.Retryable)
			}
		})
	}
}

// FuzzRead replays whatever a file holds.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"harbour.warc", "wget.warc.gz", "warcio.warc.gz"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		require.NoError(f, err)
		f.Add(data)
		if r, err := gzip.NewReader(bytes.NewReader(data)); err == nil {
			plain, err := io.ReadAll(r)
			require.NoError(f, err)
			f.Add(plain)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		cassette, err := record.Read(bytes.NewReader(data), record.Options{})
		if err != nil {
			return
		}
		transport := cassette.Transport(nil)
		asked := []string{"http://127.0.0.1:8765/plain"}
		for address := range record.Responses(bytes.NewReader(data)) {
			asked = append(asked, address)
		}
		for _, address := range asked {
			req, err := http.NewRequest(http.MethodGet, address, nil)
			if err != nil {
				continue
			}
			resp, err := transport.RoundTrip(req)
			if err != nil {
				continue
			}
			_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<20))
			_ = resp.Body.Close()
		}
	})
}
