package extracttest_test

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/extracttest"
)

// brokenVariable names the broken extractor that a run of this test binary is to
// hold against the suite.
const brokenVariable = "EXTRACTTEST_BROKEN"

// broken are extractors that break one promise each.
func broken() map[string]extract.ExtractorFunc {
	var calls atomic.Int64
	return map[string]extract.ExtractorFunc{
		"changes the body": func(ctx context.Context, src *extract.Source) (*extract.Document, error) {
			if len(src.Body) > 0 {
				src.Body[0] ^= 1
			}
			return upper(ctx, src)
		},
		"ignores the context": func(_ context.Context, src *extract.Source) (*extract.Document, error) {
			return upper(context.Background(), src)
		},
		"answers another time otherwise": func(ctx context.Context, src *extract.Source) (*extract.Document, error) {
			doc, err := upper(ctx, src)
			if doc != nil && doc.Markdown != "" {
				doc.Meta.Title = strings.Repeat("x", int(calls.Add(1)))
			}
			return doc, err
		},
		"panics on what is cut off": func(ctx context.Context, src *extract.Source) (*extract.Document, error) {
			if len(src.Body) > 0 && len(src.Body) < 8 {
				panic("too short")
			}
			return upper(ctx, src)
		},
		"refuses an empty body": func(ctx context.Context, src *extract.Source) (*extract.Document, error) {
			if len(src.Body) == 0 {
				return nil, extract.ErrMalformed
			}
			return upper(ctx, src)
		},
		"returns nothing at all": func(ctx context.Context, src *extract.Source) (*extract.Document, error) {
			if strings.Contains(string(src.Body), "\xff") {
				return nil, nil
			}
			return upper(ctx, src)
		},
		"notes links that are none": func(ctx context.Context, src *extract.Source) (*extract.Document, error) {
			doc, err := upper(ctx, src)
			if doc != nil && len(doc.Markdown) > 3 {
				doc.LinkSpans = []extract.LinkSpan{{Text: extract.Span{Start: 1, End: 2}, Address: extract.Span{Start: 2, End: 2}, Span: extract.Span{End: 3}}}
			}
			return doc, err
		},
		"writes dangerous links": func(ctx context.Context, src *extract.Source) (*extract.Document, error) {
			doc, err := upper(ctx, src)
			if doc != nil && doc.Markdown != "" {
				doc.Markdown = "<java&#115;cript:a>"
				doc.Blocks[0].End, doc.Blocks = len(doc.Markdown), doc.Blocks[:1]
				doc.LinkSpans = []extract.LinkSpan{{Text: extract.Span{Start: 1, End: 18}, Address: extract.Span{Start: 1, End: 18}, Span: extract.Span{End: 19}}}
			}
			return doc, err
		},
		"lets control characters through": func(ctx context.Context, src *extract.Source) (*extract.Document, error) {
			doc, err := upper(ctx, src)
			if doc != nil && doc.Markdown != "" {
				doc.Markdown += "\x07"
				doc.Blocks[0].End++
			}
			return doc, err
		},
	}
}

// TestRunCatches runs the suite against each broken extractor in a process of
// its own: it fails.
func TestRunCatches(t *testing.T) {
	if name := os.Getenv(brokenVariable); name != "" {
		extracttest.Run(t, broken()[name], extracttest.Case{Name: "words", Body: []byte("some words to read \xff")})
		return
	}
	for name := range broken() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestRunCatches$")
			cmd.Env = append(os.Environ(), brokenVariable+"="+name)
			out, err := cmd.CombinedOutput()
			var exit *exec.ExitError
			assert.ErrorAs(t, err, &exit, "the suite passes: %s", out)
			assert.Contains(t, string(out), "--- FAIL: TestRunCatches")
		})
	}
}

// TestRunWants holds a case against what it wants, likewise.
func TestRunWants(t *testing.T) {
	cases := map[string]extracttest.Case{
		"text that is not there": {Want: []string{"lacking"}},
		"text that is there":     {HasNot: []string{"SOME"}},
		"another title":          {Title: "x"},
		"another format":         {Format: "pdf"},
		"another outline":        {Outline: []string{"x"}},
	}
	if name := os.Getenv(brokenVariable); name != "" {
		c := cases[name]
		c.Name, c.Body = "words", []byte("some words")
		extracttest.Run(t, extract.ExtractorFunc(upper), c)
		return
	}
	for name := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestRunWants$")
			cmd.Env = append(os.Environ(), brokenVariable+"="+name)
			out, err := cmd.CombinedOutput()
			assert.Error(t, err, "the suite passes: %s", out)
			assert.Contains(t, string(out), "--- FAIL: TestRunWants")
		})
	}
}
