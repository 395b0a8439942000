package tools

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/modeltext"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

type searchArgs struct {
	Query     rawQuery `json:"query" desc:"query or messages is required; also retrieval_type, match_threshold, stream, model, system_prompt, ai_search_options {retrieval, cache {enabled}, reranking {enabled}}" required:"" text:"query"`
	ThreadKey string   `json:"thread_key" desc:"conversation"`
}

// rawQuery is a query as knowledge.ParseQuery reads it: the question alone, or queryArgs.
type rawQuery struct{ json.RawMessage }

func (rawQuery) arguments() any { return queryArgs{} }

// queryArgs are the fields of a query. Of its settings, which have a flat form too, the flat ones
// are listed.
type queryArgs struct {
	Query    string `json:"query" desc:"the question"`
	Messages []struct {
		Content string `json:"content" desc:"text" required:""`
		Role    string `json:"role" desc:"speaker" of:"system user assistant" required:""`
	} `json:"messages" desc:"instead of query"`
	Mode           string         `json:"mode" desc:"ai_search: answer too" of:"search ai_search"`
	Filters        map[string]any `json:"filters" desc:"value or {$ne, $in, $nin, $gt, $gte, $lt or $lte: value}" usual:"filename=key timestamp=date"`
	MaxNumResults  int64          `json:"max_num_results" desc:"1-50" min:"1" max:"50"`
	RetrievalType  string         `json:"retrieval_type" of:"vector keyword hybrid" unlisted:""`
	MatchThreshold float64        `json:"match_threshold" min:"0" max:"1" unlisted:""`
	Stream         bool           `json:"stream" unlisted:""`
	Model          string         `json:"model" unlisted:""`
	SystemPrompt   string         `json:"system_prompt" unlisted:""`
	Options        struct {
		Retrieval struct {
			Filters        map[string]any `json:"filters"`
			MaxNumResults  int64          `json:"max_num_results" min:"1" max:"50"`
			RetrievalType  string         `json:"retrieval_type" of:"vector keyword hybrid"`
			MatchThreshold float64        `json:"match_threshold" min:"0" max:"1"`
		} `json:"retrieval"`
		Cache     switched `json:"cache"`
		Reranking switched `json:"reranking"`
	} `json:"ai_search_options" unlisted:""`
	Reranking      map[string]any `json:"reranking" unlisted:""`
	Cache          map[string]any `json:"cache" unlisted:""`
	RankingOptions map[string]any `json:"ranking_options" unlisted:""`
}

type switched struct {
	Enabled bool `json:"enabled"`
}

func (s *Set) search(ctx context.Context, c *call) (*answer, error) {
	var args searchArgs
	if err := c.decode(&args); err != nil {
		return nil, err
	}
	q, err := parseQuery(args.Query.RawMessage)
	if err != nil {
		return nil, err
	}
	scope, err := s.scope(ctx, c, args.ThreadKey, "")
	if err != nil {
		return nil, err
	}
	found, err := s.query(ctx, c, scope, q)
	if err != nil {
		return nil, err
	}
	for _, hit := range found.Hits {
		s.opts.Seen.Add(ctx, hit.URL)
		s.opts.Seen.AddText(ctx, hit.Text)
	}
	return &answer{env: envelope{Answer: found}, page: modeltext.Page{
		Warnings: found.Warnings, Note: modeltext.AnswerNote(ctx, found),
		Text: strings.TrimPrefix(modeltext.AnswerText(found)+modeltext.Details(found.Warnings), "\n\n"),
	}}, nil
}

func parseQuery(raw json.RawMessage) (knowledge.Query, error) {
	q, err := knowledge.ParseQuery(raw)
	if err == nil {
		return q, nil
	}
	var asked struct {
		Messages []json.RawMessage `json:"messages"`
		Query    string            `json:"query"`
	}
	if json.Unmarshal(raw, &asked) != nil || len(asked.Messages) == 0 && asked.Query == "" {
		return q, invalid(errors.New("query.messages or query.query is required"))
	}
	return q, invalid(withoutPrefix(err))
}

func withoutPrefix(err error) error {
	return errors.New(strings.TrimPrefix(err.Error(), knowledge.ErrInvalid.Error()+": "))
}

func notConfigured() error {
	return &webfetch.Error{Op: "search", Code: webfetch.AISearchNotConfigured}
}

func (s *Set) scope(ctx context.Context, c *call, threadKey, prefix string) (knowledge.Scope, error) {
	r := *s.opts.Search.Scopes
	r.Tenant, r.ThreadKey, r.Prefix = c.Principal, cmp.Or(threadKey, r.ThreadKey), cmp.Or(prefix, r.Prefix)
	scope, err := r.Scope(ctx)
	if err != nil {
		return scope, searchError(ctx, err)
	}
	return scope, nil
}

// query asks the base. It needs no slot.
func (s *Set) query(ctx context.Context, c *call, scope knowledge.Scope, q knowledge.Query) (*knowledge.Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(s.opts.Search.Timeout, 15*time.Second))
	defer cancel()
	q.Scope = scope
	runes := 0
	q.Emit = func(e knowledge.Event) {
		runes += utf8.RuneCountInString(e.Delta)
		c.Progress("search", int64(runes), 0)
	}
	c.Progress("search", 0, 0)
	found, err := s.opts.Search.Base.Query(ctx, q)
	if err != nil {
		return nil, searchError(ctx, err)
	}
	s.boundHits(found)
	verifyAnswer(found)
	if q.Mode != "ai_search" {
		var names []string
		if q.Model != "" {
			names = append(names, "query.model")
		}
		if q.SystemPrompt != "" {
			names = append(names, "query.system_prompt")
		}
		found.Warnings = append(found.Warnings, ignored("without mode=ai_search", names)...)
	}
	return found, nil
}

// boundHits keeps as many passages as a result has room for, at least one.
func (s *Set) boundHits(a *knowledge.Answer) {
	limit := s.opts.maxLength()
	if limit == 0 {
		return
	}
	total := 0
	for i, h := range a.Hits {
		if total += utf8.RuneCountInString(h.Text); total > limit && i > 0 {
			a.Warnings = append(a.Warnings, extract.Warning{Type: "truncated", Message: itoa(len(a.Hits)-i) + " more passages are not shown; ask for less with max_num_results, or more precisely."})
			a.Hits = a.Hits[:i]
			break
		}
	}
	a.Citations = slices.DeleteFunc(a.Citations, func(c knowledge.Citation) bool { return c.Hit >= len(a.Hits) })
	for i := range a.Events {
		a.Events[i].Hits = a.Events[i].Hits[:min(len(a.Events[i].Hits), len(a.Hits))]
	}
}

func verifyAnswer(a *knowledge.Answer) {
	if !a.Generated {
		return
	}
	source := ""
	for _, h := range a.Hits {
		source += h.Key + "\n" + h.URL + "\n" + h.Title + "\n" + h.Text + "\n"
	}
	if claims := compact.Unsupported(a.Response, source); len(claims) > 0 {
		detail := line.Clip(strings.Join(claims, "; "), longestField)
		a.Warnings = append(a.Warnings, extract.Warning{Type: "unverified", Message: "The model wrote numbers, names or quotations that are not in the passages.", Detail: detail})
	}
}

func searchError(ctx context.Context, err error) error {
	var passing interface{ Temporary() bool } // an error of a service may implement these
	var later interface{ Delay() time.Duration }
	e := &webfetch.Error{Op: "search", Code: webfetch.AISearchFailed, Err: err}
	switch {
	case ctx.Err() != nil:
		e = ended(ctx, "search", err)
	case errors.Is(err, knowledge.ErrInvalid):
		e.Code, e.Err = webfetch.InvalidInput, withoutPrefix(err)
	}
	if errors.As(err, &passing) {
		e.Retryable = e.Retryable || passing.Temporary()
	}
	if errors.As(err, &later) {
		e.RetryAfter = later.Delay()
	}
	return e
}

type ingestArgs struct {
	Enabled        bool              `json:"enabled,omitempty" desc:"store the page"`
	ThreadKey      string            `json:"thread_key,omitempty" desc:"conversation"`
	Query          rawQuery          `json:"query,omitzero" desc:"ask at once" list:"query" text:"query"`
	Prefix         string            `json:"prefix,omitempty" unlisted:""`
	Metadata       map[string]string `json:"metadata,omitempty" unlisted:""`
	MaxFileBytes   int64             `json:"max_file_bytes,omitempty" min:"1" unlisted:"" plain:"4194304"`
	WaitMS         *int64            `json:"wait_ms,omitempty" min:"0" unlisted:"" plain:"0"`
	SkipIfExists   bool              `json:"skip_if_exists,omitempty" unlisted:""`
	RequireSuccess bool              `json:"require_success,omitempty" unlisted:""`
	Context        string            `json:"context,omitempty" unlisted:""`
}

// ingest stores a page and asks its query, as options.ai_search say, and adds the
// outcome to the answer of the fetch. A failure is part of that outcome, but with
// require_success one of the call.
func (s *Set) ingest(ctx context.Context, c *call, args *fetchArgs, p *webfetch.Packet, a *answer) error {
	if o := args.Options.AISearch; !o.Enabled || args.wantsRaw() || args.isHead() {
		return nil
	}
	outcome, err := s.storeAndAsk(ctx, c, args, p)
	if err != nil && args.Options.AISearch.RequireSuccess {
		return err
	}
	if err != nil {
		f := s.failure(&call{}, err)
		outcome.Error = failureOf(f, f.Error().Injections)
	}
	outcome.Success = err == nil
	a.env.AISearch = outcome
	a.page.Note += s.ingestNote(outcome)
	if found := outcome.Query; found != nil && len(found.Hits) > 0 {
		a.page.Data += "\n\n---\nFrom the knowledge base:\n" + modeltext.AnswerText(found) + modeltext.Details(found.Warnings)
	}
	return nil
}

func (s *Set) storeAndAsk(ctx context.Context, c *call, args *fetchArgs, p *webfetch.Packet) (*searchResult, error) {
	o, outcome := args.Options.AISearch, &searchResult{}
	if s.opts.Search.Base == nil {
		return outcome, notConfigured()
	}
	var q knowledge.Query
	var err error
	if !isNull(o.Query.RawMessage) {
		if q, err = parseQuery(o.Query.RawMessage); err != nil {
			return outcome, err
		}
	}
	scope, err := s.scope(ctx, c, o.ThreadKey, o.Prefix)
	if err != nil {
		return outcome, err
	}
	searchable := true
	if args.StartIndex == 0 { // a reading that goes on has been stored already
		c.Progress("store", 0, 0)
		if outcome.Upload, err = s.opts.Search.Base.Put(ctx, documentOf(args, p, scope)); err != nil {
			outcome.Upload = nil
			return outcome, searchError(ctx, err)
		}
		searchable = outcome.Upload.Searchable
	}
	if isNull(o.Query.RawMessage) {
		return outcome, nil
	}
	if !searchable {
		if err := s.awaitIndex(ctx, c, o); err != nil {
			return outcome, err
		}
	}
	c.release() // a service may take its time
	if outcome.Query, err = s.query(ctx, c, scope, q); err != nil {
		return outcome, err
	}
	outcome.queryNote = modeltext.AnswerNote(ctx, outcome.Query)
	return outcome, c.acquire(ctx)
}

func documentOf(args *fetchArgs, p *webfetch.Packet, scope knowledge.Scope) knowledge.Document {
	o := args.Options.AISearch
	doc := knowledge.Document{
		Scope: scope, SourceID: p.SourceID, URL: cmp.Or(p.CanonicalURL, p.OriginalURL), Title: p.Metadata.Title, Markdown: p.Content, RetrievedAt: p.RetrievedAt,
		Context: o.Context, Metadata: o.Metadata, Verdict: p.Verdict, SkipIfExists: o.SkipIfExists, MaxFileBytes: int(min(o.MaxFileBytes, 1<<31-1)),
	}
	if doc.URL == "" { // raw_bytes without an address
		doc.Name = p.SourceID + ".md"
	}
	return doc
}

// awaitIndex waits, without a slot, for a base that does not find what was stored at once.
func (s *Set) awaitIndex(ctx context.Context, c *call, o ingestArgs) error {
	d := s.opts.Search.Wait
	if o.WaitMS != nil {
		d = millis(*o.WaitMS)
	}
	if d = min(d, cmp.Or(s.opts.Search.MaxWait, 15*time.Second)); d <= 0 {
		return nil
	}
	c.release()
	if hostlimit.Wait(ctx, d) != nil {
		return searchError(ctx, errors.New("the call ended while it waited for the index"))
	}
	return nil
}

func (s *Set) ingestNote(o *searchResult) string {
	if o.Error != nil {
		failed := "Not stored in the knowledge base"
		if o.Upload != nil {
			failed = "Stored in the knowledge base; its query failed"
		}
		return failed + " (" + string(o.Error.Code) + "): " + o.Error.Message + "\n"
	}
	note := ""
	if u := o.Upload; u != nil {
		note = "Stored in the knowledge base; " + s.name("ai_search_query") + " finds it"
		switch {
		case u.Skipped:
			note = "The knowledge base has this page already, unchanged"
		case !u.Searchable:
			note += " once it is indexed"
		}
		note += ".\n" + modeltext.Warnings(u.Warnings)
	}
	if o.Query != nil {
		note += "Of the query: " + o.queryNote + "\n" + modeltext.Warnings(o.Query.Warnings)
	}
	return note
}
