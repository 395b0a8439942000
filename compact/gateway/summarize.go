package gateway

import (
	"context"
	"errors"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/compact"
)

var _ compact.Summarizer = (*Client)(nil)

// Tokens that an answer may have beside those that were asked for: models count
// in their own way, and some think aloud before they answer.
const (
	answerSlack    = 256
	thoughtsClosed = "</think>"
)

var errCutOff = errors.New("the answer was cut off before its first sentence")

// Summarize asks the model of the options. Thoughts that a model writes between
// <think> and </think> before its answer are left out. An answer that was cut
// off ends with its last whole sentence.
func (c *Client) Summarize(ctx context.Context, p compact.Prompt) (string, error) {
	res, err := c.Chat(ctx, ChatRequest{
		Messages:  []Message{{"system", p.System}, {"user", p.Text}},
		MaxTokens: 2*p.MaxTokens + answerSlack,
	})
	if err != nil {
		return "", err
	}
	text := withoutThoughts(res.Content)
	if res.FinishReason == "length" {
		text = wholeSentences(text)
	}
	if strings.TrimSpace(text) == "" {
		return "", malformed("chat", errCutOff)
	}
	return text, nil
}

func withoutThoughts(text string) string {
	trimmed := strings.TrimSpace(text)
	if !strings.HasPrefix(trimmed, "<think>") {
		return trimmed
	}
	if _, answer, closed := strings.Cut(trimmed, thoughtsClosed); closed {
		return strings.TrimSpace(answer)
	}
	return ""
}

// wholeSentences cuts text behind its last sentence or line.
func wholeSentences(text string) string {
	end := strings.LastIndexByte(text, '\n') + 1
	for _, mark := range []string{". ", "! ", "? ", ".\n", "。", "！", "？"} {
		if i := strings.LastIndex(text, mark); i >= 0 {
			end = max(end, i+len(strings.TrimRight(mark, " \n")))
		}
	}
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "!") || strings.HasSuffix(text, "?") {
		end = len(text)
	}
	return strings.TrimSpace(text[:end])
}
