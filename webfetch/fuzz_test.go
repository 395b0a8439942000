package webfetch_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// FuzzExtract: whatever bytes come under whatever media type, there is a packet
// whose spans hold, or a typed error, and no extractor panics.
func FuzzExtract(f *testing.F) {
	names, err := filepath.Glob("testdata/site/*.*")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		body, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add("", body)
		f.Add("text/html; charset=shift_jis", body)
	}
	f.Add("application/pdf", []byte("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj"))
	f.Add("text/csv", []byte("a;b\n1;\"2\n3\""))
	client, err := webfetch.New(webfetch.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, mediaType string, body []byte) {
		began := time.Now()
		p, err := client.Extract(t.Context(), extract.Source{MediaType: mediaType, Body: body}, webfetch.ExtractOptions{Links: true, RawExcerpt: true})
		if took := time.Since(began); took > 10*time.Second {
			t.Fatalf("%d bytes took %v", len(body), took)
		}
		if err != nil {
			if strings.Contains(err.Error(), "panicked") {
				t.Fatal(err)
			}
			return
		}
		if err := p.Document.Check(); err != nil {
			t.Fatal(err)
		}
		if p.Content == "" && p.Verdict.Kind == extract.VerdictContent {
			t.Fatalf("an empty success: %+v", p.Verdict)
		}
	})
}
