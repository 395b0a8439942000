package clienttest_test

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/mcpserver/host"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// The two suites: that of the revisions with a handshake, and the preview of
// that of 2026-07-28.
const (
	published = "@modelcontextprotocol/conformance"
	preview   = "conformance-next"
)

// suite runs scenarios of the official conformance suite against a server
// and returns the names of those that passed with a check, of those that had
// nothing to check, and of those that failed.
func suite(t *testing.T, module, url string, args ...string) (passed, vacuous, failed []string) {
	cmd := exec.Command(filepath.Join("node_modules", ".bin", "node"), append([]string{
		filepath.Join("node_modules", module, "dist", "index.js"), "server", "--url", url, "-o", t.TempDir(),
	}, args...)...)
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	out, err := cmd.CombinedOutput()
	if err != nil {
		var exit *exec.ExitError
		require.ErrorAs(t, err, &exit, "%s", out)
	}
	for _, line := range regexp.MustCompile(`(?m)^(✓|✗) ([\w-]+): (\d+) passed, (\d+) failed`).FindAllStringSubmatch(string(out), -1) {
		switch {
		case line[1] == "✗" || line[4] != "0":
			failed = append(failed, line[2])
		case line[3] == "0":
			vacuous = append(vacuous, line[2])
		default:
			passed = append(passed, line[2])
		}
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("%s", out)
		}
	})
	return passed, vacuous, failed
}

// applicable are the scenarios of suite 0.1.16 that need no fixtures: the rest
// call tools, prompts and resources that only a test server has.
var applicable = []string{
	"server-initialize", "ping", "tools-list", "resources-list", "prompts-list", "dns-rebinding-protection",
	"logging-set-level", "server-sse-polling", "server-sse-multiple-streams",
}

// TestConformanceOfTheProduct runs the official suite against the program as
// it is.
func TestConformanceOfTheProduct(t *testing.T) {
	passed, vacuous, _ := suite(t, published, listen(t), "--suite", "all")
	assert.ElementsMatch(t, applicable, append(passed, vacuous...))
	t.Logf("suite 0.1.16, product: %d of %d applicable pass, %d of them have nothing to check without sessions", len(passed)+len(vacuous), len(applicable), len(vacuous))
}

// withFixtures serves the suite's fixtures from the same constructor, options
// and HTTP wiring as the product.
func withFixtures(t *testing.T, opts host.Options) string {
	client, err := webfetch.New(webfetch.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, client.Close()) })
	srv, err := mcpserver.New(client, mcpserver.Options{})
	require.NoError(t, err)
	addFixtures(srv.MCP())
	srv.MCP().AddReceivingMiddleware(answerFixtures)
	h := httptest.NewServer(host.Handler(srv, opts))
	t.Cleanup(h.Close)
	return h.URL + "/mcp"
}

// TestConformanceWithFixtures tests what lies under the product, not the
// product.
func TestConformanceWithFixtures(t *testing.T) {
	passed, vacuous, failed := suite(t, published, withFixtures(t, host.Options{Sessions: true}), "--suite", "all")
	assert.Empty(t, failed)
	assert.Len(t, append(passed, vacuous...), 32)
	t.Logf("suite 0.1.16, fixtures, sessions: %d of 32 pass, of them without a check: %v", len(passed)+len(vacuous), vacuous)
}

// modern are the scenarios of the preview that need no fixtures.
var modern = []string{
	"tools-list", "resources-list", "prompts-list", "caching", "http-header-validation",
	"sep-2164-resource-not-found", "dns-rebinding-protection", "server-sse-multiple-streams",
}

// TestModernConformanceOfTheProduct runs the preview against the program.
func TestModernConformanceOfTheProduct(t *testing.T) {
	passed, _, _ := suite(t, preview, listen(t), "--suite", "all", "--spec-version", "2026-07-28")
	for _, name := range modern {
		assert.Contains(t, passed, name)
	}
	t.Logf("suite 0.2.0-alpha.12, 2026-07-28, product: all %d applicable pass", len(modern))
}

// TestModernConformanceWithFixtures runs those that need the fixtures too. The
// ones about input that a server asks the client for are not among them: no
// tool of ours asks for any.
func TestModernConformanceWithFixtures(t *testing.T) {
	passed, _, failed := suite(t, preview, withFixtures(t, host.Options{}), "--suite", "all", "--spec-version", "2026-07-28")
	assert.GreaterOrEqual(t, len(passed), 30)
	for _, name := range failed {
		assert.True(t, strings.HasPrefix(name, "input-required-result-"), name)
	}
	t.Logf("suite 0.2.0-alpha.12, 2026-07-28, fixtures: %d of %d pass", len(passed), len(passed)+len(failed))
}
