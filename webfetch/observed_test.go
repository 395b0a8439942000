package webfetch_test

import (
	"context"
	"fmt"
	"net/http/httptrace"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// stepReport is a step that has ended.
type stepReport struct {
	observe.Step
	observe.Result
	began time.Time
	took  time.Duration
}

// stepLog is an Observer that keeps the steps in the order in which they began.
type stepLog struct {
	mu    sync.Mutex
	steps []stepReport
}

func (l *stepLog) Begin(ctx context.Context, step observe.Step) (context.Context, func(observe.Result)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	i, began := len(l.steps), time.Now()
	l.steps = append(l.steps, stepReport{Step: step, began: began})
	return ctx, func(r observe.Result) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.steps[i].Result, l.steps[i].took = r, time.Since(began)
	}
}

// outline writes steps as lines: kind, path, what they decided.
func outline(steps []stepReport) []string {
	lines := make([]string, len(steps))
	for i, s := range steps {
		lines[i] = s.Kind
		if s.URL != nil {
			lines[i] += " " + s.URL.Path
		}
		if s.Status != 0 {
			lines[i] += fmt.Sprint(" ", s.Status)
		}
		lines[i] = strings.TrimSpace(lines[i] + " " + s.Detail + s.Code)
	}
	return lines
}

func TestTheReceiptTellsTheSteps(t *testing.T) {
	s := newSite(t)
	log := new(stepLog)
	c := s.client(t, func(opts *webfetch.Options) { opts.Hooks.Observer = log })
	req := webfetch.Request{URL: s.URL + "/redirect/1"}
	began := time.Now()
	p, err := c.Fetch(t.Context(), req)
	require.NoError(t, err)
	steps := log.steps
	assert.Equal(t, "fetch", steps[0].Kind)
	steps = steps[1:]
	assert.Equal(t, []string{
		"cache /redirect/1 miss", "robots /redirect/1 allowed: no rule matches", "queue /robots.txt", "attempt /robots.txt 200",
		"queue /redirect/1", "attempt /redirect/1 302", "robots /article.html allowed: no rule matches", "queue /article.html", "attempt /article.html 200",
		"extract /article.html content", "scan /article.html",
	}, outline(steps))
	assert.Equal(t, int64(len(p.Raw)), steps[8].Bytes)
	for _, step := range steps {
		assert.False(t, step.began.Before(began))
		assert.Positive(t, step.took, step.Kind)
	}

	log.steps = nil
	_, err = c.Fetch(t.Context(), req)
	require.NoError(t, err)
	assert.Equal(t, []string{"cache /redirect/1 hit", "extract /article.html content", "scan /article.html"}, outline(log.steps[1:]))
}

// tracer is an Observer that looks at the connections of attempts.
type tracer struct{ conns []string }

func (o *tracer) Begin(ctx context.Context, step observe.Step) (context.Context, func(observe.Result)) {
	if step.Kind != "attempt" {
		return ctx, nil
	}
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(i httptrace.GotConnInfo) {
			o.conns = append(o.conns, fmt.Sprint(i.Conn.RemoteAddr(), " ", i.Reused))
		},
		GotFirstResponseByte: func() { o.conns = append(o.conns, "response") },
	}), nil
}

func TestAnObserverMayTraceTheConnections(t *testing.T) {
	s := newSite(t)
	o := new(tracer)
	c := s.client(t, func(opts *webfetch.Options) { opts.Hooks.Observer, opts.IgnoreRobots = o, true })
	_, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/redirect/1"})
	require.NoError(t, err)
	at := s.Listener.Addr().String()
	assert.Equal(t, []string{at + " false", "response", at + " true", "response"}, o.conns)
}

// spy is an Observer that notes steps as they begin and end, with what they are in.
type spy struct {
	mu    sync.Mutex
	lines []string
	open  int
}

type within struct{}

func (o *spy) Begin(ctx context.Context, step observe.Step) (context.Context, func(observe.Result)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	outer, _ := ctx.Value(within{}).(string)
	path := strings.TrimPrefix(outer+"/"+step.Kind, "/")
	o.lines = append(o.lines, path)
	o.open++
	var once sync.Once
	return context.WithValue(ctx, within{}, path), func(r observe.Result) {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.lines = append(o.lines, path+" "+r.Detail+r.Code)
		once.Do(func() { o.open-- })
	}
}

func TestAnObserverIsToldOfEachStep(t *testing.T) {
	s := newSite(t)
	o := new(spy)
	c := s.client(t, func(opts *webfetch.Options) { opts.Hooks.Observer, opts.IgnoreRobots = o, true })
	p, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/article.html", Extract: webfetch.ExtractOptions{MaxTokens: 50}})
	require.NoError(t, err)
	_, err = c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/status/404"})
	require.Error(t, err)
	_, err = c.Chunk(t.Context(), p, chunk.Options{MaxTokens: 100})
	require.NoError(t, err)
	_, err = c.Compact(t.Context(), p, compact.Options{MaxTokens: 100})
	require.NoError(t, err)
	_, err = c.Extract(t.Context(), extract.Source{Body: []byte("text"), MediaType: "text/plain"}, webfetch.ExtractOptions{})
	require.NoError(t, err)
	assert.Zero(t, o.open, "each step that begins ends")
	assert.Equal(t, []string{
		"fetch", "fetch/cache", "fetch/cache miss", "fetch/queue", "fetch/queue ", "fetch/attempt", "fetch/attempt ",
		"fetch/extract", "fetch/extract/scan", "fetch/extract/scan ", "fetch/extract content", "fetch/compact", "fetch/compact ", "fetch miss",
		"fetch", "fetch/cache", "fetch/cache miss", "fetch/queue", "fetch/queue ", "fetch/attempt", "fetch/attempt ", "fetch HTTP_ERROR",
		"chunk", "chunk ", "compact", "compact ", "extract", "extract/scan", "extract/scan ", "extract content",
	}, o.lines)
}

func TestAnObserverIsToldOfRendering(t *testing.T) {
	s := newSite(t)
	o := new(spy)
	c := s.client(t, func(opts *webfetch.Options) {
		opts.Hooks.Observer, opts.IgnoreRobots = o, true
		opts.Renderer = renderer(func(context.Context, webfetch.Request) (*webfetch.Rendered, error) {
			return nil, fmt.Errorf("no browser")
		})
	})
	_, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/article.html", Mode: "render"})
	require.Error(t, err)
	assert.Equal(t, []string{"fetch", "fetch/render", "fetch/render RENDER_FAILED", "fetch RENDER_FAILED"}, o.lines)
}

// renderer is a function as a Renderer.
type renderer func(context.Context, webfetch.Request) (*webfetch.Rendered, error)

func (r renderer) Render(ctx context.Context, req webfetch.Request) (*webfetch.Rendered, error) {
	return r(ctx, req)
}

// fillingCache is a cache whose lock comes free when another client has stored the page.
type fillingCache struct {
	*heldCache
	fill func()
}

func (f *fillingCache) Lock(context.Context, string) (unlock func(), err error) {
	f.fill()
	return func() {}, nil
}

// What another client has stored while the lock was waited for shows as a hit.
func TestTheLookUpUnderALockIsAStep(t *testing.T) {
	s := newSite(t)
	shared := &heldCache{entries: map[string][]byte{}}
	other := s.client(t, func(o *webfetch.Options) { o.Cache = shared })
	log := new(stepLog)
	c := s.client(t, func(o *webfetch.Options) {
		o.Hooks.Observer = log
		o.Cache = &fillingCache{shared, func() { fetch(t, other, s.URL+"/counter") }}
	})
	p := fetch(t, c, s.URL+"/counter")
	assert.Equal(t, "cache", p.Provenance.Via)
	assert.Equal(t, []string{"cache /counter miss", "cache /counter hit"}, outline(log.steps[1:3]))
}
