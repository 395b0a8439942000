package cloudflare

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/queries"
)

const chatPath = "/chat/completions"

// ask asks for an answer. It is used only if every passage that it was written
// from lies inside of the scope and the filters.
func (c *asking) ask(ctx context.Context, q wireQuery) error {
	read := c.readWhole
	if q.Stream {
		read = c.readEvents
	}
	if err := read(ctx, q); err != nil {
		return err
	}
	return c.finish(ctx, q)
}

func (c *asking) readWhole(ctx context.Context, q wireQuery) error {
	res := &wireResult{}
	header, err := c.base.service.call(ctx, "chat", http.MethodPost, chatPath, q, res)
	if err != nil {
		return err
	}
	c.answer.Cached, c.model = header.Get("cf-aig-cache-status") == "HIT", res.Model
	if err := c.passages(ctx, res.Chunks); err != nil {
		return err
	}
	if len(res.Choices) > 0 {
		c.add(string(res.Choices[0].Message.Content))
	}
	return nil
}

// passages takes the passages that the answer was written from.
func (c *asking) passages(ctx context.Context, chunks []wireChunk) error {
	hits, dropped, err := c.hits(ctx, chunks)
	if err != nil {
		return err
	}
	c.checked, c.outside = true, dropped > 0
	if c.outside {
		return nil
	}
	c.answer.Hits = hits
	c.emit(knowledge.Event{Type: "chunks", Hits: hits})
	if held := c.text.String(); held != "" {
		c.emit(knowledge.Event{Type: "delta", Delta: held})
	}
	return nil
}

// add takes a piece of the answer. It is passed on once the passages were
// checked.
func (c *asking) add(text string) {
	c.text.WriteString(text)
	if text != "" && c.checked && !c.outside && len(c.answer.Hits) > 0 {
		c.emit(knowledge.Event{Type: "delta", Delta: text})
	}
}

// readEvents reads an answer in events: the passages in an event of the type chunks,
// or in a member of the first one, then pieces of chat completions.
func (c *asking) readEvents(ctx context.Context, q wireQuery) error {
	done := false
	for e, err := range c.base.service.api.Events(ctx, c.base.service.request("chat", http.MethodPost, chatPath, q)) {
		if err != nil {
			return err
		}
		if string(e.Data) == "[DONE]" {
			return nil
		}
		finished, err := c.event(ctx, e)
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
func (c *asking) event(ctx context.Context, e httpapi.Event) (finished bool, err error) {
	var list []wireChunk
	if e.Type == "chunks" && json.Unmarshal(e.Data, &list) == nil {
		return false, c.passages(ctx, list)
	}
	var res struct {
		wireResult
		Chunks *[]wireChunk `json:"chunks"`
	}
	if err := httpapi.Decode("AI Search: chat", e.Data, &res); err != nil {
		return false, err
	}
	if res.Chunks != nil && !c.checked {
		if err := c.passages(ctx, *res.Chunks); err != nil {
			return false, err
		}
	}
	c.model = cmp.Or(res.Model, c.model)
	if len(res.Choices) > 0 {
		c.add(string(res.Choices[0].Delta.Content))
		finished = res.Choices[0].FinishReason != ""
	}
	return finished, nil
}

// finish makes the answer of what came. One that was written from anything
// outside, or from nothing that was shown, is replaced by sentences of the
// passages inside.
func (c *asking) finish(ctx context.Context, q wireQuery) error {
	fault := ""
	switch text := c.text.String(); {
	case c.outside:
		fault = "the service wrote its answer from passages outside of the scope or the filters; it was thrown away"
	case !c.checked:
		fault = "the service did not tell what it wrote its answer from; it was thrown away"
	case len(c.answer.Hits) == 0: // nothing was found, and nothing is to be said
	case strings.TrimSpace(text) == "":
		fault = "the service wrote no answer"
	default:
		c.answer.Response, c.answer.Generated, c.answer.Model = text, true, c.model
	}
	if c.outside || !c.checked {
		q.Model, q.Stream = "", false
		if err := c.search(ctx, q); err != nil {
			return err
		}
		c.emit(knowledge.Event{Type: "chunks", Hits: c.answer.Hits})
	}
	if fault != "" {
		c.warn(warnGenerated, fault)
		queries.Quote(c.q, c.answer)
	}
	c.emit(knowledge.Event{Type: "done"})
	return nil
}
