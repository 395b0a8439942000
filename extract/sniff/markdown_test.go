package sniff_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/sniff"
)

// TestMarkdownAsText tells Markdown that is served as text/plain, or without a type, from settings,
// code and prose.
func TestMarkdownAsText(t *testing.T) {
	for name, c := range map[string]struct {
		text     string
		markdown bool
	}{
		"list of links":              {"# Beekeeper\n\n> Tools for hives.\n\n## Guides\n\n- [Start](https://bees.example/start): first steps\n- [Smoke](https://bees.example/smoke)\n", true},
		"heading and fence":          {"Install\n=======\n\n## Build\n\nRun this once:\n\n```sh\nmake hive\n```\n", true},
		"history of versions":        {"# 2.1.0\n\n- Fixed the lid, which would not shut\n- Added a second frame\n\n# 2.0.0\n\n- First release for all\n", true},
		"chapters of prose":          {"# Bees\n\nA hive has some thirty thousand bees in it.\n\n## Wax\n\nWax is made by the youngest bees of a hive.\n", true},
		"table and heading":          {"# Yield\n\n| year | kg |\n| --- | --- |\n| 2024 | 31 |\n", true},
		"answer of a reader":         {"Title: Bees\n\nURL Source: https://bees.example/\n\nMarkdown Content:\nBees\n----\n\nSee [wax](https://bees.example/wax), [honey](https://bees.example/honey) and [smoke](https://bees.example/smoke).\n", true},
		"code and links in prose":    {"Use `frame` with care.\n\nIt is told in [the guide](https://bees.example/g) and in [the notes](notes.md).\n", true},
		"prose":                      {"Dear Ada,\n\nthe hive is well. It weighs 31 kg, of which 4 are wax.\n\nYours, Bo\n", false},
		"prose with one address":     {"The hive is well (see [1]).\n\n[1] https://bees.example/\n", false},
		"list":                       {"To buy:\n\n- wax\n- a lid\n- smoke\n", false},
		"quoted mail":                {"> Is the hive well?\n\nIt is.\n\n> And the wax?\n\nThat as well.\n", false},
		"settings with comments":     {"# Where the hive stands\n\nplace: garden\nframes: 10\n\n# Who looks after it\n\nkeeper: ada\n", false},
		"settings with lists":        {"# Hives\n\n- name: one\n  frames: 10\n- name: two\n  frames: 12\n\n# Keepers\n\n- name: ada\n", false},
		"script":                     {"#!/bin/sh\n# Weighs the hive\n\n# see `scales` and [the guide](https://bees.example/g)\nscales -v\n", false},
		"source with comments":       {"# Weighs the hive.\n\nimport scales\n\n# `frames` is a list\n\nfor f in frames:\n    weigh(f)\n    print(f)\n", false},
		"list of names to leave out": {"# wax\n\n*.wax\nbuild/\n\n# smoke\n\n*.smoke\n", false},
		"sections of settings":       {"[hive]\nframes = 10\n\n[keeper]\nname = ada\n", false},
		"signs in sums":              {"2 * 3 * 4 = 24 and 2 ** 3 = 8, so a_b_c <d> is what is left over.\n\nNothing more.\n", false},
		"HTML":                       {"<!doctype html><h1># a</h1>\n\n# b\n\n[c](d) `e`\n\n- f\n- g\n", false},
	} {
		want := "text/plain"
		if c.markdown {
			want = "text/markdown"
		}
		assert.Equal(t, want, sniff.MediaType(&extract.Source{MediaType: "text/plain", Body: []byte(c.text)}), name)
		if name != "HTML" {
			assert.Equal(t, want, sniff.MediaType(&extract.Source{Body: []byte(c.text)}), "%s without a type", name)
		}
	}
	md := []byte("# Bees\n\n- [a](https://a.example)\n- [b](https://b.example)\n")
	for path, want := range map[string]string{"/llms.txt": "text/markdown", "/README": "text/markdown", "/v1.2": "text/markdown", "/bees.py": "text/plain", "/bees.conf": "text/plain"} {
		assert.Equal(t, want, sniff.MediaType(&extract.Source{URL: &url.URL{Path: path}, MediaType: "text/plain", Body: md}), path)
	}
	late := strings.Repeat("The hive is well today.\n\n", 2000) + string(md)
	assert.Equal(t, "text/plain", sniff.MediaType(&extract.Source{MediaType: "text/plain", Body: []byte(late)}), "signs beyond 32 KiB")
}

// TestFilenames decide where the server gives one, before the path of the address.
func TestFilenames(t *testing.T) {
	for _, c := range []struct{ filename, path, mediaType, body, want string }{
		{"notes.md", "/download", "text/plain", "words", "text/markdown"},
		{"notes.MD", "/download", "application/octet-stream", "words", "text/markdown"},
		{"hives.csv", "/export.php", "text/html", "a,b\n1,2\n", "text/csv"},
		{"hives.csv", "/export", "text/html", "<!doctype html><p>no", "text/html"},
		{`C:\hives\log.jsonl`, "/x.md", "text/plain", "{\"a\":1}\n{\"a\":2}\n", "application/x-ndjson"},
		{"hive", "/notes.md", "text/plain", "words", "text/markdown"},
		{"hive.txt", "/notes.md", "text/plain", "words", "text/plain"},
	} {
		src := &extract.Source{Filename: c.filename, URL: &url.URL{Path: c.path}, MediaType: c.mediaType, Body: []byte(c.body)}
		assert.Equal(t, c.want, sniff.MediaType(src), "%s %s", c.filename, c.path)
	}
}
