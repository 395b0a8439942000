package compact

import "github.com/webfetch-mcp/webfetch-go/extract"

// Result is a compacted document. Its JSON form is part of the contract with
// clients.
type Result struct {
	// SourceID and OriginalURL name the document; [Shrink] leaves them to the
	// caller.
	SourceID    string `json:"source_id"`
	OriginalURL string `json:"original_url"` // see SourceID
	// Compacted is the kept content.
	Compacted Compacted `json:"compacted"`
	// EstTokens is the number of tokens of Compacted as JSON, or of its Summary
	// with Options.SummaryOnly, by the Counter of the options: exact if that is.
	EstTokens int `json:"est_tokens"`
	// Spans are the spans of Document.Markdown that Compacted.Summary was taken from, in the
	// order of the document. Nil if Generated.
	Spans []extract.Span `json:"-"`
}

// Compacted is the kept content of a document, with a list of omissions.
type Compacted struct {
	// Summary is Markdown, in the order of the document. Unless Generated, every unit of it is
	// in the document word for word (see Result.Spans). Only these are new: the white space
	// between units, an ellipsis (…) where a unit was clipped, marks that close emphasis where a
	// unit has a part of it, ">" before a part of a quote, and fences around parts of code. "- …", "7. …" and "| … |" mark
	// left-out parts of a list or a table: at its end, if the summary has room for 100 tokens
	// and Options.Preserve is empty, and above the kept part of an item whose beginning is left
	// out.
	Summary string `json:"summary"`
	// Generated reports that a model wrote Summary, which then is not word for
	// word. Key points and quotes always are.
	Generated bool `json:"generated,omitempty"`
	// KeyPoints add to the summary: the best sentences, items and rows that are
	// not in it, best first, word for word. Never nil; empty where the summary
	// holds everything, and in budgets of less than 400 tokens.
	KeyPoints []Quote `json:"key_points"`
	// ImportantQuotes are quotations in the document, best first, word for word, whether or not
	// the summary has them. Never nil; empty in budgets of less than 400 tokens.
	ImportantQuotes []Quote `json:"important_quotes"`
	// Omissions list what was left out, with as much detail as fits into a sixth of the budget:
	// by section, by larger sections, without places, or as one. Never nil.
	Omissions []Omission `json:"omissions"`
	// Warnings report degradations. Never nil.
	Warnings []extract.Warning `json:"warnings"`
}

// Quote is a piece of the document, word for word.
type Quote struct {
	// Text is Markdown, as written in the document.
	Text string `json:"text"`
	// Citation is where.
	Citation Citation `json:"citation"`
}

// Citation is the place of a piece in the document.
type Citation struct {
	// BlockID names the block it is part of, "" for text outside of all blocks.
	BlockID string `json:"block_id"`
	// Loc is the place in code points, as in the citations of a packet.
	Loc extract.Loc `json:"loc"`
	// Start and End are the same place in bytes of Document.Markdown.
	Start int `json:"start"`
	End   int `json:"end"` // see Start
}

// Omission describes the left-out part of one section, so that a reader can ask for it.
type Omission struct {
	// Section is the path of headings, joined by " > "; "" before the first
	// heading, and for all sections together.
	Section string `json:"section"`
	// Tokens is about how many tokens of it were left out, and Units how many
	// sentences, items, rows and blocks.
	Tokens int `json:"tokens"`
	Units  int `json:"units,omitempty"` // see Tokens
	// Reason is "budget" or "boilerplate", or "" in small budgets, which have no room for it.
	Reason string `json:"reason,omitempty"`
	// Start and End are the bytes of Document.Markdown from the first to the
	// last of what was left out. Both are 0 in small budgets.
	Start int `json:"start,omitempty"`
	End   int `json:"end,omitempty"` // see Start
}
