package compact_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/chunk/tiktoken"
	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

// samples are documents of many kinds, in eight languages.
func samples(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.??.md")
	require.NoError(t, err)
	require.Len(t, files, 8)
	out := map[string]string{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		out[filepath.Base(f)] = string(text)
	}
	return out
}

func exact(t *testing.T) chunk.Counter {
	t.Helper()
	enc, err := tiktoken.O200K()
	require.NoError(t, err)
	return enc
}

// The budget holds for the whole result as a client gets it, counted exactly,
// and most of it is used.
func TestBudgetHoldsForTheWhole(t *testing.T) {
	count := exact(t)
	for name, md := range samples(t) {
		doc := markdown.Parse(md)
		for _, mode := range allModes {
			for _, budget := range []int{60, 90, 130, 200, 300, 500, 900} {
				for _, preserve := range [][]string{nil, allPreserve[len(allPreserve)-1]} {
					opts := compact.Options{MaxTokens: budget, Mode: mode, Question: "How much does it cost?", Preserve: preserve, Counter: count}
					r, err := compact.Shrink(context.Background(), doc, opts)
					require.NoError(t, err)
					checkResult(t, doc, opts, r)
					checkLedger(t, doc, r)
					assert.NotEmpty(t, r.Compacted.Summary, "%s, %s, %d", name, mode, budget)
					if total := count.Count(md); total > 2*budget && mode != compact.QuestionFocused {
						assert.GreaterOrEqual(t, float64(r.EstTokens), .65*float64(budget), "%s, %s, %d: little is used", name, mode, budget)
					}
				}
			}
		}
	}
}

// Without a counter, the estimate is on the safe side.
func TestEstimatedBudgetHoldsForTheWhole(t *testing.T) {
	count := exact(t)
	for name, md := range samples(t) {
		doc := markdown.Parse(md)
		for _, budget := range []int{60, 130, 300, 900} {
			r, err := compact.Shrink(context.Background(), doc, compact.Options{MaxTokens: budget, Preserve: []string{"numbers"}})
			require.NoError(t, err)
			assert.LessOrEqual(t, count.Count(asJSON(t, r.Compacted)), budget, "%s at %d", name, budget)
		}
	}
}

// Key points say what the summary does not.
func TestKeyPointsAddToTheSummary(t *testing.T) {
	count, points := exact(t), 0
	for name, md := range samples(t) {
		for _, mode := range allModes {
			for _, budget := range []int{300, 400, 450} {
				r := shrinkWhole(t, md, compact.Options{MaxTokens: budget, Mode: mode, Question: "When was it opened?", Counter: count})
				for _, q := range r.Compacted.KeyPoints {
					points++
					assert.GreaterOrEqual(t, budget, 400)
					assert.NotContains(t, r.Compacted.Summary, q.Text, "%s, %s", name, mode)
				}
			}
		}
	}
	assert.Positive(t, points)
	r := shrinkWhole(t, "# Sea\n\nThe pier is 90 m long. It was built in 1930.", compact.Options{MaxTokens: 500, Counter: count})
	assert.Empty(t, r.Compacted.KeyPoints, "nothing to add to a document that is kept whole")
}

// template is a page on which every section says one thing of its own and the
// same as all others.
func template() (md string, facts []string) {
	facts = []string{
		"The north dam holds 41 million cubic metres of water.",
		"Anna Verhoeven designed the spillway in 1962.",
		"The turbines deliver 18 megawatts at full load.",
		"A fish ladder of 27 steps was added in May 1999.",
	}
	md = "# Kestrel valley\n"
	for i, name := range []string{"North dam", "Spillway", "Power house", "Fish ladder"} {
		md += fmt.Sprintf("\n## %s\n\nContact the valley office for more information about opening times and tickets. %s\n", name, facts[i])
	}
	return md, facts
}

// A sentence that every section repeats does not crowd out what is said once.
func TestFactsBeforeTemplates(t *testing.T) {
	md, facts := template()
	count := exact(t)
	for _, mode := range []compact.Mode{compact.Structural, compact.Salience, compact.MapReduce} {
		for budget, want := range map[int]int{60: 1, 90: 3, 130: 4} {
			r := shrinkWhole(t, md, compact.Options{MaxTokens: budget, Mode: mode, Counter: count})
			kept := 0
			for _, f := range facts {
				if strings.Contains(r.Compacted.Summary, f) {
					kept++
				}
			}
			assert.GreaterOrEqual(t, kept, want, "%s at %d: %q", mode, budget, r.Compacted.Summary)
			assert.LessOrEqual(t, strings.Count(r.Compacted.Summary, "Contact the valley office"), 1, "%s at %d", mode, budget)
		}
	}
}

// The modes are different ways to spend the same budget.
func TestModesDiffer(t *testing.T) {
	for name, md := range samples(t) {
		seen := map[string]compact.Mode{}
		for _, mode := range []compact.Mode{compact.Structural, compact.Salience, compact.MapReduce} {
			r := shrinkWhole(t, md, compact.Options{MaxTokens: 260, Mode: mode, Counter: exact(t)})
			if same, ok := seen[r.Compacted.Summary]; ok {
				assert.Fail(t, "two modes do the same", "%s: %s and %s", name, same, mode)
			}
			seen[r.Compacted.Summary] = mode
		}
	}
}

// Structural shows the outline of a document, with the best of each section as
// far as there is room.
func TestStructuralKeepsTheOutline(t *testing.T) {
	md := samples(t)["manual.en.md"]
	r := shrinkWhole(t, md, compact.Options{MaxTokens: 250, Mode: compact.Structural, Counter: exact(t)})
	for line := range strings.Lines(md) {
		if strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "# ") {
			assert.Contains(t, r.Compacted.Summary, strings.TrimSpace(line))
		}
	}
}

// Under each heading of a summary stands only what stands under it in the
// document.
func TestNothingUnderAWrongHeading(t *testing.T) {
	var md strings.Builder
	for i := range 12 {
		fmt.Fprintf(&md, "## Harbour %c\n\nThe depth of %c is %d m. It has room for %d boats in summer. The pilot of %c lives ashore.\n\n", 'A'+i, 'A'+i, 3+i, 40+7*i, 'A'+i)
	}
	for _, mode := range allModes {
		for budget := 10; budget < 260; budget += 7 {
			r := shrink(t, md.String(), compact.Options{MaxTokens: budget, Mode: mode, Question: "How deep is G, and where does the pilot of C live?"})
			heading := ""
			for line := range strings.Lines(r.Compacted.Summary) {
				if name, ok := strings.CutPrefix(line, "## Harbour "); ok {
					heading = strings.TrimSpace(name)
					continue
				}
				for _, cue := range []string{"depth of ", "pilot of "} {
					if _, rest, ok := strings.Cut(line, cue); ok && heading != "" {
						assert.Equal(t, heading, rest[:1], "%s at %d: %q", mode, budget, r.Compacted.Summary)
					}
				}
			}
		}
	}
}

// What JSON escapes counts as it is written.
func TestBudgetHoldsForEscapes(t *testing.T) {
	for _, budget := range []int{459, 900, 4000} {
		shrinkWhole(t, "0"+strings.Repeat("\x1b", 3000), compact.Options{MaxTokens: budget, Counter: runes{}})
	}
}
