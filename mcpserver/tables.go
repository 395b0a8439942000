package mcpserver

import "math"

// The closed sets. Schemas, prompts and completion share them.
func viewNames() []string       { return []string{"markdown", "plain", "html", "raw", "links"} }
func methodNames() []string     { return []string{"GET", "HEAD"} }
func modeNames() []string       { return []string{"auto", "http", "render"} }
func waitNames() []string       { return []string{"load", "domcontentloaded", "networkidle"} }
func outputNames() []string     { return []string{"llm_packet", "raw", "normalized"} }
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

const longestResult = 999999

func fetchArguments(opts Options) property {
	return object("", "",
		text("url", "Absolute http or https URL to read. A #fragment puts that section first. Give url or raw_bytes, not both."),
		text("raw_bytes", "Base64 of a document to read instead of fetching one."),
		text("content_type", "Media type of raw_bytes, as in an HTTP header. Left out: the bytes decide."),
		text("canonical_url", "Address of raw_bytes: resolves its links and is cited."),
		choice("view", "What to show: markdown, plain text, sanitised html, raw bytes, or the page's same-site links.", "markdown", viewNames()),
		toggle("raw", "The same as view=raw.", false),
		integer("max_length", "Longest result in characters, metadata included; 0 is no limit.", 0).upTo(longestResult).withDefault(opts.maxLength()),
		integer("start_index", "Character to go on from after a truncated result; the page is not downloaded again.", 0).withDefault(0),
		integer("max_tokens", "Token budget for the content; less important parts are left out and listed. 0 is off.", 0).withDefault(0),
		text("question", "Keep what answers this question first when the content has to shrink."),
		choice("method", "HEAD reads the headers only.", "GET", methodNames()),
		text("user_agent", "User-Agent of this call."),
		object("options", "Details of the fetch; the defaults are good.",
			append(transferOptions(), extractionOptions(), formatOptions(outputNames()), searchOptions())...),
	)
}

func transferOptions() []property {
	return []property{
		choice("mode", "auto renders with a browser only where the page needs it and one is configured.", "auto", modeNames()),
		dictionary("headers", "Extra request headers; they go to the origin of the URL only.", "string"),
		integer("timeout_ms", "Time for the whole call in milliseconds.", 1),
		integer("max_bytes", "Largest body in bytes; more is an error, never a silent cut.", 1),
		integer("max_redirects", "Redirects that may be followed.", 0),
		toggle("respect_robots", "Obey robots.txt. The operator may not allow false.", true),
		integer("cache_ttl_s", "Oldest cached answer to accept in seconds; 0 turns the cache off.", 0),
		object("render", "How the browser reads the page.",
			choice("wait_until", "Event to wait for.", "networkidle", waitNames()),
			integer("wait_ms", "Extra wait in milliseconds.", 0),
			toggle("block_third_party", "Block resources of other sites.", true),
			toggle("screenshot", "Take a picture of the page.", false),
			text("selector", "CSS selector to wait for."),
		),
	}
}

func extractionOptions() property {
	return object("extraction", "What is made of the document.",
		toggle("prefer_readability", "Look for the one article of the page.", false),
		toggle("keep_tables", "Keep tables.", true),
		toggle("keep_code_blocks", "Keep code blocks.", true),
		array("remove_selectors", "CSS selectors of elements to leave out.", property{typ: "string"}),
	)
}

func formatOptions(outputs []string) property {
	return object("format", "Form of the result.",
		choice("output", "llm_packet has content, outline, citations and warnings; normalized is the bare document; raw is the body.", "llm_packet", outputs),
		toggle("include_raw_excerpt", "Add the beginning of the raw body.", false),
	)
}

func searchOptions() property {
	return object("ai_search", "Store the content in the knowledge base and ask it. Skipped when format.output is raw.",
		toggle("enabled", "Store the content.", false),
		text("thread_key", "Conversation that the content belongs to."),
		text("prefix", "Prefix of the stored key."),
		integer("max_file_bytes", "Largest stored file in bytes; longer content is split.", 1),
		integer("wait_ms", "Wait before the query in milliseconds.", 0),
		toggle("skip_if_exists", "Store nothing if the content is stored already.", false),
		toggle("require_success", "Fail the call if storing or asking fails.", false),
		text("context", "Context stored with the content. Left out: made of title, URL and summary."),
		dictionary("metadata", "Fields stored with the content.", "string"),
		queryAfterStoring(),
	)
}

// queryAfterStoring doesn't repeat the long schema of ai_search_query: every
// host gives every schema to its model.
func queryAfterStoring() property {
	return dictionary("query", "Question to ask after storing: the same object as query of ai_search_query.", "").checkedAs(queryArgument("query", ""))
}

func queryArgument(name, desc string) property {
	return object(name, desc,
		array("messages", "Conversation that ends in the question.", object("", "",
			text("content", "Text of the message.").need(),
			choice("role", "Who says it.", "", roleNames()).need(),
		)),
		text("query", "The question as one string, instead of messages."),
		choice("mode", "search returns passages, ai_search an answer too.", "search", searchModeNames()),
		toggle("stream", "Collect the answer from a stream; ai_search only.", false),
		object("ai_search_options", "Settings of this query.",
			object("retrieval", "Which passages are found.",
				dictionary("filters", "Conditions on metadata: {\"tag\": \"docs\"} or {\"score\": {\"$gte\": 0.8}}.", ""),
				integer("max_num_results", "Most passages.", 1).upTo(50),
				choice("retrieval_type", "How passages are found.", "", retrievalNames()),
				number("match_threshold", "Least similarity.", 0, 1),
			),
			object("cache", "Answer cache.", property{name: "enabled", typ: "boolean", desc: "Use it."}),
			object("reranking", "Second ranking.", property{name: "enabled", typ: "boolean", desc: "Use it."}),
		),
		text("model", "Model of the answer; ai_search only."),
		text("system_prompt", "Instruction to the model; ai_search only."),
		integer("max_num_results", "Alias of ai_search_options.retrieval.max_num_results.", 1).upTo(50),
		choice("retrieval_type", "Alias of ai_search_options.retrieval.retrieval_type.", "", retrievalNames()),
		number("match_threshold", "Alias of ai_search_options.retrieval.match_threshold.", 0, 1),
		dictionary("reranking", "Alias of ai_search_options.reranking.", ""),
		dictionary("filters", "Alias of ai_search_options.retrieval.filters.", ""),
		dictionary("cache", "Alias of ai_search_options.cache.", ""),
		dictionary("ranking_options", "Alias of ai_search_options.reranking.", ""),
	)
}

func extractArguments() property {
	return object("", "",
		text("url", "Absolute http or https URL to read. Give url or raw_bytes, not both."),
		text("raw_bytes", "Base64 of the document."),
		text("content_type", "Media type of raw_bytes. Left out: the bytes decide."),
		text("canonical_url", "Address of raw_bytes: resolves its links and is cited."),
		object("options", "Details of the extraction.", extractionOptions(), formatOptions([]string{"llm_packet", "normalized"})),
	)
}

func chunkArguments(opts Options) property {
	return object("", "",
		text("source_id", "source_id of a recent fetch; saves repeating the page."),
		dictionary("packet", "A packet, at least {\"content\": …}; instead of source_id.", ""),
		text("content", "Markdown; instead of source_id."),
		object("options", "How to split.",
			integer("max_tokens", "Largest chunk in tokens.", 1).upTo(math.MaxInt32).withDefault(opts.defaultMaxTokens()),
			number("margin_ratio", "Part of max_tokens left free.", 0, 0.5).withDefault(opts.marginRatio()),
			integer("overlap_tokens", "Tokens that neighbours share, about.", 0).upTo(math.MaxInt32).withDefault(0),
			choice("strategy", "headings_first keeps sections together, balanced evens out the sizes.", "headings_first", strategyNames()),
		),
	)
}

func compactArguments(opts Options) property {
	return object("", "",
		text("source_id", "source_id of a recent fetch; saves repeating the page."),
		dictionary("input", "A packet or a chunk set; instead of source_id.", ""),
		text("content", "Markdown; instead of source_id."),
		object("options", "How to compact.",
			integer("max_tokens", "Largest result in tokens.", 1).upTo(math.MaxInt32).withDefault(opts.defaultMaxTokens()),
			choice("mode", "structural drops boilerplate, salience keeps dense passages, map_reduce does justice to every part, question_focused keeps what answers. Left out: question_focused with a question, else salience.", "", compactModeNames()),
			text("question", "The question of question_focused."),
			array("preserve", "Kinds of text to keep.", property{typ: "string", enum: preserveNames()}),
		),
	)
}

func searchArguments() property {
	return object("", "",
		queryArgument("query", "The question; messages or query is required in it.").need(),
		text("thread_key", "Conversation to search in. Left out: that of the configuration."),
	)
}
