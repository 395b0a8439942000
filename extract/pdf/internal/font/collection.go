package font

import (
	"bytes"
	"compress/zlib"
	_ "embed"
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
var collectionTables = sync.OnceValue(func() map[string]bigEndian {
	tables := map[string]bigEndian{}
	z, err := zlib.NewReader(bytes.NewReader(collections))
	if err != nil {
		return tables
	}
	data, _ := io.ReadAll(z)
	for len(data) > 12 {
		end := 12 + 3*bigEndian(data).uint(8, 4)
		tables[strings.TrimRight(string(data[:8]), "\x00")] = data[12:end]
		data = data[end:]
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
	n, at := len(table)/3, int(cid)
	if at >= n {
		return ""
	}
	r := rune(table[at])<<16 | rune(table[n+at])<<8 | rune(table[2*n+at])
	if r == 0 || !utf8.ValidRune(r) {
		return ""
	}
	return string(r)
}
