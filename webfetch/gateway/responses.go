package gateway

import (
	"encoding/json"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
)

// An endpoint whose path ends in /responses takes requests of OpenAI's Responses API instead of chat
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
		httpapi.Message
	} `json:"output"`
}

// answer joins the texts of the messages; thoughts and calls of tools are left out.
func (a *responsesAnswer) answer() *Answer {
	var b strings.Builder
	for _, item := range a.Output {
		if item.Type == "message" {
			b.WriteString(string(item.Content))
		}
	}
	return &Answer{Content: b.String(), FinishReason: a.finish(), Model: a.Model}
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
	if err := httpapi.Decode("chat", data, &got); err != nil {
		return a, false, err
	}
	switch got.Type {
	case "response.output_text.delta":
		err := httpapi.Decode("chat", got.Delta, &a.Content)
		return a, false, err
	case "response.completed", "response.incomplete":
		var end responsesAnswer
		err := httpapi.Decode("chat", got.Response, &end)
		return Answer{FinishReason: end.finish(), Model: end.Model}, true, err
	case "response.failed", "error":
		if len(got.Response) > 0 {
			data = got.Response
		}
		return a, false, httpapi.BodyError("chat", data)
	}
	return a, false, nil
}
