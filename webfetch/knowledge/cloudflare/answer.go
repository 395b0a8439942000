package cloudflare

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/queries"
)

// ask asks for an answer. It is used only if every passage that it was written
// from lies inside of the scope and the filters.
func (c *asking) ask(ctx context.Context, q wireQuery) error {
	reply := &reply{asking: c}
	read := reply.readWhole
	if c.q.Stream {
		read = reply.stream
	}
	if err := read(ctx, q); err != nil {
		return err
	}
	return reply.finish(ctx, q)
}

// reply is an answer as it comes.
type reply struct {
	*asking
	text    strings.Builder
	checked bool // the passages came
	outside bool // and some of them are outside
	model   string
}

func (r *reply) readWhole(ctx context.Context, q wireQuery) error {
	res, text, cached, err := r.base.service.chat(ctx, q)
	if err != nil {
		return err
	}
	r.answer.Cached, r.model = cached, res.Model
	if err := r.passages(ctx, res.Chunks); err != nil {
		return err
	}
	r.add(text)
	return nil
}

// passages takes the passages that the answer was written from.
func (r *reply) passages(ctx context.Context, chunks []wireChunk) error {
	hits, dropped, err := r.hits(ctx, chunks)
	if err != nil {
		return err
	}
	r.checked, r.outside = true, dropped > 0
	if r.outside {
		return nil
	}
	r.answer.Hits = hits
	r.emit(knowledge.Event{Type: "chunks", Hits: hits})
	if held := r.text.String(); held != "" {
		r.emit(knowledge.Event{Type: "delta", Delta: held})
	}
	return nil
}

// add takes a piece of the answer. It is passed on once the passages were
// checked.
func (r *reply) add(text string) {
	if text == "" {
		return
	}
	r.text.WriteString(text)
	if r.checked && !r.outside && len(r.answer.Hits) > 0 {
		r.emit(knowledge.Event{Type: "delta", Delta: text})
	}
}

// stream reads an answer in events: the passages in an event of the type chunks,
// or in a member of the first one, then pieces of chat completions.
func (r *reply) stream(ctx context.Context, q wireQuery) error {
	events, err := r.base.service.stream(ctx, q)
	if err != nil {
		return err
	}
	done := false
	for e, err := range events {
		if err != nil {
			return err
		}
		if string(e.Data) == "[DONE]" {
			done = true
			break
		}
		finished, err := r.event(ctx, e)
		if err != nil {
			return err
		}
		done = done || finished
	}
	if !done {
		return &httpapi.Error{Op: "AI Search: chat", Kind: httpapi.Incomplete, Status: 200}
	}
	return nil
}

// event takes one event, and reports that it is the end of the answer.
func (r *reply) event(ctx context.Context, e httpapi.Event) (finished bool, err error) {
	var list []wireChunk
	if e.Type == "chunks" && json.Unmarshal(e.Data, &list) == nil {
		return false, r.passages(ctx, list)
	}
	raw, err := unwrap("chat", e.Data)
	if err != nil {
		return false, err
	}
	var res struct {
		wireResult
		Chunks *[]wireChunk `json:"chunks"`
	}
	if json.Unmarshal(raw, &res) != nil {
		return false, malformed("chat", "an event of the stream is not of the form that is expected")
	}
	if res.Chunks != nil && !r.checked {
		if err := r.passages(ctx, *res.Chunks); err != nil {
			return false, err
		}
	}
	if res.Model != "" {
		r.model = res.Model
	}
	if len(res.Choices) > 0 {
		r.add(res.Choices[0].Delta.text())
		finished = res.Choices[0].Finish != ""
	}
	return finished, nil
}

// finish makes the answer of what came. One that was written from anything
// outside, or from nothing that was shown, is replaced by sentences of the
// passages inside.
func (r *reply) finish(ctx context.Context, q wireQuery) error {
	text := r.text.String()
	switch {
	case r.checked && !r.outside && len(r.answer.Hits) == 0:
		// Nothing was found, and nothing is to be said.
	case r.checked && !r.outside && strings.TrimSpace(text) != "":
		r.answer.Response, r.answer.Generated, r.answer.Model = text, true, r.model
	default:
		if err := r.replace(ctx, q); err != nil {
			return err
		}
	}
	r.emit(knowledge.Event{Type: "done"})
	return nil
}

// replace answers with what the passages inside say themselves.
func (r *reply) replace(ctx context.Context, q wireQuery) error {
	if !r.checked || r.outside {
		q.Model, q.Stream = "", false
		if err := r.search(ctx, q); err != nil {
			return err
		}
		r.emit(knowledge.Event{Type: "chunks", Hits: r.answer.Hits})
	}
	switch {
	case r.outside:
		r.warn(warnGenerated, "the service wrote its answer from passages outside of the scope or the filters; it was thrown away")
	case !r.checked:
		r.warn(warnGenerated, "the service did not tell what it wrote its answer from; it was thrown away")
	default:
		r.warn(warnGenerated, "the service wrote no answer")
	}
	queries.Quote(r.q, r.answer)
	return nil
}
