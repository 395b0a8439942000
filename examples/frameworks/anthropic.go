package frameworks

import (
	"context"
	"encoding/json"
	"unicode/utf8"

	"github.com/anthropics/anthropic-sdk-go"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

// askAnthropic asks a model until it answers without calling a tool of the set. Pages that fetch
// has read reach it as search results, so that its answer cites them; [pages] says where.
func askAnthropic(ctx context.Context, client anthropic.Client, set *tools.Set, params anthropic.MessageNewParams) (*anthropic.Message, *pages, error) {
	sources := &pages{}
	for _, t := range set.Tools() {
		p := &anthropic.ToolParam{Name: t.Name, Description: anthropic.String(t.Description)}
		if err := json.Unmarshal(t.InputSchema, &p.InputSchema); err != nil {
			return nil, nil, err
		}
		params.Tools = append(params.Tools, anthropic.ToolUnionParam{OfTool: p})
	}
	for range maxTurns {
		answer, err := client.Messages.New(ctx, params)
		if err != nil || answer.StopReason != anthropic.StopReasonToolUse {
			return answer, sources, err
		}
		var results []anthropic.ContentBlockParamUnion
		for _, b := range answer.Content {
			if call := b.AsToolUse(); b.Type == "tool_use" {
				result, err := sources.call(ctx, set, call)
				if err != nil {
					return nil, nil, err // the context is done
				}
				results = append(results, result)
			}
		}
		params.Messages = append(params.Messages, answer.ToParam(), anthropic.NewUserMessage(results...))
	}
	return nil, nil, errTooManyTurns
}

// pages are the pages that a conversation has shown as search results, in their order.
type pages struct{ shown []shown }

// shown is a page with the blocks of its content that were shown.
type shown struct {
	packet *webfetch.Packet
	blocks []extract.Block
}

func (s *pages) call(ctx context.Context, set *tools.Set, call anthropic.ToolUseBlock) (anthropic.ContentBlockParamUnion, error) {
	t := set.Find(call.Name)
	if t == nil {
		return anthropic.NewToolResultBlock(call.ID, "There is no such tool.", true), nil
	}
	res, err := t.Call(ctx, json.RawMessage(call.Input))
	if err != nil {
		return anthropic.ContentBlockParamUnion{}, err
	}
	if res.Stored {
		var structured struct{ Packet webfetch.Packet }
		if json.Unmarshal(res.Structured, &structured) == nil && structured.Packet.Content != "" && len(structured.Packet.Injections) == 0 {
			if packet := set.Packet(ctx, "", structured.Packet.SourceID); packet != nil {
				block := s.add(packet, len([]rune(structured.Packet.Content)))
				return anthropic.ContentBlockParamUnion{OfToolResult: &anthropic.ToolResultBlockParam{
					ToolUseID: call.ID, Content: []anthropic.ToolResultBlockParamContentUnion{{OfSearchResult: block}},
				}}, nil
			}
		}
	}
	return anthropic.NewToolResultBlock(call.ID, res.Text, res.IsError), nil
}

// add makes a search result of the blocks that begin in the first limit code points of a page.
func (s *pages) add(p *webfetch.Packet, limit int) *anthropic.SearchResultBlockParam {
	result := &anthropic.SearchResultBlockParam{
		Source: p.CanonicalURL, Title: p.Metadata.Title, Citations: anthropic.CitationsConfigParam{Enabled: anthropic.Bool(true)},
	}
	source := shown{packet: p}
	for _, b := range p.Document.Blocks {
		if utf8.RuneCountInString(p.Content[:b.Start]) < limit {
			source.blocks = append(source.blocks, b)
			result.Content = append(result.Content, anthropic.TextBlockParam{Text: p.Document.Text(b)})
		}
	}
	s.shown = append(s.shown, source)
	return result
}

// span returns the page that a citation is of and the code points of its content, nil for one
// of nothing that was shown.
func (s *pages) span(c anthropic.CitationsSearchResultLocation) (*webfetch.Packet, extract.Loc) {
	if c.SearchResultIndex < 0 || c.SearchResultIndex >= int64(len(s.shown)) {
		return nil, extract.Loc{}
	}
	source := s.shown[c.SearchResultIndex]
	if c.StartBlockIndex < 0 || c.EndBlockIndex <= c.StartBlockIndex || c.EndBlockIndex > int64(len(source.blocks)) {
		return nil, extract.Loc{}
	}
	content := source.packet.Content
	return source.packet, extract.Loc{
		StartChar: utf8.RuneCountInString(content[:source.blocks[c.StartBlockIndex].Start]),
		EndChar:   utf8.RuneCountInString(content[:source.blocks[c.EndBlockIndex-1].End]),
	}
}
