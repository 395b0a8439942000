package page_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page"
)

// archive reads a file of several pages, each under a line "-- name --".
func archive(t *testing.T, path string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	pages := map[string]string{}
	name := ""
	for line := range strings.Lines(string(text)) {
		if trimmed := strings.TrimSpace(line); strings.HasPrefix(trimmed, "-- ") && strings.HasSuffix(trimmed, " --") {
			name = strings.TrimSuffix(strings.TrimPrefix(trimmed, "-- "), " --")
			continue
		}
		pages[name] += line
	}
	return pages
}

// TestVerdicts tells the kinds of at least 80 pages apart and reports precision
// and recall per kind. No content may be taken for anything else, and no kind
// may fall below nine in ten.
func TestVerdicts(t *testing.T) {
	files, err := filepath.Glob("testdata/verdict/*.txt")
	require.NoError(t, err)
	type tally struct{ hit, wrong, missed int }
	kinds := map[extract.VerdictKind]*tally{}
	count := func(k extract.VerdictKind) *tally {
		if kinds[k] == nil {
			kinds[k] = new(tally)
		}
		return kinds[k]
	}
	pages := 0
	for _, file := range files {
		want := extract.VerdictKind(strings.TrimSuffix(filepath.Base(file), ".txt"))
		for name, body := range archive(t, file) {
			pages++
			doc, err := page.Extractor{}.Extract(context.Background(), &extract.Source{MediaType: "text/html; charset=utf-8", Body: []byte(body)})
			require.NoError(t, err, name)
			got := doc.Verdict
			if got.Kind == want {
				count(want).hit++
			} else {
				t.Logf("%s/%s: got %s %q\n%s", want, name, got.Kind, got.Evidence, doc.Markdown)
				count(want).missed++
				count(got.Kind).wrong++
			}
			if got.Kind != extract.VerdictContent && (len(got.Evidence) == 0 || got.Next == "") {
				t.Errorf("%s/%s: %s without evidence or advice", want, name, got.Kind)
			}
		}
	}
	require.GreaterOrEqual(t, pages, 80)
	for kind, c := range kinds {
		precision := float64(c.hit) / float64(max(1, c.hit+c.wrong))
		recall := float64(c.hit) / float64(max(1, c.hit+c.missed))
		t.Logf("%-10s n=%d precision %.3f recall %.3f", kind, c.hit+c.missed, precision, recall)
		if precision < 0.9 || recall < 0.9 {
			t.Errorf("%s: precision %.3f, recall %.3f, want 0.9 of both", kind, precision, recall)
		}
	}
	if c := count(extract.VerdictContent); c.missed > 0 {
		t.Errorf("%d pages of content were taken for something else", c.missed)
	}
}
