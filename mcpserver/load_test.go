package mcpserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/mcpserver/host"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// mostUnderLoad bounds the memory that the server has had at any time, in KB:
// its soft limit of 512 MB, and what is not of the heap.
const mostUnderLoad = 576 << 10

// 200 calls in flight over HTTP: every caller gets its own answer, and no
// goroutine is left.
func TestHTTPTwoHundredCallsInFlight(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Run("load", func(t *testing.T) {
		web := newSite(t)
		client, err := webfetch.New(webfetch.Options{Policy: loopback(), Limits: webfetch.Limits{RatePerHost: -1, ConcurrencyPerHost: 200, Concurrency: 200, Timeout: 2 * time.Minute}})
		require.NoError(t, err)
		t.Cleanup(func() { assert.NoError(t, client.Close()) })
		h := serveOver(t, must(mcpserver.New(client, mcpserver.Options{Concurrency: 200})), host.Options{})
		session := dial(t, h.URL+"/mcp", "")
		manyCalls(t, web, 200, session)
	})
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	assert.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+2 }, 10*time.Second, 10*time.Millisecond, "goroutines left")
}

// The same against the program as it is configured by default.
func TestLoadOverHTTP(t *testing.T) {
	web := newSite(t)
	cmd, endpoint := serveHTTP(t, "TIMEOUT_MS=120000")
	manyCalls(t, web, 200, dial(t, endpoint, ""))
	most := peak(t, cmd)
	t.Logf("most memory during 200 calls over HTTP: %d MB", most>>10)
	assert.LessOrEqual(t, most, mostUnderLoad)
}

func TestLoadOverStdio(t *testing.T) {
	path, err := binary()
	require.NoError(t, err)
	cmd := exec.Command(path)
	cmd.Env = []string{"BLOCK_PRIVATE_IP=false", "RATE_LIMIT_PER_HOST=0", "CONCURRENCY=50", "TIMEOUT_MS=120000"}
	web, session := newSite(t), run(t, cmd, nil)
	manyCalls(t, web, 50, session)
	most := peak(t, cmd)
	t.Logf("most memory during 50 calls over stdio: %d MB", most>>10)
	assert.LessOrEqual(t, most, mostUnderLoad)
}

// peak is the most memory that a running program has had resident, in KB.
func peak(t testing.TB, cmd *exec.Cmd) int { return memory(t, cmd, "VmHWM") }

// memory returns a figure of the status of a running program, in KB (proc_pid_status(5)).
func memory(t testing.TB, cmd *exec.Cmd, figure string) (kilobytes int) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
	if err != nil {
		t.Skip("resident memory is read from /proc")
	}
	_, rest, _ := bytes.Cut(status, []byte("\n"+figure+":"))
	_, err = fmt.Sscanf(string(bytes.TrimSpace(rest)), "%d kB", &kilobytes)
	require.NoError(t, err, figure)
	return kilobytes
}

// manyCalls runs n calls at a time, fast, slow, failing and huge ones mixed,
// and checks that every caller gets its own answer.
func manyCalls(t *testing.T, web *site, n int, session *mcp.ClientSession) {
	schema := outputSchema(t)
	var wg sync.WaitGroup
	wrong := make(chan error, n)
	for i := range n {
		wg.Go(func() {
			if err := oneOfMany(t.Context(), web, session, i, schema.Validate); err != nil {
				wrong <- fmt.Errorf("call %d: %w", i, err)
			}
		})
	}
	// Any of the slow calls: those before it may hold all the slots of the
	// server, and go on only now.
	require.Eventually(t, func() bool { return web.countUnder("/slow/") > 0 }, time.Minute, time.Millisecond)
	close(web.slow)
	wg.Wait()
	close(wrong)
	for err := range wrong {
		t.Error(err)
	}
}

func oneOfMany(ctx context.Context, web *site, session *mcp.ClientSession, i int, validate func(any) error) error {
	kind := []string{"/page/", "/slow/", "/missing", "/huge/", "/page/"}[i%5]
	path := kind
	if kind != "/missing" {
		path += itoa(i)
	}
	r, err := tryCall(ctx, session, "fetch", args{"url": web.URL + path, "max_length": 5000})
	if err != nil {
		return err
	}
	var v any
	if err := errors.Join(json.Unmarshal(r.raw, &v), validate(v)); err != nil {
		return err
	}
	switch kind {
	case "/page/":
		if want := "The number of this page is " + itoa(i) + ","; !strings.Contains(r.Packet.Content, want) || !strings.Contains(r.text, want) {
			return fmt.Errorf("crossed: %.200s", r.text)
		}
	case "/slow/":
		if r.Packet.OriginalURL != web.URL+path {
			return fmt.Errorf("crossed: %.200s", r.text)
		}
	case "/huge/":
		if !r.Truncated || !strings.Contains(r.Packet.Content, "huge page number "+itoa(i)+",") {
			return fmt.Errorf("crossed: %.200s", r.text)
		}
	default:
		if r.Error.Code != "HTTP_ERROR" {
			return fmt.Errorf("want HTTP_ERROR: %.200s", r.text)
		}
	}
	return nil
}
