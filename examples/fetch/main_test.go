package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

const page = `<html><head><title>Boats and stones</title></head><body><main><h1>Boats and stones</h1>
<p>Boats float because they push away more water than they weigh, which every child learns in a bath.</p>
<h2>Stones</h2><p>Stones sink because they don't, with the exception of pumice, which is mostly air and floats for months.</p>
<p>More on <a href="/pumice">pumice</a> is told elsewhere on this site, in a page of its own that is linked here.</p></main></body></html>`

func command(t *testing.T, in string, args ...string) (out string, err error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	err = run(t.Context(), args, strings.NewReader(in), &stdout, &stderr)
	return stdout.String(), err
}

func TestAFileForAPerson(t *testing.T) {
	name := filepath.Join(t.TempDir(), "page.html")
	require.NoError(t, os.WriteFile(name, []byte(page), 0o600))
	var out, head bytes.Buffer
	require.NoError(t, run(t.Context(), []string{name}, nil, &out, &head))
	assert.Contains(t, head.String(), "Title      Boats and stones")
	assert.Contains(t, head.String(), "Verdict    content")
	assert.Contains(t, head.String(), "Outline    · Stones\n")
	assert.Contains(t, out.String(), "## Stones")
}

func TestStandardInput(t *testing.T) {
	out, err := command(t, page, "-type", "text/html", "-")
	require.NoError(t, err)
	assert.Contains(t, out, "Boats float")
}

func TestJSONIsThePacket(t *testing.T) {
	out, err := command(t, page, "-json", "-")
	require.NoError(t, err)
	var p webfetch.Packet
	require.NoError(t, json.Unmarshal([]byte(out), &p))
	assert.Equal(t, "Boats and stones", p.Metadata.Title)
}

func TestFlagsChooseWhatIsShown(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"-chunk", "50"}, "──── c0"},
		{[]string{"-compact", "40", "-question", "Why does pumice float?"}, "pumice"},
		{[]string{"-compact", "40"}, "float"},
		{[]string{"-raw"}, "<html><head>"},
		{[]string{"-view", "plain"}, "Stones sink because"},
		{[]string{"-links"}, "All 1 links found on the given document\n\n- pumice: /pumice"},
	} {
		out, err := command(t, page, append(test.args, "-")...)
		require.NoError(t, err, "%v", test.args)
		assert.Contains(t, out, test.want, "%v", test.args)
	}
}

func TestMistakesAreTold(t *testing.T) {
	for _, test := range []struct {
		args []string
		code int
	}{
		{nil, 2},
		{[]string{"a", "b"}, 2},
		{[]string{"-colour", "x"}, 2},
		{[]string{filepath.Join(t.TempDir(), "nothing.html")}, 1},
		{[]string{"http://10.0.0.1/"}, 3},
		{[]string{"-view", "music", "-"}, 2},
	} {
		_, err := command(t, page, test.args...)
		require.Error(t, err, "%v", test.args)
		assert.Equal(t, test.code, exitCode(err), "%v: %v", test.args, err)
	}
	_, err := command(t, "", "-help")
	assert.True(t, errors.Is(err, flag.ErrHelp))
}

func TestAnErrorSaysWhatToTryNext(t *testing.T) {
	_, err := command(t, "", "http://10.0.0.1/")
	require.Error(t, err)
	assert.Contains(t, err.Error(), "SSRF_BLOCKED")
	assert.Contains(t, err.Error(), "-allow-private allows this machine")
}
