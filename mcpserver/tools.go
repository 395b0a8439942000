package mcpserver

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// addTools adds the five tools.
func (s *Server) addTools(srv *mcp.Server) {
	schema := outputSchema()
	for _, t := range s.tools() {
		t.tool.OutputSchema = schema
		srv.AddTool(t.tool, s.tool(t.handle))
	}
}

type toolEntry struct {
	tool   *mcp.Tool
	handle handler
}

func (s *Server) tools() []toolEntry {
	return []toolEntry{
		{&mcp.Tool{
			Name:  "fetch",
			Title: "Fetch a page",
			Description: "Read a web page, file or feed by URL and get clean Markdown with title, outline and warnings. " +
				"Use it whenever current information from the internet helps. view=links lists a page's links for exploring a site. " +
				"If truncated, call again with start_index.",
			InputSchema: fetchArguments(s.opts).schema(),
			Annotations: annotations("Fetch a page", true),
			Meta:        mcp.Meta{"anthropic/maxResultSizeChars": s.resultSize()},
		}, s.fetch},
		{&mcp.Tool{
			Name:  "extract",
			Title: "Extract a document",
			Description: "Turn a document you already hold (raw_bytes, base64) or a URL into clean Markdown with metadata, " +
				"without cache and knowledge base. Prefer fetch for URLs.",
			InputSchema: extractArguments().schema(),
			Annotations: annotations("Extract a document", true),
		}, s.extract},
		{&mcp.Tool{
			Name:        "chunk",
			Title:       "Split into chunks",
			Description: "Split a fetched page (source_id), a packet or Markdown into pieces that fit a token budget, along its headings.",
			InputSchema: chunkArguments(s.opts).schema(),
			Annotations: annotations("Split into chunks", false),
		}, s.chunk},
		{&mcp.Tool{
			Name:  "compact",
			Title: "Compact to a token budget",
			Description: "Shrink a fetched page (source_id), a packet or Markdown to a token budget, by structure, density or a question. " +
				"Quotes are verbatim and cite where they stand.",
			InputSchema: compactArguments(s.opts).schema(),
			Annotations: annotations("Compact to a token budget", false),
		}, s.compact},
		{&mcp.Tool{
			Name:        "ai_search_query",
			Title:       "Ask the knowledge base",
			Description: "Search what earlier fetches stored in the knowledge base of this conversation, and optionally have it answer.",
			InputSchema: searchArguments().schema(),
			Annotations: annotations("Ask the knowledge base", false),
		}, s.search},
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
