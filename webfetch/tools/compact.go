package tools

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/modeltext"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/textstat"
)

type compactArgs struct {
	SourceID string          `json:"source_id" desc:"packet.source_id of a fetch"`
	Input    json.RawMessage `json:"input" desc:"or a packet or chunk set" usual:"content=Markdown" text:"content"`
	Content  string          `json:"content" desc:"or Markdown"`
	Options  struct {
		MaxTokens int64    `json:"max_tokens" desc:"of the result" min:"1" max:"2147483647"`
		Mode      string   `json:"mode" desc:"structural drops boilerplate, salience keeps facts" of:"structural salience map_reduce question_focused"`
		Question  string   `json:"question" desc:"for question_focused"`
		Preserve  []string `json:"preserve" desc:"what to keep" of:"numbers dates names definitions procedures"`
	} `json:"options" desc:"how to shrink"`
}

func (a *compactArgs) optionWarnings() []extract.Warning {
	if mode := a.Options.Mode; a.Options.Question != "" && mode != "" && mode != "question_focused" {
		return []extract.Warning{{Type: warnIgnored, Message: "options.question does nothing with mode=" + mode + "."}}
	}
	return nil
}

func (s *Set) compact(ctx context.Context, c *call) (*answer, error) {
	if err := c.slot.Acquire(ctx); err != nil {
		return nil, err
	}
	var args compactArgs
	if err := c.decode(&args); err != nil {
		return nil, err
	}
	if args.Options.Mode == "question_focused" && args.Options.Question == "" {
		return nil, invalid(errors.New("options.question is required when options.mode is question_focused"))
	}
	p, err := s.source(ctx, c, packetArgs{args.SourceID, args.Input, args.Content, "input"})
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
	opts.Progress = func(done, total int) { c.Progress("compact", int64(done), int64(total)) }
	res, err := s.client.Compact(ctx, p, opts)
	if err != nil {
		return nil, err
	}
	toCodePoints(res, p.Content)
	res.Compacted.Warnings = append(append([]extract.Warning{}, args.optionWarnings()...), res.Compacted.Warnings...)
	return &answer{env: envelope{Compacted: res}, source: withAddress(p), warnings: res.Compacted.Warnings, note: compactNote(res, p, opts.MaxTokens), text: res.Compacted.Summary + modeltext.Details(res.Compacted.Warnings)}, nil
}

func compactNote(res *compact.Result, p *webfetch.Packet, budget int) string {
	if res.Compacted.Generated {
		return "A language model wrote this from the page: key points and quotes are verbatim, the summary is not."
	}
	if res.Compacted.Summary != "" || strings.TrimSpace(p.Content) == "" {
		return ""
	}
	return "Nothing of the content fits " + itoa(budget) + plural(budget, " token", " tokens") + "; raise options.max_tokens."
}

// toCodePoints turns the offsets of a result, which count bytes of content in Go, into what they
// are in JSON.
func toCodePoints(res *compact.Result, content string) {
	runes := textstat.NewRuneIndex(content)
	for _, quotes := range [][]compact.Quote{res.Compacted.KeyPoints, res.Compacted.ImportantQuotes} {
		for i := range quotes {
			at := &quotes[i].Citation
			at.Start, at.End = runes.At(at.Start), runes.At(at.End)
		}
	}
	for i := range res.Compacted.Omissions {
		at := &res.Compacted.Omissions[i]
		at.Start, at.End = runes.At(at.Start), runes.At(at.End)
	}
}
