package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/examples/internal/cli"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/linkstyle"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// assets are the page, and the style of the frame in it.
//
//go:embed page.html frame.css
var assets embed.FS

var (
	pageHTML, _ = assets.ReadFile("page.html")
	frameCSS, _ = assets.ReadFile("frame.css")
)

// maxKept is how many pages are kept for their frames and for saving; older ones go.
const maxKept = 12

type server struct {
	client  *webfetch.Client
	counter chunk.Counter

	mu   sync.Mutex
	kept []*inspected
}

type inspected struct {
	id     string
	packet *webfetch.Packet
	marked *markedPage
	steps  []*timedStep // of the fetch
}

// onlyHere refuses requests for another host than a loopback address.
// [http.CrossOriginProtection] refuses posts from pages of other origins.
func onlyHere(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !cli.IsHost(r.Host) {
			http.Error(w, "this page answers to loopback addresses only", http.StatusForbidden)
			return
		}
		for name, value := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-store",
		} {
			w.Header().Set(name, value)
		}
		next.ServeHTTP(w, r)
	})
}

func (s *server) home(w http.ResponseWriter, r *http.Request) {
	nonce := rand.Text()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'nonce-"+nonce+"'; style-src 'nonce-"+nonce+
		"'; img-src data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	w.Write(bytes.ReplaceAll(pageHTML, []byte("NONCE"), []byte(nonce)))
}

// read answers with the report on an address (?url=) or on the bytes of the body.
func (s *server) read(w http.ResponseWriter, r *http.Request) {
	began := time.Now()
	log := new(stepLog)
	packet, err := s.packet(w, r.WithContext(context.WithValue(r.Context(), stepLogKey{}, log)))
	if err != nil {
		fail(w, err)
		return
	}
	c := &inspected{rand.Text(), packet, mark(packet), log.steps}
	s.mu.Lock()
	s.kept = append(s.kept, c)
	s.kept = s.kept[max(0, len(s.kept)-maxKept):]
	s.mu.Unlock()
	report, err := s.report(r.Context(), c)
	if err != nil {
		fail(w, err)
		return
	}
	report.TookMS = ms(time.Since(began))
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(report)
}

func (s *server) packet(w http.ResponseWriter, r *http.Request) (*webfetch.Packet, error) {
	query := r.URL.Query()
	options := extractOptions()
	if address := strings.TrimSpace(query.Get("url")); address != "" {
		if !strings.Contains(address, "://") {
			address = "https://" + address
		}
		return s.client.Fetch(r.Context(), webfetch.Request{
			URL: address, Mode: query.Get("mode"), CacheTTL: webfetch.None, Extract: options,
		})
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 10<<20))
	if err != nil {
		return nil, err
	}
	return s.client.Extract(r.Context(), extract.Source{MediaType: query.Get("type"), Body: body}, options)
}

// extractOptions are those of an agent's fetch, with the trace.
func extractOptions() webfetch.ExtractOptions {
	return webfetch.ExtractOptions{Options: extract.Options{Explain: true}, Style: linkstyle.Style{Images: "alt", CleanAddresses: true}}
}

func (s *server) find(w http.ResponseWriter, r *http.Request) *inspected {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.kept {
		if c.id == r.PathValue("id") {
			return c
		}
	}
	http.Error(w, "this page is not kept any more; read it again", http.StatusNotFound)
	return nil
}

// page is the stranger's page with marks, for a frame without scripts, requests and origin.
func (s *server) page(w http.ResponseWriter, r *http.Request) {
	c := s.find(w, r)
	if c == nil {
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'")
	bare := ""
	if !bytes.Contains(c.marked.html, []byte("<style")) {
		bare = " data-bare"
	}
	fmt.Fprintf(w, "<!doctype html><html%s data-show=\"%s\"><style>%s</style>%s", bare, html.EscapeString(r.URL.Query().Get("show")), frameCSS, c.marked.html)
}

func (s *server) save(w http.ResponseWriter, r *http.Request) {
	c := s.find(w, r)
	if c == nil {
		return
	}
	var wish struct{ Wanted, Note string }
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 10<<20)).Decode(&wish); err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/zip")
	w.Header().Set("Content-Disposition", `attachment; filename="`+caseName(c.packet)+`.zip"`)
	writeCase(w, c.packet, wish.Wanted, wish.Note)
}

func fail(w http.ResponseWriter, err error) {
	answer := map[string]string{"Error": err.Error()}
	if e, is := errors.AsType[*webfetch.Error](err); is {
		answer = map[string]string{"Error": e.Sentence(""), "Code": string(e.Code), "Hint": e.Hint()}
		if e.Code == webfetch.SSRFBlocked {
			answer["Hint"] = "Start inspect with -allow-private to read pages of this machine and of private networks."
		}
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusUnprocessableEntity)
	json.NewEncoder(w).Encode(answer)
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// stepLog keeps the steps of one read, in the order in which they began.
type stepLog struct {
	mu    sync.Mutex
	steps []*timedStep
}

type timedStep struct {
	observe.Step
	began time.Time
	took  time.Duration
}

// stepLogKey is the key of the stepLog in the context of a read.
type stepLogKey struct{}

// observer is the Observer of the client: it writes each step down in the log of its context.
type observer struct{}

func (observer) Begin(ctx context.Context, step observe.Step) (context.Context, func(observe.Result)) {
	log, _ := ctx.Value(stepLogKey{}).(*stepLog)
	if log == nil {
		return ctx, nil
	}
	s := &timedStep{Step: step, began: time.Now()}
	log.mu.Lock()
	defer log.mu.Unlock()
	log.steps = append(log.steps, s)
	return ctx, func(observe.Result) {
		log.mu.Lock()
		defer log.mu.Unlock()
		s.took = time.Since(s.began)
	}
}
