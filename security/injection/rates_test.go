package injection_test

import (
	"context"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security/injection"
)

// around is ordinary text on both sides of a passage, so that rates are those
// of pages and not of single lines.
const before, after = "The town repaired the bridge over the river in spring, and the market moved back to the square.\n\n", "\n\nBakers report that rye bread sells best on Saturdays."

type passage struct{ kind, location, text string }

func passages(t testing.TB, file string) (list []passage) {
	raw, err := os.ReadFile("testdata/scan/" + file)
	require.NoError(t, err)
	for line := range strings.Lines(string(raw)) {
		kind, text, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "|")
		if ok && !strings.HasPrefix(line, "#") {
			kind, location, _ := strings.Cut(kind, "@")
			list = append(list, passage{kind, location, strings.ReplaceAll(text, `\n`, "\n")})
		}
	}
	return list
}

// scan looks for the passage where it stands: amid ordinary text, or alone in
// a piece that readers don't see. Findings that are suspect only are no alarm and
// are left out.
func (p passage) scan() (found []injection.Finding, located bool) {
	suspect := func(f injection.Finding) bool { return f.Level == injection.Suspect }
	if p.location != "" {
		found, _ = injection.Scan(context.Background(), before+after, []injection.HiddenText{{Text: p.text, Location: injection.Location(p.location)}})
		found = slices.DeleteFunc(found, suspect)
		return found, len(found) > 0 && found[0].Location == injection.Location(p.location)
	}
	found = slices.DeleteFunc(scanText(before+p.text+after), suspect)
	return found, len(found) > 0 && found[0].Start < len(before)+len(p.text) && found[0].End > len(before)
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
		found, located := p.scan()
		if len(found) == 0 {
			missed = append(missed, p)
			continue
		}
		r.found++
		if located {
			r.located++
		}
	}
	for _, r := range kinds {
		all.n, all.found, all.located = all.n+r.n, all.found+r.found, all.located+r.located
	}
	return all, kinds, missed
}

func logRates(t *testing.T, title string, kinds map[string]*rate) {
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		r := kinds[name]
		t.Logf("%s %-14s %3d of %3d, located %d", title, name, r.found, r.n, r.located)
	}
}

// TestPublishedRates measures what SECURITY.md says of the scan. With -v it
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
		found, _ := p.scan()
		for _, f := range found {
			t.Logf("false alarm %.1f %s: %s", f.Score, f.Reason, p.text)
		}
	}
	assert.LessOrEqual(t, float64(alarms.found), 0.04*float64(alarms.n), "false alarms")
}

// TestRatesOfParaphrases measures the scan on passages that were written before
// its rules were, in words of their own. The misses of the unread half are
// counted and never read, so that its rates are those of unknown text.
func TestRatesOfParaphrases(t *testing.T) {
	for _, half := range []struct {
		name           string
		recall, alarms float64
		show           bool
	}{{"read", 0.95, 0.02, true}, {"unread", 0.6, 0.1, false}} {
		t.Run(half.name, func(t *testing.T) {
			attacks, kinds, missed := measure(passages(t, "attacks_"+half.name+".txt"))
			logRates(t, "attack", kinds)
			benign := passages(t, "benign_"+half.name+".txt")
			alarms, kinds, _ := measure(benign)
			logRates(t, "benign", kinds)
			t.Logf("recall %d of %d, false alarms %d of %d", attacks.found, attacks.n, alarms.found, alarms.n)
			assert.GreaterOrEqual(t, float64(attacks.found), half.recall*float64(attacks.n), "recall")
			assert.LessOrEqual(t, float64(alarms.found), half.alarms*float64(alarms.n), "false alarms")
			if !half.show {
				return
			}
			for _, p := range missed {
				t.Logf("missed %s: %s", p.kind, p.text)
			}
			for _, p := range benign {
				found, _ := p.scan()
				for _, f := range found {
					t.Logf("false alarm %.1f %s: %s", f.Score, f.Reason, p.text)
				}
			}
		})
	}
}

// TestRatesOfLanguages measures passages of two voices in languages that few templates are written in; nothing is
// learned from them.
func TestRatesOfLanguages(t *testing.T) {
	for _, voice := range []struct {
		name         string
		each, recall int // found of each language, and of all, at least
		alarms       int
	}{{"", 3, 38, 2}, {"_other", 0, 26, 2}} {
		attacks, kinds, missed := measure(passages(t, "attacks_languages"+voice.name+".txt"))
		logRates(t, "attack"+voice.name, kinds)
		alarms, benign, _ := measure(passages(t, "benign_languages"+voice.name+".txt"))
		logRates(t, "benign"+voice.name, benign)
		t.Logf("recall %d of %d, false alarms %d of %d", attacks.found, attacks.n, alarms.found, alarms.n)
		for _, p := range missed {
			t.Logf("missed %s: %s", p.kind, p.text)
		}
		for name, r := range kinds {
			assert.GreaterOrEqual(t, r.found, voice.each, name)
		}
		assert.GreaterOrEqual(t, attacks.found, voice.recall, "recall%s", voice.name)
		assert.LessOrEqual(t, alarms.found, voice.alarms, "false alarms%s", voice.name)
	}
}
