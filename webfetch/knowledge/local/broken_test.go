package local_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/filter"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/queries"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/knowledgetest"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/local"
)

// brokenVariable names the broken base that a run of this test binary is to hold
// against the suite.
const brokenVariable = "KNOWLEDGETEST_BROKEN"

// broken is a base that breaks one promise. Members that are nil do what the
// base does.
type broken struct {
	*local.Base
	put    func(b *local.Base, ctx context.Context, doc knowledge.Document) (*knowledge.Receipt, error)
	query  func(b *local.Base, ctx context.Context, q knowledge.Query) (*knowledge.Answer, error)
	delete func(b *local.Base, ctx context.Context, scope knowledge.Scope, names ...string) (int, error)
}

func (b broken) Put(ctx context.Context, doc knowledge.Document) (*knowledge.Receipt, error) {
	if b.put == nil {
		return b.Base.Put(ctx, doc)
	}
	return b.put(b.Base, ctx, doc)
}

func (b broken) Query(ctx context.Context, q knowledge.Query) (*knowledge.Answer, error) {
	if b.query == nil {
		return b.Base.Query(ctx, q)
	}
	return b.query(b.Base, ctx, q)
}

func (b broken) Delete(ctx context.Context, scope knowledge.Scope, names ...string) (int, error) {
	if b.delete == nil {
		return b.Base.Delete(ctx, scope, names...)
	}
	return b.delete(b.Base, ctx, scope, names...)
}

// everything is the scope of all documents of the suite.
func everything() knowledge.Scope {
	scope, err := knowledge.FolderScope("p/")
	if err != nil {
		panic(err)
	}
	return scope
}

func brokenBases() map[string]broken {
	return map[string]broken{
		"answers from all scopes": {query: func(b *local.Base, ctx context.Context, q knowledge.Query) (*knowledge.Answer, error) {
			if q.Scope != (knowledge.Scope{}) {
				q.Scope = everything()
			}
			return b.Query(ctx, q)
		}},
		"takes no scope for all": {query: func(b *local.Base, ctx context.Context, q knowledge.Query) (*knowledge.Answer, error) {
			if q.Scope == (knowledge.Scope{}) {
				q.Scope = everything()
			}
			return b.Query(ctx, q)
		}},
		"ignores filters": {query: func(b *local.Base, ctx context.Context, q knowledge.Query) (*knowledge.Answer, error) {
			if _, err := filter.Parse(q.Filters, knowledgetest.Schema()); err == nil {
				q.Filters = nil
			}
			return b.Query(ctx, q)
		}},
		"ignores the bound of results": {query: func(b *local.Base, ctx context.Context, q knowledge.Query) (*knowledge.Answer, error) {
			if queries.Validate(&q) == nil {
				q.MaxResults = queries.MaxResults
			}
			return b.Query(ctx, q)
		}},
		"returns nil for no hits": {query: func(b *local.Base, ctx context.Context, q knowledge.Query) (*knowledge.Answer, error) {
			a, err := b.Query(ctx, q)
			if err == nil && len(a.Hits) == 0 {
				a.Hits = nil
			}
			return a, err
		}},
		"stores what is not worth it": {put: func(b *local.Base, ctx context.Context, doc knowledge.Document) (*knowledge.Receipt, error) {
			doc.AnyQuality = true
			return b.Put(ctx, doc)
		}},
		"always skips what is there": {put: func(b *local.Base, ctx context.Context, doc knowledge.Document) (*knowledge.Receipt, error) {
			doc.SkipIfExists = true
			return b.Put(ctx, doc)
		}},
		"never cuts": {put: func(b *local.Base, ctx context.Context, doc knowledge.Document) (*knowledge.Receipt, error) {
			if doc.MaxFileBytes > 1 {
				doc.MaxFileBytes = 0
			}
			return b.Put(ctx, doc)
		}},
		"deletes more than is named": {delete: func(b *local.Base, ctx context.Context, scope knowledge.Scope, names ...string) (int, error) {
			if len(names) > 0 {
				names = []string{"/"}
			}
			return b.Delete(ctx, scope, names...)
		}},
		"ignores the context": {query: func(b *local.Base, _ context.Context, q knowledge.Query) (*knowledge.Answer, error) {
			return b.Query(context.Background(), q)
		}},
	}
}

// TestRunCatches runs the suite against each broken base in a process of its
// own: it fails.
func TestRunCatches(t *testing.T) {
	if name := os.Getenv(brokenVariable); name != "" {
		knowledgetest.Run(t, knowledgetest.Setup{Open: func(t *testing.T) knowledge.Base {
			base, err := local.Open(t.Context(), local.Options{Path: filepath.Join(t.TempDir(), "k.db"), Schema: knowledgetest.Schema()})
			if err != nil {
				t.Fatal(err)
			}
			b := brokenBases()[name]
			b.Base = base
			return b
		}})
		return
	}
	for name := range brokenBases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestRunCatches$")
			cmd.Env = append(os.Environ(), brokenVariable+"="+name)
			out, err := cmd.CombinedOutput()
			var exit *exec.ExitError
			assert.ErrorAs(t, err, &exit, "the suite passes: %s", out)
			assert.Contains(t, string(out), "--- FAIL: TestRunCatches")
			assert.NotContains(t, string(out), "panic:")
		})
	}
}
