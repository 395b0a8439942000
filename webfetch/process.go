package webfetch

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/steps"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// Chunk splits the content of a packet. Only Content need be set, so a packet
// read back from JSON works. A nil packet is INVALID_INPUT, an empty one a set
// without chunks. The error is an *[Error]; when ctx is done, with TIMEOUT or CANCELLED.
func (c *Client) Chunk(ctx context.Context, p *Packet, opts chunk.Options) (*chunk.Set, error) {
	if failure := c.usable(ctx, "chunk", p); failure != nil {
		return nil, failure
	}
	if opts.Counter == nil {
		opts.Counter = c.opts.Models.Counter
	}
	ctx, end := steps.Begin(steps.With(ctx, c.opts.Hooks.Observer), observe.Step{Kind: "chunk"})
	set, err := safely(func() (*chunk.Set, error) { return chunk.Split(ctx, p.document(), opts) })
	end(stepResult("chunk", err))
	if err != nil {
		c.logPanic(ctx, err)
		return nil, asError("chunk", sourceURL(p), err)
	}
	set.SourceID = p.SourceID
	return set, nil
}

// Compact shrinks the content of a packet to a token budget. Only Content need
// be set. A nil packet is INVALID_INPUT, an empty one gives an empty summary. Where a
// model fails, the document's own words are taken and a warning says so. The error is
// an *[Error]; when ctx is done, with TIMEOUT or CANCELLED.
func (c *Client) Compact(ctx context.Context, p *Packet, opts compact.Options) (*compact.Result, error) {
	if failure := c.usable(ctx, "compact", p); failure != nil {
		return nil, failure
	}
	if opts.Summarizer == nil {
		opts.Summarizer = c.opts.Models.Summarizer
	}
	if opts.Embedder == nil {
		opts.Embedder = c.opts.Models.Embedder
	}
	result, err := c.compact(steps.With(ctx, c.opts.Hooks.Observer), p, opts)
	if err != nil {
		c.logPanic(ctx, err)
		return nil, err
	}
	return result, nil
}

// defaultMaxTokens is the budget of a call that names none.
const defaultMaxTokens = 4000

// compact shrinks a packet that usable has accepted. It asks the models of opts only, not
// those of the client.
func (c *Client) compact(ctx context.Context, p *Packet, opts compact.Options) (*compact.Result, error) {
	if opts.Counter == nil {
		opts.Counter = c.opts.Models.Counter
	}
	opts.MaxTokens = cmp.Or(opts.MaxTokens, defaultMaxTokens)
	ctx, end := steps.Begin(ctx, observe.Step{Kind: "compact"})
	result, err := safely(func() (*compact.Result, error) { return compact.Shrink(ctx, p.document(), opts) })
	end(stepResult("compact", err))
	if err != nil {
		return nil, asError("compact", sourceURL(p), err)
	}
	result.SourceID, result.OriginalURL = p.SourceID, p.OriginalURL
	return result, nil
}

// usable returns an error if the client is closed, p is nil or ctx is done, else nil.
func (c *Client) usable(ctx context.Context, op string, p *Packet) *Error {
	if failure := c.errIfClosed(op); failure != nil {
		return failure
	}
	if p == nil {
		return errNilPacket(op)
	}
	if err := ctx.Err(); err != nil {
		return asError(op, nil, err)
	}
	return nil
}

func errNilPacket(op string) *Error {
	return &Error{Op: op, Code: InvalidInput, Err: errors.New("packet is nil")}
}

// document returns the extraction behind a packet, or reads it from Content.
func (p *Packet) document() *extract.Document {
	if p.Document != nil && p.Document.Markdown == p.Content {
		return p.Document
	}
	return markdown.Parse(p.Content)
}

// Fit returns a copy of a packet whose Content is shrunk to maxTokens, or to what answers
// question, as [ExtractOptions].MaxTokens and Question do in the course of a fetch: word for
// word, with a warning of what was left out. Content stays as it is where it fits.
// SourceID stays that of the page. A nil packet is INVALID_INPUT. The error is an *[Error].
func (c *Client) Fit(ctx context.Context, p *Packet, maxTokens int, question string) (*Packet, error) {
	if failure := c.usable(ctx, "compact", p); failure != nil {
		return nil, failure
	}
	short := *p
	short.Warnings = slices.Clip(short.Warnings)
	fitted, err := c.fit(steps.With(ctx, c.opts.Hooks.Observer), &short, ExtractOptions{MaxTokens: maxTokens, Question: question})
	if err != nil {
		c.logPanic(ctx, err)
		return nil, err
	}
	return fitted, nil
}

// fit shrinks a packet to the budget or question of the options, word for word:
// no model is asked. A warning says what was left out.
func (c *Client) fit(ctx context.Context, p *Packet, opts ExtractOptions) (*Packet, error) {
	if opts.MaxTokens == 0 && opts.Question == "" || p.Content == "" {
		return p, nil
	}
	mode := compact.Salience
	if opts.Question != "" {
		mode = compact.QuestionFocused
	}
	result, err := c.compact(ctx, p, compact.Options{MaxTokens: opts.MaxTokens, SummaryOnly: true, Mode: mode, Question: opts.Question})
	if err != nil {
		return nil, err
	}
	if result.Compacted.Summary == p.Content {
		return p, nil
	}
	short := rewritten(p.Document, result.Compacted.Summary)
	id, whole := p.SourceID, p.Hashes
	p.setContent(short)
	if p.Changes != nil {
		p.Hashes = whole // see Packet.Since
	}
	p.Injections = movedTo(p.Injections, short.Markdown)
	p.SourceID = id // the ID does not depend on the part that is shown
	p.Warnings = append(p.Warnings, omitted(result))
	return p, nil
}
