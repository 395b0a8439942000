package browser_test

import (
	"bufio"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/browser"
)

// startRemote runs a browser that listens for the protocol, and returns where.
func startRemote(t *testing.T) string {
	t.Helper()
	cmd := exec.Command(shared.Path(), "--headless", "--no-sandbox", "--remote-debugging-port=0", "--user-data-dir="+t.TempDir(), "about:blank")
	out, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if address, found := strings.CutPrefix(lines.Text(), "DevTools listening on "); found {
			return address
		}
	}
	t.Fatal("the browser does not listen")
	return ""
}

// A remote browser is used where its operator answers for its network; what the
// page tells of is checked all the same.
func TestARemoteBrowser(t *testing.T) {
	t.Parallel()
	s := site(t, map[string]http.HandlerFunc{
		"/":     text(`<body><p id=p></p><script src="http://other.example.org/x.js"></script><img src="http://10.0.0.1/x.png" onerror="p.append('refused ')"><script>fetch('/data').then(() => p.append('content'))</script>`),
		"/data": text("x"), "/x.js": text("p.append('stranger')"), "/inside": http.RedirectHandler("http://10.0.0.1/", http.StatusFound).ServeHTTP,
	})
	address := startRemote(t)
	policy := &security.Policy{Resolver: names{}, Allow: loopbackPolicy().Allow}
	_, err := browser.New(browser.Options{Remote: address})
	assert.ErrorContains(t, err, "is not guarded")

	for _, address := range []string{address, address[:strings.Index(address, "/devtools")]} {
		r := rendererOf(t, browser.Options{Remote: address, AllowUnguarded: true, Policy: policy})
		assert.Equal(t, address, r.Path())
		for range 2 {
			got, err := r.Render(at(t, s.URL+"/"))
			require.NoError(t, err)
			assert.Contains(t, string(got.HTML), "refused")
			assert.Contains(t, string(got.HTML), "content")
			assert.NotContains(t, string(got.HTML), "stranger")
		}
		assert.Empty(t, contexts(t, r))
		_, err := r.Render(at(t, s.URL+"/inside"))
		assert.Equal(t, webfetch.SSRFBlocked, codeOf(t, err))
		require.NoError(t, r.Close())
	}
	r := rendererOf(t, browser.Options{Remote: "ws://127.0.0.1:1/", AllowUnguarded: true, Policy: new(security.Policy)})
	_, err = r.Render(at(t, "http://93.184.216.34/"))
	assert.Equal(t, webfetch.RenderUnavailable, codeOf(t, err))
}
