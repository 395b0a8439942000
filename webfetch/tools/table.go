package tools

import (
	"cmp"
	"encoding/json"
	"slices"
)

// verbs is the table of the tools.
func (s *Set) verbs() []verb {
	return []verb{
		{
			name:      "fetch",
			title:     "Fetch a page",
			desc:      "Read a web page, file or feed by URL as clean Markdown. Use it whenever current information helps. If truncated, call again with start_index.",
			arguments: s.opts.fetchArguments(),
			openWorld: true,
			paged:     true,
			run:       s.fetch,
		},
		{
			name:      "extract",
			title:     "Extract a document",
			desc:      "Make Markdown of a document that you have (raw_bytes) or of a URL, without cache. Prefer " + s.name("fetch") + " for URLs.",
			arguments: s.opts.extractArguments(),
			openWorld: true,
			paged:     true,
			run:       s.extract,
		},
		{
			name:      "chunk",
			title:     "Split into chunks",
			desc:      "Split a fetched page or Markdown at its headings into pieces of a token budget.",
			arguments: s.opts.chunkArguments(),
			paged:     true,
			run:       s.chunk,
		},
		{
			name:      "compact",
			title:     "Compact to a token budget",
			desc:      "Shrink a fetched page or Markdown to a token budget. Quotes are verbatim.",
			arguments: s.opts.compactArguments(),
			run:       s.compact,
		},
		{
			name:      "ai_search_query",
			title:     "Ask the knowledge base",
			desc:      "Search what earlier fetches stored in the knowledge base.",
			arguments: argumentsOf(searchArgs{}),
			openWorld: s.opts.Search.Remote,
			run:       s.search,
		},
		{
			name:      "map",
			title:     "List the pages of a site",
			desc:      "List addresses of a site with titles, from a page, its sitemaps and llms.txt.",
			arguments: s.opts.mapArguments(),
			openWorld: true,
			paged:     true,
			run:       s.siteMap,
		},
		{
			name:      "crawl",
			title:     "Read a site",
			desc:      "Read pages of a site and keep them, to be asked with ai_search_query or read by source_id. The same call goes on.",
			arguments: s.opts.crawlArguments(),
			openWorld: true,
			run:       s.crawl,
		},
	}
}

// verbNames are the names of the table.
var verbNames = []string{"fetch", "extract", "chunk", "compact", "ai_search_query", "map", "crawl"}

func isNoVerb(name string) bool { return !slices.Contains(verbNames, name) }

// name returns what a model calls a tool.
func (s *Set) name(verb string) string {
	return cmp.Or(s.opts.Names[verb], verb)
}

// offers reports that a tool is in the set.
func (s *Set) offers(verb string) bool {
	if _, named := s.opts.Names[verb]; s.opts.Names != nil && !named || verb == "ai_search_query" && s.opts.Search.Base == nil {
		return false
	}
	return s.opts.Sites || verb != "map" && verb != "crawl"
}

// makeTools makes the tools of the table.
func (s *Set) makeTools() []*Tool {
	var made []*Tool
	var output json.RawMessage
	if s.opts.Structured != structuredOff {
		output = resultSpec().schema().encoded()
	}
	for _, v := range s.verbs() {
		if !s.offers(v.name) {
			continue
		}
		t := &Tool{
			Name: s.name(v.name), Title: v.title, Description: v.desc, InputSchema: v.arguments.schema().encoded(), OutputSchema: output,
			ReadOnly: v.name != "fetch" && v.name != "crawl" || !s.opts.Search.Remote, OpenWorld: v.openWorld, set: s, verb: v,
		}
		if v.paged {
			t.MaxResultChars = s.resultSize()
		}
		made = append(made, t)
	}
	return made
}

// resultSize returns the largest size of a paged result, for hosts that cut longer ones.
func (s *Set) resultSize() int {
	const largest = 500000
	if n := s.opts.maxLength(); n > 0 {
		return min(max(2*n, 50000), largest)
	}
	return largest
}
