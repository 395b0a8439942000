package security

import (
	"os"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// around is ordinary text on both sides of a passage, so that rates are those
// of pages and not of single lines.
const before, after = "The town repaired the bridge over the river in spring, and the market moved back to the square.\n\n", "\n\nBakers report that rye bread sells best on Saturdays."

type passage struct{ kind, text string }

func passages(t testing.TB, file string) (list []passage) {
	raw, err := os.ReadFile("testdata/scan/" + file)
	require.NoError(t, err)
	for line := range strings.Lines(string(raw)) {
		kind, text, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "|")
		if ok && !strings.HasPrefix(line, "#") {
			list = append(list, passage{kind, strings.ReplaceAll(text, `\n`, "\n")})
		}
	}
	return list
}

// rate is how many of a kind were found, and where.
type rate struct{ n, found, located int }

func measure(list []passage) (all rate, kinds map[string]*rate, missed []passage) {
	kinds = make(map[string]*rate)
	for _, p := range list {
		r := kinds[p.kind]
		if r == nil {
			r = new(rate)
			kinds[p.kind] = r
		}
		r.n++
		found := Scan(before + p.text + after)
		if len(found) == 0 {
			missed = append(missed, p)
			continue
		}
		r.found++
		if f := found[0]; f.Start < len(before)+len(p.text) && f.End > len(before) {
			r.located++
		}
	}
	for _, r := range kinds {
		all.n, all.found, all.located = all.n+r.n, all.found+r.found, all.located+r.located
	}
	return all, kinds, missed
}

func logRates(t *testing.T, title string, kinds map[string]*rate) {
	var names []string
	for name := range kinds {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		r := kinds[name]
		t.Logf("%s %-14s %3d of %3d, located %d", title, name, r.found, r.n, r.located)
	}
}

// TestPublishedRates measures what the README says of the scan. With -v it
// prints the rates by kind.
func TestPublishedRates(t *testing.T) {
	attacks := passages(t, "attacks.txt")
	require.GreaterOrEqual(t, len(attacks), 120)
	all, kinds, missed := measure(attacks)
	logRates(t, "attack", kinds)
	for _, p := range missed {
		t.Logf("missed %s: %s", p.kind, p.text)
	}
	assert.GreaterOrEqual(t, float64(all.found), 0.9*float64(all.n), "recall")
	assert.GreaterOrEqual(t, float64(all.located), 0.98*float64(all.found), "located")

	benign := passages(t, "benign.txt")
	require.GreaterOrEqual(t, len(benign), 80)
	alarms, kinds, _ := measure(benign)
	logRates(t, "benign", kinds)
	for _, p := range benign {
		for _, f := range Scan(before + p.text + after) {
			t.Logf("false alarm %.1f %s: %s", f.Score, f.Reason, p.text)
		}
	}
	assert.LessOrEqual(t, float64(alarms.found), 0.04*float64(alarms.n), "false alarms")
}
