package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"net/http"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
)

// Message is one message of a chat.
type Message struct {
	Role    string `json:"role"` // system, user or assistant
	Content string `json:"content"`
}

// ChatRequest is a request to a chat model.
type ChatRequest struct {
	Messages []Message // at least one
	// Model overrides the model of the options. Zero means that of the options.
	Model string
	// MaxTokens bounds the answer. Zero means the model's own limit.
	MaxTokens int
}

// Answer is the answer of a model, or a piece of it as it comes. All of it is untrusted.
type Answer struct {
	Content string // the text, or the next piece of it
	// FinishReason is why the answer ended: "stop", "length" where MaxTokens
	// cut it off, or another word of the endpoint. Of pieces, the last has it.
	FinishReason string
	Model        string // as the endpoint names it; "" in pieces that do not say
}

type chatBody struct {
	Model               string    `json:"model,omitempty"`
	Messages            []Message `json:"messages"`
	MaxTokens           int       `json:"max_tokens,omitempty"`
	MaxCompletionTokens int       `json:"max_completion_tokens,omitempty"`
	Stream              bool      `json:"stream,omitempty"`
}

type chatAnswer struct {
	Model   string          `json:"model"`
	Choices httpapi.Choices `json:"choices"`
}

// Chat asks a model and returns its whole answer. An answer without text is an
// error of the kind Malformed, unless it was cut off.
func (c *Client) Chat(ctx context.Context, req ChatRequest) (*Answer, error) {
	var got interface{ answer() *Answer } = new(chatAnswer)
	if c.responses {
		got = new(responsesAnswer)
	}
	err := c.withLimit(func(fresh bool) error {
		_, err := c.api.Call(ctx, c.chatRequest(req, fresh, false), got)
		return err
	})
	if err != nil {
		return nil, err
	}
	a := got.answer()
	if a.Content == "" && a.FinishReason != "length" {
		return nil, httpapi.Unexpected("chat", "the answer is empty")
	}
	return a, nil
}

func (a *chatAnswer) answer() *Answer {
	if len(a.Choices) == 0 {
		return &Answer{}
	}
	return &Answer{Content: string(a.Choices[0].Message.Content), FinishReason: a.Choices[0].FinishReason, Model: a.Model}
}

// withLimit runs a call with the field for the limit of tokens that the endpoint takes, and learns which that
// is.
func (c *Client) withLimit(call func(fresh bool) error) error {
	fresh := c.newLimit.Load()
	err := call(fresh)
	refused := new(Error) // as newer models of OpenAI do
	if fresh || !errors.As(err, &refused) || refused.Status != http.StatusBadRequest || !strings.Contains(refused.Message, "max_completion_tokens") {
		return err
	}
	c.newLimit.Store(true)
	return call(true)
}

func (c *Client) chatRequest(req ChatRequest, fresh, stream bool) httpapi.Request {
	b := chatBody{Model: cmp.Or(req.Model, c.opts.Model), Messages: req.Messages, Stream: stream}
	switch {
	case c.responses:
		return c.request("chat", c.chat, responsesBody{Model: b.Model, Input: b.Messages, MaxTokens: req.MaxTokens, Stream: stream})
	case fresh:
		b.MaxCompletionTokens = req.MaxTokens
	default:
		b.MaxTokens = req.MaxTokens
	}
	return c.request("chat", c.chat, b)
}

// ChatStream asks a model and yields its answer as it comes. An error is the last
// thing that it yields: of the kind Incomplete where the stream ended before the
// endpoint marked its end. Leaving the loop ends the request.
func (c *Client) ChatStream(ctx context.Context, req ChatRequest) iter.Seq2[Answer, error] {
	return func(yield func(Answer, error) bool) {
		read := readEvent
		if c.responses {
			read = readResponsesEvent
		}
		left := false
		err := c.withLimit(func(fresh bool) error {
			finished := false
			for event, err := range c.api.Events(ctx, c.chatRequest(req, fresh, true)) {
				if err != nil {
					return err
				}
				if string(event.Data) == "[DONE]" {
					finished = finished || !c.responses
					break
				}
				d, last, err := read(event.Data)
				if err != nil {
					return err
				}
				finished = finished || d.FinishReason != ""
				if left = d != (Answer{}) && !yield(d, nil); left || last {
					return nil
				}
			}
			if !finished {
				return &httpapi.Error{Op: "chat", Kind: httpapi.Incomplete, Status: 200}
			}
			return nil
		})
		if err != nil && !left {
			yield(Answer{}, err)
		}
	}
}

// readEvent returns the piece of an answer that an event has, and whether nothing comes after it.
func readEvent(data []byte) (a Answer, last bool, err error) {
	var got chatAnswer
	if err := httpapi.Decode("chat", data, &got); err != nil || len(got.Choices) == 0 {
		return Answer{Model: got.Model}, false, err
	}
	return Answer{Content: string(got.Choices[0].Delta.Content), FinishReason: got.Choices[0].FinishReason, Model: got.Model}, false, nil
}

var _ compact.Summarizer = (*Client)(nil)

// Tokens that an answer may have beside those that were asked for: models count
// in their own way, and some think aloud before they answer.
const (
	answerSlack    = 256
	thoughtsClosed = "</think>"
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
		return "", httpapi.Unexpected("chat", "the endpoint filtered the answer")
	}
	text = withoutThoughts(res.Content)
	if res.FinishReason == "length" {
		text = wholeSentences(text)
	}
	if strings.TrimSpace(text) == "" {
		return "", httpapi.Unexpected("chat", "the answer was cut off before its first sentence")
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
