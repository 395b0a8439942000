package chunk

import (
	"context"
	"strconv"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Chunk is a segment of a document that fits a token budget.
type Chunk struct {
	// ID is "c" and the index: c0, c1, …
	ID string `json:"chunk_id"`
	// Index is the place of the chunk in the set, from 0.
	Index int `json:"chunk_index"`
	// HeadingsPath are the title of the document and the headings above the first line of Text
	// that is not a heading, from the outermost one. The title comes first, once: a first
	// heading equal to the title, or to the title without the name of the site, replaces it.
	// Each is cut to 300 characters, or to half as many as a chunk has tokens where that is less
	// (but not below 40). Together with the headings in Text they give the section of each line:
	// small sections that share a chunk, and the section after an overlap, begin with theirs.
	// Never nil.
	HeadingsPath []string `json:"headings_path"`
	// Tokens is the number of tokens of Text by the Counter of the options:
	// exact if that is.
	Tokens int `json:"est_tokens"`
	// Text is Markdown: what the chunk repeats (the header of a table, the
	// opening fence of code, the overlap), then Document.Markdown from Start to
	// End, then the closing fence of code that goes on in the next chunk.
	Text string `json:"text"`
	// CharLen is the number of characters (code points) of Text.
	CharLen int `json:"char_len"`
	// Start and End are the span of what is new in this chunk, as byte offsets
	// into Document.Markdown, End exclusive.
	Start int `json:"start"`
	End   int `json:"end"` // see Start
}

// Set is a document in chunks.
type Set struct {
	// SourceID names the document; [Split] leaves it to the caller.
	SourceID string `json:"source_id"`
	// MaxTokens is Options.MaxTokens, or its default.
	MaxTokens int `json:"max_tokens"`
	// TotalChunks is the number of Chunks, TotalTokens the sum of their
	// tokens, repeated ones included.
	TotalChunks int `json:"total_chunks"`
	TotalTokens int `json:"total_est_tokens"` // see TotalChunks
	// Chunks are in the order of the document. Never nil.
	Chunks []Chunk `json:"chunks"`
}

// Split cuts a document into chunks of at most Options.MaxTokens, less the margin, as
// Options.Counter counts their Text.
//
// Every character of the document that is not white space is in exactly one of the spans
// Start to End, in order. Blocks that fit stay whole. Larger lists are cut between items,
// tables between rows with their header repeated, code at blank lines with its fences closed
// and opened again, and paragraphs between sentences. If these are still too large, lines,
// clauses, words and last characters are cut, but never a user-perceived character, unless
// it alone exceeds the limit. A chunk does not end with a heading if that can be avoided.
//
// A nil document or one without text gives a set without chunks. Bad options are an
// [ErrOptions]: a negative number, a margin beyond 0.5, a limit less the margin below 4 tokens,
// an overlap that is not below that limit, an unknown strategy. More than Options.MaxChunks are
// a [*TooManyChunksError]; if ctx is done, its cause is returned. Split checks ctx between counts, and does not interrupt the
// counter. It does not change the document, is safe for concurrent use if the counter is,
// and takes time linear in the length of the document for every limit; the counter reads all
// of it two to four times.
func Split(ctx context.Context, doc *extract.Document, opts Options) (*Set, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	set := &Set{MaxTokens: opts.max(), Chunks: []Chunk{}}
	segs := segments(doc)
	if len(segs) == 0 {
		return set, nil
	}
	chunks, err := split(ctx, doc, segs, opts)
	if err != nil {
		return nil, err
	}
	for _, c := range chunks {
		c.Index = len(set.Chunks)
		c.ID = "c" + strconv.Itoa(c.Index)
		c.CharLen = utf8.RuneCountInString(c.Text)
		set.Chunks = append(set.Chunks, c)
		set.TotalTokens += c.Tokens
	}
	set.TotalChunks = len(set.Chunks)
	return set, nil
}
