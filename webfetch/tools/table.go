package tools

import (
	"cmp"
	"encoding/json"
	"slices"
)

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
			run:       s.fetch,
		},
		{
			name:      "chunk",
			title:     "Split into chunks",
			desc:      "Split a fetched page or Markdown at its headings into pieces of a token budget.",
			arguments: withDefaults(argumentsOf(chunkArgs{}), map[string]any{"options.max_tokens": s.opts.defaultMaxTokens(), "options.margin_ratio": s.opts.marginRatio()}),
			paged:     true,
			run:       s.chunk,
		},
		{
			name:      "compact",
			title:     "Compact to a token budget",
			desc:      "Shrink a fetched page or Markdown to a token budget. Quotes are verbatim.",
			arguments: withDefaults(argumentsOf(compactArgs{}), map[string]any{"options.max_tokens": s.opts.defaultMaxTokens()}),
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

var verbNames = []string{"fetch", "extract", "chunk", "compact", "ai_search_query", "map", "crawl"}

func isNoVerb(name string) bool { return !slices.Contains(verbNames, name) }

func (s *Set) name(verb string) string {
	return cmp.Or(s.opts.Names[verb], verb)
}

func (s *Set) offers(verb string) bool {
	if _, named := s.opts.Names[verb]; s.opts.Names != nil && !named || verb == "ai_search_query" && s.opts.Search.Base == nil {
		return false
	}
	return s.opts.Sites || verb != "map" && verb != "crawl"
}

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
			const largest = 500000 // for hosts that cut longer ones
			t.MaxResultChars = largest
			if n := s.opts.maxLength(); n > 0 {
				t.MaxResultChars = min(max(2*n, 50000), largest)
			}
		}
		made = append(made, t)
	}
	return made
}

// The tables of the tools are the types of their arguments; what depends on options, and what of
// a type a tool does not take, is said here.

const maxResultRunes = 999999

// fetchArguments are the arguments of fetch. Every host puts every schema into the context
// of its model, so that each word here is paid for with each conversation: what is rarely
// used is checked and not listed, but named in the description of its object.
func (o Options) fetchArguments() argSpec {
	p := argumentsOf(fetchArgs{})
	p.at("max_length").setDefault(o.maxLength())
	p.at("options.format.images").setDefault(cmp.Or(o.style().Images, "inline"))
	p.at("options.format.links").setDefault(cmp.Or(o.style().Links, "inline"))
	p.at("options.ai_search").unlisted = o.Search.Base == nil
	return p
}

func (o Options) extractArguments() argSpec {
	p := o.fetchArguments()
	p.keep("url raw_bytes content_type canonical_url max_length start_index options")
	p.at("url").describe("http(s) URL", false)
	p.at("raw_bytes").describe("base64 document", false)
	p.at("max_length").def = ""
	p.at("options").describe("as in fetch; also format", false)
	p.at("options").keep("extraction format")
	for i, f := range p.at("options.extraction").fields {
		p.at("options.extraction").fields[i].unlisted = f.name != "remove_selectors"
	}
	p.at("options.format").unlisted = true
	p.at("options.format.output").enum = []string{"llm_packet", "normalized"}
	return p
}

func withDefaults(p argSpec, defaults map[string]any) argSpec {
	for path, value := range defaults {
		p.at(path).setDefault(value)
	}
	return p
}

func (o Options) mapArguments() argSpec {
	p := argumentsOf(siteArgs{})
	p.keep("url search limit max_length start_index")
	p.at("url").describe("a page of the site", true)
	p.at("limit").setDefault(mapEntries)
	p.at("max_length").setDefault(o.maxLength())
	return p
}

func (o Options) crawlArguments() argSpec {
	p := argumentsOf(siteArgs{})
	p.keep("url max_pages max_depth paths exclude timeout_ms ai_search")
	p.at("url").describe("where to begin", true)
	p.at("max_pages").setDefault(crawlPages)
	search := p.at("ai_search")
	search.keep("enabled thread_key prefix metadata skip_if_exists context")
	search.at("enabled").describe("store the pages", false)
	search.unlisted = o.Search.Base == nil
	return p
}
