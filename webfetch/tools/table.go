package tools

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
)

// verb is a row of the table of tools.
type verb struct {
	name, title, desc string
	arguments         func() argSpec
	run               func(ctx context.Context, c *call) (*answer, error) // asks for the slot of the call where it computes
}

func (s *Set) verbs() []verb {
	o := s.opts
	return []verb{
		{"fetch", "Fetch a page",
			"Read a web page, file or feed by URL as clean Markdown. Use it whenever current information helps. If truncated, call again with start_index.",
			o.fetchArguments, s.fetch},
		{"extract", "Extract a document",
			"Make Markdown of a document that you have (raw_bytes) or of a URL, without cache. Prefer " + s.name("fetch") + " for URLs.",
			o.extractArguments, s.fetch},
		{"chunk", "Split into chunks", "Split a fetched page or Markdown at its headings into pieces of a token budget.",
			o.chunkArguments, s.chunk},
		{"compact", "Compact to a token budget", "Shrink a fetched page or Markdown to a token budget. Quotes are verbatim.",
			o.compactArguments, s.compact},
		{"ai_search_query", "Ask the knowledge base", "Search what earlier fetches stored in the knowledge base.",
			func() argSpec { return argumentsOf(searchArgs{}) }, s.search},
		{"map", "List the pages of a site", "List addresses of a site with titles, from a page, its sitemaps and llms.txt.",
			o.mapArguments, s.siteMap},
		{"crawl", "Read a site", "Read pages of a site and keep them, to be asked with ai_search_query or read by source_id. The same call goes on.",
			o.crawlArguments, s.crawl},
	}
}

func isVerb(name string) bool {
	return slices.ContainsFunc(new(Set).verbs(), func(v verb) bool { return v.name == name })
}

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
		// It describes all structured content, success or not: some clients validate it in both cases.
		// It names no types of the payloads: the contract says more of them, and models pay for every word.
		output = argumentsOf(struct {
			Success bool `json:"success" desc:"else error" required:""`
		}{}).schema()
	}
	for _, v := range s.verbs() {
		if !s.offers(v.name) {
			continue
		}
		t := &Tool{
			Name: s.name(v.name), Title: v.title, Description: v.desc, OutputSchema: output,
			ReadOnly: v.name != "fetch" && v.name != "crawl" || !s.opts.Search.Remote, set: s, verb: v, arguments: v.arguments(),
		}
		t.InputSchema = t.arguments.schema()
		t.OpenWorld = t.arguments.at("url") != nil || v.name == "ai_search_query" && s.opts.Search.Remote
		if t.arguments.at("start_index") != nil { // what is shown has pages
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
	p.at("max_length").def = nil
	p.at("options").describe("as in fetch; also format", false)
	p.at("options").keep("extraction format")
	for i, f := range p.at("options.extraction").fields {
		p.at("options.extraction").fields[i].unlisted = f.name != "remove_selectors"
	}
	p.at("options.format").unlisted = true
	p.at("options.format.output").enum = []string{"llm_packet", "normalized"}
	return p
}

func (o Options) chunkArguments() argSpec {
	p := argumentsOf(chunkArgs{})
	p.at("options.max_tokens").setDefault(o.defaultMaxTokens())
	p.at("options.margin_ratio").setDefault(o.marginRatio())
	return p
}

func (o Options) compactArguments() argSpec {
	p := argumentsOf(compactArgs{})
	p.at("options.max_tokens").setDefault(o.defaultMaxTokens())
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
