// Package clienttest drives the built server with MCP clients of other makes:
// those of npm and the Inspector. prepare.sh installs them.
package clienttest_test

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var server string

// TestMain builds the server, unless WEBFETCH_TEST_SERVER names it. Where the clients aren't installed the tests are
// skipped, unless WEBFETCH_CLIENT_TESTS is set, as it is by make test.
func TestMain(m *testing.M) {
	if _, err := os.Stat("node_modules"); err != nil {
		if os.Getenv("WEBFETCH_CLIENT_TESTS") == "" {
			fmt.Println("skipped: mcpserver/clienttest/prepare.sh has not been run")
			os.Exit(0)
		}
		fmt.Println("mcpserver/clienttest/prepare.sh has not been run")
		os.Exit(1)
	}
	dir, err := os.MkdirTemp("", "clienttest")
	if err != nil {
		panic(err)
	}
	if server = os.Getenv("WEBFETCH_TEST_SERVER"); server == "" {
		server = filepath.Join(dir, "webfetch-mcp")
		build := exec.Command("go", "build", "-o", server, "../../examples/mcp")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Printf("%s", out)
			os.Exit(1)
		}
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// newSite serves the pages that drive.mjs asks for.
func newSite(t *testing.T) string {
	mux := http.NewServeMux()
	page := func(w http.ResponseWriter, title, text string) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<html lang="en"><head><title>%[1]s</title></head><body><nav><a href="/a">A</a> <a href="/b">B</a></nav>
<main><h1>%[1]s</h1><p>%[2]s</p><p>%[2]s It is said twice so that there is enough of it.</p></main></body></html>`, title, text)
	}
	const text = "The lighthouse stands on a rock eleven miles from the coast, and its lamp was lit for the first time in 1844."
	mux.HandleFunc("/robots.txt", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "User-agent: *\nDisallow: /private/\n")
	})
	mux.HandleFunc("/article", func(w http.ResponseWriter, _ *http.Request) { page(w, "The lighthouse", text) })
	mux.HandleFunc("/private/page", func(w http.ResponseWriter, _ *http.Request) { page(w, "The lighthouse", text) })
	mux.HandleFunc("/page/{n}", func(w http.ResponseWriter, r *http.Request) {
		page(w, "Page "+r.PathValue("n"), "The number of this page is "+r.PathValue("n")+", and it says so in a sentence of some length.")
	})
	mux.HandleFunc("/slow/{n}", func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-time.After(time.Minute):
		}
	})
	web := httptest.NewServer(mux)
	t.Cleanup(func() {
		web.CloseClientConnections()
		web.Close()
	})
	return web.URL
}

// listen runs the server over HTTP and returns its endpoint.
func listen(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	addr := l.Addr().String()
	require.NoError(t, l.Close())
	cmd := exec.Command(server, "--http", addr)
	cmd.Env = []string{"BLOCK_PRIVATE_IP=false", "RATE_LIMIT_PER_HOST=0", "HOME=" + t.TempDir()}
	cmd.Stderr = os.Stderr
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		assert.NoError(t, cmd.Wait())
	})
	require.Eventually(t, func() bool {
		res, err := http.Get("http://" + addr + "/healthz")
		if err == nil {
			res.Body.Close()
		}
		return err == nil
	}, 20*time.Second, 10*time.Millisecond)
	return "http://" + addr + "/mcp"
}

func node(t *testing.T, binary string, args ...string) string {
	t.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// TestNodeClients runs drive.mjs with the clients of both eras of the protocol.
func TestNodeClients(t *testing.T) {
	for _, era := range []string{"old", "modern"} {
		for _, transport := range []string{"stdio", "http"} {
			t.Run(era+" over "+transport, func(t *testing.T) {
				target := server
				if transport == "http" {
					target = listen(t)
				}
				out := node(t, "node", "drive.mjs", era, transport, target, newSite(t))
				assert.True(t, strings.HasSuffix(out, "ok\n"), out)
			})
		}
	}
}

// inspect runs the command line of the Inspector, which wants a newer Node.
func inspect(t *testing.T, args ...string) string {
	return node(t, filepath.Join("node_modules", ".bin", "node"), append([]string{
		filepath.Join("node_modules", "@modelcontextprotocol", "inspector", "clients", "launcher", "build", "index.js"),
		"--cli", "--quiet", "-e", "BLOCK_PRIVATE_IP=false",
	}, args...)...)
}

func TestInspector(t *testing.T) {
	for _, era := range []string{"legacy", "modern"} {
		t.Run(era, func(t *testing.T) {
			tools := inspect(t, "--protocol-era", era, "--method", "tools/list", "--strict", "--format", "json", server)
			assert.True(t, json.Valid([]byte(tools)), tools)
			for _, name := range []string{"fetch", "extract", "chunk", "compact", "ai_search_query"} {
				assert.Contains(t, tools, `"`+name+`"`)
			}
			inspect(t, "--protocol-era", era, "--method", "resources/list", server)
			inspect(t, "--protocol-era", era, "--method", "prompts/list", server)
			page := inspect(t, "--protocol-era", era, "--method", "tools/call", "--tool-name", "fetch", "--tool-args-json", `{"url":"`+newSite(t)+`/article"}`, server)
			assert.Contains(t, page, "eleven miles from the coast")
		})
	}
	over := inspect(t, "--method", "tools/list", "--strict", "--transport", "http", "--server-url", listen(t))
	assert.Contains(t, over, "ai_search_query")
}
