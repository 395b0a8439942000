package webfetch_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// site is a small web site on loopback that counts what is asked of it.
type site struct {
	*httptest.Server
	mu    sync.Mutex
	hits  map[string]int
	seen  []*http.Request
	freed chan struct{} // closed when the site goes, so that no handler hangs
}

func newSite(t testing.TB) *site {
	t.Helper()
	s := &site{hits: map[string]int{}, freed: make(chan struct{})}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(func() { close(s.freed); s.Close() })
	return s
}

// client returns a client that may reach the site, and nothing else that is private.
func (s *site) client(t testing.TB, change ...func(*webfetch.Options)) *webfetch.Client {
	t.Helper()
	opts := webfetch.Options{Policy: s.policy(t), Limits: webfetch.Limits{RatePerHost: -1, MaxRetries: -1}}
	for _, c := range change {
		c(&opts)
	}
	c, err := webfetch.New(opts)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

func (s *site) policy(t testing.TB) *security.Policy {
	t.Helper()
	u, err := url.Parse(s.URL)
	require.NoError(t, err)
	port, err := strconv.ParseUint(u.Port(), 10, 16)
	require.NoError(t, err)
	return &security.Policy{Allow: []security.AddrRule{{Prefix: netip.MustParsePrefix("127.0.0.0/8"), Ports: []uint16{uint16(port)}}}}
}

func (s *site) count(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hits[path]
}

// last returns the last request for a path.
func (s *site) last(path string) *http.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := len(s.seen) - 1; i >= 0; i-- {
		if s.seen[i].URL.Path == path {
			return s.seen[i]
		}
	}
	return nil
}

func (s *site) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.hits[r.URL.Path]++
	hits := s.hits[r.URL.Path]
	s.seen = append(s.seen, r)
	s.mu.Unlock()
	name := strings.TrimPrefix(r.URL.Path, "/")
	if body, err := os.ReadFile(filepath.Join("testdata", "site", filepath.FromSlash(name))); err == nil && name != "" {
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(body))
		return
	}
	s.special(w, r, name, hits)
}

// special serves what a file can't be.
func (s *site) special(w http.ResponseWriter, r *http.Request, name string, hits int) {
	html := func(body string) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, body)
	}
	kind, arg, _ := strings.Cut(name, "/")
	switch kind {
	case "redirect":
		n, _ := strconv.Atoi(arg)
		target := "/article.html"
		if n > 1 {
			target = "/redirect/" + strconv.Itoa(n-1)
		}
		http.Redirect(w, r, target, http.StatusFound)
	case "loop":
		http.Redirect(w, r, "/loop/"+map[string]string{"a": "b", "b": "a"}[arg], http.StatusFound)
	case "away":
		http.Redirect(w, r, "http://169.254.169.254/latest/meta-data/", http.StatusFound)
	case "status":
		code, _ := strconv.Atoi(arg)
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(code)
		fmt.Fprintf(w, "<h1>No such page</h1><p>The page %s is not here any more.</p>", r.URL.Path)
	case "busy":
		w.Header().Set("Retry-After", arg)
		if hits == 1 {
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		html("<title>Free again</title><p>The second attempt is served after the wait that was asked for.</p>")
	case "slow":
		select {
		case <-r.Context().Done():
		case <-s.freed:
		}
	case "endless":
		w.Header().Set("Content-Type", "text/plain")
		for line := bytes.Repeat([]byte("all work and no play "), 1000); r.Context().Err() == nil; {
			if _, err := w.Write(line); err != nil {
				return
			}
		}
	case "bomb":
		w.Header().Set("Content-Type", "text/plain")
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		for zeros := make([]byte, 1<<20); r.Context().Err() == nil; {
			if _, err := z.Write(zeros); err != nil {
				return
			}
		}
	case "charset":
		serveCharset(w, arg)
	case "counter":
		w.Header().Set("Cache-Control", r.URL.Query().Get("cc"))
		html(fmt.Sprintf("<title>Counter</title><p>This page has been served %d times to anybody who asked.</p>", hits))
	case "echo":
		html("<title>Echo</title><p>Agent: " + r.UserAgent() + ", flavour: " + r.Header.Get("X-Flavour") + ", and that is all there is.</p>")
	case "unindexed":
		w.Header().Set("X-Robots-Tag", "noarchive")
		html(`<meta name="robots" content="noindex"><p>This page would rather not be found by those who search for it.</p>`)
	case "refresh":
		w.Header().Set("Refresh", "0; url=/article.html")
		html(`<meta http-equiv="refresh" content="0; url=/article.html"><p>This page has moved to another address, and browsers go there by themselves.</p>`)
	case "tides.pdf":
		w.Header().Set("Content-Type", "application/pdf")
		fmt.Fprint(w, onePagePDF("The tide tables of the sound", "High water comes twice a day."))
	case "binary":
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Write([]byte{0xde, 0xad, 0xbe, 0xef, 0, 1, 2, 3})
	default:
		http.NotFound(w, r)
	}
}

// onePagePDF writes lines of text in a standard font (ISO 32000-1, 9.6.2.2).
func onePagePDF(lines ...string) string {
	var text strings.Builder
	text.WriteString("BT /F1 12 Tf 72 720 Td 18 TL")
	for _, line := range lines {
		fmt.Fprintf(&text, " (%s) Tj T*", line)
	}
	text.WriteString(" ET")
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
		fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", text.Len(), text.String()),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
	}
	file, table := "%PDF-1.7\n", ""
	for i, o := range objects {
		table += fmt.Sprintf("%010d 00000 n \n", len(file))
		file += fmt.Sprintf("%d 0 obj%s endobj\n", i+1, o)
	}
	return file + fmt.Sprintf("xref\n0 %d\n0000000000 65535 f \n%strailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, table, len(objects)+1, len(file))
}

func serveCharset(w http.ResponseWriter, name string) {
	page := "<html><head><title>%s</title></head><body><p>%s</p></body></html>"
	switch name {
	case "latin1":
		body, _ := charmap.ISO8859_1.NewEncoder().String(fmt.Sprintf(page, "Müller & Söhne", "Die Prüfung der Fähre kostet Gebühren, wie überall auf den Flüssen."))
		w.Header().Set("Content-Type", "text/html; charset=iso-8859-1")
		fmt.Fprint(w, body)
	case "sjis":
		body, _ := japanese.ShiftJIS.NewEncoder().String(fmt.Sprintf(strings.Replace(page, "<head>", `<head><meta charset="shift_jis">`, 1), "日本語のページ", "これは日本語の文章です。文字コードは宣言されています。"))
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, body)
	}
}
