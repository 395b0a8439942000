package classify

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

func measured(t testing.TB, body string) *measure.Page {
	t.Helper()
	root, err := html.ParseWithOptions(strings.NewReader(body), html.ParseOptionEnableScripting(false))
	require.NoError(t, err)
	p, err := new(measure.Measurer).Measure(t.Context(), root, measure.Options{})
	require.NoError(t, err)
	return p
}

// begun is the selection of a page before its passes. It has the threshold 0.5.
func begun(t testing.TB, body string) *selection {
	t.Helper()
	return begunAs(t, body, features.Hints{PathSegments: -1}, gbdt.Embedded().Lexicon)
}

func begunAs(t testing.TB, body string, hints features.Hints, lexicon *features.Lexicon) *selection {
	t.Helper()
	p, x, s := measured(t, body), new(features.Extractor), new(selection)
	x.Begin(p, hints, lexicon)
	s.begin(p, x, hints, Options{})
	s.scores, s.threshold = make([]float32, len(p.Blocks)), 0.5
	return s
}

// typed is a lexicon that knows of pages whose og:type is "known" how likely they are
// articles and forums, and such hints.
func typed(t testing.TB, article, forum float32) (features.Hints, *features.Lexicon) {
	t.Helper()
	hints := features.Hints{PathSegments: -1, Type: "known"}
	tokens := features.PageTypeTokens(nil, &measure.Page{}, &hints)
	require.Len(t, tokens, 1)
	return hints, features.NewLexicon(nil, nil, map[uint32][features.PageTypeCount]float32{tokens[0]: {article, forum}})
}

// of sets the scores of the blocks and which are kept.
func (s *selection) of(scores []float32, kept []bool) *selection {
	if scores != nil {
		s.scores = scores
	}
	if kept != nil {
		s.kept = kept
	}
	return s
}

// keeping keeps the blocks that have an x, as marked writes them.
func (s *selection) keeping(t *testing.T, marks string) *selection {
	t.Helper()
	require.Len(t, s.kept, len(marks))
	for i := range s.kept {
		s.kept[i] = marks[i] == 'x'
	}
	return s
}

// keepingAll keeps all blocks of a page, the number of which is that of the marks.
func (s *selection) keepingAll(t *testing.T, marks string) *selection {
	t.Helper()
	return s.keeping(t, strings.Repeat("x", len(marks)))
}

// marked has an x for each block that is kept, and else a dot.
func marked(kept []bool) string {
	var b strings.Builder
	for _, k := range kept {
		b.WriteByte(map[bool]byte{true: 'x', false: '.'}[k])
	}
	return b.String()
}

// assertLinear asserts that large, which has four times the work of small, takes about four
// times as long, not sixteen. Other work on the machine may slow some attempts down, but not
// each.
func assertLinear(t *testing.T, small, large func(), name string) {
	t.Helper()
	var ratio float64
	for range 6 {
		few, many := duration(small), duration(large)
		if ratio = float64(many) / float64(few+100*time.Microsecond); ratio < 10 {
			return
		}
	}
	assert.Failf(t, "not linear", "%s: four times the size takes %.1f times as long", name, ratio)
}

// duration is the least time of three runs.
func duration(run func()) time.Duration {
	least := time.Hour
	for range 3 {
		began := time.Now()
		run()
		least = min(least, time.Since(began))
	}
	return least
}
