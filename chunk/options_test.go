package chunk_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk"
)

func TestOptions(t *testing.T) {
	cases := []struct {
		name string
		opts chunk.Options
		bad  string // the option that is refused, none if empty
	}{
		{"zero", chunk.Options{}, ""},
		{"negative limit", chunk.Options{MaxTokens: -1}, "MaxTokens"},
		{"least limit", chunk.Options{MaxTokens: 4}, ""},
		{"below the least limit", chunk.Options{MaxTokens: 3}, "MaxTokens"},
		{"below it by the margin", chunk.Options{MaxTokens: 7, MarginRatio: .5}, "MaxTokens"},
		{"widest margin", chunk.Options{MarginRatio: .5}, ""},
		{"margin too wide", chunk.Options{MarginRatio: .51}, "MarginRatio"},
		{"negative margin", chunk.Options{MarginRatio: -.1}, "MarginRatio"},
		{"margin not a number", chunk.Options{MarginRatio: math.NaN()}, "MarginRatio"},
		{"overlap below the limit", chunk.Options{MaxTokens: 10, OverlapTokens: 9}, ""},
		{"overlap of the limit", chunk.Options{MaxTokens: 10, OverlapTokens: 10}, "OverlapTokens"},
		{"overlap of the limit less the margin", chunk.Options{MaxTokens: 10, MarginRatio: .1, OverlapTokens: 9}, "OverlapTokens"},
		{"negative overlap", chunk.Options{OverlapTokens: -1}, "OverlapTokens"},
		{"least number of chunks", chunk.Options{MaxChunks: 1}, ""},
		{"negative number of chunks", chunk.Options{MaxChunks: -1}, "MaxChunks"},
		{"strategy", chunk.Options{Strategy: chunk.Balanced}, ""},
		{"unknown strategy", chunk.Options{Strategy: "auto"}, "Strategy"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := chunk.Split(t.Context(), document(p("One.")), c.opts)
			if c.bad == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorIs(t, err, chunk.ErrOptions)
			assert.Contains(t, err.Error(), "options: "+c.bad+" ")
		})
	}
}

// A margin makes the limit smaller, to whole tokens: an overlap has to be below it.
func TestMargin(t *testing.T) {
	for limit, opts := range map[int]chunk.Options{
		chunk.DefaultMaxTokens: {},
		3600:                   {MarginRatio: .1},
		90:                     {MaxTokens: 100, MarginRatio: .1},
		7:                      {MaxTokens: 10, MarginRatio: .3},
		5:                      {MaxTokens: 11, MarginRatio: .5},
	} {
		opts.OverlapTokens = limit - 1
		_, err := chunk.Split(t.Context(), nil, opts)
		assert.NoError(t, err, "below %d", limit)
		opts.OverlapTokens = limit
		_, err = chunk.Split(t.Context(), nil, opts)
		assert.ErrorIs(t, err, chunk.ErrOptions, "%d", limit)
	}
}
