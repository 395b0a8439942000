package tools

import "cmp"

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
