// Package knowledgetest is the conformance suite that every knowledge.Base must
// pass.
//
//	func TestConformance(t *testing.T) {
//		knowledgetest.Run(t, knowledgetest.Setup{Open: func(t *testing.T) knowledge.Base { … }})
//	}
//
// [Run] holds the promises of the interface against a base of its own per
// subtest: what is stored is found, in its scope and nowhere else, over random
// histories too; filters mean the same in every base; a hit can be verified.
// Run it with the race detector as well.
package knowledgetest

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/queries"
)

// Setup says how to get a base to hold against the suite.
type Setup struct {
	// Open returns an empty base that has [Schema]. The suite closes it.
	Open func(t *testing.T) knowledge.Base
	// Settle returns when queries find what was stored. Nil means that they do
	// at once.
	Settle func(t *testing.T, b knowledge.Base)
}

// Schema is the fields that the suite filters by.
func Schema() map[string]string {
	return map[string]string{"tag": "text", "score": "number", "public": "boolean", "published": "datetime", "lang": "text"}
}

// Day is the time of retrieval of the documents of the suite.
var Day = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

// Run holds the base that s opens to the contract of knowledge.Base. It reports
// each broken promise as an error of t, in a subtest per promise.
func Run(t *testing.T, s Setup) {
	t.Helper()
	for _, c := range []struct {
		name string
		hold func(b *bench)
	}{
		{"a document is found", documentIsFound},
		{"a document is replaced, or skipped", documentIsReplaced},
		{"a large document is cut", documentIsCut},
		{"what makes no sense is refused", badInput},
		{"results are bounded", resultsAreBounded},
		{"types of retrieval", retrievalTypes},
		{"filters", filters},
		{"scopes are kept apart", scopesAreApart},
		{"deleting", deleting},
		{"an answer has events and citations", answerHasEvents},
		{"words in the query are data", wordsAreData},
		{"cancelled and closed", cancelledAndClosed},
		{"from many goroutines", concurrent},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := &bench{T: t, Setup: s, Base: s.Open(t)}
			t.Cleanup(func() { _ = b.Close() })
			c.hold(b)
		})
	}
}

// bench is a base under test.
type bench struct {
	*testing.T
	Setup
	knowledge.Base
}

func (b *bench) scope(folder string) knowledge.Scope {
	b.Helper()
	scope, err := knowledge.FolderScope(folder)
	if err != nil {
		b.Fatal(err)
	}
	return scope
}

// page returns a document that every check of quality passes.
func page(scope knowledge.Scope, name, text string) knowledge.Document {
	return knowledge.Document{
		Scope: scope, Name: name, SourceID: "source-" + name, URL: "https://example.com/" + name, Title: "Page " + name,
		Markdown: text, RetrievedAt: Day,
	}
}

func (b *bench) put(docs ...knowledge.Document) (last *knowledge.Receipt) {
	b.Helper()
	for _, doc := range docs {
		receipt, err := b.Put(b.Context(), doc)
		if err != nil {
			b.Fatalf("Put(%s%s): %v", doc.Scope, doc.Name, err)
		}
		last = receipt
	}
	return last
}

func (b *bench) settle() {
	b.Helper()
	if b.Settle != nil {
		b.Settle(b.T, b.Base)
	}
}

func ask(scope knowledge.Scope, text string) knowledge.Query {
	return knowledge.Query{Scope: scope, Messages: []knowledge.Message{{Role: "user", Content: text}}}
}

// query asks, and holds what is promised of every answer.
func (b *bench) query(q knowledge.Query) *knowledge.Answer {
	b.Helper()
	a, err := b.Query(b.Context(), q)
	if err != nil {
		b.Fatalf("Query(%q) in %s: %v", queries.Text(&q), q.Scope, err)
	}
	if a.Hits == nil || a.Citations == nil || a.Warnings == nil || len(a.Hits) > queries.Results(&q) {
		b.Errorf("Query(%q): %d hits, at most %d were asked for; or hits, citations or warnings are nil", queries.Text(&q), len(a.Hits), queries.Results(&q))
	}
	seen := map[string]bool{}
	for i, h := range a.Hits {
		switch {
		case !q.Scope.Contains(h.Key):
			b.Errorf("Query(%q) in %s: hit %s is outside", queries.Text(&q), q.Scope, h.Key)
		case h.ID == "" || seen[h.ID]:
			b.Errorf("Query(%q): hit %d has the ID %q, which is empty or there twice", queries.Text(&q), i, h.ID)
		case strings.TrimSpace(h.Text) == "" || h.HeadingPath == nil:
			b.Errorf("Query(%q): hit %s lacks text or heading path", queries.Text(&q), h.ID)
		case h.Score < 0 || h.Score > 1 || i > 0 && h.Score > a.Hits[i-1].Score:
			b.Errorf("Query(%q): hit %s has the score %v, out of order or of bounds", queries.Text(&q), h.ID, h.Score)
		}
		seen[h.ID] = true
	}
	for _, c := range a.Citations {
		if c.Hit < 0 || c.Hit >= len(a.Hits) {
			b.Errorf("Query(%q): citation of hit %d of %d", queries.Text(&q), c.Hit, len(a.Hits))
		}
	}
	return a
}

// wantNames compares the names of the documents that answer a query, sorted.
func (b *bench) wantNames(q knowledge.Query, want ...string) {
	b.Helper()
	q.MaxResults = queries.MaxResults
	got := []string{}
	for _, h := range b.query(q).Hits {
		got = append(got, strings.TrimPrefix(h.Key, q.Scope.String()))
	}
	slices.Sort(got)
	if got = slices.Compact(got); !slices.Equal(got, want) {
		b.Errorf("Query(%q, filters %s) in %s answers from %q, want %q", queries.Text(&q), q.Filters, q.Scope, got, want)
	}
}

func (b *bench) wantError(what string, err, want error) {
	b.Helper()
	if !errors.Is(err, want) {
		b.Errorf("%s: error %v, want %v", what, err, want)
	}
}
