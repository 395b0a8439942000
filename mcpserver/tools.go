package mcpserver

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// addTools adds the five tools.
func (s *Server) addTools(srv *mcp.Server) {
	schema := outputSchema()
	for _, t := range s.tools() {
		t.tool.InputSchema, t.tool.OutputSchema = t.arguments.schema(), schema
		srv.AddTool(t.tool, s.tool(t))
	}
}

// toolEntry is a tool with the table of its arguments and what does its work.
type toolEntry struct {
	tool      *mcp.Tool
	arguments property
	handle    handler
}

func (s *Server) tools() []toolEntry {
	return []toolEntry{
		{&mcp.Tool{
			Name:  "fetch",
			Title: "Fetch a page",
			Description: "Read a web page, file or feed by URL and get clean Markdown with title, outline and warnings. " +
				"Use it whenever current information from the internet helps. view=links lists a page's links for exploring a site. " +
				"If truncated, call again with start_index.",
			Annotations: annotations("Fetch a page", true),
			Meta:        mcp.Meta{"anthropic/maxResultSizeChars": s.resultSize()},
		}, fetchArguments(s.opts), s.fetch},
		{&mcp.Tool{
			Name:  "extract",
			Title: "Extract a document",
			Description: "Turn a document you already hold (raw_bytes, base64) or a URL into clean Markdown with metadata, " +
				"without cache and knowledge base. Prefer fetch for URLs.",
			Annotations: annotations("Extract a document", true),
		}, extractArguments(), s.extract},
		{&mcp.Tool{
			Name:        "chunk",
			Title:       "Split into chunks",
			Description: "Split a fetched page (source_id), a packet or Markdown into pieces that fit a token budget, along its headings.",
			Annotations: annotations("Split into chunks", false),
		}, chunkArguments(s.opts), s.chunk},
		{&mcp.Tool{
			Name:  "compact",
			Title: "Compact to a token budget",
			Description: "Shrink a fetched page (source_id), a packet or Markdown to a token budget, by structure, density or a question. " +
				"Quotes are verbatim and cite where they stand.",
			Annotations: annotations("Compact to a token budget", false),
		}, compactArguments(s.opts), s.compact},
		{&mcp.Tool{
			Name:        "ai_search_query",
			Title:       "Ask the knowledge base",
			Description: "Search what earlier fetches stored in the knowledge base of this conversation, and optionally have it answer.",
			Annotations: annotations("Ask the knowledge base", false),
		}, searchArguments(), s.search},
	}
}

// annotations of a tool that reads and never changes anything. open says
// whether it reaches out to the internet.
func annotations(title string, open bool) *mcp.ToolAnnotations {
	destructive := false
	return &mcp.ToolAnnotations{
		Title:           title,
		ReadOnlyHint:    true,
		IdempotentHint:  true,
		DestructiveHint: &destructive,
		OpenWorldHint:   &open,
	}
}

// resultSize is what a result of fetch may hold, for hosts that cut longer ones.
func (s *Server) resultSize() int {
	const largest = 500000
	if n := s.opts.maxLength(); n > 0 {
		return min(max(2*n, 50000), largest)
	}
	return largest
}
