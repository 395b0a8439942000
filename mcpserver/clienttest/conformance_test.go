package clienttest

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// suite runs scenarios of @modelcontextprotocol/conformance against a server
// and returns the names of those that passed with a check, of those that had
// nothing to check, and of those that failed.
func suite(t *testing.T, url string, args ...string) (passed, vacuous, failed []string) {
	cmd := exec.Command(filepath.Join("node_modules", ".bin", "node"), append([]string{
		filepath.Join("node_modules", ".bin", "conformance"), "server", "--url", url, "-o", t.TempDir(),
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
	if len(failed) > 0 {
		t.Logf("%s", out)
	}
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
	passed, vacuous, _ := suite(t, listen(t), "--suite", "all")
	assert.ElementsMatch(t, applicable, append(passed, vacuous...))
	t.Logf("suite 0.1.16, product: %d of %d applicable pass, %d of them have nothing to check without sessions", len(passed)+len(vacuous), len(applicable), len(vacuous))
}

// TestConformanceWithFixtures runs it against the same constructor, options
// and HTTP wiring with the suite's fixtures added: it tests what lies under
// the product, not the product.
func TestConformanceWithFixtures(t *testing.T) {
	client, err := webfetch.New(webfetch.Options{})
	require.NoError(t, err)
	defer client.Close()
	srv := mcpserver.New(client, mcpserver.Options{})
	addFixtures(srv.MCP())
	srv.MCP().AddReceivingMiddleware(answerFixtures)
	h := httptest.NewServer(srv.Handler(mcpserver.HTTPOptions{Sessions: true}))
	defer h.Close()
	passed, vacuous, failed := suite(t, h.URL+"/mcp", "--suite", "all")
	assert.Empty(t, failed)
	assert.Len(t, append(passed, vacuous...), 32)
	t.Logf("suite 0.1.16, fixtures, sessions: %d of 32 pass, of them without a check: %v", len(passed)+len(vacuous), vacuous)
}
