package tiktoken

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRanks(t *testing.T) {
	r, err := newRanks("\x01a\x01b\x02ab\x03abc", 4)
	require.NoError(t, err)
	assert.Equal(t, uint32(0), r.rankOf("a"))
	assert.Equal(t, uint32(2), r.rankOf("ab"))
	assert.Equal(t, uint32(3), r.rankOf("abc"))
	assert.Equal(t, noRank, r.rankOf("ba"))
	assert.Equal(t, noRank, r.rankOf("abcd"))
	assert.Equal(t, uint32(2), r.pair('a', 'b'))
	assert.Equal(t, noRank, r.pair('b', 'a'))
	assert.Equal(t, "abc", r.token(3))
}

func TestDamagedTables(t *testing.T) {
	for name, table := range map[string]string{
		"cut off":      "\x01a\x02b",
		"empty token":  "\x01a\x00",
		"too few":      "\x01a",
		"too many":     "\x01a\x01b\x01c",
		"nothing":      "",
		"length alone": "\x01a\x01",
	} {
		_, err := newRanks(table, 2)
		assert.ErrorIs(t, err, errTable, name)
	}
	_, err := newRanks("", rankMask)
	assert.ErrorIs(t, err, errTable)
}

// Every token of the tables is found at its rank, and is a token of its own.
func TestTablesRoundTrip(t *testing.T) {
	for _, e := range both(t) {
		for rank := range e.ranks.at {
			token := e.ranks.token(uint32(rank))
			require.Equal(t, uint32(rank), e.ranks.rankOf(token), "%q", token)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	for _, c := range []struct {
		name, table string
		size        int
	}{{CL100KBase, cl100kTable, 100256}, {O200KBase, o200kTable, 199998}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := newRanks(c.table, c.size); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
