package cloudflare

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
)

// The first generation of the API, by the name of AutoRAG: a question in place of
// messages, filters as a tree, and results in another form.

type ragQuery struct {
	Query        string      `json:"query"`
	Model        string      `json:"model,omitempty"`
	SystemPrompt string      `json:"system_prompt,omitempty"`
	MaxResults   int         `json:"max_num_results,omitempty"`
	Ranking      *ragRanking `json:"ranking_options,omitempty"`
	Reranking    *wireToggle `json:"reranking,omitempty"`
	Filters      *ragFilter  `json:"filters,omitempty"`
}

type ragRanking struct {
	Threshold float64 `json:"score_threshold"`
}

// ragFilter is a comparison, or several that must all hold.
type ragFilter struct {
	Type    string      `json:"type"`
	Key     string      `json:"key,omitempty"`
	Value   any         `json:"value,omitempty"`
	Filters []ragFilter `json:"filters,omitempty"`
}

type ragResult struct {
	SearchQuery string `json:"search_query"`
	Response    string `json:"response"`
	Data        []struct {
		FileID     string         `json:"file_id"`
		Filename   string         `json:"filename"`
		Score      float64        `json:"score"`
		Attributes map[string]any `json:"attributes"`
		Content    []struct {
			ID   string `json:"id"`
			Text string `json:"text"`
		} `json:"content"`
	} `json:"data"`
}

// ragQueryOf puts a query into the old form.
func ragQueryOf(q wireQuery) ragQuery {
	out := ragQuery{Model: q.Model, MaxResults: q.Options.Retrieval.MaxResults, Reranking: q.Options.Reranking}
	for _, m := range q.Messages {
		switch m.Role {
		case "user":
			out.Query = m.Content
		case "system":
			out.SystemPrompt = m.Content
		}
	}
	if t := q.Options.Retrieval.Threshold; t != nil {
		out.Ranking = &ragRanking{*t}
	}
	tree := &ragFilter{Type: "and"}
	for _, field := range sortedKeys(q.Options.Retrieval.Filters) {
		operators := q.Options.Retrieval.Filters[field]
		for _, op := range sortedKeys(operators) {
			if c, has := ragCondition(field, op, operators[op]); has {
				tree.Filters = append(tree.Filters, c)
			}
		}
	}
	if len(tree.Filters) > 0 {
		out.Filters = tree
	}
	return out
}

// ragCondition is one comparison. A list has no old form within an "and": it is
// left out, since what comes is compared again.
func ragCondition(field, op string, operand any) (ragFilter, bool) {
	types := map[string]string{"$eq": "eq", "$gt": "gt", "$gte": "gte", "$lt": "lt", "$lte": "lte"}
	kind, known := types[op]
	if n, is := operand.(float64); is && field == "timestamp" {
		operand = strconv.FormatInt(int64(n), 10)
	}
	return ragFilter{Type: kind, Key: field, Value: operand}, known
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// readRAG reads a result of the old form.
func readRAG(op string, raw json.RawMessage) (*wireResult, string, error) {
	var in ragResult
	if err := json.Unmarshal(raw, &in); err != nil {
		return nil, "", malformed(op, "the result is not of the form that is expected")
	}
	out := &wireResult{SearchQuery: in.SearchQuery}
	for _, d := range in.Data {
		for i, part := range d.Content {
			var c wireChunk
			c.ID, c.Score, c.Text = part.ID, d.Score, part.Text
			if c.ID == "" || len(d.Content) > 1 {
				c.ID = d.FileID + "#" + strconv.Itoa(i)
			}
			c.Item.Key = d.Filename
			if t, is := d.Attributes["timestamp"].(float64); is {
				c.Item.Timestamp = t
			}
			c.Item.Metadata = map[string]any{}
			maps.Copy(c.Item.Metadata, d.Attributes)
			if file, is := d.Attributes["file"].(map[string]any); is {
				maps.Copy(c.Item.Metadata, file)
			}
			out.Chunks = append(out.Chunks, c)
		}
	}
	return out, in.Response, nil
}
