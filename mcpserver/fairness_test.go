package mcpserver_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

// network is an internet in memory, so that its time is that of synctest: every
// name has an address, and one handler answers for all hosts.
type network struct {
	conns chan net.Conn
	done  chan struct{}
}

func newNetwork(t *testing.T, h http.HandlerFunc) *network {
	n := &network{conns: make(chan net.Conn), done: make(chan struct{})}
	server := &http.Server{Handler: h, ErrorLog: log.New(io.Discard, "", 0)}
	go server.Serve(n)
	t.Cleanup(func() {
		server.Close()
		time.Sleep(time.Second) // for handlers to end
	})
	return n
}

func (n *network) Accept() (net.Conn, error) {
	select {
	case c := <-n.conns:
		return c, nil
	case <-n.done:
		return nil, net.ErrClosed
	}
}

func (n *network) Close() error {
	close(n.done)
	return nil
}

func (n *network) Addr() net.Addr { return &net.TCPAddr{} }

func (n *network) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	return []netip.Addr{netip.MustParseAddr("93.184.215.14")}, nil
}

func (n *network) dial(context.Context, string, string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case n.conns <- there:
		return here, nil
	case <-n.done:
		return nil, net.ErrClosed
	}
}

// principals is a server as the stand-alone program configures it, with principals.
type principals struct {
	t       *testing.T
	session *mcp.ClientSession
	held    *heldDocuments
}

func newPrincipals(t *testing.T, h http.HandlerFunc, concurrency int, ttl time.Duration) *principals {
	web := newNetwork(t, h)
	opts := webfetch.Options{
		Policy: &security.Policy{Resolver: web, Dial: web.dial},
		Limits: webfetch.Limits{ExtractBytes: 10 << 20, Concurrency: concurrency, ConcurrencyPerPrincipal: (concurrency + 3) / 4, ConcurrencyPerHost: 2, CacheTTL: ttl},
	}
	held := newHeldDocuments()
	opts.Hooks.Extractors = held.extractors()
	client, err := webfetch.New(opts)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, client.Close()) })
	server := must(mcpserver.New(client, mcpserver.Options{Concurrency: concurrency, Tools: tools.Options{StoreTTL: ttl}}))
	srv := server.MCP()
	srv.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			switch req := req.(type) {
			case *mcp.CallToolRequest:
				req.Extra = extraOf(req.Params.Meta)
			case *mcp.ListResourcesRequest:
				req.Extra = extraOf(req.Params.Meta)
			}
			return next(ctx, method, req)
		}
	})
	a, b := mcp.NewInMemoryTransports()
	_, err = srv.Connect(t.Context(), a, nil)
	require.NoError(t, err)
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), b, nil)
	require.NoError(t, err)
	t.Cleanup(func() { session.Close() })
	return &principals{t, session, held}
}

// extraOf says who has sent a request, as its metadata do.
func extraOf(meta mcp.Meta) *mcp.RequestExtra {
	user, _ := meta["user"].(string)
	return &mcp.RequestExtra{TokenInfo: &auth.TokenInfo{UserID: user}}
}

// holdSlot has a call of principal take a slot until release is called.
func (s *principals) holdSlot(principal string) (release func()) {
	ended := make(chan error, 1)
	go func() {
		_, err := s.session.CallTool(s.t.Context(), &mcp.CallToolParams{Meta: mcp.Meta{"user": principal}, Name: "extract", Arguments: heldDocument})
		ended <- err
	}()
	<-s.held.begun
	return func() {
		close(s.held.release)
		assert.NoError(s.t, <-ended)
	}
}

// stored is how many resources principal can read.
func (s *principals) stored(principal string) int {
	res, err := s.session.ListResources(s.t.Context(), &mcp.ListResourcesParams{Meta: mcp.Meta{"user": principal}})
	require.NoError(s.t, err)
	return len(res.Resources)
}

// fetch fetches for a principal and returns the code of the failure, "" for
// none, and how long it took.
func (s *principals) fetch(principal, url string, options map[string]any) (code string, took time.Duration) {
	began := time.Now()
	res, err := s.session.CallTool(s.t.Context(), &mcp.CallToolParams{
		Meta: mcp.Meta{"user": principal}, Name: "fetch", Arguments: map[string]any{"url": url, "options": options},
	})
	took = time.Since(began)
	if !assert.NoError(s.t, err) || !res.IsError {
		return "", took
	}
	code, _, _ = strings.Cut(res.Content[0].(*mcp.TextContent).Text, ":")
	return code, took
}

// Slow sites of one principal, in the ways that a site can be slow.
func slowSites(w http.ResponseWriter, r *http.Request) {
	kind, _, _ := strings.Cut(r.Host, ".")
	kind = strings.TrimRight(kind, "0123456789")
	robots := r.URL.Path == "/robots.txt"
	switch {
	case kind == "crawldelay" && robots:
		fmt.Fprint(w, "User-agent: *\nCrawl-delay: 10\n")
	case robots:
		w.WriteHeader(http.StatusNotFound)
	case kind == "silent":
		<-r.Context().Done()
	case kind == "busy":
		w.Header().Set("Retry-After", "20")
		w.WriteHeader(http.StatusTooManyRequests)
	case kind == "trickle":
		for r.Context().Err() == nil {
			fmt.Fprint(w, strings.Repeat("x", 1000))
			w.(http.Flusher).Flush()
			select {
			case <-time.After(time.Second):
			case <-r.Context().Done():
			}
		}
	default:
		time.Sleep(50 * time.Millisecond)
		fmt.Fprint(w, "<title>A page</title><p>A page that says something about lighthouses and the people who keep them.")
	}
}

// A principal that calls once a second, or ten times, and has to wait for its
// hosts harms no other: as many calls of the other succeed, as fast as alone.
func TestSlowHostsHarmTheirCallerOnly(t *testing.T) {
	for what, tt := range map[string]struct {
		host  func(i int) string
		every time.Duration
	}{
		"nobody else":                    {nil, time.Hour},
		"one host with a rate":           {func(int) string { return "plain" }, time.Second},
		"one host with a Crawl-delay":    {func(int) string { return "crawldelay" }, time.Second},
		"one host that says 429":         {func(int) string { return "busy" }, time.Second},
		"one host that does not answer":  {func(int) string { return "silent" }, time.Second},
		"many hosts with a Crawl-delay":  {func(i int) string { return fmt.Sprintf("crawldelay%d", i%20) }, 100 * time.Millisecond},
		"many hosts that do not answer":  {func(i int) string { return fmt.Sprintf("silent%d", i) }, 200 * time.Millisecond},
		"many hosts that never end":      {func(i int) string { return fmt.Sprintf("trickle%d", i) }, 200 * time.Millisecond},
		"ten calls a second to one host": {func(int) string { return "plain" }, 100 * time.Millisecond},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newPrincipals(t, slowSites, 32, -1)
				ctx, stop := context.WithCancel(t.Context())
				var all sync.WaitGroup
				if tt.host != nil {
					all.Go(func() {
						for i := 0; ctx.Err() == nil; i++ {
							all.Go(func() {
								_, took := s.fetch("slow", fmt.Sprintf("http://%s.example.com/%d", tt.host(i), i), map[string]any{"timeout_ms": 300000})
								assert.LessOrEqual(t, took, 5*time.Minute)
							})
							time.Sleep(tt.every)
						}
					})
					time.Sleep(time.Minute)
				}
				var times []time.Duration
				for i := range 100 {
					code, took := s.fetch("quick", fmt.Sprintf("http://quick%d.example.com/%d", i%20, i), nil)
					assert.Empty(t, code)
					times = append(times, took)
					time.Sleep(200 * time.Millisecond)
				}
				stop()
				all.Wait()
				slices.Sort(times)
				assert.LessOrEqual(t, times[len(times)*95/100], 100*time.Millisecond, "p95, where alone it is 100 ms with robots.txt and 50 ms without")
				assert.LessOrEqual(t, times[len(times)-1], 110*time.Millisecond, "the slowest")
			})
		})
	}
}

// Time in queues counts: a call with timeout_ms comes back in time, however many
// others of the same principal wait for the same host.
func TestTimeoutCoversTheQueues(t *testing.T) {
	for _, host := range []string{"plain", "crawldelay", "silent", "busy", "trickle"} {
		t.Run(host, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newPrincipals(t, slowSites, 32, -1)
				var all sync.WaitGroup
				for i := range 200 {
					all.Go(func() {
						code, took := s.fetch("many", fmt.Sprintf("http://%s.example.com/%d", host, i), map[string]any{"timeout_ms": 10000})
						assert.LessOrEqual(t, took, 10*time.Second)
						assert.Contains(t, []string{"", "RATE_LIMITED", "TIMEOUT", "HTTP_ERROR", "CONNECTION_FAILED"}, code)
					})
				}
				all.Wait()
			})
		})
	}
}

// A call that waits for a slot has no longer than others have, and is told so.
func TestTimeoutInTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPrincipals(t, slowSites, 1, -1)
		release := s.holdSlot("busy")
		code, took := s.fetch("one", "http://quick.example.com/", map[string]any{"timeout_ms": 2000})
		assert.Equal(t, "TIMEOUT", code)
		assert.Equal(t, 2*time.Second, took)
		released := make(chan struct{})
		time.AfterFunc(time.Second, func() {
			release()
			close(released)
		})
		code, took = s.fetch("one", "http://quick.example.com/", map[string]any{"timeout_ms": 2000})
		assert.Empty(t, code)
		assert.Equal(t, time.Second, took)
		<-released // else the call that held the slot is cancelled with the test
	})
}

// What has come is stored in the slot of its call: packing pages is work, which
// one principal may not have more of than its share.
func TestPagesAreStoredInASlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPrincipals(t, slowSites, 1, 5*time.Minute)
		release := s.holdSlot("busy")
		ask := func() (code string) {
			res, err := s.session.CallTool(t.Context(), &mcp.CallToolParams{
				Meta: mcp.Meta{"user": "one"}, Name: "fetch",
				Arguments: map[string]any{"url": "http://quick.example.com/", "method": "HEAD", "options": map[string]any{"timeout_ms": 2000}},
			})
			require.NoError(t, err)
			code, _, _ = strings.Cut(res.Content[0].(*mcp.TextContent).Text, ":")
			return code
		}
		assert.Equal(t, "TIMEOUT", ask())
		assert.Zero(t, s.stored("one"), "nothing is stored without a slot")
		release()
		assert.NotEqual(t, "TIMEOUT", ask())
		assert.Equal(t, 1, s.stored("one"))
	})
}

// At one host too, principals take turns.
func TestTurnsAtOneHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPrincipals(t, slowSites, 32, -1)
		var all sync.WaitGroup
		stop := make(chan struct{})
		all.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				case <-time.After(200 * time.Millisecond):
					all.Go(func() { s.fetch("many", fmt.Sprintf("http://plain.example.com/%d", i), nil) })
				}
			}
		})
		time.Sleep(time.Minute)
		for i := range 30 {
			code, took := s.fetch("one", fmt.Sprintf("http://plain.example.com/one/%d", i), nil)
			assert.Empty(t, code)
			assert.LessOrEqual(t, took, 6*time.Second, "two turns, and the rest of a minute that was used up")
		}
		close(stop)
		all.Wait()
	})
}

// The limit of calls under way is told as such.
func TestTooManyCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPrincipals(t, slowSites, 32, -1)
		var all sync.WaitGroup
		codes := make(chan string, 1100)
		for i := range 1100 {
			all.Go(func() {
				code, _ := s.fetch("many", fmt.Sprintf("http://silent%d.example.com/", i), nil)
				codes <- code
			})
		}
		synctest.Wait()
		assert.Len(t, codes, 100)
		for range 100 {
			assert.Equal(t, "RATE_LIMITED", <-codes)
		}
		code, _ := s.fetch("one", "http://quick.example.com/", nil)
		assert.Empty(t, code)
		all.Wait()
	})
}
