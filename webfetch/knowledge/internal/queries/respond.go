package queries

import (
	"context"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

// Respond adds the response to an answer that has its hits, in mode ai_search, and emits
// its events. It does nothing in other modes. An answer without hits gets no response, so
// that no model invents one. If answerer is nil or fails, the response consists of sentences
// of the hits, word for word, each with its citation; then Answer.Generated is false, and a
// failure is a warning. If no sentence covers enough of the question, the answer gets a
// warning instead of a response. The error is that of ctx.
func Respond(ctx context.Context, q *knowledge.Query, a *knowledge.Answer, answerer knowledge.Answerer) error {
	if q.Mode != "ai_search" {
		return nil
	}
	Emit(q, a, knowledge.Event{Type: "chunks", Hits: a.Hits})
	streamed := false
	if answerer != nil && len(a.Hits) > 0 {
		streamed = generate(ctx, q, a, answerer)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	if !a.Generated {
		if streamed { // what the model had begun no longer counts
			Emit(q, a, knowledge.Event{Type: "restart"})
		}
		Quote(q, a)
	}
	Emit(q, a, knowledge.Event{Type: "done"})
	return nil
}

// Emit keeps an event of a query with Stream, and passes it on.
func Emit(q *knowledge.Query, a *knowledge.Answer, e knowledge.Event) {
	if q.Stream {
		a.Events = append(a.Events, e)
	}
	if q.Emit != nil {
		q.Emit(e)
	}
}

// Quote makes the response of sentences of the hits and emits them.
func Quote(q *knowledge.Query, a *knowledge.Answer) {
	if !quote(a, Text(q)) && len(a.Hits) > 0 {
		a.Warnings = append(a.Warnings, extract.Warning{Type: "answer_missing", Message: "No sentence of the passages has enough of the question; look at the results, or ask in words of the pages."})
	}
	for i, c := range a.Citations {
		delta := c.Text
		if i > 0 {
			delta = sentenceSeparator + delta
		}
		Emit(q, a, knowledge.Event{Type: "delta", Delta: delta})
	}
}

// generate lets answerer write the response and emits it. Where that fails, Generated stays false, and streamed
// reports that a part of it was emitted.
func generate(ctx context.Context, q *knowledge.Query, a *knowledge.Answer, answerer knowledge.Answerer) (streamed bool) {
	text, model, err := answerer.Answer(ctx, q, a.Hits, func(delta string) {
		streamed = true
		Emit(q, a, knowledge.Event{Type: "delta", Delta: delta})
	})
	if err == nil && strings.TrimSpace(text) != "" {
		a.Response, a.Model, a.Generated = text, model, true
		if !streamed {
			Emit(q, a, knowledge.Event{Type: "delta", Delta: text})
		}
		return streamed
	}
	w := extract.Warning{Type: "answer_extractive", Message: "The model wrote nothing; the response is made of sentences of the pages."}
	if err != nil { // whose text may be untrusted
		w.Message, w.Detail = "The model failed; the response is made of sentences of the pages.", err.Error()
	}
	a.Warnings = append(a.Warnings, w)
	return streamed
}
