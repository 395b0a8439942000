package robots_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

func ExampleParse() {
	file := []byte("User-agent: *\nDisallow: /private/\nAllow: /private/press\nCrawl-delay: 2\n")
	rules := robots.Parse(file, "webfetch-go")
	for _, raw := range []string{"https://example.com/", "https://example.com/private/x", "https://example.com/private/press.html"} {
		u, _ := url.Parse(raw)
		fmt.Println(rules.Check(u))
	}
	fmt.Println(rules.CrawlDelay)
	// Output:
	// allowed: no rule matches
	// disallowed: "Disallow: /private/" (line 2, group *)
	// allowed: "Allow: /private/press" (line 3, group *)
	// 2s
}

func check(t testing.TB, file, token, raw string) robots.Decision {
	u, err := url.Parse(raw)
	require.NoError(t, err)
	return robots.Parse([]byte(file), token).Check(u)
}

func TestGroups(t *testing.T) {
	tests := map[string]struct {
		file    string
		path    string
		allowed bool
		group   string
	}{
		"empty file":                   {"", "/a", true, ""},
		"any":                          {"user-agent: *\ndisallow: /a", "/a", false, "*"},
		"own beats any":                {"user-agent: *\ndisallow: /\nuser-agent: bot\ndisallow: /b", "/a", true, "bot"},
		"own before any":               {"user-agent: bot\ndisallow: /b\nuser-agent: *\ndisallow: /", "/b", false, "bot"},
		"own without rules":            {"user-agent: bot\nuser-agent: x\ndisallow:\n\nuser-agent: *\ndisallow: /", "/a", true, "bot"},
		"case":                         {"USER-AGENT: BOT\nDISALLOW: /a", "/a", false, "bot"},
		"version":                      {"user-agent: bot/2.0\ndisallow: /a", "/a", false, "bot"},
		"longer name":                  {"user-agent: botanist\ndisallow: /a", "/a", true, ""},
		"shorter name":                 {"user-agent: bo\ndisallow: /a", "/a", true, ""},
		"hyphenated name":              {"user-agent: bot-news\ndisallow: /a", "/a", true, ""},
		"empty name":                   {"user-agent:\ndisallow: /a", "/a", true, ""},
		"star and blank":               {"user-agent: * all of them\ndisallow: /a", "/a", false, "*"},
		"star and letters":             {"user-agent: *bot\ndisallow: /a", "/a", true, ""},
		"merged":                       {"user-agent: bot\ndisallow: /a\nuser-agent: x\ndisallow: /\nuser-agent: bot\ndisallow: /b", "/b", false, "bot"},
		"merged, first part":           {"user-agent: bot\ndisallow: /a\nuser-agent: x\ndisallow: /\nuser-agent: bot\ndisallow: /b", "/a", false, "bot"},
		"any merged":                   {"user-agent: *\ndisallow: /a\nuser-agent: *\ndisallow: /b", "/a", false, "*"},
		"shared":                       {"user-agent: x\nuser-agent: bot\ndisallow: /a", "/a", false, "bot"},
		"shared by own and any":        {"user-agent: bot\nuser-agent: *\ndisallow: /a", "/a", false, "bot"},
		"blank line in a group":        {"user-agent: bot\n\n\ndisallow: /a", "/a", false, "bot"},
		"unknown line in a group":      {"user-agent: bot\nnoindex: /x\ndisallow: /a", "/a", false, "bot"},
		"unknown line between agents":  {"user-agent: bot\nsitemap: /x\nuser-agent: *\ndisallow: /a", "/a", false, "bot"},
		"crawl-delay between agents":   {"user-agent: bot\ncrawl-delay: 1\nuser-agent: *\ndisallow: /a", "/a", false, "bot"},
		"rule before any group":        {"disallow: /\nuser-agent: *\ndisallow: /a", "/b", true, "*"},
		"BOM":                          {"\xef\xbb\xbfuser-agent: *\ndisallow: /a", "/a", false, "*"},
		"CR":                           {"user-agent: *\rdisallow: /a\r", "/a", false, "*"},
		"CRLF":                         {"user-agent: *\r\ndisallow: /a\r\n", "/a", false, "*"},
		"comments":                     {"# x\nuser-agent: * # y\ndisallow: /a # z\n#", "/a", false, "*"},
		"blanks":                       {"  user-agent \t:\t *  \n\tdisallow\t: /a\t\n", "/a", false, "*"},
		"missing colon":                {"user-agent *\ndisallow /a", "/a", false, "*"},
		"sentence without colon":       {"user-agent: *\ndisallow is not meant\n", "/a", true, "*"},
		"misspelt":                     {"useragent: *\ndissallow: /a", "/a", false, "*"},
		"NUL":                          {"user-agent: *\ndisallow: /x\x00\ndisallow: /a", "/a", false, "*"},
		"not UTF-8":                    {"user-agent: *\n\xff\xfe: \xff\ndisallow: /a", "/a", false, "*"},
		"HTML":                         {"<!doctype html><p>Disallow: / <p>User-agent: *", "/a", true, ""},
		"key of the length of a novel": {"user-agent: *\n" + strings.Repeat("x", 5000) + ": y\ndisallow: /a", "/a", false, "*"},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			d := check(t, tt.file, "bot", "http://example.com"+tt.path)
			assert.Equal(t, tt.allowed, d.Allowed, "%s", d)
			assert.Equal(t, tt.group, d.Group)
		})
	}
}

func TestPatterns(t *testing.T) {
	tests := []struct {
		rules   string // D and A lines
		path    string
		allowed bool
	}{
		{"D /", "/", false},
		{"D /", "", false},
		{"D /fish", "/fish", false},
		{"D /fish", "/fish.html", false},
		{"D /fish", "/Fish", true},
		{"D /fish/", "/fish", true},
		{"D /fish*", "/fishheads", false},
		{"D /*.php", "/index.php?x", false},
		{"D /*.php$", "/index.php", false},
		{"D /*.php$", "/index.php?x", true},
		{"D /fish*.php", "/fishheads/catfish.php", false},
		{"D /fish*.php", "/Fish.PHP", true},
		{"D /$", "/", false},
		{"D /$", "/a", true},
		{"D /a$b", "/a$b", false},
		{"D /a$b", "/a", true},
		{"D /a$b", "/a%24b", false},
		{"D /a%24", "/a$", false},
		{"D /a%2A", "/a*", false},
		{"D /a%2Ab", "/axb", true},
		{"D /**a", "/xxa", false},
		{"D /*a*b*c$", "/1a2b3c", false},
		{"D /*a*b*c$", "/1a2b3c4", true},
		{"D /*ab$", "/abab", false},
		{"D *a", "/xa", false},
		{"D a", "/a", true},
		{"D http://example.com/a", "/a", true},
		{"D /a?b", "/a?b=c", false},
		{"D /a?b", "/a", true},
		{"D /*?", "/a?", false},
		{"D /a", "/b#/a", true},
		{"D /a%2fb", "/a/b", true},
		{"D /a%2Fb", "/a%2fb", false},
		{"D /%7Ea", "/~a", false},
		{"D /~a", "/%7ea", false},
		{"D /%61", "/a", false},
		{"D /ツ", "/%E3%83%84", false},
		{"D /%e3%83%84", "/ツ", false},
		{"D /a b", "/a%20b", false},
		{"D /100%", "/100%25", false},
		{"D /(x)[y]+.", "/(x)[y]+.", false},
		{"D /[xy]", "/x", true},
		{"D /a\nA /a/b", "/a/b", true},
		{"A /a\nD /a/b", "/a/b", false},
		{"D /a\nA /a", "/a", true},
		{"A /a\nD /a", "/a", true},
		{"A /*.html\nD /docs/", "/docs/a.html", true},
		{"A /a\nD /*b", "/ab", false},
		{"A /$\nD /", "/", true},
		{"A /$\nD /", "/a", false},
		{"A /$\nD /", "", true},
		{"D /a\nA", "/a", false},
		{"D ", "/a", true},
		{"D /", "/robots.txt", true},
		{"D /", "/robots.txt?x", false},
		{"D /", "/dir/robots.txt", false},
		{"D /", "/dir/../robots.txt", true},

		{"D /private", "/public/../private/x", false},
		{"D /private", "/./private", false},
		{"D /private", "/x/%2e%2E/.%2e/private/x", false},
		{"D /private", `/x\..\private`, false},
		{"D /private", "/private/../public", true},
		{"D /private", "/private/%2e%2e", true},
		{"D /private", "/x%2F..%2Fprivate", true},
		{"D /private", "/x/%252e%252e/private", true},
		{"D /private", "/x/..;v=1/private", true},
		{"D /private", "//private", true},
		{"D /private", "/x?/../private", true},
		{"D /x/$", "/x/y/..", false},
		{"D /x/$", "/x/y/../", false},
		{"D /x%2F", "/x%2F../y", false},
		{"D /x%2F..", "/x%2f%2e%2e/y", false},

		{"D /public/../private", "/private/x", false},
		{"D /x/%2e%2e/./private$", "/private", false},
		{"D /./*.php", "/index.php", false},
		{"D /x/../y?a=/../b", "/y?a=/../b", false},
		{"D /x?/../y", "/x?/../y", false},
		{"A /x/../y\nD /", "/y", true},
		{"D /..", "/a", true},
		{"D /..", "/..old", false},
		{"D /.", "/.git/config", false},
		{"D /.", "/a", true},
		{"D /../", "/a", true},
		{"D /%2e%2e/*", "/a", true},
		{"D /*/../", "/a", true},
		{"D /x/../", "/a", true},
	}
	for _, tt := range tests {
		file := "user-agent: *\n"
		for line := range strings.SplitSeq(tt.rules, "\n") {
			key, value, _ := strings.Cut(line, " ")
			file += map[string]string{"A": "allow: ", "D": "disallow: "}[key] + value + "\n"
		}
		d := check(t, file, "bot", "http://example.com"+tt.path)
		assert.Equal(t, tt.allowed, d.Allowed, "%q against %q: %s", tt.path, tt.rules, d)
	}
}

func TestCrawlDelay(t *testing.T) {
	for value, want := range map[string]time.Duration{
		"10": 10 * time.Second, "0": 0, "0.5": 500 * time.Millisecond, "1.": time.Second, ".5": 500 * time.Millisecond,
		"86400": 24 * time.Hour, "86401": 24 * time.Hour, "99999999999999999999999": 24 * time.Hour,
		"1.000000000000000001": time.Second, "": 0, ".": 0, "-1": 0, "+1": 0, "1e3": 0, "NaN": 0, "Inf": 0, "5 seconds": 0, "1,5": 0, "0x1": 0,
	} {
		r := robots.Parse([]byte("user-agent: *\ncrawl-delay: "+value+"\n"), "bot")
		assert.Equal(t, want, r.CrawlDelay, value)
	}
	r := robots.Parse([]byte("user-agent: *\ncrawl-delay: 3\nuser-agent: bot\ndisallow:\nuser-agent: *\ncrawl-delay: 7\ndisallow: /\n"), "other")
	assert.Equal(t, 7*time.Second, r.CrawlDelay, "the longest counts")
	for file, want := range map[string]time.Duration{
		"user-agent: *\ncrawl-delay: 2\n\nuser-agent: mapper\ncrawl-delay: 90\n":                                         2 * time.Second,
		"user-agent: *\ncrawl-delay: 2\nuser-agent: bot\ncrawl-delay: 90\ndisallow: /x\n":                                90 * time.Second,
		"user-agent: bot\nuser-agent: *\ncrawl-delay: 4\nuser-agent: mapper\ncrawl-delay: 90\n":                          4 * time.Second,
		"user-agent: bot\ncrawl-delay: 4\nuser-agent: mapper\ndisallow: /x\nuser-agent: bot\nallow: /\ncrawl-delay: 8\n": 8 * time.Second,
		"user-agent: mapper\ncrawl-delay: 90\nuser-agent: *\ndisallow: /x\ncrawl-delay: 3\n":                             3 * time.Second,
	} {
		assert.Equal(t, want, robots.Parse([]byte(file), "bot").CrawlDelay, "that of other robots is theirs: %q", file)
	}
}

func TestMaxBytes(t *testing.T) {
	head := "user-agent: *\ndisallow: /first\n"
	line := "disallow: /last\n"
	fill := robots.MaxBytes - len(head) - len(line)
	padding := strings.Repeat("#\n", fill/2) + strings.Repeat("\n", fill%2)
	within := head + padding + line
	require.Len(t, within, robots.MaxBytes)
	assert.False(t, check(t, within, "bot", "http://example.com/last").Allowed)
	over := head + "\n" + padding + line
	assert.True(t, check(t, over, "bot", "http://example.com/last").Allowed, "a line that is cut does not count")
	assert.True(t, check(t, over, "bot", "http://example.com/la").Allowed)
	assert.False(t, check(t, over, "bot", "http://example.com/first").Allowed)
	assert.True(t, check(t, strings.Repeat("x", 2*robots.MaxBytes), "bot", "http://example.com/").Allowed)
}

func TestNilRules(t *testing.T) {
	u, err := url.Parse("http://example.com/")
	require.NoError(t, err)
	assert.True(t, (*robots.Rules)(nil).Check(u).Allowed)
	assert.True(t, new(robots.Rules).Check(u).Allowed)
}

// Matching takes each part where it first stands; with a naive search this
// pattern takes exponential time.
func BenchmarkHostilePattern(b *testing.B) {
	rules := robots.Parse([]byte("user-agent: *\ndisallow: /"+strings.Repeat("*a", 2000)+"b"), "bot")
	u := &url.URL{Scheme: "http", Host: "a.example", Path: "/" + strings.Repeat("a", 8000)}
	for b.Loop() {
		if !rules.Check(u).Allowed {
			b.Fatal("matches")
		}
	}
}

func BenchmarkParse(b *testing.B) {
	file := []byte("user-agent: *\n" + strings.Repeat("disallow: /some/path/*.html$\n", robots.MaxBytes/30))
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		robots.Parse(file, "bot")
	}
}

// FuzzParse holds that no file panics, that /robots.txt stays allowed, and
// that the order of lines decides nothing within one group.
func FuzzParse(f *testing.F) {
	f.Add("user-agent: *\ndisallow: /a*b$\nallow: /a\n", "http://example.com/ab?c")
	f.Add("\xef\xbb\xbfUSER-AGENT bot/1\r\rDisallow:/%7e*\ncrawl-delay: 1.5", "http://example.com/~x")
	f.Add("user-agent: *\nallow: /$\ndisallow: /", "http://example.com")
	f.Fuzz(func(t *testing.T, file, raw string) {
		r := robots.Parse([]byte(file), "bot")
		require.True(t, r.Check(&url.URL{Path: "/robots.txt"}).Allowed)
		require.GreaterOrEqual(t, r.CrawlDelay, time.Duration(0))
		require.LessOrEqual(t, r.CrawlDelay, 24*time.Hour)
		u, err := url.Parse(raw)
		if err != nil {
			return
		}
		d := r.Check(u)
		require.Equal(t, d.Rule != "", d.Line > 0)
		require.NotEmpty(t, d.String())
		if d.Rule != "" {
			alone := robots.Parse([]byte("user-agent: *\n"+d.Rule), "bot").Check(u)
			require.Equal(t, d.Allowed, alone.Allowed, "by %s alone", d.Rule)
		}
		if d.Allowed != (d.Rule == "" || strings.HasPrefix(d.Rule, "Allow")) {
			t.Fatalf("%v contradicts its rule", d)
		}
	})
}
