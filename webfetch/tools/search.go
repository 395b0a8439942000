package tools

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
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
	Filters        map[string]any `json:"filters" desc:"value or {$ne, $in, $nin, $gt, $gte, $lt or $lte: value}" usual:"url=page title=page"`
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
	if s.opts.Search.Base == nil {
		return nil, notConfigured()
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
	return &answer{
		env: envelope{Answer: found}, warnings: found.Warnings, note: modeltext.AnswerNote(ctx, found),
		text: strings.TrimPrefix(modeltext.AnswerText(found)+modeltext.Details(found.Warnings), "\n\n"),
	}, nil
}

func parseQuery(raw json.RawMessage) (knowledge.Query, error) {
	q, err := knowledge.ParseQuery(raw)
	if err != nil && !hasQuestion(raw) {
		return q, invalid(errors.New("query.messages or query.query is required"))
	}
	if err != nil {
		return q, invalid(withoutPrefix(err))
	}
	return q, nil
}

func withoutPrefix(err error) error {
	return errors.New(strings.TrimPrefix(err.Error(), knowledge.ErrInvalid.Error()+": "))
}

func hasQuestion(raw json.RawMessage) bool {
	var asked struct {
		Messages []json.RawMessage `json:"messages"`
		Query    string            `json:"query"`
	}
	return json.Unmarshal(raw, &asked) == nil && (len(asked.Messages) > 0 || asked.Query != "")
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
	ctx, cancel := context.WithTimeout(ctx, s.opts.Search.timeout())
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
	found.Warnings = append(found.Warnings, queryWarnings(q)...)
	return found, nil
}

func queryWarnings(q knowledge.Query) []extract.Warning {
	var names []string
	if q.Mode != "ai_search" && q.Model != "" {
		names = append(names, "query.model")
	}
	if q.Mode != "ai_search" && q.SystemPrompt != "" {
		names = append(names, "query.system_prompt")
	}
	return ignored("without mode=ai_search", names)
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
	cited := a.Citations[:0]
	for _, c := range a.Citations {
		if c.Hit < len(a.Hits) {
			cited = append(cited, c)
		}
	}
	a.Citations = cited
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
		detail := ""
		for _, claim := range claims {
			detail += "; " + claim
		}
		a.Warnings = append(a.Warnings, extract.Warning{Type: "unverified", Message: "The model wrote numbers, names or quotations that are not in the passages.", Detail: line.Clip(detail[2:], longestField)})
	}
}

// An error of a service may implement these.
type (
	temporary interface{ Temporary() bool }
	delayed   interface{ Delay() time.Duration }
)

func searchError(ctx context.Context, err error) error {
	e := &webfetch.Error{Op: "search", Code: webfetch.AISearchFailed, Err: err}
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		e.Code, e.Retryable = webfetch.Timeout, true
	case ctx.Err() != nil:
		e.Code = webfetch.Cancelled
	case errors.Is(err, knowledge.ErrInvalid):
		e.Code, e.Err = webfetch.InvalidInput, withoutPrefix(err)
	}
	var passing temporary
	if errors.As(err, &passing) {
		e.Retryable = e.Retryable || passing.Temporary()
	}
	var later delayed
	if errors.As(err, &later) {
		e.RetryAfter = later.Delay()
	}
	return e
}
