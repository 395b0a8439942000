package webfetch_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// pages are the README and what is below docs.
func pages(t *testing.T) map[string]string {
	all := map[string]string{}
	names, err := filepath.Glob("../docs/*.md")
	require.NoError(t, err)
	for _, name := range append(names, "../README.md", "../AGENTS.md") {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		all[name] = string(text)
	}
	return all
}

// Every Go block of the pages stands in a file that is compiled and run as an example.
func TestPagesShowCompiledCode(t *testing.T) {
	var code strings.Builder
	require.NoError(t, filepath.WalkDir("..", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") {
			return err
		}
		file, err := os.ReadFile(name)
		code.Write(file)
		return err
	}))
	blocks := 0
	for name, text := range pages(t) {
		for _, part := range strings.Split(text, "```go\n")[1:] {
			snippet, _, closed := strings.Cut(part, "```")
			require.True(t, closed)
			assert.Contains(t, code.String(), snippet, name)
			blocks++
		}
	}
	assert.Greater(t, blocks, 3)
}

// Links between the pages lead to files that exist.
func TestPagesLinkToFiles(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^):#]+)(#[^)]*)?\)`)
	for name, text := range pages(t) {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			_, err := os.Stat(filepath.Join(filepath.Dir(name), m[1]))
			assert.NoError(t, err, name)
		}
	}
}

// Both commands, the program and the host's configuration are on the first two screens.
func TestREADMEBeginsWithBothCommands(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	lines := strings.Split(string(readme), "\n")
	first := strings.Join(lines[:min(75, len(lines))], "\n")
	for _, want := range []string{"go run ./examples/mcp", "go run ./examples/fetch", "webfetch.New(", `"mcpServers"`} {
		assert.Contains(t, first, want)
	}
}

var update = flag.Bool("update", false, "write the pages that are made from code")

// The page on error codes is made from the code: go test ./webfetch -run Troubleshooting -update writes it.
func TestTroubleshootingIsFresh(t *testing.T) {
	var page strings.Builder
	page.WriteString("# Error codes\n\n" +
		"Each failed call has one of these codes, in Go (`errors.Is(err, webfetch.Timeout)`) and over MCP (`error.code`). " +
		"`Error.Retryable` says whether the same call may succeed later. The advice is what a model reads; " +
		"an error with a cause of its own can have a more exact sentence and advice. The status is what `Code.HTTPStatus` gives a server that answers over HTTP.\n\n" +
		"| code | status | what failed | advice |\n|---|---|---|---|\n")
	for _, code := range errorCodes(t) {
		e := webfetch.Error{Op: "fetch", Code: code}
		fmt.Fprintf(&page, "| `%s` | %d | %s | %s |\n", code, code.HTTPStatus(), e.Sentence(""), e.Hint())
	}
	page.WriteString("\n## HTTP statuses\n\n| status | advice |\n|---|---|\n")
	for _, status := range []int{401, 402, 403, 404, 405, 407, 410, 414, 429, 451, 500, 503, 520} {
		e := webfetch.Error{Op: "fetch", Code: webfetch.HTTPError, Status: status, Retryable: status == 429 || status >= 500}
		fmt.Fprintf(&page, "| %d | %s |\n", status, e.Hint())
	}
	page.WriteString(troubleshooting)
	const name = "../docs/troubleshooting.md"
	if *update {
		require.NoError(t, os.WriteFile(name, []byte(page.String()), 0o666))
	}
	got, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, page.String(), string(got))
}

// troubleshooting is what the table of codes can't say.
const troubleshooting = `
## What people ask most

**A page of my own machine is refused (SSRF_BLOCKED).** The server reads the public internet only. ` + "`ALLOW_PRIVATE=localhost:3000`" + ` allows one port of this machine; in Go, ` + "`security.AllowLoopback()`" + ` allows all of them, for tests and programs of your own.

**Every page is refused (SSRF_BLOCKED), and the message names an address in 198.18.0.0/15.** A proxy program gives each name a fake IP. Set ` + "`PROXY_URL`" + ` to that program, or ` + "`ALLOW_PRIVATE=198.18.0.0/15:80,198.18.0.0/15:443`" + `.

**Every https page fails with TLS_ERROR: the certificate is of no known authority.** A proxy of your network signs pages by an authority of its own. Add that to the certificates of the system; on Linux, ` + "`SSL_CERT_FILE=/path/to/bundle.pem`" + ` names a file of them. In Go there is ` + "`webfetch.Options.RootCAs`" + `.

**The verdict is js_shell.** The page is empty until its scripts have run. Install a Chromium, see [rendering](rendering.md).

**The verdict is login, paywall or consent, or the error is CAPTCHA_DETECTED.** The site wants a person. Nothing here evades that. Use another source, or send the cookies of an account with ` + "`HEADERS_FILE`" + `.

**Part of the page is missing.** Run ` + "`go run ./examples/fetch -explain URL`" + `: it names the rule that left each part out. ` + "`-raw`" + ` and ` + "`-view html`" + ` show the rest.

**ROBOTS_BLOCKED.** The site's robots.txt disallows the page for programs. A person may start the fetch over the prompt ` + "`fetch`" + `; operators can set ` + "`RESPECT_ROBOTS=false`" + `.
`

// errorCodes lists the constants of type Code in the order of the source.
func errorCodes(t *testing.T) (codes []webfetch.Code) {
	file, err := parser.ParseFile(token.NewFileSet(), "errors.go", nil, 0)
	require.NoError(t, err)
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) == 1 {
			if ident, ok := spec.Type.(*ast.Ident); ok && ident.Name == "Code" {
				value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
				require.NoError(t, err)
				codes = append(codes, webfetch.Code(value))
			}
		}
		return true
	})
	require.Greater(t, len(codes), 20)
	return codes
}
