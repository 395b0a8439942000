package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"net/http"
	"strings"
)

// JSON returns a value as the body of a request, with <, > and & as they are. It panics for a value without such a form.
func JSON(value any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// Call sends a request and decodes the answer into out as [Decode] does. It returns the header of the answer.
func (c *Client) Call(ctx context.Context, req Request, out any) (http.Header, error) {
	res, err := c.Do(ctx, req)
	if err != nil {
		return nil, err
	}
	return res.Header, Decode(req.Op, res.Body, out)
}

// Decode decodes a body of the status 200, or the result in Cloudflare's envelope {"success", "result", "errors"}, into
// out. A failure that the body reports is an [Error], as is a body of another form. If out is nil, the body may have
// any form of JSON, or be empty.
func Decode(op string, body []byte, out any) error {
	var e struct {
		Success *bool             `json:"success"`
		Result  json.RawMessage   `json:"result"`
		Errors  []json.RawMessage `json:"errors"`
		Error   json.RawMessage   `json:"error"`
	}
	switch {
	case json.Unmarshal(body, &e) != nil: // a list, or no JSON
	case e.Success != nil && !*e.Success, len(e.Error) > 0 && string(e.Error) != "null", e.Success == nil && len(e.Errors) > 0:
		return BodyError(op, body)
	case e.Success != nil && len(e.Result) > 0:
		body = e.Result
	}
	switch {
	case out == nil && len(body) == 0:
		return nil
	case out == nil:
		out = new(json.RawMessage)
	}
	if json.Unmarshal(body, out) != nil {
		return Unexpected(op, "the answer is not JSON of the form that is expected")
	}
	return nil
}

// BodyError returns the error for an answer of the status 200 whose body reports a failure.
func BodyError(op string, body []byte) *Error {
	code, message := failureIn(body)
	return &Error{Op: op, Kind: Rejected, Status: http.StatusOK, Code: oneLine(code, 100), Message: oneLine(message, 500)}
}

// Unexpected returns the error for an answer that is not what the API promises.
func Unexpected(op, what string) *Error {
	return &Error{Op: op, Kind: Malformed, Err: errors.New(what)}
}

// failureIn reads the error in a JSON body: {"error": {"message", "code", "type"}}, {"error": "text"},
// {"errors": [{"code", "message"}]}, {"message": "text"} and {"detail": "text"}, and S3's in XML.
func failureIn(body []byte) (code, message string) {
	var stored struct {
		XMLName       xml.Name `xml:"Error"`
		Code, Message string
	}
	if bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) && xml.Unmarshal(body, &stored) == nil {
		return stored.Code, stored.Message
	}
	var answer struct {
		Error   json.RawMessage   `json:"error"`
		Errors  []json.RawMessage `json:"errors"`
		Message any               `json:"message"`
		Detail  any               `json:"detail"`
	}
	if json.Unmarshal(body, &answer) != nil {
		return "", ""
	}
	for _, raw := range append([]json.RawMessage{answer.Error}, answer.Errors...) {
		var item struct{ Code, Type, Message any }
		if json.Unmarshal(raw, &message) == nil && message != "" {
			return "", message
		}
		if json.Unmarshal(raw, &item) != nil {
			continue
		}
		if code = plain(item.Code); code == "" {
			code = plain(item.Type)
		}
		if message = plain(item.Message); code != "" || message != "" {
			return code, message
		}
	}
	if message = plain(answer.Message); message == "" {
		message = plain(answer.Detail)
	}
	return "", message
}

func plain(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		raw, _ := json.Marshal(v)
		return string(raw)
	}
	return ""
}

// Choices are those of an answer of the chat completions API, or of an event of its stream.
type Choices []struct {
	Message      Message `json:"message"`
	Delta        Message `json:"delta"`
	FinishReason string  `json:"finish_reason"`
}

// Message is one of an assistant, or a piece of it.
type Message struct {
	Content Content `json:"content"`
}

// Content is the text of a message: a string, or the parts of a list that are text. Anything else is "".
type Content string

// UnmarshalJSON reads all forms.
func (c *Content) UnmarshalJSON(data []byte) error {
	var parts []struct{ Type, Text string }
	if json.Unmarshal(data, (*string)(c)) == nil || json.Unmarshal(data, &parts) != nil {
		return nil
	}
	var b strings.Builder
	for _, p := range parts {
		if p.Type == "text" || p.Type == "output_text" {
			b.WriteString(p.Text)
		}
	}
	*c = Content(b.String())
	return nil
}
