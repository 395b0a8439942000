package gateway

import (
	"encoding/json"
	"errors"
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

// answer joins the texts of the messages; thoughts and calls of tools are left out.
func (a *responsesAnswer) answer() (*Answer, error) {
	var b strings.Builder
	for _, item := range a.Output {
		if item.Type != "message" {
			continue
		}
		text, err := item.text()
		if err != nil {
			return nil, err
		}
		b.WriteString(text)
	}
	return &Answer{Content: b.String(), FinishReason: a.finish(), Model: a.Model}, nil
}

// finish returns why an answer ended, in the words of chat completions.
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

// readResponsesEvent is readEvent for such an endpoint.
func readResponsesEvent(data []byte) (a Answer, last bool, err error) {
	var got struct {
		Type     string          `json:"type"`
		Delta    json.RawMessage `json:"delta"`
		Response json.RawMessage `json:"response"`
	}
	if json.Unmarshal(data, &got) != nil {
		return a, false, malformed("chat", errors.New("an event of the stream is not JSON of the form that is expected"))
	}
	switch got.Type {
	case "response.output_text.delta":
		if json.Unmarshal(got.Delta, &a.Content) != nil {
			return a, false, malformed("chat", errors.New("a piece of the answer is not text"))
		}
		return a, false, nil
	case "response.completed", "response.incomplete":
		var end responsesAnswer
		if json.Unmarshal(got.Response, &end) != nil {
			return a, false, malformed("chat", errors.New("the end of the stream is not of the form that is expected"))
		}
		return Answer{FinishReason: end.finish(), Model: end.Model}, true, nil
	case "response.failed", "error":
		if len(got.Response) > 0 {
			data = got.Response
		}
		return a, false, httpapi.BodyError("chat", data)
	}
	return a, false, errNoPiece
}
