package tools

import "math"

// The closed sets. Schemas, prompts and completion share them.
func viewNames() []string       { return []string{"markdown", "plain", "html", "raw", "links"} }
func methodNames() []string     { return []string{"GET", "HEAD"} }
func modeNames() []string       { return []string{"auto", "http", "render"} }
func waitNames() []string       { return []string{"load", "domcontentloaded", "networkidle"} }
func outputNames() []string     { return []string{"llm_packet", "raw", "normalized"} }
func imageNames() []string      { return []string{"inline", "alt", "none"} }      // in the order of linkstyle.Images
func linkNames() []string       { return []string{"inline", "numbered", "text"} } // in the order of linkstyle.Links
func strategyNames() []string   { return []string{"headings_first", "balanced"} }
func searchModeNames() []string { return []string{"search", "ai_search"} }
func retrievalNames() []string  { return []string{"vector", "keyword", "hybrid"} }
func roleNames() []string       { return []string{"system", "user", "assistant"} }
func compactModeNames() []string {
	return []string{"structural", "salience", "map_reduce", "question_focused"}
}
func preserveNames() []string {
	return []string{"numbers", "dates", "names", "definitions", "procedures"}
}

const maxResultRunes = 999999

func fetchArguments(opts Options) argSpec {
	return object("", "",
		text("url", "http(s) URL; a #fragment puts its section first"),
		text("raw_bytes", "base64 document instead of url"),
		text("content_type", "media type of raw_bytes"),
		text("canonical_url", "address of raw_bytes"),
		choice("view", "links: to the same site", "markdown", viewNames()),
		toggle("raw", "same as view=raw", false),
		integer("max_length", "characters; 0: all", 0).withMax(maxResultRunes).withDefault(opts.maxLength()).withShownDefault(),
		integer("start_index", "next_start_index of a truncated result", 0).withDefault(0).withShownDefault(),
		integer("max_tokens", "token budget", 0),
		text("question", "what it should answer; kept first"),
		choice("method", "HEAD: headers only", "GET", methodNames()),
		text("user_agent", "User-Agent"),
		object("options", "seldom needed",
			append(transferOptions(), extractionOptions(), formatOptions(opts, outputNames()), searchOptions())...),
	)
}

func transferOptions() []argSpec {
	return []argSpec{
		choice("mode", "auto: a browser where needed", "auto", modeNames()),
		dictionary("headers", "to this origin only", "string"),
		integer("timeout_ms", "whole call", 1),
		integer("max_bytes", "a larger body fails", 1),
		integer("max_redirects", "0: none", 0),
		toggle("respect_robots", "obey robots.txt", true),
		integer("cache_ttl_s", "0: no cache", 0),
		text("since", "earlier source_id or content_hash: only changes"),
		object("render", "browser",
			choice("wait_until", "event", "", waitNames()),
			integer("wait_ms", "extra wait", 0),
			toggle("block_third_party", "block other sites", true),
			toggle("screenshot", "PNG", false),
			text("selector", "CSS, to wait for"),
		),
	}
}

func extractionOptions() argSpec {
	return object("extraction", "what is kept",
		toggle("prefer_readability", "one article", false),
		toggle("keep_tables", "tables", true),
		toggle("keep_code_blocks", "code", true),
		toggle("keep_comments", "PDF notes", false),
		array("remove_selectors", "CSS", argSpec{typ: "string"}),
	)
}

func formatOptions(opts Options, outputs []string) argSpec {
	return object("format", "result",
		choice("output", "raw: the body", "", outputs),
		toggle("include_raw_excerpt", "start of the body", false),
		choice("images", "alt: text", imageNames()[opts.style().Images], imageNames()),
		choice("links", "numbered: list at end", linkNames()[opts.style().Links], linkNames()),
	)
}

// searchOptions are rarely used and described in one line: every host gives every
// schema to its model. The check knows them all.
func searchOptions() argSpec {
	return dictionary("ai_search", "knowledge base: enabled, thread_key, prefix, max_file_bytes, wait_ms, skip_if_exists, require_success, context, metadata, query (as in ai_search_query)", "").
		withCheck(object("ai_search", "",
			toggle("enabled", "", false),
			text("thread_key", ""),
			text("prefix", ""),
			integer("max_file_bytes", "", 1),
			integer("wait_ms", "", 0),
			toggle("skip_if_exists", "", false),
			toggle("require_success", "", false),
			text("context", ""),
			dictionary("metadata", "", "string"),
			dictionary("query", "", "").withCheck(queryArgument("query", "")),
		))
}

// queryArgument is the query of ai_search_query. Its settings and their flat
// aliases are reported in one line; the check knows them all.
func queryArgument(name, desc string) argSpec {
	seen := []argSpec{
		array("messages", "instead of query", object("", "",
			text("content", "text").markRequired(),
			choice("role", "speaker", "", roleNames()).markRequired(),
		)),
		text("query", "the question"),
		choice("mode", "ai_search: answer too", "search", searchModeNames()),
		toggle("stream", "ai_search only", false),
		text("model", "ai_search only"),
		text("system_prompt", "ai_search only"),
		dictionary("ai_search_options", "retrieval {filters {field: value, or {$ne $in $nin $gt $gte $lt $lte: value}}, max_num_results, retrieval_type vector/keyword/hybrid, match_threshold}, cache {enabled}, reranking {enabled}; also flat in query", "").
			withCheck(querySettings()),
	}
	return object(name, desc, seen...).withHiddenFields(queryAliases()...)
}

func querySettings() argSpec {
	return object("ai_search_options", "",
		object("retrieval", "",
			dictionary("filters", "", ""),
			integer("max_num_results", "", 1).withMax(50),
			choice("retrieval_type", "", "", retrievalNames()),
			number("match_threshold", "", 0, 1),
		),
		object("cache", "", toggle("enabled", "", false)),
		object("reranking", "", toggle("enabled", "", false)),
	)
}

// queryAliases are the settings of a query in the flat form of older clients.
func queryAliases() []argSpec {
	return []argSpec{
		integer("max_num_results", "", 1).withMax(50),
		choice("retrieval_type", "", "", retrievalNames()),
		number("match_threshold", "", 0, 1),
		dictionary("reranking", "", ""),
		dictionary("filters", "", ""),
		dictionary("cache", "", ""),
		dictionary("ranking_options", "", ""),
	}
}

func extractArguments(opts Options) argSpec {
	options := object("options", "", extractionOptions(), formatOptions(opts, []string{"llm_packet", "normalized"}))
	return object("", "",
		text("url", "http(s) URL"),
		text("raw_bytes", "base64 document instead of url"),
		text("content_type", "media type of raw_bytes"),
		text("canonical_url", "address of raw_bytes"),
		dictionary("options", "extraction and format, as in fetch", "").withCheck(options),
	)
}

func chunkArguments(opts Options) argSpec {
	return object("", "",
		text("source_id", "packet.source_id of a fetch"),
		dictionary("packet", "or a packet", ""),
		text("content", "or Markdown"),
		object("options", "sizes",
			integer("max_tokens", "per chunk", 1).withMax(math.MaxInt32).withDefault(opts.defaultMaxTokens()),
			number("margin_ratio", "part of it left free", 0, 0.5).withDefault(opts.marginRatio()),
			integer("overlap_tokens", "shared by neighbours", 0).withMax(math.MaxInt32),
			choice("strategy", "balanced: even sizes", "headings_first", strategyNames()),
		),
	)
}

func compactArguments(opts Options) argSpec {
	return object("", "",
		text("source_id", "packet.source_id of a fetch"),
		dictionary("input", "or a packet or chunk set", ""),
		text("content", "or Markdown"),
		object("options", "how to shrink",
			integer("max_tokens", "of the result", 1).withMax(math.MaxInt32).withDefault(opts.defaultMaxTokens()),
			choice("mode", "structural drops boilerplate, salience keeps facts, map_reduce covers every part", "", compactModeNames()),
			text("question", "for question_focused"),
			array("preserve", "kinds of text to keep", argSpec{typ: "string", enum: preserveNames()}),
		),
	)
}

func searchArguments() argSpec {
	return object("", "",
		queryArgument("query", "query or messages is required").markRequired(),
		text("thread_key", "conversation"),
	)
}
