package compact

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Embedder turns texts into vectors with a model, such as the Client of package
// webfetch/gateway. Implementations are safe for concurrent use, send every byte
// through the caller's egress policy, and stop soon after ctx is done. They return
// one vector for each text, in their order and all of one length; vectors of
// texts that mean the same point in the same direction. Shrink asks once, for the
// question and at most 512 pieces of at most 600 bytes.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// How vectors are used.
const (
	maxEmbedded = 512 // units of a document that are embedded, best by their words first
	maxEmbedRun = 600 // bytes of a unit that are embedded
	embedShare  = 1.5 // of the best score by words, for the unit nearest to the question
)

var errVectors = errors.New("the vectors are not one for each text, of one length and finite")

func (m *docIndex) addSimilarity(ctx context.Context, opts Options, scores []float64) (*extract.Warning, error) {
	if opts.Embedder == nil {
		return nil, nil
	}
	units, texts := m.embeddable(scores)
	if len(units) == 0 {
		return nil, nil
	}
	near, err := similarities(ctx, opts.Embedder, opts.Question, texts)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return &extract.Warning{Type: "extraction_fallback", Message: "no vectors by a model, ranked by words alone", Detail: err.Error()}, nil
	}
	top := 0.0
	for _, i := range units {
		top = max(top, scores[i])
	}
	if top == 0 {
		top = 1
	}
	for k, i := range units {
		scores[i] += embedShare * top * near[k]
	}
	return nil, nil
}

func (m *docIndex) embeddable(scores []float64) (units []int, texts []string) {
	for _, i := range ranked(scores) {
		u := &m.units[i]
		if !u.prose() || u.boilerplate || u.words == 0 {
			continue
		}
		text := m.text(u)
		if u.head >= 0 {
			text = m.headingText(u.head) + ": " + text
		}
		if units, texts = append(units, i), append(texts, strings.ToValidUTF8(text[:min(len(text), maxEmbedRun)], "")); len(units) == maxEmbedded {
			break
		}
	}
	return units, texts
}

// similarities returns how near each text is to the question by the cosine of their vectors, scaled so that the
// nearest has 1 and those at or below the mean have 0.
func similarities(ctx context.Context, e Embedder, question string, texts []string) ([]float64, error) {
	vectors, err := e.Embed(ctx, append([]string{question}, texts...))
	if err != nil {
		return nil, err
	}
	if len(vectors) != len(texts)+1 {
		return nil, fmt.Errorf("%w: %d for %d", errVectors, len(vectors), len(texts)+1)
	}
	out := make([]float64, len(texts))
	mean, top := 0.0, math.Inf(-1)
	for i, v := range vectors[1:] {
		if out[i] = cosine(vectors[0], v); math.IsNaN(out[i]) {
			return nil, errVectors
		}
		mean += out[i] / float64(len(out))
		top = max(top, out[i])
	}
	for i, x := range out {
		out[i] = max(x-mean, 0) / max(top-mean, 1e-9)
	}
	return out, nil
}

// cosine is not a number for vectors of different lengths or without a direction.
func cosine(a, b []float32) float64 {
	if len(a) != len(b) {
		return math.NaN()
	}
	var ab, aa, bb float64
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	return ab / math.Sqrt(aa*bb)
}
