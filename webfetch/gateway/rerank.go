package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"math"
)

type rerankBody struct {
	Model     string   `json:"model,omitempty"`
	Query     string   `json:"query"`
	Documents []string `json:"documents"`
	TopN      int      `json:"top_n"`
}

type rerankScore struct {
	Index     *int     `json:"index"`
	Relevance *float64 `json:"relevance_score"`
	Score     *float64 `json:"score"`
}

// Rerank returns how well each text answers query, in the order of texts, by the
// reranking model of the options: higher is better, on the scale of that model.
// No texts are no scores. An answer in which a text is missing, or comes twice,
// is an error of the kind Malformed.
func (c *Client) Rerank(ctx context.Context, query string, texts []string) ([]float64, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	var raw json.RawMessage
	body := rerankBody{Model: c.opts.RerankModel, Query: query, Documents: texts, TopN: len(texts)}
	if err := c.call(ctx, "rerank", c.paths.rerank, body, &raw); err != nil {
		return nil, err
	}
	scores, err := readScores(raw, len(texts))
	if err != nil {
		return nil, malformed("rerank", err)
	}
	return scores, nil
}

// readScores reads {"results": [...]}, {"data": [...]} or the list alone.
func readScores(raw []byte, n int) ([]float64, error) {
	var list []rerankScore
	if json.Unmarshal(raw, &list) != nil {
		var in struct {
			Results []rerankScore `json:"results"`
			Data    []rerankScore `json:"data"`
		}
		if json.Unmarshal(raw, &in) != nil {
			return nil, errors.New("the answer is not a list of results")
		}
		list = append(in.Results, in.Data...)
	}
	if len(list) != n {
		return nil, errors.New("there are not as many results as texts")
	}
	out, seen := make([]float64, n), make([]bool, n)
	for _, r := range list {
		score := r.Relevance
		if score == nil {
			score = r.Score
		}
		if r.Index == nil || score == nil || *r.Index < 0 || *r.Index >= n || seen[*r.Index] || math.IsNaN(*score) {
			return nil, errors.New("a result has no index of a text, or no score")
		}
		out[*r.Index], seen[*r.Index] = *score, true
	}
	return out, nil
}
