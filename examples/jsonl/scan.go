package main

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/security/injection"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// scanAnswer reports what reads like an instruction to a model, and what the
// model would get to see. Detected counts certain findings only; the spans hold
// those that are suspect as well.
type scanAnswer struct {
	ID         json.RawMessage `json:"id,omitempty"`
	Detected   bool            `json:"detected"`
	Categories []string        `json:"categories"`
	Spans      []scanSpan      `json:"spans"`
	Content    string          `json:"content"`
	CleanHTML  string          `json:"clean_html,omitempty"`
}

type scanSpan struct {
	Text  string          `json:"text"`
	Where string          `json:"where"`
	Score float64         `json:"score"`
	Level injection.Level `json:"level"`
}

// newScan answers with the findings in a document, html, text or PDF.
func newScan(_ []string) (verb, error) {
	client, err := webfetch.New(webfetch.Options{Limits: webfetch.Limits{MaxBytes: maxLine}})
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, line []byte) any {
		var req extractRequest
		if err := json.Unmarshal(line, &req); err != nil {
			return failure{ID: lineID(line), Error: err.Error()}
		}
		opts := webfetch.ExtractOptions{}
		opts.WholePage = true
		p, err := req.packet(ctx, client, opts)
		if err != nil {
			return failure{ID: req.ID, Error: err.Error()}
		}
		answer := newScanAnswer(req.ID, p)
		if p.Document.Format == "html" {
			answer.CleanHTML, _ = client.View(ctx, p, webfetch.ViewHTML)
		}
		return answer
	}, nil
}

func newScanAnswer(id json.RawMessage, p *webfetch.Packet) scanAnswer {
	a := scanAnswer{ID: id, Categories: []string{}, Spans: []scanSpan{}, Content: p.Content}
	for _, f := range p.Injections {
		a.Spans = append(a.Spans, scanSpan{Text: f.Text, Where: string(f.Location), Score: f.Score, Level: f.Level})
		a.Detected = a.Detected || f.Level == injection.Certain
		if !slices.Contains(a.Categories, string(f.Category)) {
			a.Categories = append(a.Categories, string(f.Category))
		}
	}
	return a
}
