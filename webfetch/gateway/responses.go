package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
)

// An endpoint whose path ends in /responses takes requests of OpenAI's Responses API in place of chat
// completions: messages as input, an answer in output items, and events that name their type.

const responsesPath = "/responses"

type responsesBody struct {
	Model     string    `json:"model,omitempty"`
	Input     []Message `json:"input"`
	MaxTokens int       `json:"max_output_tokens,omitempty"`
	Stream    bool      `json:"stream,omitempty"`
}

type responsesAnswer struct {
	Model      string `json:"model"`
	Status     string `json:"status"`
	Incomplete struct {
		Reason string `json:"reason"`
	} `json:"incomplete_details"`
	Output []struct {
		Type string `json:"type"`
		chatContent
	} `json:"output"`
}

func (b chatBody) responses() responsesBody {
	return responsesBody{Model: b.Model, Input: b.Messages, MaxTokens: max(b.MaxTokens, b.MaxCompletionTokens), Stream: b.Stream}
}

// text joins the texts of the messages of an answer; thoughts and calls of tools are left out.
func (a *responsesAnswer) text() (string, error) {
	var b strings.Builder
	for _, item := range a.Output {
		if item.Type != "message" {
			continue
		}
		text, err := item.text()
		if err != nil {
			return "", err
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

func (a *responsesAnswer) finish() string {
	switch {
	case a.Status == "completed":
		return "stop"
	case a.Incomplete.Reason == "max_output_tokens":
		return "length"
	case a.Incomplete.Reason != "":
		return a.Incomplete.Reason
	}
	return a.Status
}

func (c *Client) respond(ctx context.Context, req ChatRequest) (*Answer, error) {
	var got responsesAnswer
	if err := c.call(ctx, "chat", c.paths.chat, c.chatBody(req, false, false).responses(), &got); err != nil {
		return nil, err
	}
	text, err := got.text()
	if err != nil {
		return nil, malformed("chat", err)
	}
	res := &Answer{Content: text, FinishReason: got.finish(), Model: got.Model}
	if text == "" && res.FinishReason != "length" {
		return nil, malformed("chat", errors.New("the answer is empty"))
	}
	return res, nil
}

func readResponse(events iter.Seq2[httpapi.Event, error], found func(Answer) bool) error {
	for event, err := range events {
		if err != nil {
			return err
		}
		if string(event.Data) == "[DONE]" {
			break
		}
		var got struct {
			Type     string          `json:"type"`
			Delta    json.RawMessage `json:"delta"`
			Response json.RawMessage `json:"response"`
		}
		if json.Unmarshal(event.Data, &got) != nil {
			return malformed("chat", errors.New("an event of the stream is not JSON of the form that is expected"))
		}
		switch got.Type {
		case "response.output_text.delta":
			var text string
			if json.Unmarshal(got.Delta, &text) != nil {
				return malformed("chat", errors.New("a piece of the answer is not text"))
			}
			if !found(Answer{Content: text}) {
				return nil
			}
		case "response.completed", "response.incomplete":
			var end responsesAnswer
			if json.Unmarshal(got.Response, &end) != nil {
				return malformed("chat", errors.New("the end of the stream is not of the form that is expected"))
			}
			found(Answer{FinishReason: end.finish(), Model: end.Model})
			return nil
		case "response.failed", "error":
			body := event.Data
			if len(got.Response) > 0 {
				body = got.Response
			}
			return httpapi.BodyError("chat", body)
		}
	}
	return &httpapi.Error{Op: "chat", Kind: httpapi.Incomplete, Status: 200}
}
