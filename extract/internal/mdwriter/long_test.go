package mdwriter_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// countdown is a context that is done when it was asked some times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestEscapeLongIsEscape(t *testing.T) {
	for name, unit := range map[string]string{
		"words": "a *bold* [word] and_such ", "lines": "# no heading\n- no item\n1. nor this\n", "one word": "x*", "wide": "größer—", "blank lines": "a\n\n\n",
		"blanks": "          \n", "dots": ".\n", "addresses": "https://a.example/_b_/~c ",
	} {
		text := strings.Repeat(unit, 3*(64<<10)/len(unit))
		got, err := mdwriter.EscapeLong(t.Context(), text)
		require.NoError(t, err)
		want := mdwriter.Escape(text)
		if name == "blanks" { // a blank line is one whatever stands on it
			got, want = strings.ReplaceAll(got, " ", ""), strings.ReplaceAll(want, " ", "")
		}
		assert.True(t, want == got, name)
	}
	short, err := mdwriter.EscapeLong(t.Context(), "*")
	require.NoError(t, err)
	assert.Equal(t, `\*`, short)
}

// The context is asked before each piece, and no more is done once it is done.
func TestEscapeLongEndsWithItsContext(t *testing.T) {
	ctx := &countdown{Context: t.Context(), left: 2}
	_, err := mdwriter.EscapeLong(ctx, strings.Repeat("some words\n", 10))
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, -1, ctx.left)
}

func TestFoldLeavesOneBlank(t *testing.T) {
	for in, want := range map[string]string{
		"": "", " ": "", "a": "a", "a b": "a b", " a  b\t\nc ": "a b c", "a\u00a0b": "a b", "\u2028a\u2029": "a", "a \u0085 b": "a b", "a\u007fb": "ab", "ä  ö": "ä ö",
	} {
		assert.Equal(t, want, mdwriter.Fold(in), "%q", in)
	}
	text := strings.Repeat("folded words ", 100) + "end"
	assert.Zero(t, testing.AllocsPerRun(10, func() { mdwriter.Fold(text) }), "what is folded is not copied")
}
