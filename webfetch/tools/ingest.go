package tools

import (
	"cmp"
	"context"
	"errors"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/modeltext"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

type ingestArgs struct {
	Enabled        bool              `json:"enabled,omitempty" desc:"store the page"`
	ThreadKey      string            `json:"thread_key,omitempty" desc:"conversation"`
	Query          rawQuery          `json:"query,omitzero" desc:"ask at once" list:"query" text:"query"`
	Prefix         string            `json:"prefix,omitempty" unlisted:""`
	Metadata       map[string]string `json:"metadata,omitempty" unlisted:""`
	MaxFileBytes   int64             `json:"max_file_bytes,omitempty" min:"1" unlisted:""`
	WaitMS         *int64            `json:"wait_ms,omitempty" min:"0" unlisted:""`
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
	if err != nil {
		if args.Options.AISearch.RequireSuccess {
			return err
		}
		f := s.failure(&call{}, err)
		outcome.Error = failureOf(f, f.Error().Injections)
	}
	outcome.Success = err == nil
	a.env.AISearch = outcome
	a.searched = outcome
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
	c.slot.Release() // a service may take its time
	if outcome.Query, err = s.query(ctx, c, scope, q); err != nil {
		return outcome, err
	}
	outcome.queryNote = modeltext.AnswerNote(ctx, outcome.Query)
	return outcome, c.slot.Acquire(ctx)
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
	if d = min(d, s.opts.Search.maxWait()); d <= 0 {
		return nil
	}
	c.slot.Release()
	if hostlimit.Wait(ctx, d) != nil {
		return searchError(ctx, errors.New("the call ended while it waited for the index"))
	}
	return nil
}

func (s *Set) ingestNote(o *searchResult) string {
	switch {
	case o == nil:
		return ""
	case o.Error != nil && o.Upload == nil:
		return "Not stored in the knowledge base (" + string(o.Error.Code) + "): " + o.Error.Message + "\n"
	case o.Error != nil:
		return "Stored in the knowledge base; its query failed (" + string(o.Error.Code) + "): " + o.Error.Message + "\n"
	}
	note := ""
	if u := o.Upload; u != nil {
		switch {
		case u.Skipped:
			note = "The knowledge base has this page already, unchanged.\n"
		case u.Searchable:
			note = "Stored in the knowledge base; " + s.name("ai_search_query") + " finds it.\n"
		default:
			note = "Stored in the knowledge base; " + s.name("ai_search_query") + " finds it once it is indexed.\n"
		}
		note += modeltext.Warnings(u.Warnings)
	}
	if o.Query != nil {
		note += "Of the query: " + o.queryNote + "\n" + modeltext.Warnings(o.Query.Warnings)
	}
	return note
}

func ingestText(o *searchResult) string {
	if o == nil || o.Query == nil || len(o.Query.Hits) == 0 {
		return ""
	}
	return "\n\n---\nFrom the knowledge base:\n" + modeltext.AnswerText(o.Query) + modeltext.Details(o.Query.Warnings)
}
