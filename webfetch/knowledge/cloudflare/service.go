package cloudflare

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

// service calls the API of one instance. The forms of requests and answers are as the documentation shows them.
type service struct {
	api    *httpapi.Client
	url    string // of the instance
	header http.Header
}

// request makes a request whose body is a JSON value; a nil value means no body.
func (s *service) request(op, method, path string, value any) httpapi.Request {
	req := httpapi.Request{Op: "AI Search: " + op, Method: method, URL: s.url + path, Header: s.header}
	if value != nil {
		req.Body = httpapi.JSON(value)
	}
	return req
}

func (s *service) call(ctx context.Context, op, method, path string, value, out any) (http.Header, error) {
	return s.api.Call(ctx, s.request(op, method, path, value), out)
}

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
	Chunks  []wireChunk     `json:"chunks"`
	Model   string          `json:"model"`
	Choices httpapi.Choices `json:"choices"`
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
