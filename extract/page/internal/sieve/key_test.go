package sieve_test

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/sieve"
)

// handed counts the keys in what the sieve leaves of a page, and checks that the
// tree comes out as if there were none.
func handed(t *testing.T, page string) int {
	t.Helper()
	r := sieve.New([]byte(page), false)
	out, err := io.ReadAll(r)
	require.NoError(t, err)
	whole, _ := tree(t, page, false)
	sifted, _ := tree(t, page, true)
	assert.Equal(t, render(t, whole), render(t, sifted), "%.200q", page)
	keys := 0
	for rest := string(out); ; keys++ {
		_, after, found := strings.Cut(rest, "\xFF")
		if !found {
			return keys
		}
		rest = after[7:]
	}
}

func render(t *testing.T, n *html.Node) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, html.Render(&b, n))
	return b.String()
}

func TestKeys(t *testing.T) {
	value, words, raw := strings.Repeat("v", 16), strings.Repeat("wörd ", 8)+"end", strings.Repeat("a<b;", 16)
	for page, want := range map[string]int{
		"<p class='" + value + "'>":                                                    1,
		"<p class='" + value[1:] + "'>":                                                0,
		"<p class=" + value + " id=" + value + ">":                                     2,
		"<p class=\"" + value + "\" class=" + value + "x>":                             2,
		"<p class='" + value + "'><p class='" + value + "'><p class='" + value + "x'>": 3,
		"<p class='" + value + "&amp;'>":                                               0,
		"<p class='" + value + "\r\n'>":                                                0,
		"<p class='" + value + "\x00'>":                                                0,
		"\r<p class='" + value + "'>":                                                  1,
		"<p class='" + value + " w\u00F6rd \U0010FFFF'>":                               1,
		"<p title='one two three four'>":                                               1,
		"<a href='/" + value + "'><table><a href='/" + value + "'>x":                   2,
		"<a href='/" + value + "'><p>x</a>y":                                           1,
		"<b class='" + value + "'>x":                                                   0,
		"<html class='" + value + "'><body class='" + value + "'>":                     0,
		"<svg class='" + value + "'><g class='" + value + "'></svg>":                   1,
		"<math><annotation-xml encoding='application/xhtml+xml'><p></math>":            0,
		"<p class='" + value + "'":                                                     0,
		"<p class='" + value + "' / x>":                                                0,
		"<p>" + words:                                                                  0,
		"<p>" + words + "</p>":                                                         1,
		"<p> \n" + words + "\t </p>":                                                   1,
		"<p>" + words[:46] + ".</p>":                                                   0,
		"<p>" + words[:46] + "..</p>":                                                  1,
		"<p>" + words + "&lt;</p>":                                                     0,
		"<p>" + words + "\r</p>":                                                       1,
		"<p>" + words + "<" + words + "< " + words + "</p>":                            1,
		words + "<p>":                          1,
		"<pre>\n" + words + "\n</pre>":         1,
		"<textarea>\n" + words + "</textarea>": 0,
		"<table>" + words + "<tr>" + words + "<td>" + words + "</table>":                   3,
		"<select>" + words + "<option>" + words + "</select>":                              2,
		"<svg>" + words + "<text>" + words + "</text></svg>":                               2,
		"<title>" + words + "</title>":                                                     0,
		"<script>" + raw + "</script>":                                                     1,
		"<script>" + raw[1:] + "</script>":                                                 0,
		"<style>" + raw + "</style>":                                                       1,
		"<style>" + raw[1:] + "</style>":                                                   0,
		"<style>&lt;" + raw + "</style>":                                                   1,
		"<style>\r\n" + raw + "</style>":                                                   0,
		"<style>" + raw:                                                                    1,
		"<script type=application/json>" + raw + "</script>":                               2,
		"<select><style>" + raw + "</style><script>" + raw + "</script>x":                  2,
		"<table><style>" + raw + "</style><script>" + raw + "</script><col><script>x":      2,
		"<svg><style>" + raw[:3] + "</style></svg><style>" + raw + "</style>":              0,
		"<svg><style>" + strings.Repeat("a", 64) + "</style></svg>":                        0,
		"<noscript><style>" + raw + "</style></noscript>":                                  1,
		"<!--" + words + "-->":                                                             0,
		"<frameset>" + words + "<style>" + raw + "</style>":                                0,
		"<p class='" + value + "'>" + words + "<style>" + raw + "</style>" + words + "<i>": 4,
	} {
		assert.Equal(t, want, handed(t, page), "%q", page)
	}
}

func TestLargeKeys(t *testing.T) {
	const most = 1<<21 - 1
	for size, want := range map[int]int{most: 1, most + 1: 0} {
		assert.Equal(t, want, handed(t, "<style>"+strings.Repeat("x", size)+"</style>"), size)
	}
	before := strings.Repeat("<p>", 50) + "<!-- one two three " + strings.Repeat("x", 3<<20) + "-->"
	assert.Equal(t, 1, handed(t, before+"<style>"+strings.Repeat("yz", most/2)+"</style>"))
}

// A page that isn't in UTF-8 keeps what looks like a key, unless it is one.
func TestKeysInPages(t *testing.T) {
	words := strings.Repeat("word ", 10)
	for _, page := range []string{"\xFF", "<p>\xFF</p>", "<p class='\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF'>", "<p>\xFF\x80\x80\x80\x80\x81\x80\x80</p>", "<p>a\xFF\x80b</p>" + words + "<p>"} {
		root, r := tree(t, page, true)
		assert.NotPanics(t, func() { r.Restore(root) }, "%q", page)
	}
	root, _ := tree(t, "<p>\xFFabc</p>"+words+"<p title='\xFF\x80\x80\x80\x80\x80\x80\x80'>", true)
	assert.Contains(t, render(t, root), "<p>\xFFabc</p>"+words+"<p title=\"\xFF\x80\x80\x80\x80\x80\x80\x80\">")
}

func TestWholeKeepsAttributes(t *testing.T) {
	page := "<p class='" + strings.Repeat("v", 40) + "'>"
	out, err := io.ReadAll(sieve.New([]byte(page), true))
	require.NoError(t, err)
	assert.Equal(t, page, string(out))
}
