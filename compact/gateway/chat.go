package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/compact/gateway/httpapi"
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
	// Temperature is sent if it is not nil.
	Temperature *float64
}

// ChatResponse is the answer of a model. All of it is untrusted.
type ChatResponse struct {
	Content string // text of the answer
	// FinishReason is why the answer ended: "stop", "length" where MaxTokens
	// cut it off, or another word of the endpoint.
	FinishReason string
	Model        string
	Usage        Usage
}

// Usage holds the token counts of a call, as reported by the endpoint. Unknown counts are 0.
type Usage struct {
	PromptTokens     int `json:"prompt_tokens"`     // of the messages
	CompletionTokens int `json:"completion_tokens"` // of the answer
	TotalTokens      int `json:"total_tokens"`      // of both
}

// Delta is a piece of an answer as it comes.
type Delta struct {
	Content string // text that continues the answer
	// FinishReason is set in the last piece but for Usage.
	FinishReason string
	Model        string
	// Usage is set if the endpoint reports it.
	Usage *Usage
}

type chatBody struct {
	Model               string    `json:"model,omitempty"`
	Messages            []Message `json:"messages"`
	MaxTokens           int       `json:"max_tokens,omitempty"`
	MaxCompletionTokens int       `json:"max_completion_tokens,omitempty"`
	Temperature         *float64  `json:"temperature,omitempty"`
	Stream              bool      `json:"stream,omitempty"`
}

type chatAnswer struct {
	Model   string `json:"model"`
	Choices []struct {
		Message      chatContent `json:"message"`
		Delta        chatContent `json:"delta"`
		FinishReason string      `json:"finish_reason"`
	} `json:"choices"`
	Usage *Usage `json:"usage"`
}

type chatContent struct {
	Content json.RawMessage `json:"content"`
}

// Chat asks a model and returns its whole answer. An answer without text is an
// error of the kind Malformed, unless it was cut off.
func (c *Client) Chat(ctx context.Context, req ChatRequest) (*ChatResponse, error) {
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
	res := &ChatResponse{Content: text, FinishReason: first.FinishReason, Model: got.Model}
	if got.Usage != nil {
		res.Usage = *got.Usage
	}
	return res, nil
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
	b := chatBody{Model: req.Model, Messages: req.Messages, Temperature: req.Temperature, Stream: stream}
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
func (c *Client) ChatStream(ctx context.Context, req ChatRequest) iter.Seq2[Delta, error] {
	return func(yield func(Delta, error) bool) {
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
			return read(c.api.Events(ctx, out), func(d Delta) bool {
				left = !yield(d, nil)
				return !left
			})
		})
		if err != nil && !left {
			yield(Delta{}, err)
		}
	}
}

// readDeltas reads the events of a chat until its end, or until found is false.
func readDeltas(events iter.Seq2[httpapi.Event, error], found func(Delta) bool) error {
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
		d := Delta{Model: got.Model, Usage: got.Usage}
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
