package cloudflare

import (
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

// The forms of requests and answers, as the documentation shows them.

type wireQuery struct {
	Messages []knowledge.Message `json:"messages"`
	Model    string              `json:"model,omitempty"`
	Stream   bool                `json:"stream,omitempty"`
	Options  struct {
		Retrieval wireRetrieval `json:"retrieval"`
		Reranking *wireToggle   `json:"reranking,omitempty"`
		Cache     *wireToggle   `json:"cache,omitempty"`
	} `json:"ai_search_options"`
}

type wireRetrieval struct {
	Type        string   `json:"retrieval_type,omitempty"`
	Threshold   *float64 `json:"match_threshold,omitempty"`
	MaxResults  int      `json:"max_num_results,omitempty"`
	Filters     object   `json:"filters,omitempty"`
	KeywordMode string   `json:"keyword_match_mode,omitempty"`
}

type wireToggle struct {
	Enabled bool `json:"enabled"`
}

// wireChunk is a passage, in both documented forms of the answers.
type wireChunk struct {
	ID    string  `json:"id"`
	Score float64 `json:"score"`
	Text  string  `json:"text"`
	Item  struct {
		Key       string         `json:"key"`
		Timestamp float64        `json:"timestamp"`
		Metadata  map[string]any `json:"metadata"`
	} `json:"item"`
	Scoring map[string]any `json:"scoring_details"`
}

// wireResult is the result of search, and, with choices, that of chat.
type wireResult struct {
	SearchQuery string      `json:"search_query"`
	Chunks      []wireChunk `json:"chunks"`
	Model       string      `json:"model"`
	Choices     []struct {
		Message wireContent `json:"message"`
		Delta   wireContent `json:"delta"`
		Finish  string      `json:"finish_reason"`
	} `json:"choices"`
}

type wireContent struct {
	Content json.RawMessage `json:"content"`
}

// text reads content: a string, null, or a list of parts of text.
func (c wireContent) text() string {
	var text string
	if len(c.Content) == 0 || json.Unmarshal(c.Content, &text) == nil {
		return text
	}
	var parts []struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(c.Content, &parts) != nil {
		return ""
	}
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.Text)
	}
	return b.String()
}

// envelope is the common form of all answers except those of chat.
type envelope struct {
	Success *bool             `json:"success"`
	Result  json.RawMessage   `json:"result"`
	Errors  []json.RawMessage `json:"errors"`
	Error   json.RawMessage   `json:"error"`
}

// unwrap returns the result in a body, whether or not there is an envelope around
// it, and the failure that a body with status 200 may report.
func unwrap(op string, body []byte) (json.RawMessage, error) {
	var e envelope
	if err := json.Unmarshal(body, &e); err != nil {
		if json.Valid(body) { // a list
			return body, nil
		}
		return nil, malformed(op, "the answer is not JSON")
	}
	refused := e.Success != nil && !*e.Success
	if refused || len(e.Error) > 0 && string(e.Error) != "null" || e.Success == nil && len(e.Errors) > 0 {
		return nil, httpapi.BodyError("AI Search: "+op, body)
	}
	if e.Success != nil && len(e.Result) > 0 {
		return e.Result, nil
	}
	return body, nil
}

func malformed(op, what string) error {
	return &httpapi.Error{Op: "AI Search: " + op, Kind: httpapi.Malformed, Err: errors.New(what)}
}

// timeOf reads a timestamp, which the documentation gives in seconds and in
// milliseconds: what is more than 1e11 are the latter.
func timeOf(n float64) time.Time {
	switch {
	case n <= 0 || n > 1e15:
		return time.Time{}
	case n > 1e11:
		return time.UnixMilli(int64(n)).UTC()
	}
	return time.Unix(int64(n), 0).UTC()
}

// fieldsOf are the metadata of a passage as texts, with names in lower case.
func fieldsOf(in map[string]any) map[string]string {
	out := map[string]string{}
	for name, value := range in {
		switch v := value.(type) {
		case string:
			out[strings.ToLower(name)] = decodeValue(v)
		case float64, bool:
			if raw, err := json.Marshal(v); err == nil {
				out[strings.ToLower(name)] = string(raw)
			}
		}
	}
	return out
}
