package office

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// storedRTF is RTF as a message holds it, of the given kind.
func storedRTF(kind uint32, size int, data string) []byte {
	head := make([]byte, rtfHead)
	binary.LittleEndian.PutUint32(head, uint32(len(data)+12))
	binary.LittleEndian.PutUint32(head[4:], uint32(size))
	binary.LittleEndian.PutUint32(head[8:], kind)
	return append(head, data...)
}

// TestInflateRTF reads the examples of [MS-OXRTFCP], 3: one with references to the
// first text of the ring, one whose reference overlaps what it writes.
func TestInflateRTF(t *testing.T) {
	require.Len(t, rtfPrefix, 207)
	for packed, want := range map[string]string{
		"2d0000002b0000004c5a4675f1c5c7a703000a00726370673132354232 0af320 68656c0900206277 05b06c647d0a800fa0": "{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n",
		"1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0":                                          "{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}",
	} {
		data, err := hex.DecodeString(strings.ReplaceAll(packed, " ", ""))
		require.NoError(t, err)
		got, err := inflateRTF(data, 1<<20)
		require.NoError(t, err)
		assert.Equal(t, want, string(got))
		short, err := inflateRTF(data, 9)
		require.NoError(t, err)
		assert.Equal(t, want[:9], string(short), "the limit")
		for n := rtfHead; n < len(data); n++ {
			broken, err := inflateRTF(data[:n], 1<<20)
			require.NoError(t, err)
			assert.True(t, strings.HasPrefix(want, string(broken)), "broken off at %d", n)
		}
	}
	got, err := inflateRTF(storedRTF(rtfUncompressed, 5, "{\\rtf1}"), 1<<20)
	require.NoError(t, err)
	assert.Equal(t, "{\\rtf", string(got))
	for _, data := range [][]byte{nil, make([]byte, rtfHead-1), storedRTF(1, 5, "{\\rtf1}")} {
		_, err := inflateRTF(data, 1<<20)
		assert.ErrorIs(t, err, extract.ErrMalformed)
	}
}

func FuzzInflateRTF(f *testing.F) {
	f.Add(storedRTF(rtfCompressed, 100, "\x00{\\rtf1 a\x02b\x00\x1f"))
	f.Add(storedRTF(rtfUncompressed, 5, "{\\rtf1}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		const limit = 1 << 16
		out, err := inflateRTF(data, limit)
		if err == nil && (len(out) > limit || len(out) > 9*len(data)) {
			t.Fatalf("%d bytes of %d", len(out), len(data))
		}
	})
}
