package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
)

const (
	maxDimensions = 8192
	batchTexts    = 64
	batchBytes    = 256 << 10
)

type embedBody struct {
	Model string   `json:"model,omitempty"`
	Input []string `json:"input"`
}

type embedAnswer struct {
	Data []struct {
		Index     *int      `json:"index"`
		Embedding []float64 `json:"embedding"`
	} `json:"data"`
}

// Model names the embedding model of the options, as a knowledge base stores it beside vectors.
func (c *Client) Model() string { return c.opts.EmbeddingModel }

// Embed returns a vector for each text, in their order and all of one length, by
// the embedding model of the options. Texts are sent up to 64, and about 256 KiB,
// at a time. No texts are no vectors. An answer in which one is missing, empty or
// not made of finite numbers is an error of the kind Malformed.
func (c *Client) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for from := 0; from < len(texts); {
		to, size := from, 0
		for to < len(texts) && to-from < batchTexts && (to == from || size+len(texts[to]) <= batchBytes) {
			size += len(texts[to])
			to++
		}
		var got embedAnswer
		body := embedBody{Model: c.opts.EmbeddingModel, Input: texts[from:to]}
		if _, err := c.api.Call(ctx, c.request("embed", c.embeddings, body), &got); err != nil {
			return nil, err
		}
		err := got.vectors(out[from:to])
		if err == nil && len(out[from]) != len(out[0]) {
			err = errLengths
		}
		if err != nil {
			return nil, httpapi.Unexpected("embed", err.Error())
		}
		from = to
	}
	return out, nil
}

var errLengths = errors.New("vectors differ in length")

// vectors fills out with the vectors of an answer.
func (a *embedAnswer) vectors(out [][]float32) error {
	if len(a.Data) != len(out) {
		return fmt.Errorf("%d vectors for %d texts", len(a.Data), len(out))
	}
	for i, d := range a.Data {
		if d.Index != nil {
			i = *d.Index
		}
		length := len(d.Embedding)
		switch {
		case i < 0 || i >= len(out) || out[i] != nil:
			return errors.New("the indexes of the vectors are not those of the texts")
		case length == 0 || length > maxDimensions:
			return fmt.Errorf("a vector of %d numbers", length)
		case length != len(a.Data[0].Embedding):
			return errLengths
		}
		squares := 0.0
		out[i] = make([]float32, 0, length)
		for _, x := range d.Embedding {
			out[i] = append(out[i], float32(x))
			squares += x * x
		}
		if squares == 0 || math.IsInf(squares, 0) || math.IsNaN(squares) {
			return errors.New("a vector without a direction")
		}
	}
	return nil
}

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
	if _, err := c.api.Call(ctx, c.request("rerank", c.rerank, body), &raw); err != nil {
		return nil, err
	}
	scores, err := readScores(raw, len(texts))
	if err != nil {
		return nil, httpapi.Unexpected("rerank", err.Error())
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
		score := cmp.Or(r.Relevance, r.Score)
		if r.Index == nil || score == nil || *r.Index < 0 || *r.Index >= n || seen[*r.Index] || math.IsNaN(*score) {
			return nil, errors.New("a result has no index of a text, or no score")
		}
		out[*r.Index], seen[*r.Index] = *score, true
	}
	return out, nil
}
