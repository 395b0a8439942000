package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/compact"
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
	assert.Contains(t, out, "at most 40 each\n")
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
	showPacket(&b, &webfetch.Packet{
		Warnings: []extract.Warning{{Type: extract.WarnTruncated, Message: "cut at 5 bytes"}},
		Outline:  []webfetch.Heading{{Level: 1, Text: "a"}, {Level: 3, Text: "b"}},
		Content:  "x",
	})
	assert.Contains(t, b.String(), "Warning    truncated: cut at 5 bytes\n")
	assert.Contains(t, b.String(), "Outline\n  a\n      b\n\nx\n")
	assert.NotContains(t, b.String(), "Title")
}

// TestSizeLimit refuses a file beyond what the client reads, on one side of the
// limit only.
func TestSizeLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 20 MB")
	}
	_, err := command(t, strings.Repeat("a", webfetch.DefaultMaxBytes), "-raw", "-type", "text/plain", "-")
	require.NoError(t, err)
	_, err = command(t, strings.Repeat("a", webfetch.DefaultMaxBytes+1), "-raw", "-type", "text/plain", "-")
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
	require.NoError(t, run(t.Context(), []string{"-"}, strings.NewReader(page), &out, &errOut))
	assert.Empty(t, errOut.String())
	b := newBar(&errOut)
	b.report(webfetch.Progress{Stage: "download", Done: 1, Total: 2})
	b.finish()
	assert.Empty(t, errOut.String())
}

func TestHelpListsTheFlags(t *testing.T) {
	var out, errOut bytes.Buffer
	err := run(t.Context(), []string{"-help"}, strings.NewReader(""), &out, &errOut)
	require.Error(t, err)
	for _, flag := range []string{"-json", "-links", "-raw", "-view", "-chunk", "-compact", "-question", "-mode", "-user-agent", "-type", "-ignore-robots-txt", "-timeout", "-allow-private", "-max-bytes"} {
		assert.Contains(t, errOut.String(), flag)
	}
	assert.Equal(t, 2, exitCode(usage{errors.New("x")}))
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
