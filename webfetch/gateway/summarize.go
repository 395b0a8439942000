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

var (
	errCutOff   = errors.New("the answer was cut off before its first sentence")
	errFiltered = errors.New("the endpoint filtered the answer")
)

// Summarize asks the model of the options. Thoughts that a model writes before its
// answer, up to </think>, are left out. An answer that was cut off ends with its last
// whole sentence; one that the endpoint filtered is an error of the kind Malformed.
func (c *Client) Summarize(ctx context.Context, instruction, text string, maxTokens int) (string, error) {
	res, err := c.Chat(ctx, ChatRequest{
		Messages:  []Message{{"system", instruction}, {"user", text}},
		MaxTokens: 2*maxTokens + answerSlack,
	})
	if err != nil {
		return "", err
	}
	if res.FinishReason == "content_filter" {
		return "", malformed("chat", errFiltered)
	}
	text = withoutThoughts(res.Content)
	if res.FinishReason == "length" {
		text = wholeSentences(text)
	}
	if strings.TrimSpace(text) == "" {
		return "", malformed("chat", errCutOff)
	}
	return text, nil
}

// withoutThoughts returns what is behind the last </think>; some servers leave out the <think> before it.
func withoutThoughts(text string) string {
	if at := strings.LastIndex(text, thoughtsClosed); at >= 0 {
		return strings.TrimSpace(text[at+len(thoughtsClosed):])
	}
	if text = strings.TrimSpace(text); strings.HasPrefix(text, "<think>") {
		return ""
	}
	return text
}

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
