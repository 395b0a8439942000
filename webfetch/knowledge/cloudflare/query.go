package cloudflare

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
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
			stored, err := c.base.store.get(ctx, http.MethodHead, key)
			if err == nil {
				maps.Copy(fields, stored.metadata)
			}
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

// Bounds of what the service compares.
const (
	indexedBytes = 64   // of a text, by the documentation of Vectorize
	maxFilter    = 2000 // bytes of filters as JSON; it takes less than 2,048
)

// object is filters as the service takes them: fields to operators to operands, all and-ed.
type object map[string]map[string]any

// remoteFilter returns what to send of a filter and a scope: conditions that pass at least all that they should,
// whether or not the service cuts texts to 64 bytes. exact is false if what comes has to be compared again, so that
// it is worth asking for more. possible is false if nothing can pass.
func remoteFilter(f filter.Filter, scope knowledge.Scope) (send object, exact, possible bool) {
	low, high := filter.Range(scope)
	exact = true
	if len(low) > indexedBytes { // all that begins like the folder
		low, exact = strings.ToValidUTF8(low[:indexedBytes-1], ""), false
		last, size := utf8.DecodeLastRuneInString(low)
		high = low[:len(low)-size] + string(last+1)
	}
	send = object{"folder": {"$gte": low, "$lt": high}}
	for _, c := range f {
		if c.Op == "$in" && len(c.Operands) == 0 {
			return nil, false, false
		}
		if send[c.Field] == nil {
			send[c.Field] = map[string]any{}
		}
		_, twice := send[c.Field][c.Op]
		switch {
		case twice || !sendable(c):
			exact = false
		case c.Op == "$in":
			send[c.Field][c.Op] = c.Operands
		default:
			send[c.Field][c.Op] = c.Operands[0]
		}
	}
	maps.DeleteFunc(send, func(_ string, operators map[string]any) bool { return len(operators) == 0 })
	if raw, err := json.Marshal(send); err != nil || len(raw) > maxFilter {
		return object{"folder": {"$gte": low, "$lt": high}}, false, true
	}
	return send, exact, true
}

// sendable reports a condition that the service can be trusted not to pass less by. It isn't documented whether $ne
// and $nin pass a file that lacks the field, and its timestamp is the time of upload, which is later than that of
// retrieval.
func sendable(c filter.Condition) bool {
	isLong := func(x any) bool {
		text, is := x.(string)
		return is && len(text) >= indexedBytes
	}
	switch {
	case c.Op == "$ne", c.Op == "$nin", slices.ContainsFunc(c.Operands, isLong):
		return false
	}
	return c.Field != "timestamp" || c.Op == "$gt" || c.Op == "$gte"
}

const chatPath = "/chat/completions"

// ask asks for an answer. It is used only if every passage that it was written
// from lies inside of the scope and the filters.
func (c *asking) ask(ctx context.Context, q wireQuery) error {
	read := c.readWhole
	if q.Stream {
		read = c.readEvents
	}
	if err := read(ctx, q); err != nil {
		return err
	}
	return c.finish(ctx, q)
}

func (c *asking) readWhole(ctx context.Context, q wireQuery) error {
	res := &wireResult{}
	header, err := c.base.service.call(ctx, "chat", http.MethodPost, chatPath, q, res)
	if err != nil {
		return err
	}
	c.answer.Cached, c.model = header.Get("cf-aig-cache-status") == "HIT", res.Model
	if err := c.passages(ctx, res.Chunks); err != nil {
		return err
	}
	if len(res.Choices) > 0 {
		c.add(string(res.Choices[0].Message.Content))
	}
	return nil
}

// passages takes the passages that the answer was written from.
func (c *asking) passages(ctx context.Context, chunks []wireChunk) error {
	hits, dropped, err := c.hits(ctx, chunks)
	if err != nil {
		return err
	}
	c.checked, c.outside = true, dropped > 0
	if c.outside {
		return nil
	}
	c.answer.Hits = hits
	c.emit(knowledge.Event{Type: "chunks", Hits: hits})
	if held := c.text.String(); held != "" {
		c.emit(knowledge.Event{Type: "delta", Delta: held})
	}
	return nil
}

// add takes a piece of the answer. It is passed on once the passages were
// checked.
func (c *asking) add(text string) {
	c.text.WriteString(text)
	if text != "" && c.checked && !c.outside && len(c.answer.Hits) > 0 {
		c.emit(knowledge.Event{Type: "delta", Delta: text})
	}
}

// readEvents reads an answer in events: the passages in an event of the type chunks,
// or in a member of the first one, then pieces of chat completions.
func (c *asking) readEvents(ctx context.Context, q wireQuery) error {
	done := false
	for e, err := range c.base.service.api.Events(ctx, c.base.service.request("chat", http.MethodPost, chatPath, q)) {
		if err != nil {
			return err
		}
		if string(e.Data) == "[DONE]" {
			return nil
		}
		finished, err := c.event(ctx, e)
		if err != nil {
			return err
		}
		done = done || finished
	}
	if !done {
		return &httpapi.Error{Op: "AI Search: chat", Kind: httpapi.Incomplete, Status: 200}
	}
	return nil
}

// event takes one event, and reports that it is the end of the answer.
func (c *asking) event(ctx context.Context, e httpapi.Event) (finished bool, err error) {
	var list []wireChunk
	if e.Type == "chunks" && json.Unmarshal(e.Data, &list) == nil {
		return false, c.passages(ctx, list)
	}
	var res struct {
		wireResult
		Chunks *[]wireChunk `json:"chunks"`
	}
	if err := httpapi.Decode("AI Search: chat", e.Data, &res); err != nil {
		return false, err
	}
	if res.Chunks != nil && !c.checked {
		if err := c.passages(ctx, *res.Chunks); err != nil {
			return false, err
		}
	}
	c.model = cmp.Or(res.Model, c.model)
	if len(res.Choices) > 0 {
		c.add(string(res.Choices[0].Delta.Content))
		finished = res.Choices[0].FinishReason != ""
	}
	return finished, nil
}

// finish makes the answer of what came. One that was written from anything
// outside, or from nothing that was shown, is replaced by sentences of the
// passages inside.
func (c *asking) finish(ctx context.Context, q wireQuery) error {
	fault := ""
	switch text := c.text.String(); {
	case c.outside:
		fault = "the service wrote its answer from passages outside of the scope or the filters; it was thrown away"
	case !c.checked:
		fault = "the service did not tell what it wrote its answer from; it was thrown away"
	case len(c.answer.Hits) == 0: // nothing was found, and nothing is to be said
	case strings.TrimSpace(text) == "":
		fault = "the service wrote no answer"
	default:
		c.answer.Response, c.answer.Generated, c.answer.Model = text, true, c.model
	}
	if c.outside || !c.checked {
		q.Model, q.Stream = "", false
		if err := c.search(ctx, q); err != nil {
			return err
		}
		c.emit(knowledge.Event{Type: "chunks", Hits: c.answer.Hits})
	}
	if fault != "" {
		c.warn(warnGenerated, fault)
		queries.Quote(c.q, c.answer)
	}
	c.emit(knowledge.Event{Type: "done"})
	return nil
}
