package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/examples/internal/bar"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// file writes a file of its own and returns its name.
func file(t *testing.T, name, body string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(body), 0o600))
	return path
}

// TestFilesOfOtherKinds are told by their names and bytes.
func TestFilesOfOtherKinds(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"a.md", "# Tides\n\nThey *turn*.", "# Tides\n\nThey *turn*."},
		{"a.csv", "port,depth\nDelft,3\n", "| port | depth |\n| --- | --- |\n| Delft | 3 |"},
		{"a.json", `{"port": "Delft"}`, `{"port": "Delft"}`},
		{"a.txt", "Just *words*.", `Just \*words\*.`},
		{"a", "<!doctype html><p>" + strings.Repeat("The tide turns twice a day here. ", 20), "The tide turns twice a day here."},
	} {
		out, err := command(t, "", file(t, c.name, c.body))
		require.NoError(t, err, c.name)
		assert.Contains(t, out, c.want, c.name)
	}
}

func TestTypeOverridesTheName(t *testing.T) {
	out, err := command(t, "", "-type", "text/plain", file(t, "a.csv", "port,depth\nDelft,3\n"))
	require.NoError(t, err)
	assert.NotContains(t, out, "| port |")
}

// TestJSONOfEachResult is what the library returns, without escapes of HTML.
func TestJSONOfEachResult(t *testing.T) {
	out, err := command(t, page, "-json", "-chunk", "60", "-")
	require.NoError(t, err)
	var set chunk.Set
	require.NoError(t, json.Unmarshal([]byte(out), &set))
	assert.Equal(t, 60, set.MaxTokens)
	assert.Len(t, set.Chunks, set.TotalChunks)

	out, err = command(t, page, "-json", "-compact", "30", "-question", "Why do boats float?", "-")
	require.NoError(t, err)
	var result compact.Result
	require.NoError(t, json.Unmarshal([]byte(out), &result))
	assert.LessOrEqual(t, result.EstTokens, 30)
	assert.Contains(t, result.Compacted.Summary, "Boats float")

	out, err = command(t, "a < b & c > d", "-json", "-type", "text/plain", "-")
	require.NoError(t, err)
	assert.NotContains(t, out, `\u003c`)
}

func TestChunksForAPerson(t *testing.T) {
	out, err := command(t, page, "-chunk", "40", "-")
	require.NoError(t, err)
	assert.Contains(t, out, "──── c0 · ")
	assert.Contains(t, out, "──── c1 · ")
}

// TestVerdictsForAPerson say what led to them and what to try.
func TestVerdictsForAPerson(t *testing.T) {
	assert.Equal(t, "content", verdict(extract.Verdict{Kind: extract.VerdictContent}))
	assert.Equal(t, "login (a password field; a short page). Sign in.", verdict(extract.Verdict{
		Kind: extract.VerdictLogin, Evidence: []string{"a password field", "a short page"}, Next: "Sign in."}))
}

func TestWarningsForAPerson(t *testing.T) {
	var b bytes.Buffer
	showHead(newPen(&b), &webfetch.Packet{
		Warnings: []extract.Warning{{Type: "truncated", Message: "cut at 5 bytes"}},
		Outline:  []extract.Heading{{Level: 1, Text: "a"}, {Level: 3, Text: "b"}},
	})
	assert.Contains(t, b.String(), "Warning    truncated: cut at 5 bytes\n")
	assert.Contains(t, b.String(), "Outline    a\n           · · b\n\n")
	assert.NotContains(t, b.String(), "Title")
}

// TestSizeLimit refuses a file beyond what the client reads, on one side of the
// limit only.
func TestSizeLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 20 MB")
	}
	_, err := command(t, strings.Repeat("a", 10<<20), "-raw", "-type", "text/plain", "-")
	require.NoError(t, err)
	_, err = command(t, strings.Repeat("a", 10<<20+1), "-raw", "-type", "text/plain", "-")
	var e *webfetch.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, webfetch.ContentTooLarge, e.Code)
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errOut bytes.Buffer
	err := run(ctx, []string{"-type", "text/html", "-"}, strings.NewReader(page), &out, &errOut)
	require.ErrorIs(t, err, context.Canceled)
	assert.Empty(t, out.String())
}

// TestNoBarElsewhere: nothing but the result is written where no terminal is.
func TestNoBarElsewhere(t *testing.T) {
	var out, errOut bytes.Buffer
	require.NoError(t, run(t.Context(), []string{"-view", "markdown", "-"}, strings.NewReader(page), &out, &errOut))
	assert.Empty(t, errOut.String())
	b := bar.New(&errOut)
	b.Report("download", 1, 2)
	b.Finish()
	assert.Empty(t, errOut.String())
}

func TestHelpListsTheFlags(t *testing.T) {
	var out, errOut bytes.Buffer
	err := run(t.Context(), []string{"-help"}, strings.NewReader(""), &out, &errOut)
	require.Error(t, err)
	for _, flag := range []string{"-json", "-links", "-raw", "-view", "-chunk", "-compact", "-question", "-user-agent", "-type", "-ask", "-select", "-crawl", "-completion", "-ignore-robots-txt", "-timeout", "-allow-private", "-max-bytes"} {
		assert.Contains(t, errOut.String(), flag)
	}
	assert.Contains(t, errOut.String(), "Exit codes: 0")
	assert.Equal(t, 2, exitCode(usage{Err: errors.New("x")}))
	assert.Equal(t, 1, exitCode(errors.New("x")))
}

func TestExplain(t *testing.T) {
	out, err := command(t, page, "-explain", "-type", "text/html", "-")
	require.NoError(t, err)
	assert.Regexp(t, `(?m)^\+ choice +0\.\d{3}/0\.\d{3}  threshold +Stones sink because`, out)
	out, err = command(t, "plain words", "-explain", "-type", "text/plain", "-")
	require.NoError(t, err)
	assert.Contains(t, out, "only HTML pages are traced")
	_, err = command(t, page, "-explain", "-json", "-")
	require.ErrorContains(t, err, "leave -explain out")
}

// The content alone is on standard output; what is said of it is on standard error.
func TestHeaderIsNoContent(t *testing.T) {
	for _, args := range [][]string{nil, {"-chunk", "40"}, {"-compact", "40"}} {
		var out, errOut bytes.Buffer
		require.NoError(t, run(t.Context(), append(args, "-"), strings.NewReader(page), &out, &errOut))
		assert.NotContains(t, out.String(), "Verdict", args)
		assert.NotContains(t, out.String(), "left out: ", args)
		assert.NotEmpty(t, out.String(), args)
		assert.NotEmpty(t, errOut.String(), args)
	}
}

func TestAskPrintsWhatAnswers(t *testing.T) {
	out, err := command(t, page+strings.Repeat("<p>The harbour has a crane, a slipway and a pier of stone.</p>", 400), "-ask", "Why does pumice float?", "-compact", "60", "-")
	require.NoError(t, err)
	assert.Contains(t, out, "pumice, which is mostly air")
	assert.Less(t, len(out), 500)
}

func TestSelectReadsElementsAlone(t *testing.T) {
	out, err := command(t, page, "-select", "h2", "-select", "h2 + p", "-type", "text/html", "-")
	require.NoError(t, err)
	assert.Contains(t, out, "Stones sink")
	assert.NotContains(t, out, "Boats float")
}

// A terminal gets colours, and nothing that it would obey.
func TestTerminal(t *testing.T) {
	var b bytes.Buffer
	p := &pen{w: &b, terminal: true, colors: true}
	require.NoError(t, p.markdown("# Tides\x1b]52;c;cm0gLXJm\x07\n\n```go\n# no heading\n```\nThey\u009b2J turn.\tTwice."))
	assert.Equal(t, "\x1b[1m# Tides]52;c;cm0gLXJm\x1b[0m\n\n\x1b[2m```go\x1b[0m\n\x1b[36m# no heading\x1b[0m\n\x1b[2m```\x1b[0m\nThey2J turn.\tTwice.\n", b.String())
	b.Reset()
	p.colors = false
	require.NoError(t, p.markdown("# Tides\x1b[2J"))
	assert.Equal(t, "# Tides[2J\n", b.String())
	b.Reset()
	require.NoError(t, newPen(&b).markdown("# Tides"))
	assert.Equal(t, "# Tides\n", b.String())
}

func TestCompletion(t *testing.T) {
	for shell, want := range map[string]string{"bash": "-crawl ", "zsh": "'*-crawl[read N pages", "fish": "complete -c fetch -o crawl -d "} {
		out, err := command(t, "", "-completion", shell)
		require.NoError(t, err)
		assert.Contains(t, out, want)
	}
	out, err := command(t, "", "-completion", "bash")
	require.NoError(t, err)
	script := file(t, "fetch.bash", out+"\n_fetch fetch -comp fetch; echo \"${COMPREPLY[*]}\"\n")
	got, err := exec.Command("bash", script).Output()
	require.NoError(t, err)
	assert.Equal(t, "-compact -completion\n", string(got))
	_, err = command(t, "", "-completion", "tcsh")
	require.ErrorContains(t, err, "not bash, zsh or fish")
}

// A site is read page by page, as Markdown behind its address or as JSON lines.
func TestCrawl(t *testing.T) {
	s := site(t)
	var out, errOut bytes.Buffer
	require.NoError(t, run(t.Context(), []string{"-allow-private", "-crawl", "3", s.URL}, nil, &out, &errOut))
	assert.Equal(t, 3, strings.Count(out.String(), "\nurl: "+s.URL), out.String())
	assert.Contains(t, out.String(), "title: \"Part 1\"\n---\n")
	assert.Equal(t, "3 pages read, 0 failed\n", errOut.String())

	out.Reset()
	require.NoError(t, run(t.Context(), []string{"-allow-private", "-crawl", "2", "-json", s.URL}, nil, &out, &errOut))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Len(t, lines, 2)
	for _, line := range lines {
		var p webfetch.Packet
		require.NoError(t, json.Unmarshal([]byte(line), &p))
		assert.NotEmpty(t, p.Content)
	}

	err := run(t.Context(), []string{"-allow-private", "-crawl", "2", s.URL + "/gone"}, nil, &out, &errOut)
	assert.Equal(t, 5, exitCode(err), err)
	assert.Contains(t, errOut.String(), "/gone: ")
}

// site has a front page that leads to five parts.
func site(t *testing.T) *httptest.Server {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		var links strings.Builder
		for i := range 5 {
			fmt.Fprintf(&links, `<a href="/part/%d">Part %d</a> `, i, i)
		}
		switch {
		case r.URL.Path == "/":
			fmt.Fprintf(w, "<title>Front</title><main><p>%s</p>%s</main>", strings.Repeat("All about tides and gates. ", 20), &links)
		case strings.HasPrefix(r.URL.Path, "/part/"):
			name := strings.TrimPrefix(r.URL.Path, "/part/")
			fmt.Fprintf(w, "<title>Part %s</title><main><p>%s</p></main>", name, strings.Repeat("The gate number "+name+" opens at its own time of the day. ", 20))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// Scripts tell failures apart by the exit code.
func TestExitCodes(t *testing.T) {
	s, closed := local(t), local(t)
	closed.Close()
	for _, c := range []struct {
		want int
		args []string
	}{
		{2, []string{"http://"}},
		{3, []string{"http://10.0.0.1/"}},
		{3, []string{"-allow-private", s.URL + "/private"}},
		{4, []string{"-allow-private", closed.URL}},
		{4, []string{"-allow-private", "-timeout", "1ns", s.URL}},
		{5, []string{"-allow-private", site(t).URL + "/gone"}},
		{6, []string{"-allow-private", s.URL + "/picture"}},
		{6, []string{"-allow-private", "-max-bytes", "100", s.URL}},
		{1, []string{"/no/such/file.html"}},
	} {
		_, err := command(t, "", c.args...)
		require.Error(t, err, c.args)
		assert.Equal(t, c.want, exitCode(err), "%v: %v", c.args, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errOut bytes.Buffer
	assert.Equal(t, 130, exitCode(run(ctx, []string{"-allow-private", s.URL}, nil, &out, &errOut)))
}
