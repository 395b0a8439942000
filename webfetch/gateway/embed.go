package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

const (
	maxDimensions = 8192
	batchTexts    = 64
	batchBytes    = 256 << 10
	opEmbed       = "embed"
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
	out := make([][]float32, 0, len(texts))
	for len(texts) > 0 {
		n, size := 0, 0
		for n < len(texts) && n < batchTexts && (n == 0 || size+len(texts[n]) <= batchBytes) {
			size += len(texts[n])
			n++
		}
		vectors, err := c.embedBatch(ctx, texts[:n])
		if err != nil {
			return nil, err
		}
		if len(out) > 0 && len(out[0]) != len(vectors[0]) {
			return nil, malformed(opEmbed, errors.New("vectors differ in length"))
		}
		out, texts = append(out, vectors...), texts[n:]
	}
	return out, nil
}

func (c *Client) embedBatch(ctx context.Context, texts []string) ([][]float32, error) {
	var got embedAnswer
	body := embedBody{Model: c.opts.EmbeddingModel, Input: texts}
	if err := c.call(ctx, opEmbed, c.paths.embeddings, body, &got); err != nil {
		return nil, err
	}
	if len(got.Data) != len(texts) {
		return nil, malformed(opEmbed, fmt.Errorf("%d vectors for %d texts", len(got.Data), len(texts)))
	}
	out, length := make([][]float32, len(texts)), 0
	for i, d := range got.Data {
		at := i
		if d.Index != nil {
			at = *d.Index
		}
		if at < 0 || at >= len(out) || out[at] != nil {
			return nil, malformed(opEmbed, errors.New("the indexes of the vectors are not those of the texts"))
		}
		v, err := vector(d.Embedding)
		if err != nil {
			return nil, malformed(opEmbed, err)
		}
		if out[at] = v; i == 0 {
			length = len(v)
		}
		if len(v) != length {
			return nil, malformed(opEmbed, errors.New("vectors differ in length"))
		}
	}
	return out, nil
}

func vector(values []float64) ([]float32, error) {
	if len(values) == 0 || len(values) > maxDimensions {
		return nil, fmt.Errorf("a vector of %d numbers", len(values))
	}
	out, length := make([]float32, len(values)), 0.0
	for i, x := range values {
		out[i] = float32(x)
		length += x * x
	}
	if length == 0 || math.IsInf(length, 0) || math.IsNaN(length) {
		return nil, errors.New("a vector without a direction")
	}
	return out, nil
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
