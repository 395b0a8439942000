package bpe_test

import (
	"compress/gzip"
	"io"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk/tiktoken/internal/bpe"
)

// tables are the sizes of the tables of OpenAI's encodings, by name.
var tables = map[string]int{"cl100k_base": 100256, "o200k_base": 199998}

func load(t testing.TB, name string) (table string) {
	packed, err := os.Open("../../tables/" + name + ".gz")
	require.NoError(t, err)
	defer packed.Close()
	z, err := gzip.NewReader(packed)
	require.NoError(t, err)
	raw, err := io.ReadAll(z)
	require.NoError(t, err)
	return string(raw)
}

func ranksOf(t testing.TB, name string) *bpe.Ranks {
	r, err := bpe.New(load(t, name), tables[name])
	require.NoError(t, err)
	return r
}

func TestRanks(t *testing.T) {
	r, err := bpe.New("\x01a\x01b\x02ab\x03abc", 4)
	require.NoError(t, err)
	assert.Equal(t, 4, r.Len())
	assert.Equal(t, uint32(0), r.Rank("a"))
	assert.Equal(t, uint32(2), r.Rank("ab"))
	assert.Equal(t, uint32(3), r.Rank("abc"))
	assert.Equal(t, bpe.NoRank, r.Rank("ba"))
	assert.Equal(t, bpe.NoRank, r.Rank("abcd"))
	assert.Equal(t, "abc", r.Token(3))
	for piece, want := range map[string]int{"a": 1, "ab": 1, "ba": 2, "abc": 1, "abab": 2, "x": 1, "xy": 2} {
		assert.Equal(t, want, r.Count(piece), piece)
	}
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
		_, err := bpe.New(table, 2)
		assert.ErrorIs(t, err, bpe.ErrTable, name)
	}
	_, err := bpe.New("", 1<<18-1)
	assert.ErrorIs(t, err, bpe.ErrTable, "more tokens than a slot can name")
}

// Every token of the tables is found at its rank, and is a token of its own.
func TestTablesRoundTrip(t *testing.T) {
	for name := range tables {
		r := ranksOf(t, name)
		for rank := range uint32(r.Len()) {
			token := r.Token(rank)
			require.Equal(t, rank, r.Rank(token), "%q", token)
		}
	}
}

// countPlainly is byte pair encoding word by word: the pair of neighbours with the lowest
// rank becomes one part until none has a rank.
func countPlainly(r *bpe.Ranks, piece string) int {
	if r.Rank(piece) != bpe.NoRank {
		return 1
	}
	parts := make([]string, len(piece))
	for i := range len(piece) {
		parts[i] = piece[i : i+1]
	}
	for {
		best, at := bpe.NoRank, 0
		for i := range len(parts) - 1 {
			if rank := r.Rank(parts[i] + parts[i+1]); rank < best {
				best, at = rank, i
			}
		}
		if best == bpe.NoRank {
			return len(parts)
		}
		parts = append(append(parts[:at:at], parts[at]+parts[at+1]), parts[at+2:]...)
	}
}

// Short pieces are merged in another way than long ones, to the same number of tokens.
func TestShortAndLongPieces(t *testing.T) {
	const short = 128
	random := rand.New(rand.NewPCG(7, 8))
	for name := range tables {
		r := ranksOf(t, name)
		for i := range 600 {
			b := make([]byte, 2+i%(2*short))
			for i := range b {
				b[i] = "aeinrst hé中\x80\xff="[random.IntN(16)]
			}
			require.Equal(t, countPlainly(r, string(b)), r.Count(string(b)), "%q", b)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	for name, size := range tables {
		table := load(b, name)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := bpe.New(table, size); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
