package font

import (
	"bytes"
	"compress/zlib"
	_ "embed"
	"encoding/binary"
	"io"
	"strings"
	"sync"
	"unicode/utf8"
)

// collections is the Unicode character of each CID of the Adobe character
// collections Japan1, GB1, CNS1 and Korea1, compressed: for each its name in
// eight bytes, the number of CIDs in four, and then the upper, middle and lower
// bytes of the characters. It is made of Adobe's CMaps, see
// collections.LICENSE.txt.
//
//go:embed collections.z
var collections []byte

// collectionTables unpacks collections.
var collectionTables = sync.OnceValue(func() map[string][]byte {
	tables := map[string][]byte{}
	z, err := zlib.NewReader(bytes.NewReader(collections))
	if err != nil {
		return tables
	}
	data, err := io.ReadAll(z)
	if err != nil {
		return tables
	}
	for len(data) > 12 {
		name := strings.TrimRight(string(data[:8]), "\x00")
		size := 3 * int(binary.BigEndian.Uint32(data[8:]))
		if 12+size > len(data) {
			break
		}
		tables[name] = data[12 : 12+size]
		data = data[12+size:]
	}
	return tables
})

// collectionText returns the text of a CID of a character collection, "" for an
// unknown one.
func collectionText(ordering string, cid uint32) string {
	switch ordering {
	case "Japan1", "GB1", "CNS1", "Korea1":
	default:
		return ""
	}
	table := collectionTables()[ordering]
	n := uint32(len(table) / 3)
	if cid >= n {
		return ""
	}
	r := rune(table[cid])<<16 | rune(table[n+cid])<<8 | rune(table[2*n+cid])
	if r == 0 || !utf8.ValidRune(r) {
		return ""
	}
	return string(r)
}
