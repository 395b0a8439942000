package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// chunkArgs are the arguments of chunk.
type chunkArgs struct {
	SourceID string          `json:"source_id"`
	Packet   json.RawMessage `json:"packet"`
	Content  string          `json:"content"`
	Options  struct {
		MaxTokens     count    `json:"max_tokens"`
		MarginRatio   *float64 `json:"margin_ratio"`
		OverlapTokens count    `json:"overlap_tokens"`
		Strategy      string   `json:"strategy"`
	} `json:"options"`
}

// compactArgs are the arguments of compact.
type compactArgs struct {
	SourceID string          `json:"source_id"`
	Input    json.RawMessage `json:"input"`
	Content  string          `json:"content"`
	Options  struct {
		MaxTokens count    `json:"max_tokens"`
		Mode      string   `json:"mode"`
		Question  string   `json:"question"`
		Preserve  []string `json:"preserve"`
	} `json:"options"`
}

// chunk splits a page into chunks.
func (s *Server) chunk(ctx context.Context, c *call) (*answer, error) {
	if err := c.slot.take(ctx); err != nil {
		return nil, err
	}
	var args chunkArgs
	if err := c.decode(&args); err != nil {
		return nil, err
	}
	p, err := s.source(c, sourceArgument{args.SourceID, args.Packet, args.Content, "packet"})
	if err != nil {
		return nil, err
	}
	opts := chunk.Options{
		MaxTokens:     int(args.Options.MaxTokens),
		MarginRatio:   s.opts.marginRatio(),
		OverlapTokens: int(args.Options.OverlapTokens),
		Strategy:      chunk.Strategy(args.Options.Strategy),
	}
	if opts.MaxTokens == 0 {
		opts.MaxTokens = s.opts.defaultMaxTokens()
	}
	if args.Options.MarginRatio != nil {
		opts.MarginRatio = *args.Options.MarginRatio
	}
	set, err := s.client.Chunk(ctx, p, opts)
	if err != nil {
		return nil, err
	}
	return &answer{env: envelope{Chunks: set}, source: known(p), text: chunkText(set)}, nil
}

func chunkText(set *chunk.Set) string {
	var b strings.Builder
	for _, ch := range set.Chunks {
		b.WriteString("[" + ch.ID + ", about " + itoa(ch.EstTokens) + " tokens")
		if len(ch.HeadingsPath) > 0 {
			b.WriteString(": " + oneLine(strings.Join(ch.HeadingsPath, " > ")))
		}
		b.WriteString("]\n" + ch.Text + "\n\n")
	}
	return strings.TrimSuffix(b.String(), "\n\n")
}

// told are warnings of options that do nothing in this call.
func (a *compactArgs) told() []extract.Warning {
	if mode := a.Options.Mode; a.Options.Question != "" && mode != "" && mode != "question_focused" {
		return []extract.Warning{{Type: warnIgnored, Message: "options.question does nothing with mode=" + mode + "."}}
	}
	return nil
}

// compact shrinks a page to a token budget.
func (s *Server) compact(ctx context.Context, c *call) (*answer, error) {
	if err := c.slot.take(ctx); err != nil {
		return nil, err
	}
	var args compactArgs
	if err := c.decode(&args); err != nil {
		return nil, err
	}
	if args.Options.Mode == "question_focused" && args.Options.Question == "" {
		return nil, invalid(errors.New("options.question is required when options.mode is question_focused"))
	}
	p, err := s.source(c, sourceArgument{args.SourceID, args.Input, args.Content, "input"})
	if err != nil {
		return nil, err
	}
	opts := compact.Options{
		MaxTokens: int(args.Options.MaxTokens),
		Mode:      compact.Mode(args.Options.Mode),
		Question:  args.Options.Question,
		Preserve:  args.Options.Preserve,
	}
	if opts.MaxTokens == 0 {
		opts.MaxTokens = s.opts.defaultMaxTokens()
	}
	if tell := c.progress.report(); tell != nil {
		opts.Progress = func(done, total int) {
			tell(webfetch.Progress{Stage: "compact", Done: int64(done), Total: int64(total)})
		}
	}
	res, err := s.client.Compact(ctx, p, opts)
	if err != nil {
		return nil, err
	}
	res.Compacted.Warnings = append(slices.Clip(present(args.told())), res.Compacted.Warnings...)
	return &answer{env: envelope{Compacted: res}, source: known(p), told: res.Compacted.Warnings, note: compactNote(res, p, opts.MaxTokens), text: detailLines(res.Compacted.Warnings) + res.Compacted.Summary}, nil
}

// compactNote tells that a model wrote the summary, or of a budget in which
// nothing fits.
func compactNote(res *compact.Result, p *webfetch.Packet, budget int) string {
	if res.Compacted.Generated {
		return "A language model wrote this from the page: key points and quotes are verbatim, the summary is not."
	}
	if res.Compacted.Summary != "" || strings.TrimSpace(p.Content) == "" {
		return ""
	}
	return "Nothing of the content fits " + itoa(budget) + plural(budget, " token", " tokens") + "; raise options.max_tokens."
}

// sourceArgument is the input of chunk and compact: one of three forms.
type sourceArgument struct {
	sourceID string
	object   json.RawMessage
	content  string
	// name is what the object is called in the arguments.
	name string
}

// source finds the packet to work on.
func (s *Server) source(c *call, in sourceArgument) (*webfetch.Packet, error) {
	set := 0
	for _, there := range []bool{in.sourceID != "", !isNull(in.object), in.content != ""} {
		if there {
			set++
		}
	}
	if set != 1 {
		return nil, invalid(errors.New("give exactly one of source_id, " + in.name + " and content"))
	}
	switch {
	case in.sourceID != "":
		if p := s.packets.get(c.principal, in.sourceID); p != nil {
			return p, nil
		}
		return nil, &webfetch.Error{Op: "find", Code: webfetch.SourceNotFound, Err: errors.New("source_id " + clip(oneLine(in.sourceID), 100) + s.keeps())}
	case in.content != "":
		return &webfetch.Packet{Content: in.content}, nil
	}
	return decodeInput(in.object, in.name)
}

// keeps says how long a source_id can be used.
func (s *Server) keeps() string {
	if s.opts.storeTTL() <= 0 {
		return " (this server keeps no pages)"
	}
	return " (pages are kept for " + longTime(s.opts.storeTTL()) + ", less long if very much is fetched)"
}

// decodeInput reads a packet, a chunk set, or an envelope around one of them.
func decodeInput(raw json.RawMessage, name string) (*webfetch.Packet, error) {
	in, err := readInput(raw, name)
	if err != nil {
		return nil, err
	}
	switch {
	case !isNull(in.Inner):
		name += ".packet"
		in, err = readInput(in.Inner, name)
	case bytes.HasPrefix(in.Set, []byte("{")):
		name += ".chunks"
		in, err = readInput(in.Set, name)
	}
	switch {
	case err != nil:
		return nil, err
	case in.Packet.Content == "" && !isNull(in.Set):
		return joinChunks(in.Source, in.Set, name)
	case in.Packet.Content == "":
		return nil, invalid(errors.New(name + ".content is required"))
	}
	in.Packet.SourceID = in.Source
	return &in.Packet, nil
}

// input is an object of one of the forms that decodeInput knows.
type input struct {
	webfetch.Packet
	Inner  json.RawMessage `json:"packet"`
	Set    json.RawMessage `json:"chunks"`
	Source string          `json:"source_id"`
}

func readInput(raw json.RawMessage, name string) (*input, error) {
	in := &input{}
	if err := json.Unmarshal(raw, in); err != nil {
		return nil, invalid(errors.New(name + ": " + plainDecodeError(err).Error()))
	}
	return in, nil
}

// joinChunks puts the text of a chunk set together again, without what a chunk
// repeats of the end of the one before it.
func joinChunks(sourceID string, raw json.RawMessage, name string) (*webfetch.Packet, error) {
	var chunks []chunk.Chunk
	if err := json.Unmarshal(raw, &chunks); err != nil {
		return nil, invalid(errors.New(name + ": " + plainDecodeError(err).Error()))
	}
	var b strings.Builder
	for i, ch := range chunks {
		part := ch.Text
		if again := len(part) - (ch.End - ch.Start); i > 0 && again > 0 && again < len(part) &&
			strings.HasSuffix(b.String(), strings.TrimSpace(part[:again])) {
			part = part[again:]
		}
		if i > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(part)
	}
	if b.Len() == 0 {
		return nil, invalid(errors.New(name + ".chunks is empty"))
	}
	return &webfetch.Packet{SourceID: sourceID, Content: strings.ToValidUTF8(b.String(), "\uFFFD")}, nil
}

// known returns p if it is a page with an address, which a header can name.
func known(p *webfetch.Packet) *webfetch.Packet {
	if p.OriginalURL == "" && p.CanonicalURL == "" {
		return nil
	}
	return p
}
