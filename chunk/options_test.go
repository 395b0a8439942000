package chunk

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOptions(t *testing.T) {
	cases := []struct {
		name string
		opts Options
		bad  string // the option that is refused, none if empty
	}{
		{"zero", Options{}, ""},
		{"negative limit", Options{MaxTokens: -1}, "MaxTokens"},
		{"least limit", Options{MaxTokens: 4}, ""},
		{"below the least limit", Options{MaxTokens: 3}, "MaxTokens"},
		{"below it by the margin", Options{MaxTokens: 7, MarginRatio: .5}, "MaxTokens"},
		{"widest margin", Options{MarginRatio: .5}, ""},
		{"margin too wide", Options{MarginRatio: .51}, "MarginRatio"},
		{"negative margin", Options{MarginRatio: -.1}, "MarginRatio"},
		{"margin not a number", Options{MarginRatio: math.NaN()}, "MarginRatio"},
		{"overlap below the limit", Options{MaxTokens: 10, OverlapTokens: 9}, ""},
		{"overlap of the limit", Options{MaxTokens: 10, OverlapTokens: 10}, "OverlapTokens"},
		{"overlap of the limit less the margin", Options{MaxTokens: 10, MarginRatio: .1, OverlapTokens: 9}, "OverlapTokens"},
		{"negative overlap", Options{OverlapTokens: -1}, "OverlapTokens"},
		{"least number of chunks", Options{MaxChunks: 1}, ""},
		{"negative number of chunks", Options{MaxChunks: -1}, "MaxChunks"},
		{"strategy", Options{Strategy: Balanced}, ""},
		{"unknown strategy", Options{Strategy: "auto"}, "Strategy"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := Split(t.Context(), document(p("One.")), c.opts)
			assert.Equal(t, err, c.opts.Validate(), "Validate says what Split does")
			if c.bad == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorIs(t, err, ErrOptions)
			var option *OptionError
			require.ErrorAs(t, err, &option)
			assert.Equal(t, c.bad, option.Option)
			assert.Contains(t, err.Error(), c.bad+" "+option.Problem)
		})
	}
}

func TestLimit(t *testing.T) {
	assert.Equal(t, DefaultMaxTokens, Options{}.limit())
	assert.Equal(t, 3600, Options{MarginRatio: .1}.limit())
	assert.Equal(t, 90, Options{MaxTokens: 100, MarginRatio: .1}.limit())
	assert.Equal(t, 7, Options{MaxTokens: 10, MarginRatio: .3}.limit())
	assert.Equal(t, 5, Options{MaxTokens: 11, MarginRatio: .5}.limit())
}
