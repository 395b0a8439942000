package robots_test

import (
	"bytes"
	"math/rand/v2"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

// plainRule is a rule as it is read from the standard.
type plainRule struct {
	value string
	allow bool
	line  int
}

// matches reports whether the value matches the beginning of a path, or with a final $ all
// of it.
func (r plainRule) matches(path string) bool {
	value, anchored := strings.CutSuffix(r.value, "$")
	expression := "^" + strings.ReplaceAll(regexp.QuoteMeta(value), `\*`, ".*")
	if anchored {
		expression += "$"
	}
	return regexp.MustCompile(expression).MatchString(path)
}

// wins reports whether r wins over other, of two that match: the longer one, of equal ones
// Allow, then the one that stands first.
func (r plainRule) wins(other plainRule) bool {
	if len(r.value) != len(other.value) {
		return len(r.value) > len(other.value)
	}
	if r.allow != other.allow {
		return r.allow
	}
	return r.line < other.line
}

// decide is the plain way: every rule is tried.
func decide(rules []plainRule, path string) (best plainRule) {
	for _, r := range rules {
		if r.matches(path) && (best.line == 0 || r.wins(best)) {
			best = r
		}
	}
	return best
}

// What decides is the rule that trying all of them finds.
func TestTheBestRuleDecides(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	word := func(letters string, most int) string {
		var b strings.Builder
		for range random.IntN(most + 1) {
			b.WriteByte(letters[random.IntN(len(letters))])
		}
		return b.String()
	}
	for range 1000 {
		file, rules := "user-agent: *\n", []plainRule(nil)
		for i := range random.IntN(40) {
			r := plainRule{"/" + word("aab*/", 8) + []string{"", "", "$", "*", "*$"}[random.IntN(5)], random.IntN(2) == 0, i + 2}
			rules = append(rules, r)
			file += map[bool]string{true: "allow: ", false: "disallow: "}[r.allow] + r.value + "\n"
		}
		parsed := robots.Parse([]byte(file), "bot")
		for range 10 {
			path := "/" + word("aab/", 8)
			want := decide(rules, path)
			got := parsed.Check(&url.URL{Scheme: "http", Host: "a.example", Path: path})
			require.Equal(t, want.line, got.Line, "%s on %q", file, path)
			require.Equal(t, want.line == 0 || want.allow, got.Allowed, "%s on %q", file, path)
		}
	}
}

// What a check may cost is bounded, and ordinary addresses of the largest files
// stay below the bound.
func TestWorkIsBounded(t *testing.T) {
	for what, line := range hostileFiles {
		rules := robots.Parse(hostile(line), "x")
		short, err := url.Parse("http://a.example/" + strings.Repeat("a", 300))
		require.NoError(t, err)
		assert.False(t, rules.Check(short).TooComplex, what)
	}
	const maxWork = 32 << 20
	body := hostile(hostileFiles["all a"])
	rules, lines := robots.Parse(body, "x"), bytes.Count(body, []byte("Disallow"))
	require.Greater(t, lines, 30_000)
	inside := maxWork/lines - 100
	for length, complex := range map[int]bool{inside: false, 2*inside + 400: true} {
		u, err := url.Parse("http://a.example/" + strings.Repeat("a", length))
		require.NoError(t, err)
		d := rules.Check(u)
		assert.Equal(t, complex, d.TooComplex, length)
		assert.Equal(t, !complex, d.Allowed)
		if complex {
			assert.Equal(t, "disallowed: too many patterns for so long an address", d.String())
		}
	}
	literal := robots.Parse(bytes.ReplaceAll(hostile(hostileFiles["nested"]), []byte("aaa"), []byte("a/a")), "x")
	u, err := url.Parse("http://a.example/" + strings.Repeat("a/a", 2700))
	require.NoError(t, err)
	assert.False(t, literal.Check(u).TooComplex)
}
