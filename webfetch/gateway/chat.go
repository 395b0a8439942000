package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"strings"

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
	Content string // text, of a piece that which continues the answer
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
	Model   string `json:"model"`
	Choices []struct {
		Message      chatContent `json:"message"`
		Delta        chatContent `json:"delta"`
		FinishReason string      `json:"finish_reason"`
	} `json:"choices"`
}

type chatContent struct {
	Content json.RawMessage `json:"content"`
}

// Chat asks a model and returns its whole answer. An answer without text is an
// error of the kind Malformed, unless it was cut off.
func (c *Client) Chat(ctx context.Context, req ChatRequest) (*Answer, error) {
	if c.paths.responses {
		return c.respond(ctx, req)
	}
	var got chatAnswer
	err := c.withLimit(func(fresh bool) error {
		got = chatAnswer{}
		return c.call(ctx, "chat", c.paths.chat, c.chatBody(req, fresh, false), &got)
	})
	if err != nil {
		return nil, err
	}
	if len(got.Choices) == 0 {
		return nil, malformed("chat", errors.New("there are no choices"))
	}
	first := got.Choices[0]
	text, err := first.Message.text()
	if err != nil {
		return nil, malformed("chat", err)
	}
	if text == "" && first.FinishReason != "length" {
		return nil, malformed("chat", errors.New("the answer is empty"))
	}
	return &Answer{Content: text, FinishReason: first.FinishReason, Model: got.Model}, nil
}

// withLimit runs a call with the field for the limit of tokens that the endpoint takes, and learns which that
// is.
func (c *Client) withLimit(call func(fresh bool) error) error {
	fresh := c.newLimit.Load()
	err := call(fresh)
	if err == nil || fresh || !refusesOldLimit(err) {
		return err
	}
	c.newLimit.Store(true)
	return call(true)
}

func (c *Client) chatBody(req ChatRequest, fresh, stream bool) chatBody {
	b := chatBody{Model: req.Model, Messages: req.Messages, Stream: stream}
	if b.Model == "" {
		b.Model = c.opts.Model
	}
	if fresh {
		b.MaxCompletionTokens = req.MaxTokens
	} else {
		b.MaxTokens = req.MaxTokens
	}
	return b
}

// text reads content: a string, null, or a list of parts of which those of the type text count.
func (m chatContent) text() (string, error) {
	var text string
	if len(m.Content) == 0 || json.Unmarshal(m.Content, &text) == nil {
		return text, nil
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if err := json.Unmarshal(m.Content, &parts); err != nil {
		return "", errors.New("the content is neither text nor parts")
	}
	var b strings.Builder
	for _, p := range parts {
		if p.Type == "text" || p.Type == "output_text" {
			b.WriteString(p.Text)
		}
	}
	return b.String(), nil
}

// ChatStream asks a model and yields its answer as it comes. An error is the last
// thing that it yields: of the kind Incomplete where the stream ended before the
// endpoint marked its end. Leaving the loop ends the request.
func (c *Client) ChatStream(ctx context.Context, req ChatRequest) iter.Seq2[Answer, error] {
	return func(yield func(Answer, error) bool) {
		left := false
		err := c.withLimit(func(fresh bool) error {
			var body any = c.chatBody(req, fresh, true)
			read := readDeltas
			if c.paths.responses {
				body, read = c.chatBody(req, fresh, true).responses(), readResponse
			}
			out, err := c.request("chat", c.paths.chat, body)
			if err != nil {
				return err
			}
			return read(c.api.Events(ctx, out), func(d Answer) bool {
				left = !yield(d, nil)
				return !left
			})
		})
		if err != nil && !left {
			yield(Answer{}, err)
		}
	}
}

func readDeltas(events iter.Seq2[httpapi.Event, error], found func(Answer) bool) error {
	finished := false
	for event, err := range events {
		if err != nil {
			return err
		}
		if string(event.Data) == "[DONE]" {
			return nil
		}
		if err := failureIn("chat", event.Data); err != nil {
			return err
		}
		var got chatAnswer
		if json.Unmarshal(event.Data, &got) != nil {
			return malformed("chat", errors.New("an event of the stream is not JSON of the form that is expected"))
		}
		d := Answer{Model: got.Model}
		if len(got.Choices) > 0 {
			if d.Content, err = got.Choices[0].Delta.text(); err != nil {
				return malformed("chat", err)
			}
			d.FinishReason = got.Choices[0].FinishReason
		}
		finished = finished || d.FinishReason != ""
		if !found(d) {
			return nil
		}
	}
	if !finished {
		return &httpapi.Error{Op: "chat", Kind: httpapi.Incomplete, Status: 200}
	}
	return nil
}
