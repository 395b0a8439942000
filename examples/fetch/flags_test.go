package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Flags that don't fit each other, the source or their own kind are told before
// anything is done.
func TestFlagsThatDontFit(t *testing.T) {
	for _, test := range []struct {
		say  string
		args []string
	}{
		{"-chunk must be at least 1", []string{"-chunk", "0", "-"}},
		{"-compact must be at least 1", []string{"-compact", "-5", "-"}},
		{"-max-bytes must be at least 1", []string{"-max-bytes", "0", "-"}},
		{"-timeout must be more than 0", []string{"-timeout", "0s", "-"}},
		{"-view music is not markdown, plain, html, raw or links", []string{"-view", "music", "-"}},
		{"-type foo is not a media type", []string{"-type", "foo", "-"}},
		{"-ask is empty", []string{"-compact", "40", "-question", " ", "-"}},
		{"-ask is empty", []string{"-ask", " ", "-"}},
		{"-crawl must be at least 1", []string{"-crawl", "0", "https://a.example/"}},
		{"-crawl is for URLs", []string{"-crawl", "3", "-"}},
		{"-crawl prints whole pages; leave -chunk out", []string{"-crawl", "3", "-chunk", "40", "https://a.example/"}},
		{"-chunk and -compact can't be had together", []string{"-chunk", "40", "-compact", "40", "-"}},
		{"-links and -raw can't be had together", []string{"-links", "-raw", "-"}},
		{"-view and -links can't be had together", []string{"-view", "plain", "-links", "-"}},
		{"leave -view out", []string{"-json", "-view", "plain", "-"}},
		{"-type is for files", []string{"-type", "text/html", "https://a.example/"}},
		{"-user-agent is for URLs", []string{"-user-agent", "x", "-"}},
		{"-ignore-robots-txt is for URLs", []string{"-ignore-robots-txt", "-"}},
		{"-allow-private is for URLs", []string{"-allow-private", "-"}},
		{"exactly one URL", []string{"-json"}},
		{"exactly one URL", []string{"a", "-json", "b"}},
		{"exactly one URL", []string{"a", "--", "-json"}},
		{"flag provided but not defined", []string{"-", "-colour"}},
	} {
		_, err := command(t, page, test.args...)
		require.ErrorContains(t, err, test.say, "%v", test.args)
		assert.Equal(t, 2, exitCode(err), "%v", test.args)
	}
}

func TestFlagsBehindTheSource(t *testing.T) {
	out, err := command(t, page, "-type", "text/html", "-", "-view", "plain")
	require.NoError(t, err)
	assert.NotContains(t, out, "Outline")
	assert.Contains(t, out, "Stones sink because")
	out, err = command(t, page, "-view", "plain", "--", "-")
	require.NoError(t, err)
	assert.Contains(t, out, "Stones sink because")
}

// local is a site on this machine.
func local(t *testing.T) *httptest.Server {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/robots.txt":
			fmt.Fprint(w, "User-agent: *\nDisallow: /private\n")
		case "/picture":
			w.Header().Set("Content-Type", "image/png")
			w.Write([]byte("\x89PNG\r\n\x1a\n\x00\xff"))
		case "/agent":
			w.Header().Set("Content-Type", "text/plain")
			fmt.Fprint(w, "agent "+r.UserAgent())
		default:
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, page)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func TestFlagsOfURLs(t *testing.T) {
	s := local(t)
	_, err := command(t, "", s.URL)
	require.ErrorContains(t, err, "-allow-private allows this machine and private networks")
	assert.True(t, strings.HasPrefix(err.Error(), s.URL+"/: SSRF_BLOCKED: "), err)
	assert.Equal(t, 3, exitCode(err))

	out, err := command(t, "", s.URL, "-allow-private", "-view", "plain")
	require.NoError(t, err)
	assert.Contains(t, out, "Boats float")
	out, err = command(t, "", "-allow-private", "-user-agent", "mine/1", "-raw", s.URL+"/agent")
	require.NoError(t, err)
	assert.Equal(t, "agent mine/1", out)

	_, err = command(t, "", "-allow-private", "http://127.0.0.1:22/")
	require.ErrorContains(t, err, "Nothing there may be fetched", "no flag allows it")

	_, err = command(t, "", "-allow-private", s.URL+"/private")
	require.ErrorContains(t, err, "-ignore-robots-txt reads it")
	_, err = command(t, "", "-allow-private", "-ignore-robots-txt", s.URL+"/private")
	require.NoError(t, err)

	_, err = command(t, "", "-allow-private", "-max-bytes", "100", s.URL)
	require.ErrorContains(t, err, "Raise -max-bytes")
	_, err = command(t, "", "-allow-private", "-max-bytes", "100000", s.URL)
	require.NoError(t, err)
	_, err = command(t, "", "-allow-private", "-timeout", "1ns", s.URL)
	require.ErrorContains(t, err, "Raise -timeout")

	_, err = command(t, "", "-allow-private", s.URL+"/picture")
	require.ErrorContains(t, err, "-raw writes the bytes")
	out, err = command(t, "", "-allow-private", "-raw", s.URL+"/picture")
	require.NoError(t, err)
	assert.Equal(t, "\x89PNG\r\n\x1a\n\x00\xff", out)
	out, err = command(t, "", "-allow-private", "-links", s.URL)
	require.NoError(t, err)
	assert.Equal(t, "All 1 links found on "+s.URL+"\n\n- pumice: "+s.URL+"/pumice\n", out)
}

func TestMaxBytesOfAFile(t *testing.T) {
	_, err := command(t, string(bytes.Repeat([]byte("a"), 101)), "-max-bytes", "100", "-")
	require.ErrorContains(t, err, "Raise -max-bytes")
	_, err = command(t, string(bytes.Repeat([]byte("a"), 100)), "-max-bytes", "100", "-")
	require.NoError(t, err)
}
