package mcpserver

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// ingestArgs are options.ai_search of fetch.
type ingestArgs struct {
	Enabled        bool              `json:"enabled,omitempty"`
	ThreadKey      string            `json:"thread_key,omitempty"`
	Prefix         string            `json:"prefix,omitempty"`
	MaxFileBytes   count             `json:"max_file_bytes,omitempty"`
	WaitMS         count             `json:"wait_ms,omitempty"`
	SkipIfExists   bool              `json:"skip_if_exists,omitempty"`
	RequireSuccess bool              `json:"require_success,omitempty"`
	Context        string            `json:"context,omitempty"`
	Metadata       map[string]string `json:"metadata,omitempty"`
	Query          json.RawMessage   `json:"query,omitempty"`
}

// searchArgs are the arguments of ai_search_query.
type searchArgs struct {
	Query struct {
		Messages []struct {
			Content string `json:"content"`
			Role    string `json:"role"`
		} `json:"messages"`
		Query string `json:"query"`
	} `json:"query"`
	ThreadKey string `json:"thread_key"`
}

// search answers ai_search_query. There is no knowledge base to ask.
func (s *Server) search(_ context.Context, c *call) (*answer, error) {
	var args searchArgs
	if err := c.decode(&args); err != nil {
		return nil, err
	}
	if len(args.Query.Messages) == 0 && args.Query.Query == "" {
		return nil, invalid(errors.New("query.messages or query.query is required"))
	}
	return nil, notConfigured()
}

func notConfigured() error {
	return &webfetch.Error{Op: "search", Code: webfetch.AISearchNotConfigured}
}

// ingest tells what became of options.ai_search. It is nil where nobody asked.
func (s *Server) ingest(args *fetchArgs) (*searchOutcome, error) {
	if !args.Options.AISearch.Enabled {
		return nil, nil
	}
	err := notConfigured()
	if args.Options.AISearch.RequireSuccess {
		return nil, err
	}
	told, _ := (&call{}).fail(err)
	return &searchOutcome{Error: told}, nil
}
