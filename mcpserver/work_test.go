package mcpserver_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// paper is a PDF with a line of text on each of its pages.
func paper(pages int) []byte {
	var b bytes.Buffer
	var offsets []int
	object := func(format string, a ...any) {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n"+format+"\nendobj\n", append([]any{len(offsets)}, a...)...)
	}
	b.WriteString("%PDF-1.4\n")
	object("<</Type/Catalog/Pages 2 0 R>>")
	var kids strings.Builder
	for i := range pages {
		fmt.Fprintf(&kids, "%d 0 R ", 4+2*i)
	}
	object("<</Type/Pages/Count %d/Kids[%s]>>", pages, kids.String())
	object("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
	for i := range pages {
		object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents %d 0 R>>", 5+2*i)
		text := fmt.Sprintf("BT /F1 12 Tf 72 700 Td (This is page %d of the paper, with a line of its own.) Tj ET", i+1)
		object("<</Length %d>>\nstream\n%s\nendstream", len(text), text)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, xref)
	return b.Bytes()
}

// workshop is a site of things that take a while.
func workshop(hold *stuck) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/article", func(w http.ResponseWriter, _ *http.Request) { html(w, article) })
	mux.HandleFunc("/long", func(w http.ResponseWriter, _ *http.Request) { html(w, longPage(1)) })
	mux.HandleFunc("/paper.pdf", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/pdf")
		w.Write(paper(12))
	})
	mux.HandleFunc("/headers", func(_ http.ResponseWriter, r *http.Request) { hold.wait(r.Context()) })
	mux.HandleFunc("/body", func(w http.ResponseWriter, r *http.Request) {
		html(w, article[:200])
		http.NewResponseController(w).Flush()
		hold.wait(r.Context())
	})
	mux.HandleFunc("/robots.txt", http.NotFound)
	return mux
}

// Slow work of each kind tells how far it is, to those who asked.
func TestProgressOfSlowWork(t *testing.T) {
	for name, tt := range map[string]struct {
		tool      string
		arguments args
		say       string
	}{
		"download":    {"fetch", args{"url": "https://example.com/long"}, "download "},
		"pages":       {"fetch", args{"url": "https://example.com/paper.pdf"}, " of 12"},
		"given pages": {"extract", args{"raw_bytes": base64.StdEncoding.EncodeToString(paper(12)), "content_type": "application/pdf"}, " of 12"},
		"rendering":   {"fetch", args{"url": "https://example.com/article", "options": args{"mode": "render"}}, "render"},
		"map and reduce": {"compact", args{"content": strings.Repeat("A paragraph of the long text that is to be made short.\n\n", 2000),
			"options": args{"mode": "map_reduce", "max_tokens": 500}}, "compact "},
	} {
		t.Run(name, func(t *testing.T) {
			opts := newWorld(t, workshop(newStuck())).options()
			opts.Renderer, opts.Summarizer = &fakeBrowser{page: article}, &fakeModel{}
			client, err := webfetch.New(opts)
			require.NoError(t, err)
			t.Cleanup(func() { assert.NoError(t, client.Close()) })
			var mu sync.Mutex
			var told []string
			last := -1.0
			session := connect(t, must(mcpserver.New(client, mcpserver.Options{})).MCP(), &mcp.ClientOptions{
				ProgressNotificationHandler: func(_ context.Context, req *mcp.ProgressNotificationClientRequest) {
					mu.Lock()
					defer mu.Unlock()
					assert.Equal(t, "seven", req.Params.ProgressToken)
					assert.Greater(t, req.Params.Progress, last)
					last = req.Params.Progress
					told = append(told, req.Params.Message)
				},
			})
			params := &mcp.CallToolParams{Name: tt.tool, Arguments: tt.arguments}
			params.SetProgressToken("seven")
			res, err := session.CallTool(t.Context(), params)
			require.NoError(t, err)
			require.False(t, res.IsError)
			assert.Eventually(t, func() bool { // a client may be told later than answered
				mu.Lock()
				defer mu.Unlock()
				return strings.Contains(strings.Join(told, "\n"), tt.say)
			}, 10*time.Second, time.Millisecond)
		})
	}
}

// Cancelling a call stops what it waits for, wherever that is, at once.
func TestCancellationReaches(t *testing.T) {
	for name, tt := range map[string]struct {
		tool      string
		arguments args
	}{
		"DNS":         {"fetch", args{"url": "https://stuck.example/"}},
		"the headers": {"fetch", args{"url": "https://example.com/headers"}},
		"the body":    {"fetch", args{"url": "https://example.com/body"}},
		"the browser": {"fetch", args{"url": "https://example.com/article", "options": args{"mode": "render"}}},
		"the model":   {"compact", args{"content": strings.Repeat("A paragraph.\n\n", 2000), "options": args{"mode": "map_reduce", "max_tokens": 500}}},
	} {
		t.Run(name, func(t *testing.T) {
			hold := newStuck()
			opts := newWorld(t, workshop(hold)).options()
			opts.Policy.Resolver = &stuckResolver{opts.Policy.Resolver, hold}
			opts.Renderer, opts.Summarizer = &fakeBrowser{stuck: hold}, &fakeModel{stuck: hold}
			session := serveIn(t, opts)
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan error, 1)
			go func() {
				_, err := tryCall(ctx, session, tt.tool, tt.arguments)
				done <- err
			}()
			<-hold.at
			cancel()
			assert.ErrorIs(t, <-done, context.Canceled)
			<-hold.left
			assert.True(t, call(t, session, "fetch", args{"url": "https://example.com/article"}).Success, "the session lives on")
		})
	}
}

// stuckResolver never finds the names that begin with stuck.
type stuckResolver struct {
	others interface {
		LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
	}
	hold *stuck
}

func (r *stuckResolver) LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error) {
	if strings.HasPrefix(host, "stuck.") {
		return nil, r.hold.wait(ctx)
	}
	return r.others.LookupNetIP(ctx, network, host)
}

// slowCompaction keeps the model of queueing, and the slot of the call, busy.
var slowCompaction = args{"content": strings.Repeat("A paragraph.\n\n", 2000), "options": args{"mode": "map_reduce", "max_tokens": 500}}

// queueing connects to a server with options, whose model is stuck.
func queueing(t *testing.T, hold *stuck, opts mcpserver.Options) *mcp.ClientSession {
	world := newWorld(t, workshop(hold)).options()
	world.Summarizer = &fakeModel{stuck: hold}
	client, err := webfetch.New(world)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, client.Close()) })
	return connect(t, must(mcpserver.New(client, opts)).MCP(), nil)
}

// A call that waits for a slot can be cancelled, and takes none.
func TestCancellationInTheQueue(t *testing.T) {
	hold := newStuck()
	session := queueing(t, hold, mcpserver.Options{Concurrency: 1})
	first, end := context.WithCancel(t.Context())
	done := make(chan error, 2)
	go func() {
		_, err := tryCall(first, session, "compact", slowCompaction)
		done <- err
	}()
	<-hold.at
	second, leave := context.WithCancel(t.Context())
	go func() {
		_, err := tryCall(second, session, "chunk", args{"content": "A page."})
		done <- err
	}()
	time.AfterFunc(50*time.Millisecond, leave)
	assert.ErrorIs(t, <-done, context.Canceled)
	end()
	assert.ErrorIs(t, <-done, context.Canceled)
	assert.True(t, call(t, session, "chunk", args{"content": "A page."}).Success)
}

// A call that waits for a host keeps nobody from being worked on.
func TestWaitingForAHostTakesNoSlot(t *testing.T) {
	hold := newStuck()
	session := queueing(t, hold, mcpserver.Options{Concurrency: 1})
	ctx, end := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := tryCall(ctx, session, "fetch", args{"url": "https://example.com/headers"})
		done <- err
	}()
	<-hold.at
	assert.True(t, call(t, session, "chunk", args{"content": "A page."}).Success)
	assert.True(t, call(t, session, "fetch", args{"url": "https://other.example.com/article"}).Success)
	end()
	assert.ErrorIs(t, <-done, context.Canceled)
}
