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
	"context"
	"errors"
	"fmt"
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
	// Retrieval are the types that the base has. Empty means all three.
	Retrieval []string
}

// Schema is the fields that the suite filters by.
func Schema() knowledge.Schema {
	return knowledge.Schema{
		{Name: "tag", Type: "text"}, {Name: "score", Type: "number"},
		{Name: "public", Type: "boolean"}, {Name: "published", Type: "datetime"},
		{Name: "lang", Type: "text"},
	}
}

// Day is the time of retrieval of the documents of the suite.
var Day = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

// Run holds the base that s opens to the contract of knowledge.Base. It reports
// each broken promise as an error of t, in a subtest per promise.
func Run(t *testing.T, s Setup) {
	t.Helper()
	if len(s.Retrieval) == 0 {
		s.Retrieval = []string{knowledge.Keyword, knowledge.Vector, knowledge.Hybrid}
	}
	for _, c := range []struct {
		name string
		run  func(t *testing.T, b *bench)
	}{
		{"an empty base", emptyBase},
		{"a document is found", documentIsFound},
		{"a hit is verified", hitIsVerified},
		{"a document is replaced", documentIsReplaced},
		{"the same content is skipped", contentIsSkipped},
		{"a large document is cut", documentIsCut},
		{"bad documents are refused", documentsAreRefused},
		{"bad queries are refused", queriesAreRefused},
		{"results are bounded", resultsAreBounded},
		{"types of retrieval", retrievalTypes},
		{"metadata", metadataIsKept},
		{"filters", filters},
		{"scopes are kept apart", scopesAreApart},
		{"scopes over random histories", randomHistories},
		{"deleting", deleting},
		{"an answer has events and citations", answerHasEvents},
		{"words in the query are data", wordsAreData},
		{"cancelled", cancelled},
		{"from many goroutines", concurrent},
		{"closed", closed},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := &bench{T: t, Setup: s, Base: s.Open(t)}
			t.Cleanup(func() { _ = b.Close() })
			c.run(t, b)
		})
	}
}

// bench is a base under test.
type bench struct {
	*testing.T
	Setup
	knowledge.Base
}

// scope returns a conversation.
func (b *bench) scope(workspace, conversation string) knowledge.Scope {
	b.Helper()
	scope, err := knowledge.NewScope(knowledge.Conversation, "p", workspace, conversation)
	if err != nil {
		b.Fatal(err)
	}
	return scope
}

// page returns a document that every check of quality passes.
func page(scope knowledge.Scope, name, title, text string) knowledge.Document {
	return knowledge.Document{
		Scope: scope, Name: name, SourceID: "source-" + name, URL: "https://example.com/" + name, Title: title,
		Markdown: text, RetrievedAt: Day,
	}
}

func (b *bench) put(doc knowledge.Document) *knowledge.Receipt {
	b.Helper()
	receipt, err := b.Put(b.Context(), doc)
	if err != nil {
		b.Fatalf("Put(%s%s): %v", doc.Scope, doc.Name, err)
	}
	return receipt
}

func (b *bench) settle() {
	b.Helper()
	if b.Settle != nil {
		b.Settle(b.T, b.Base)
	}
}

func ask(scope knowledge.Scope, text string) knowledge.Query {
	return knowledge.Query{Scope: scope, Messages: []knowledge.Message{{Role: knowledge.User, Content: text}}}
}

func (b *bench) query(q knowledge.Query) *knowledge.Answer {
	b.Helper()
	answer, err := b.Query(b.Context(), q)
	if err != nil {
		b.Fatalf("Query(%q) in %s: %v", queries.Text(&q), q.Scope, err)
	}
	b.checkAnswer(q, answer)
	return answer
}

// checkAnswer holds what is promised of every answer.
func (b *bench) checkAnswer(q knowledge.Query, a *knowledge.Answer) {
	b.Helper()
	if a.Hits == nil || a.Citations == nil || a.Warnings == nil {
		b.Errorf("Query(%q): hits, citations or warnings are nil", queries.Text(&q))
	}
	if len(a.Hits) > queries.Results(&q) {
		b.Errorf("Query(%q): %d hits, at most %d were asked for", queries.Text(&q), len(a.Hits), queries.Results(&q))
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
}

// names returns the names of the documents that answer a query, sorted.
func (b *bench) names(q knowledge.Query) []string {
	b.Helper()
	q.MaxResults = knowledge.MaxResults
	names := []string{}
	for _, h := range b.query(q).Hits {
		names = append(names, strings.TrimPrefix(h.Key, q.Scope.String()))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func (b *bench) wantNames(q knowledge.Query, want ...string) {
	b.Helper()
	if got := b.names(q); !slices.Equal(got, want) {
		b.Errorf("Query(%q, filters %s) in %s found %q, want %q", queries.Text(&q), q.Filters, q.Scope, got, want)
	}
}

func wantError(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: error %v, want %v", what, err, want)
	}
}

func cancelled(t *testing.T, b *bench) {
	scope := b.scope("w", "c")
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	_, err := b.Put(ctx, page(scope, "a.md", "A", "Words enough to be stored."))
	wantError(t, "Put under a cancelled context", err, cause)
	_, err = b.Query(ctx, ask(scope, "words"))
	wantError(t, "Query under a cancelled context", err, cause)
	_, err = b.Delete(ctx, knowledge.Selection{Scope: scope, All: true})
	wantError(t, "Delete under a cancelled context", err, cause)
	_, err = b.Stats(ctx, scope)
	wantError(t, "Stats under a cancelled context", err, cause)
}

func concurrent(t *testing.T, b *bench) {
	const writers, each = 4, 5
	errs := make(chan error, writers*each*2)
	done := make(chan struct{})
	for w := range writers {
		go func() {
			scope := b.scope("w", fmt.Sprintf("c%d", w))
			for i := range each {
				_, err := b.Put(t.Context(), page(scope, fmt.Sprintf("%d.md", i), "Page", fmt.Sprintf("Harbour number %d of writer %d.", i, w)))
				errs <- err
				_, err = b.Query(t.Context(), ask(scope, "harbour"))
				errs <- err
			}
			done <- struct{}{}
		}()
	}
	for range writers {
		<-done
	}
	close(errs)
	for err := range errs {
		if err != nil {
			t.Error(err)
		}
	}
	b.settle()
	for w := range writers {
		b.wantNames(ask(b.scope("w", fmt.Sprintf("c%d", w)), "harbour"), "0.md", "1.md", "2.md", "3.md", "4.md")
	}
}

func closed(t *testing.T, b *bench) {
	scope := b.scope("w", "c")
	if err := b.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	if err := b.Close(); err != nil {
		t.Errorf("second Close: %v", err)
	}
	_, err := b.Put(t.Context(), page(scope, "a.md", "A", "Words enough to be stored."))
	wantError(t, "Put after Close", err, knowledge.ErrClosed)
	_, err = b.Query(t.Context(), ask(scope, "words"))
	wantError(t, "Query after Close", err, knowledge.ErrClosed)
}
