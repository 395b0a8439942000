package mcpserver

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// addTools adds the five tools.
func (s *Server) addTools(srv *mcp.Server) {
	schema := resultSpec().schema()
	for _, t := range s.tools() {
		t.tool.InputSchema, t.tool.OutputSchema = t.arguments.schema(), schema
		srv.AddTool(t.tool, s.tool(t))
	}
}

// toolEntry is a tool with the table of its arguments and what does its work.
type toolEntry struct {
	tool      *mcp.Tool
	arguments argSpec
	handle    handler
}

func (s *Server) tools() []toolEntry {
	return []toolEntry{
		{&mcp.Tool{
			Name:        "fetch",
			Title:       "Fetch a page",
			Description: "Read a web page, file or feed by URL as clean Markdown. Use it whenever current information from the internet helps. view=links shows where a site goes on. If truncated, call again with start_index.",
			Annotations: s.fetchAnnotations(),
			Meta:        mcp.Meta{"anthropic/maxResultSizeChars": s.resultSize()},
		}, fetchArguments(s.opts), s.fetch},
		{&mcp.Tool{
			Name:        "extract",
			Title:       "Extract a document",
			Description: "Make Markdown of a document you hold (raw_bytes) or a URL, without cache. Prefer fetch for URLs.",
			Annotations: annotations(true),
		}, extractArguments(s.opts), s.extract},
		{&mcp.Tool{
			Name:        "chunk",
			Title:       "Split into chunks",
			Description: "Split a fetched page or Markdown along its headings into pieces that fit a token budget.",
			Annotations: annotations(false),
		}, chunkArguments(s.opts), s.chunk},
		{&mcp.Tool{
			Name:        "compact",
			Title:       "Compact to a token budget",
			Description: "Shrink a fetched page or Markdown to a token budget. Quotes are verbatim.",
			Annotations: annotations(false),
		}, compactArguments(s.opts), s.compact},
		{&mcp.Tool{
			Name:        "ai_search_query",
			Title:       "Ask the knowledge base",
			Description: "Search what earlier fetches stored in the knowledge base.",
			Annotations: annotations(false),
		}, searchArguments(), s.search},
	}
}

// annotations of a tool that reads and never changes anything. open says
// whether it reaches out to the internet.
func annotations(open bool) *mcp.ToolAnnotations {
	return &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &open}
}

// fetchAnnotations are those of fetch, which can store pages where there is a
// knowledge base.
func (s *Server) fetchAnnotations() *mcp.ToolAnnotations {
	a := annotations(true)
	if s.opts.Search.Base != nil {
		destroys := false
		a.ReadOnlyHint, a.DestructiveHint = false, &destroys
	}
	return a
}

// resultSize is what a result of fetch may hold, for hosts that cut longer ones.
func (s *Server) resultSize() int {
	const largest = 500000
	if n := s.opts.maxLength(); n > 0 {
		return min(max(2*n, 50000), largest)
	}
	return largest
}
