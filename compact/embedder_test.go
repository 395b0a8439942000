package compact_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
	"github.com/webfetch-mcp/webfetch-go/webfetch/gateway"
)

var _ compact.Embedder = (*gateway.Client)(nil)

// embedFunc makes vectors.
type embedFunc func(ctx context.Context, texts []string) ([][]float32, error)

func (f embedFunc) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	return f(ctx, texts)
}

// byTopic makes vectors of how often words of two topics are in a text.
func byTopic(_ context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, text := range texts {
		v := []float32{.1, .1, 1}
		for k, words := range [][]string{{"lighthouse", "beacon", "keeper"}, {"bakery", "bread"}} {
			for _, w := range words {
				v[k] += 3 * float32(strings.Count(strings.ToLower(text), w))
			}
		}
		out[i] = v
	}
	return out, nil
}

const harbour = "# Harbour\n\n## Shops\n\nThe bakery opens at six and sells bread until noon on every day of the week.\n\n" +
	"## History\n\nThe beacon on the mole was lit for the first time on a stormy night in autumn.\n\n" +
	"## Boats\n\nTwelve boats land their catch here each morning, and most of it is sold on the quay.\n"

// A unit that answers in other words is found by its vector, and only with one.
func TestEmbedderFindsOtherWords(t *testing.T) {
	opts := compact.Options{MaxTokens: 30, SummaryOnly: true, Question: "Tell me of the keeper's lighthouse."}
	opts.Embedder = embedFunc(byTopic)
	assert.Contains(t, shrink(t, harbour, opts).Compacted.Summary, "The beacon on the mole")
	opts.Mode = compact.Salience
	opts.Embedder = embedFunc(func(context.Context, []string) ([][]float32, error) {
		t.Error("asked without a question")
		return nil, nil
	})
	shrink(t, harbour, opts)
	opts.Mode, opts.MaxTokens = compact.QuestionFocused, 500
	shrink(t, harbour, opts) // all of it fits
}

// An Embedder that fails, or answers what are no vectors, is a warning within the
// budget, and the result is the one without.
func TestEmbedderThatFails(t *testing.T) {
	for name, f := range map[string]embedFunc{
		"error": func(context.Context, []string) ([][]float32, error) { return nil, errors.New("no such model") },
		"none":  func(context.Context, []string) ([][]float32, error) { return nil, nil },
		"lengths": func(_ context.Context, texts []string) ([][]float32, error) {
			out := make([][]float32, len(texts))
			for i := range out {
				out[i] = make([]float32, i+1)
			}
			return out, nil
		},
		"not a number": func(_ context.Context, texts []string) ([][]float32, error) {
			out := make([][]float32, len(texts))
			for i := range out {
				out[i] = []float32{float32(math.NaN())}
			}
			return out, nil
		},
	} {
		opts := compact.Options{MaxTokens: 150, Question: "When does the bakery open?"}
		md := strings.Repeat(harbour+"\nAnother line of "+name+" follows here.\n\n", 4)
		opts.Embedder = f
		r := shrink(t, md, opts)
		require.Len(t, r.Compacted.Warnings, 1, name)
		assert.Contains(t, r.Compacted.Warnings[0].Message, "no vectors", name)
		assert.Contains(t, r.Compacted.Summary, "bakery opens at six", name)
	}
}

// The deadline of the call is that of the Embedder.
func TestEmbedderUnderADeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	_, err := compact.Shrink(ctx, markdown.Parse(harbour), compact.Options{MaxTokens: 20, Question: "When?", Embedder: embedFunc(func(ctx context.Context, _ []string) ([][]float32, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})})
	assert.ErrorIs(t, err, context.DeadlineExceeded)
}
