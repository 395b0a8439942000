package knowledge

import (
	"context"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Respond adds the response to an answer that has its hits, in mode [AISearch], and emits
// its events. It does nothing in other modes. An answer without hits gets no response, so
// that no model invents one. If answerer is nil or fails, the response consists of sentences
// of the hits, word for word, each with its citation; then Answer.Generated is false, and a
// failure is a warning. If no sentence covers enough of the question, the answer gets a
// warning instead of a response. The error is that of ctx.
func Respond(ctx context.Context, q *Query, a *Answer, answerer Answerer) error {
	if q.Mode != AISearch {
		return nil
	}
	emit := func(e Event) {
		if q.Stream {
			a.Events = append(a.Events, e)
		}
		if q.Emit != nil {
			q.Emit(e)
		}
	}
	emit(Event{Type: ChunksEvent, Hits: a.Hits})
	streamed := false
	if answerer != nil && len(a.Hits) > 0 {
		streamed = a.generate(ctx, q, answerer, emit)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if a.Generated {
			return nil
		}
	}
	if !a.quote(q.Text()) && len(a.Hits) > 0 {
		a.Warnings = append(a.Warnings, extract.Warning{Type: "answer_missing", Message: "No sentence of the passages has enough of the question; look at the results, or ask in words of the pages."})
	}
	if streamed { // what the model had begun no longer counts
		emit(Event{Type: RestartEvent})
	}
	for i, c := range a.Citations {
		delta := c.Text
		if i > 0 {
			delta = sentenceSeparator + delta
		}
		emit(Event{Type: DeltaEvent, Delta: delta})
	}
	emit(Event{Type: DoneEvent})
	return nil
}

// generate lets answerer write the response and emits it to its end. Where that fails,
// Generated stays false, and streamed reports that a part of it was emitted.
func (a *Answer) generate(ctx context.Context, q *Query, answerer Answerer, emit func(Event)) (streamed bool) {
	prompt := AnswerPrompt{Model: q.Model, System: q.SystemPrompt, Messages: q.Messages, Passages: a.Hits}
	text, model, err := answerer.Answer(ctx, prompt, func(delta string) {
		streamed = true
		emit(Event{Type: DeltaEvent, Delta: delta})
	})
	if ctx.Err() != nil {
		return streamed
	}
	if err != nil || strings.TrimSpace(text) == "" {
		a.Warnings = append(a.Warnings, answererFailure(err))
		return streamed
	}
	a.Response, a.Model, a.Generated = text, model, true
	if !streamed {
		emit(Event{Type: DeltaEvent, Delta: text})
	}
	emit(Event{Type: DoneEvent})
	return streamed
}

// answererFailure returns the warning that no model wrote the answer. Its detail, the text
// of the failure, may be untrusted.
func answererFailure(err error) extract.Warning {
	w := extract.Warning{Type: "answer_extractive", Message: "The model wrote nothing; the response is made of sentences of the pages."}
	if err != nil {
		w.Message, w.Detail = "The model failed; the response is made of sentences of the pages.", err.Error()
	}
	return w
}
