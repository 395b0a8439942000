package tools

import (
	"cmp"
	"math"
)

// The closed sets. Schemas, prompts and completion share them.
func viewNames() []string       { return []string{"markdown", "plain", "html", "raw", "links"} }
func methodNames() []string     { return []string{"GET", "HEAD"} }
func modeNames() []string       { return []string{"auto", "http", "render"} }
func waitNames() []string       { return []string{"load", "domcontentloaded", "networkidle"} }
func outputNames() []string     { return []string{"llm_packet", "raw", "normalized"} }
func imageNames() []string      { return []string{"inline", "alt", "none"} }
func linkNames() []string       { return []string{"inline", "numbered", "text"} }
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

// fetchArguments are the arguments of fetch. Every host puts every schema into the context
// of its model, so that each word here is paid for with each conversation: what is rarely
// used is checked and not listed, but named in the description of its object.
func fetchArguments(opts Options) argSpec {
	search := searchOptions()
	search.unlisted = opts.Search.Base == nil
	return object("", "",
		text("url", "http(s) URL; a #fragment puts its section first"),
		text("raw_bytes", "base64 instead of url"),
		text("content_type", "of raw_bytes"),
		text("canonical_url", "of raw_bytes"),
		choice("view", "links: to the same site", "markdown", viewNames()),
		toggle("raw", "as view=raw"),
		maxLengthArgument().withDefault(opts.maxLength()),
		startIndexArgument(),
		integer("max_tokens", "token budget", 0),
		text("question", "kept first: what answers it"),
		choice("method", "HEAD: headers only", "", methodNames()),
		text("user_agent", "header"),
		object("options", "rare",
			choice("mode", "auto: a browser where needed", "", modeNames()),
			dictionary("headers", "to this origin only", "string", text("Accept-Language", "de"), text("Authorization", "token")),
			integer("timeout_ms", "whole call", 1),
			integer("max_bytes", "larger fails", 1),
			integer("max_redirects", "0: none", 0),
			toggle("respect_robots", "false: ignore robots.txt"),
			integer("cache_ttl_s", "0: no cache", 0),
			choice("cache", "no request", "", []string{"only"}),
			text("since", "earlier source_id: only changes"),
			object("render", "browser; also block_third_party",
				choice("wait_until", "event", "", waitNames()),
				integer("wait_ms", "extra wait", 0),
				toggle("screenshot", "PNG"),
				text("selector", "CSS, to wait for"),
			).withHiddenFields(toggle("block_third_party", "")),
			extractionOptions(),
			formatOptions(opts, outputNames()),
			search,
		),
	)
}

func maxLengthArgument() argSpec {
	return integer("max_length", "characters; 0: all", 0).withMax(maxResultRunes)
}

func startIndexArgument() argSpec {
	return integer("start_index", "next_start_index of a result", 0)
}

func extractionOptions() argSpec {
	return object("extraction", "what is kept; also keep_comments",
		toggle("prefer_readability", "one article"),
		toggle("keep_tables", "false: none"),
		toggle("keep_code_blocks", "false: none"),
		array("remove_selectors", "CSS", argSpec{typ: "string"}),
		array("select", "only CSS", argSpec{typ: "string"}),
	).withHiddenFields(toggle("keep_comments", ""))
}

func formatOptions(opts Options, outputs []string) argSpec {
	return object("format", "result; also include_raw_excerpt",
		choice("output", "raw: the body", "", outputs),
		choice("images", "alt: text", cmp.Or(opts.style().Images, "inline"), imageNames()),
		choice("links", "numbered: list at end", cmp.Or(opts.style().Links, "inline"), linkNames()),
	).withHiddenFields(toggle("include_raw_excerpt", ""))
}

func searchOptions() argSpec {
	return object("ai_search", "knowledge base; also prefix, metadata, max_file_bytes, wait_ms, skip_if_exists, require_success, context",
		toggle("enabled", "store the page"),
		text("thread_key", "conversation"),
		queryArgument("query", "ask at once").listing("query"),
	).withHiddenFields(
		text("prefix", ""),
		dictionary("metadata", "", "string"),
		integer("max_file_bytes", "", 1),
		integer("wait_ms", "", 0),
		toggle("skip_if_exists", ""),
		toggle("require_success", ""),
		text("context", ""),
	)
}

// queryArgument is the query of ai_search_query: the question alone, or an object. Of its
// settings, which have a flat form too, the flat ones are listed.
func queryArgument(name, desc string) argSpec {
	q := object(name, desc,
		text("query", "the question"),
		array("messages", "instead of query", object("", "",
			text("content", "text").markRequired(),
			choice("role", "speaker", "", roleNames()).markRequired(),
		)),
		choice("mode", "ai_search: answer too", "", searchModeNames()),
		dictionary("filters", "value or {$ne, $in, $nin, $gt, $gte, $lt or $lte: value}", "", text("url", "page"), text("title", "page")),
		integer("max_num_results", "1-50", 1).withMax(50),
	).withHiddenFields(
		choice("retrieval_type", "", "", retrievalNames()),
		number("match_threshold", "", 0, 1),
		toggle("stream", ""),
		text("model", ""),
		text("system_prompt", ""),
		object("ai_search_options", "",
			object("retrieval", "",
				dictionary("filters", "", ""),
				integer("max_num_results", "", 1).withMax(50),
				choice("retrieval_type", "", "", retrievalNames()),
				number("match_threshold", "", 0, 1),
			),
			object("cache", "", toggle("enabled", "")),
			object("reranking", "", toggle("enabled", "")),
		),
		dictionary("reranking", "", ""),
		dictionary("cache", "", ""),
		dictionary("ranking_options", "", ""),
	)
	q.textField = "query"
	return q
}

func extractArguments(opts Options) argSpec {
	return object("", "",
		text("url", "http(s) URL"),
		text("raw_bytes", "base64 document"),
		text("content_type", "of raw_bytes"),
		text("canonical_url", "of raw_bytes"),
		maxLengthArgument(),
		startIndexArgument(),
		object("options", "as in fetch; also format",
			extractionOptions().listing("remove_selectors"),
		).withHiddenFields(formatOptions(opts, []string{"llm_packet", "normalized"})),
	)
}

func chunkArguments(opts Options) argSpec {
	packet := dictionary("packet", "or a packet", "", text("content", "Markdown"))
	packet.textField = "content"
	return object("", "",
		text("source_id", "packet.source_id of a fetch"),
		packet,
		text("content", "or Markdown"),
		maxLengthArgument(),
		startIndexArgument(),
		object("options", "sizes",
			integer("max_tokens", "per chunk", 1).withMax(math.MaxInt32).withDefault(opts.defaultMaxTokens()),
			number("margin_ratio", "part left free", 0, 0.5).withDefault(opts.marginRatio()),
			integer("overlap_tokens", "shared by neighbours", 0).withMax(math.MaxInt32),
			choice("strategy", "balanced: even sizes", "", strategyNames()),
		),
	)
}

func compactArguments(opts Options) argSpec {
	input := dictionary("input", "or a packet or chunk set", "", text("content", "Markdown"))
	input.textField = "content"
	return object("", "",
		text("source_id", "packet.source_id of a fetch"),
		input,
		text("content", "or Markdown"),
		object("options", "how to shrink",
			integer("max_tokens", "of the result", 1).withMax(math.MaxInt32).withDefault(opts.defaultMaxTokens()),
			choice("mode", "structural drops boilerplate, salience keeps facts", "", compactModeNames()),
			text("question", "for question_focused"),
			array("preserve", "what to keep", argSpec{typ: "string", enum: preserveNames()}),
		),
	)
}

func searchArguments() argSpec {
	return object("", "",
		queryArgument("query", "query or messages is required; also retrieval_type, match_threshold, stream, model, system_prompt, ai_search_options {retrieval, cache {enabled}, reranking {enabled}}").markRequired(),
		text("thread_key", "conversation"),
	)
}
