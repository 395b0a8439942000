package mcpserver

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/modeltext"
)

// prompt is one row of the table of prompts.
type prompt struct {
	name, title, desc string
	args              []argSpec
	// build returns the instruction for the arguments that are given.
	build func(args map[string]string) string
	// unfit says what is wrong with arguments that don't fit each other, "" if
	// they do. Nil: any fit.
	unfit func(args map[string]string) string
}

// prompts are those that build instructions for the model. The prompt fetch
// does work instead and is apart.
func prompts() []prompt {
	url := text("url", "Address of the page.").markRequired()
	return []prompt{
		{"fetch_url", "Fetch a page", "Instructions to fetch a page.", []argSpec{
			url,
			choice("mode", "How the page is read.", "", modeNames()),
			text("extraction", "options.extraction as a JSON object.").withCheck(extractionOptions()),
		}, buildFetch, nil},
		{"fetch_and_chunk", "Fetch and split", "Instructions to fetch a page and split it into chunks.", []argSpec{
			url,
			integer("max_tokens", "Largest chunk in tokens.", 1),
			choice("strategy", "How to split.", "", strategyNames()),
		}, buildChunk, nil},
		{"fetch_and_compact", "Fetch and compact", "Instructions to fetch a page and shrink it to a token budget.", []argSpec{
			url,
			integer("max_tokens", "Largest result in tokens.", 1),
			choice("mode", "How to compact.", "", compactModeNames()),
			text("question", "What the page should answer."),
		}, buildCompact, unfitCompact},
		{"fetch_ai_search", "Fetch and ask", "Instructions to store a page in the knowledge base and ask about it.", []argSpec{
			url,
			text("query", "The question.").markRequired(),
			integer("wait_ms", "Wait before the query in milliseconds.", 0),
			choice("mode", "Passages only, or an answer too.", "", searchModeNames()),
		}, buildFetchSearch, nil},
		{"ai_search_query", "Ask the knowledge base", "Instructions to ask the knowledge base.", []argSpec{
			text("query", "The question.").markRequired(),
			choice("mode", "Passages only, or an answer too.", "", searchModeNames()),
			text("thread_key", "Conversation to search in."),
		}, buildSearch, nil},
		{"resources_tips", "Reuse fetched pages", "How to reuse pages that were fetched already.", nil, buildTips, nil},
	}
}

func fetchPrompt() prompt {
	return prompt{name: "fetch", title: "Fetch for me", desc: "Fetch a page now and put its whole content into the conversation. robots.txt is not asked: a person started this.",
		args: []argSpec{text("url", "Address of the page.").markRequired()}}
}

func findPrompt(name string) (prompt, bool) {
	for _, p := range append(prompts(), fetchPrompt()) {
		if p.name == name {
			return p, true
		}
	}
	return prompt{}, false
}

// values is the closed set of an argument, nil if it has none.
func (p prompt) values(argument string) []string {
	for _, a := range p.args {
		if a.name == argument {
			return a.enum
		}
	}
	return nil
}

func (s *Server) addPrompts(srv *mcp.Server) {
	for _, p := range prompts() {
		srv.AddPrompt(p.published(), func(ctx context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			if err := p.check(req.Params.Arguments); err != nil {
				return nil, err
			}
			if p.unfit != nil {
				if say := p.unfit(req.Params.Arguments); say != "" {
					return nil, invalidParams("prompt " + p.name + ": " + say)
				}
			}
			s.sawWords(ctx, principal(req.Extra), req.Params.Arguments)
			return userMessage(p.desc, p.build(req.Params.Arguments)), nil
		})
	}
	srv.AddPrompt(fetchPrompt().published(), s.fetchPrompt)
}

func (p prompt) published() *mcp.Prompt {
	out := &mcp.Prompt{Name: p.name, Title: p.title, Description: p.desc}
	for _, a := range p.args {
		out.Arguments = append(out.Arguments, &mcp.PromptArgument{Name: a.name, Description: a.desc, Required: a.required})
	}
	return out
}

// check reports a missing, unknown or wrong argument as a protocol error: the
// SDK checks none.
func (p prompt) check(args map[string]string) error {
	for _, a := range p.args {
		value := args[a.name]
		switch {
		case value == "" && a.required:
			return invalidParams("prompt " + p.name + ": argument " + a.name + " is required")
		case value == "":
		case len(a.enum) > 0 && !slices.Contains(a.enum, value):
			return invalidParams("prompt " + p.name + ": " + a.name + " must be one of " + strings.Join(a.enum, ", "))
		case a.typ == "integer":
			if n, err := strconv.Atoi(value); err != nil || float64(n) < a.min {
				return invalidParams("prompt " + p.name + ": " + a.name + " must be an integer of at least " + plainNumber(a.min))
			}
		case a.inner != nil:
			if err := a.inner.check(json.RawMessage(value), a.name); err != nil || !json.Valid([]byte(value)) {
				return invalidParams("prompt " + p.name + ": " + a.name + " must be a JSON object of the fields " + a.inner.names())
			}
		}
	}
	return nil
}

// fetchPrompt fetches a page that a person asked for: no robots check, a
// User-Agent that says so, nothing cut off. Policy and rate limit hold.
func (s *Server) fetchPrompt(ctx context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	if err := fetchPrompt().check(req.Params.Arguments); err != nil {
		return nil, err
	}
	ctx, cancel := s.bound(ctx)
	defer cancel()
	progress, whole, stored := newProgress(ctx, req.Session, req.Params.GetProgressToken()), false, false
	defer func() {
		progress.end(whole)
		if stored {
			s.announcer.changedBy(ctx, req.Session, principal(req.Extra), req.ProtocolVersion(), req.Extra != nil && req.Extra.Header != nil)
		}
	}()
	leave, err := s.beginCall(principal(req.Extra))
	if err != nil {
		return promptFailure(req.Params.Arguments["url"], err), nil
	}
	defer leave()
	place := s.newSlot(ctx, principal(req.Extra))
	defer place.Release()
	s.sawWords(ctx, principal(req.Extra), req.Params.Arguments)
	p, err := s.client.Fetch(s.inSession(ctx, principal(req.Extra)), webfetch.Request{
		URL:           req.Params.Arguments["url"],
		UserInitiated: true,
		Partition:     principal(req.Extra),
		Work:          place.acquireFor,
		Progress:      progress.report(),
	})
	if err != nil {
		return promptFailure(req.Params.Arguments["url"], err), nil
	}
	s.sawPacket(ctx, principal(req.Extra), p)
	if err := place.Acquire(ctx); err != nil {
		return promptFailure(req.Params.Arguments["url"], err), nil
	}
	stored = s.keep(ctx, principal(req.Extra), p, false)
	text, err := s.client.View(ctx, p, webfetch.ViewMarkdown)
	if err != nil {
		return promptFailure(req.Params.Arguments["url"], err), nil
	}
	whole = true
	return userMessage("Contents of "+modeltext.Source(p.OriginalURL), modeltext.Page{Packet: p, Text: text}.String()), nil
}

func promptFailure(url string, err error) *mcp.GetPromptResult {
	c := &call{url: url}
	return userMessage("The page could not be fetched", c.failure(err).String())
}

func userMessage(desc, text string) *mcp.GetPromptResult {
	return &mcp.GetPromptResult{
		Description: desc,
		Messages:    []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}},
	}
}
