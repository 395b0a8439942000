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
		ok   bool
	}{
		{"zero", Options{}, true},
		{"negative limit", Options{MaxTokens: -1}, false},
		{"least limit", Options{MaxTokens: 4}, true},
		{"below the least limit", Options{MaxTokens: 3}, false},
		{"below it by the margin", Options{MaxTokens: 7, MarginRatio: .5}, false},
		{"widest margin", Options{MarginRatio: .5}, true},
		{"margin too wide", Options{MarginRatio: .51}, false},
		{"negative margin", Options{MarginRatio: -.1}, false},
		{"margin not a number", Options{MarginRatio: math.NaN()}, false},
		{"overlap below the limit", Options{MaxTokens: 10, OverlapTokens: 9}, true},
		{"overlap of the limit", Options{MaxTokens: 10, OverlapTokens: 10}, false},
		{"overlap of the limit less the margin", Options{MaxTokens: 10, MarginRatio: .1, OverlapTokens: 9}, false},
		{"negative overlap", Options{OverlapTokens: -1}, false},
		{"strategy", Options{Strategy: Balanced}, true},
		{"unknown strategy", Options{Strategy: "auto"}, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := Split(t.Context(), document(p("One.")), c.opts)
			if c.ok {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, ErrOptions)
			}
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
