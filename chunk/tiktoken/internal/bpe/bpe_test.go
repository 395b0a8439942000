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

// table returns a table whose tokens have these parts.
func table(parts ...[2]int) string {
	var out []byte
	for side := range 2 {
		for shift := 0; shift < 24; shift += 8 {
			for _, p := range parts {
				out = append(out, byte(p[side]>>shift))
			}
		}
	}
	return string(out)
}

func TestRanks(t *testing.T) {
	_, err := bpe.New(table([2]int{'a', bpe.OneByte}, [2]int{'b', bpe.OneByte}, [2]int{0, 1}, [2]int{2, 4}, [2]int{'c', bpe.OneByte}), 5)
	require.ErrorIs(t, err, bpe.ErrTable, "a part that comes later")
	r, err := bpe.New(table([2]int{'a', bpe.OneByte}, [2]int{'b', bpe.OneByte}, [2]int{'c', bpe.OneByte}, [2]int{0, 1}, [2]int{3, 2}), 5)
	require.NoError(t, err)
	assert.Equal(t, 5, r.Len())
	assert.Equal(t, uint32(0), r.Rank("a"))
	assert.Equal(t, uint32(3), r.Rank("ab"))
	assert.Equal(t, uint32(4), r.Rank("abc"))
	assert.Equal(t, bpe.NoRank, r.Rank("ba"))
	assert.Equal(t, bpe.NoRank, r.Rank("abcd"))
	assert.Equal(t, "abc", r.Token(4))
	for piece, want := range map[string]int{"a": 1, "ab": 1, "ba": 2, "abc": 1, "abab": 2, "x": 1, "xy": 2} {
		assert.Equal(t, want, r.Count(piece), piece)
	}
}

func TestDamagedTables(t *testing.T) {
	a := [2]int{'a', bpe.OneByte}
	long := [][2]int{a} // each token is the one before twice
	for len(long) < 9 {
		long = append(long, [2]int{len(long) - 1, len(long) - 1})
	}
	for name, damaged := range map[string]string{
		"cut off":               table(a, a)[:2*bpe.TableBytes-1],
		"too few":               table(a),
		"too many":              table(a, a, a),
		"nothing":               "",
		"no byte":               table(a, [2]int{256, bpe.OneByte}),
		"of itself":             table(a, [2]int{0, 1}),
		"of what does not come": table(a, [2]int{7, 0}),
	} {
		_, err := bpe.New(damaged, 2)
		assert.ErrorIs(t, err, bpe.ErrTable, name)
	}
	_, err := bpe.New(table(long...), len(long))
	assert.ErrorIs(t, err, bpe.ErrTable, "a token of 256 bytes")
	_, err = bpe.New(table(long[:8]...), 8)
	assert.NoError(t, err, "one of 128")
	_, err = bpe.New("", 1<<18-1)
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
