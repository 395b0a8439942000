package tools

// verbs is the table of the tools.
func (s *Set) verbs() []verb {
	return []verb{
		{
			name:      "fetch",
			title:     "Fetch a page",
			desc:      "Read a web page, file or feed by URL as clean Markdown. Use it whenever current information from the internet helps. view=links shows where a site goes on. If truncated, call again with start_index.",
			arguments: fetchArguments(s.opts),
			openWorld: true,
			run:       s.fetch,
		},
		{
			name:      "extract",
			title:     "Extract a document",
			desc:      "Make Markdown of a document you hold (raw_bytes) or a URL, without cache. Prefer fetch for URLs.",
			arguments: extractArguments(s.opts),
			openWorld: true,
			run:       s.extract,
		},
		{
			name:      "chunk",
			title:     "Split into chunks",
			desc:      "Split a fetched page or Markdown along its headings into pieces that fit a token budget.",
			arguments: chunkArguments(s.opts),
			run:       s.chunk,
		},
		{
			name:      "compact",
			title:     "Compact to a token budget",
			desc:      "Shrink a fetched page or Markdown to a token budget. Quotes are verbatim.",
			arguments: compactArguments(s.opts),
			run:       s.compact,
		},
		{
			name:      "ai_search_query",
			title:     "Ask the knowledge base",
			desc:      "Search what earlier fetches stored in the knowledge base.",
			arguments: searchArguments(),
			run:       s.search,
		},
	}
}

// makeTools makes the tools of the table.
func (s *Set) makeTools() []*Tool {
	var made []*Tool
	output := resultSpec().schema().encoded()
	for _, v := range s.verbs() {
		t := &Tool{
			Name: v.name, Title: v.title, Description: v.desc, InputSchema: v.arguments.schema().encoded(), OutputSchema: output,
			ReadOnly: v.name != "fetch" || s.opts.Search.Base == nil, Idempotent: true, OpenWorld: v.openWorld, set: s, verb: v,
		}
		if v.name == "fetch" {
			t.MaxResultChars = s.resultSize()
		}
		made = append(made, t)
	}
	return made
}

// resultSize is what a result of fetch may hold, for hosts that cut longer ones.
func (s *Set) resultSize() int {
	const largest = 500000
	if n := s.opts.maxLength(); n > 0 {
		return min(max(2*n, 50000), largest)
	}
	return largest
}
