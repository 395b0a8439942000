package office_test

import (
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/extracttest"
	"github.com/webfetch-mcp/webfetch-go/extract/office"
)

// storedRTF is RTF as a message holds it ([MS-OXRTFCP], 2.1.3.1): "MELA" as it is, "LZFu"
// compressed. size is that of the text.
func storedRTF(kind string, size int, data string) []byte {
	head := make([]byte, 16)
	binary.LittleEndian.PutUint32(head, uint32(len(data)+12))
	binary.LittleEndian.PutUint32(head[4:], uint32(size))
	copy(head[8:], kind)
	return append(head, data...)
}

func rtfProperty(data []byte) storedEntry {
	return storedEntry{name: messageStream + propRTF + "0102", data: data}
}

// messageOfRTF reads a message of nothing but RTF.
func messageOfRTF(t *testing.T, data []byte) string {
	t.Helper()
	return read(t, compoundFile([]storedEntry{{name: fixedProperties, data: make([]byte, 32)}, rtfProperty(data)})).Markdown
}

// TestCompressedRTF reads the examples of [MS-OXRTFCP], 3: one with references to the
// first text of the ring, one whose reference overlaps what it writes.
func TestCompressedRTF(t *testing.T) {
	for packed, c := range map[string]struct {
		want, short string // short is the text less ten bytes
	}{
		"2d0000002b0000004c5a4675f1c5c7a703000a00726370673132354232 0af320 68656c0900206277 05b06c647d0a800fa0": {"hello world", "hell"},
		"1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0":                                          {"WXYZWXYZWXYZWXYZWXYZ", "WXYZWXYZWXY"},
	} {
		data, err := hex.DecodeString(strings.ReplaceAll(packed, " ", ""))
		require.NoError(t, err)
		assert.Equal(t, c.want, messageOfRTF(t, data))
		binary.LittleEndian.PutUint32(data[4:], binary.LittleEndian.Uint32(data[4:])-10)
		assert.Equal(t, c.short, messageOfRTF(t, data), "no more than the size says")
	}
	assert.Equal(t, "rain", messageOfRTF(t, storedRTF("MELA", len(`{\rtf1 rain`), `{\rtf1 rain and snow}`)))
	assert.Equal(t, unreadBody, messageOfRTF(t, storedRTF("none", 5, `{\rtf1}`)))
	assert.Equal(t, unreadBody, messageOfRTF(t, make([]byte, 16)))
}

// TestCompressedRTFThatBreaksOff is read as far as it goes.
func TestCompressedRTFThatBreaksOff(t *testing.T) {
	text := `{\rtf1 ` + strings.Repeat("rain and ", 500) + "snow "
	var runs []byte // of eight bytes that stand for themselves; then a reference to the ring
	for line := range slices.Chunk([]byte(text), 8) {
		runs = append(append(runs, 0), line...)
	}
	const again = "and snow "
	at := (207 + len(text) - len(again)) % 4096 // the ring holds 207 bytes at the start (2.1.2.1)
	runs = append(runs, 0x01, byte(at>>4), byte(at<<4)|byte(len(again)-2))
	data := storedRTF("LZFu", 1<<20, string(runs))
	want := strings.TrimPrefix(text, `{\rtf1 `)
	assert.True(t, messageOfRTF(t, data) == want+"and snow")
	for cut := 1; cut < 20; cut++ {
		broken := messageOfRTF(t, data[:len(data)-cut])
		assert.True(t, strings.HasPrefix(want, broken) && len(broken) >= len(want)-cut, "broken off %d bytes before the end: %q", cut, broken[4400:])
	}
}

func FuzzMessageRTF(f *testing.F) {
	f.Add(storedRTF("LZFu", 100, "\x00{\\rtf1 a\x02b\x00\x1f"))
	f.Add(storedRTF("MELA", 5, `{\rtf1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		doc, err := office.Extractor{}.Extract(t.Context(), &extract.Source{Body: compoundFile([]storedEntry{{name: fixedProperties, data: make([]byte, 32)}, rtfProperty(data)})})
		if err != nil {
			t.Fatal(err)
		}
		if err := extracttest.Check(doc); err != nil {
			t.Fatalf("%v\n%q", err, doc.Markdown)
		}
		if len(doc.Markdown) > 20*len(data)+1000 {
			t.Fatalf("%d bytes of %d", len(doc.Markdown), len(data))
		}
	})
}
