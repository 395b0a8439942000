package parse_test

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/parse"
)

// handed counts what goes past the parser, and checks that the tree comes out as if
// nothing did.
func handed(t *testing.T, page string) (texts, lists int) {
	t.Helper()
	r := parse.New([]byte(page), false)
	out, err := io.ReadAll(r)
	require.NoError(t, err)
	whole, _ := tree(t, page, false)
	prefiltered, _ := tree(t, page, true)
	assert.Equal(t, render(t, whole), render(t, prefiltered), "%.200q", page)
	return r.Placeholders(string(out))
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
		"<input class='" + value + "'>":                                     1,
		"<input class='" + value[1:] + "'>":                                 0,
		"<input class=" + value + " id=" + value + ">":                      2,
		"<input class=\"" + value + "\" class=" + value + "x>":              2,
		"<input class='" + value + "' id=a&amp;b>":                          1,
		"<input class='" + value + "&amp;'>":                                0,
		"<input class='" + value + "\r\n'>":                                 0,
		"<input class='" + value + "\x00'>":                                 0,
		"\r<input class='" + value + "'>":                                   1,
		"<input class='" + value + " w\u00F6rd \U0010FFFF'>":                1,
		"<input title='one two three four'>":                                1,
		"<p class='" + value + "' id='\r'>":                                 1,
		"<b class='" + value + "'>x":                                        0,
		"<html class='" + value + "'><body class='" + value + "'>":          0,
		"<svg class='" + value + "'><g class='" + value + "'></svg>":        1,
		"<math><annotation-xml encoding='application/xhtml+xml'><p></math>": 0,
		"<p class='" + value + "'":                                          0,
		"<p class='" + value + "' / x>":                                     0,
		"<p>" + words:                                                       0,
		"<p>" + words + "</p>":                                              1,
		"<p> \n" + words + "\t </p>":                                        1,
		"<p>" + words[:46] + ".</p>":                                        0,
		"<p>" + words[:46] + "..</p>":                                       1,
		"<p>" + words + "&lt;</p>":                                          0,
		"<p>" + words + "\r</p>":                                            1,
		"<p>" + words[:30] + "\r\n" + words + "</p>":                        0,
		"<p>" + words + "<" + words + "< " + words + "</p>":                 1,
		words + "<p>":                          1,
		"<pre>\n" + words + "\n</pre>":         1,
		"<textarea>\n" + words + "</textarea>": 0,
		"<table>" + words + "<tr>" + words + "<td>" + words + "</table>":                       3,
		"<select>" + words + "<option>" + words + "</select>":                                  2,
		"<svg>" + words + "<text>" + words + "</text></svg>":                                   2,
		"<title>" + words + "</title>":                                                         0,
		"<script>" + raw + "</script>":                                                         1,
		"<script>" + raw[1:] + "</script>":                                                     0,
		"<style>" + raw + "</style>":                                                           1,
		"<style>" + raw[1:] + "</style>":                                                       0,
		"<style>&lt;" + raw + "</style>":                                                       1,
		"<style>\r\n" + raw + "</style>":                                                       0,
		"<style>" + raw:                                                                        1,
		"<select><style>" + raw + "</style><script>" + raw + "</script>x":                      2,
		"<table><style>" + raw + "</style><script>" + raw + "</script><col>":                   2,
		"<svg><style>" + raw[:3] + "</style></svg><style>" + raw + "</style>":                  0,
		"<svg><style>" + strings.Repeat("a", 64) + "</style></svg>":                            0,
		"<noscript><style>" + raw + "</style></noscript>":                                      1,
		"<!--" + words + "-->":                                                                 0,
		"<frameset>" + words + "<style>" + raw + "</style>":                                    0,
		"<input class='" + value + "'>" + words + "<style>" + raw + "</style>" + words + "<i>": 4,
	} {
		texts, lists := handed(t, page)
		assert.Equal(t, want, texts, "%q", page)
		assert.Zero(t, lists, "%q", page)
	}
}

func TestLists(t *testing.T) {
	value := strings.Repeat("v", 16)
	for page, want := range map[string]int{
		"<p class=a>":                           1,
		"<p class=a id='b' title=\"c\" hidden>": 1,
		"<P CLASS=a ID = b HIDDEN>":             1,
		"<p\nclass\n=\n'a'\tid=b\f>":            1,
		"<p class='a'id='b'>":                   1,
		"<p class=''>":                          1,
		"<p hidden>":                            1,
		"<p class=a class=b CLASS=c>":           1,
		"<p>":                                   0,
		"<br class=a/>":                         0,
		"<br class=a />":                        1,
		"<br class='a'/>":                       1,
		"<img src=/a alt='b c'/>":               1,
		"<p class='" + value + "'><p class='" + value + "'>":                      2,
		"<p class='a b\u00E9\U0010FFFF'>":                                         1,
		"<p data-Ünknown='three short words' title=t>":                            1,
		"<p data-UPPER='three short words' title=t>":                              1,
		"<a href='/" + value + "'><table><a href='/" + value + "'>x":              2,
		"<a title=t href='/" + value + "' class=c><p>x</a>y":                      1,
		"<a id=b href=c>x<div><a id=b href=c>y</div></a>z":                        2,
		"<table><tr class=a><td colspan=2><p id=b>x<div class=c>":                 4,
		"<select id=a><option class=c selected>":                                  2,
		"<template class=a><p class=b>":                                           2,
		"<head><link rel=canonical href=/a><meta name=author content=b>":          2,
		"<form class=a><form class=b>":                                            2,
		"<p class='&nGt;&nGt;&nGt;&nGt;&nGt;&amp;lt;'><p class='≫⃒≫⃒≫⃒≫⃒≫⃒&lt;'>": 2,
		// What the parser would read otherwise.
		"<p class='&amp;'>":         1,
		"<p class=a title='&amp;'>": 1,
		"<p class='a\rb'>":          0,
		"<p class='a\x00b'>":        0,
		"\r\n<p class='a b'>":       1,
		"<p class=a =b>":            0,
		"<p class=a b<c>":           0,
		"<p class=a / id=b>":        0,
		"<p class=a":                0,
		"<p class=\"a>":             0,
		// Where it asks for them.
		"<html class=a><body class=b><html class=c id=d>":                     0,
		"<b class=a><i class=a><font color=red><u id=b>":                      0,
		"<input type=hidden class=a>":                                         0,
		"<table><input type=hidden class=a><input type=text class=a></table>": 0,
		"<svg class=a><g class=b><foreignObject><p class=c>":                  0,
		"<math class=a><mi class=b>":                                          0,
		// Bounds.
		"<p" + strings.Repeat(" class=a id=b", 16) + ">":         1,
		"<p" + strings.Repeat(" class=a id=b", 16) + " title=c>": 0,
		"<p class='" + strings.Repeat("a", 1<<20) + "'>":         1,
	} {
		texts, lists := handed(t, page)
		assert.Equal(t, want, lists, "%.100q", page)
		assert.Zero(t, texts, "%.100q", page)
	}
	// What nobody reads is left out of a list.
	root, _ := tree(t, "<p onclick=f() class=a data-x=1 ID=b tabindex=0><a rel=x href=y class=z>", true)
	assert.Contains(t, render(t, root), `<p class="a" id="b"><a class="z" href="y" rel="x">`)
}

// Attributes of many elements stand side by side, and no element reaches those of
// another.
func TestListsApart(t *testing.T) {
	root, _ := tree(t, strings.Repeat("<p class=a id=b>", 500), true)
	count := 0
	for n := range root.Descendants() {
		if n.Data == "p" {
			require.Equal(t, []html.Attribute{{Key: "class", Val: "a"}, {Key: "id", Val: "b"}}, n.Attr)
			n.Attr = append(n.Attr, html.Attribute{Key: "x"})
			count++
		}
	}
	assert.Equal(t, 500, count)
	for n := range root.Descendants() {
		if n.Data == "p" {
			require.Len(t, n.Attr, 3)
			require.Equal(t, "class", n.Attr[0].Key)
		}
	}
}

func TestMostKeys(t *testing.T) {
	const most = 1 << 15
	r := parse.New([]byte(strings.Repeat("<p id=a>", most)+"<p id=b>"), false)
	out, err := io.ReadAll(r)
	require.NoError(t, err)
	_, lists := r.Placeholders(string(out))
	assert.Equal(t, most, lists)
	assert.True(t, strings.HasSuffix(string(out), "<p id=b>"))
}

// A page that isn't in UTF-8 keeps what looks like a key, unless it is one.
func TestKeysInPages(t *testing.T) {
	words := strings.Repeat("word ", 10)
	for _, page := range []string{"\xFF", "<p>\xFF</p>", "<p class='\xFF\xFF\xFF\xFF'>", "<p>\xFF\x80\x80\x81</p>", "<p>a\xFF\x80b</p>" + words + "<p>"} {
		root, r := tree(t, page, true)
		assert.NotPanics(t, func() { r.FillPlaceholders(root) }, "%q", page)
	}
	root, _ := tree(t, "<p>\xFFabc</p>"+words+"<p title='\xFF\x81\x80\x81'>", true)
	assert.Contains(t, render(t, root), "<p>\xFFabc</p>"+words+"<p title=\"\xFF\x81\x80\x81\">")
}

func TestWholeKeepsAttributes(t *testing.T) {
	page := "<p class='" + strings.Repeat("v", 40) + "'>"
	out, err := io.ReadAll(parse.New([]byte(page), true))
	require.NoError(t, err)
	assert.Equal(t, page, string(out))
}
