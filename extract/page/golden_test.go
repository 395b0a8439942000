package page_test

import (
	"context"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden reads testdata/golden/*.html, one page of each kind and those that
// hide what is content and show what is not, and compares all that is made of
// them with *.md.
func TestGolden(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("testdata", "golden", "*.html"))
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(names), 15)
	for _, name := range names {
		kind := strings.TrimSuffix(filepath.Base(name), ".html")
		t.Run(kind, func(t *testing.T) {
			body, err := os.ReadFile(name)
			require.NoError(t, err)
			u := &url.URL{Scheme: "https", Host: "shore.example", Path: "/" + kind}
			doc, err := page.Extractor{}.Extract(context.Background(), &extract.Source{URL: u, MediaType: "text/html", Body: body})
			require.NoError(t, err)
			require.NoError(t, doc.Check())
			got, golden := describe(doc), strings.TrimSuffix(name, ".html")+".md"
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			assert.Equal(t, string(want), got)
		})
	}
}

// describe writes a document as front matter and Markdown.
func describe(doc *extract.Document) string {
	var b strings.Builder
	b.WriteString("---\n")
	line := func(name string, values ...string) {
		if value := strings.Join(values, "; "); value != "" {
			fmt.Fprintf(&b, "%s: %s\n", name, value)
		}
	}
	m := &doc.Meta
	line("verdict", string(doc.Verdict.Kind))
	line("title", m.Title)
	line("authors", m.Authors...)
	line("published", moment(m.Published))
	line("modified", moment(m.Modified))
	line("site", m.SiteName)
	line("description", m.Description)
	line("language", m.Language)
	line("canonical", m.CanonicalURL)
	line("image", m.Image)
	line("license", m.License)
	line("section", m.Section)
	line("tags", m.Tags...)
	line("next", m.Next)
	for _, h := range doc.Outline {
		line("heading", h.Path)
	}
	for _, l := range doc.Links {
		if l.Role == "content" {
			line("link", l.URL)
		}
	}
	for _, r := range doc.Removed {
		if r.Where == "hidden" || r.Where == "comment" {
			line("removed", r.Where, r.Reason, r.Text)
		}
	}
	for _, w := range doc.Warnings {
		line("warning", w.Type)
	}
	return b.String() + "---\n" + doc.Markdown + "\n"
}

func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339)
}
