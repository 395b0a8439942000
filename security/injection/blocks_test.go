package injection_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security/injection"
)

// blockLength and blockOverlap are those of the scan: a text is looked at in blocks
// of 256 KiB, of which the last 4 KiB are looked at again.
const (
	blockLength  = 256 << 10
	blockOverlap = 4 << 10
)

// TestAttacksAcrossBlocks puts an attack at each place around the border of two
// blocks: it is found once, where it stands.
func TestAttacksAcrossBlocks(t *testing.T) {
	const line = "The mill stands by the river and bread keeps for a week. "
	for _, between := range []string{" ", "\n\n"} {
		for shift := -2 * blockOverlap; shift < 200; shift += 97 {
			before := strings.Repeat(line, blockLength/len(line)+9)[:blockLength+shift] + "." + between
			text := before + attackLine + between + strings.Repeat(line, 300)
			found := scanText(text)
			require.Len(t, found, 1, shift)
			assert.Equal(t, attackLine, found[0].Text, shift)
			assert.Equal(t, len(before), found[0].Start, shift)
		}
	}
}

// expiring is a context that is done after it was asked some times.
type expiring struct {
	context.Context
	left, asked int
}

func (e *expiring) Err() error {
	if e.asked++; e.asked > e.left {
		return context.DeadlineExceeded
	}
	return nil
}

// looks is how often a scan of the texts looks at its context: once a block.
func looks(t *testing.T, shown string, hidden ...injection.HiddenText) int {
	t.Helper()
	ctx := &expiring{Context: t.Context(), left: 1 << 30}
	_, err := injection.Scan(ctx, shown, hidden)
	require.NoError(t, err)
	return ctx.asked
}

func TestTextsWithoutWordsAreLookedAtInBlocks(t *testing.T) {
	short := looks(t, "x")
	assert.Equal(t, short, looks(t, strings.Repeat("x", blockLength)))
	for _, unit := range []string{"x", "é", "\x80"} {
		more := looks(t, strings.Repeat(unit, 3*blockLength/len(unit))) - short
		assert.GreaterOrEqual(t, more, 2, "%q", unit)
		assert.LessOrEqual(t, more, 3, "%q", unit)
	}
}

// TestScanEndsWithItsContext counts how much is looked at once ctx is done: no
// more than a block.
func TestScanEndsWithItsContext(t *testing.T) {
	text := strings.Repeat(attackLine+breadLine, 50) + strings.Repeat("Bread is good. ", 4*blockLength/15) + attackLine
	found, err := injection.Scan(&expiring{Context: t.Context(), left: 1}, text, []injection.HiddenText{{Text: attackLine, Location: "hidden"}})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	assert.Len(t, found, 50, "what was found before is told")

	found, err = injection.Scan(&expiring{Context: t.Context()}, text, nil)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	assert.Empty(t, found)

	found, err = injection.Scan(t.Context(), text, nil)
	require.NoError(t, err)
	assert.Len(t, found, 51)

	segments := make([]injection.HiddenText, 1000)
	for i := range segments {
		segments[i] = injection.HiddenText{Text: attackLine + strings.Repeat("!", i), Location: "alt"}
	}
	found, err = injection.Scan(&expiring{Context: t.Context(), left: 10}, "", segments)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	assert.Less(t, len(found), 10, "segments are looked at one by one")
}
