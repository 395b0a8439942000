package cloudflare

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/filter"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/prepare"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/queries"
)

// The types of warnings of answers.
const (
	warnScope     = "scope_checked"
	warnGenerated = "answer_replaced"
)

// headsAtOnce bounds the files that are looked up at a time.
const headsAtOnce = 4

// Query asks the service for passages, or for an answer too.
func (b *Base) Query(ctx context.Context, q knowledge.Query) (*knowledge.Answer, error) {
	if err := b.usable(ctx); err != nil {
		return nil, err
	}
	if err := queries.Validate(&q); err != nil {
		return nil, err
	}
	conditions, err := filter.Parse(q.Filters, b.opts.Schema)
	if err != nil {
		return nil, err
	}
	c := &asking{base: b, q: &q, filter: conditions, answer: queries.New(&q)}
	send, exact, possible := remoteFilter(conditions, q.Scope)
	c.exact = exact
	switch {
	case !possible:
		err = queries.Respond(ctx, &q, c.answer, nil)
	case q.Mode == "ai_search":
		err = c.ask(ctx, b.wire(&q, send))
	default:
		err = c.search(ctx, b.wire(&q, send))
	}
	if err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return nil, err
	}
	return c.answer, nil
}

// wire is the query as it is sent. Only what the caller set is sent, and
// keyword_match_mode, whose default "and" finds nothing for a sentence.
func (b *Base) wire(q *knowledge.Query, filters object) wireQuery {
	out := wireQuery{}
	out.Options.Retrieval = wireRetrieval{
		Type: q.Retrieval, Threshold: q.MatchThreshold, MaxResults: queries.Results(q), Filters: filters, KeywordMode: "or",
	}
	if q.Rerank != nil {
		out.Options.Reranking = &wireToggle{*q.Rerank}
	}
	if q.Cache != nil {
		out.Options.Cache = &wireToggle{*q.Cache}
	}
	if q.Mode == "ai_search" {
		out.Model, out.Stream = q.Model, q.Stream
		if q.SystemPrompt != "" {
			out.Messages = append(out.Messages, knowledge.Message{Role: "system", Content: q.SystemPrompt})
		}
	}
	out.Messages = append(out.Messages, q.Messages...)
	return out
}

type asking struct {
	base   *Base
	q      *knowledge.Query
	filter filter.Filter
	exact  bool // the service filters as precisely as we do
	answer *knowledge.Answer

	// of an answer that the service writes
	text    strings.Builder
	model   string
	checked bool // the passages that it is written from came
	outside bool // and some of them are outside
}

// search asks for passages: once, and for as many as can be had where some had to
// be dropped.
func (c *asking) search(ctx context.Context, q wireQuery) error {
	if !c.exact {
		q.Options.Retrieval.MaxResults = queries.MaxResults
	}
	for {
		res := &wireResult{}
		if _, err := c.base.service.call(ctx, "search", http.MethodPost, "/search", q, res); err != nil {
			return err
		}
		hits, dropped, err := c.hits(ctx, res.Chunks)
		if err != nil {
			return err
		}
		asked := q.Options.Retrieval.MaxResults
		if dropped > 0 && len(hits) < queries.Results(c.q) && asked < queries.MaxResults {
			q.Options.Retrieval.MaxResults = queries.MaxResults
			continue
		}
		if dropped > 0 && len(hits) < queries.Results(c.q) && len(res.Chunks) >= asked {
			c.warn(warnScope, fmt.Sprintf("%d passages outside of the scope or the filters were dropped; there may be more inside than are shown", dropped))
		}
		c.answer.Hits = hits[:min(len(hits), queries.Results(c.q))]
		return nil
	}
}

// hits makes hits of passages, without those outside of the scope and the filters.
func (c *asking) hits(ctx context.Context, chunks []wireChunk) (hits []knowledge.Hit, dropped int, err error) {
	var inside []wireChunk
	for _, ch := range chunks {
		if c.q.Scope.Contains(ch.Item.Key) && ch.Text != "" {
			inside = append(inside, ch)
		}
	}
	fields, err := c.lookUp(ctx, inside)
	if err != nil {
		return nil, 0, err
	}
	hits = []knowledge.Hit{}
	seen := map[string]bool{}
	for i, ch := range inside {
		h := c.hit(ch, fields[ch.Item.Key])
		if !c.filter.Match(filter.File(maps.Clone(h.Metadata), h.Key, h.RetrievedAt)) {
			continue
		}
		if h.ID == "" || seen[h.ID] {
			h.ID = fmt.Sprintf("%s#%d", h.Key, i)
		}
		seen[h.ID] = true
		if n := len(hits); n > 0 { // the service has its own order, of reranking for one
			h.Score = min(h.Score, hits[n-1].Score)
		}
		hits = append(hits, h)
	}
	return hits, len(chunks) - len(hits), nil
}

// lookUp returns the metadata of the files of passages, by key: what the service answers,
// and the rest from the store.
func (c *asking) lookUp(ctx context.Context, chunks []wireChunk) (map[string]map[string]string, error) {
	byKey := map[string]map[string]string{}
	for _, ch := range chunks {
		byKey[ch.Item.Key] = fieldsOf(ch.Item.Metadata)
	}
	var mu sync.Mutex
	var group sync.WaitGroup
	var failed error
	slots := make(chan struct{}, headsAtOnce)
	for key, fields := range byKey {
		if fields["content_hash"] != "" {
			continue // it answers all that is stored
		}
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			stored, err := c.base.store.head(ctx, key)
			maps.Copy(fields, stored)
			mu.Lock()
			defer mu.Unlock()
			failed = cmp.Or(failed, ignoreMissing(err))
		})
	}
	group.Wait()
	return byKey, failed
}

func (c *asking) hit(ch wireChunk, fields map[string]string) knowledge.Hit {
	h := knowledge.Hit{
		ID: ch.ID, Key: ch.Item.Key, Text: ch.Text, HeadingPath: []string{}, Score: min(max(ch.Score, 0), 1),
		SourceID: fields["source_id"], URL: fields["url"], Title: fields["title"], RetrievedAt: timeOf(ch.Item.Timestamp), Metadata: map[string]string{},
		Scoring: ch.Scoring,
	}
	if t, err := time.Parse(time.RFC3339, fields["retrieved_at"]); err == nil {
		h.RetrievedAt = t
	}
	for name, value := range fields {
		if !slices.Contains(prepare.OwnFields, name) && !slices.Contains(hiddenFields, name) {
			h.Metadata[name] = value
		}
	}
	return h
}

// hiddenFields are metadata that no caller set.
var hiddenFields = []string{offsetField, "timestamp", "folder", "filename", "file"}

func (c *asking) warn(kind, message string) {
	c.answer.Warnings = append(c.answer.Warnings, extract.Warning{Type: kind, Message: message})
}

func (c *asking) emit(e knowledge.Event) { queries.Emit(c.q, c.answer, e) }
