package office_test

import (
	"bytes"
	"encoding/binary"
	"slices"
	"unicode/utf16"
)

// utf16Name returns the name of a stream as directory entries hold it.
func utf16Name(name string) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune(name)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return append(b, 0, 0)
}

// storedEntry is a stream, or a storage with streams, of a compound file.
type storedEntry struct {
	name    string
	data    []byte
	entries []storedEntry
}

// The sizes and marks of a compound file ([MS-CFB], 2.2 and 2.3).
const (
	sectorSize = 512
	noSector   = 0xffffffff
	chainEnd   = 0xfffffffe
	fatSector  = 0xfffffffd
)

// compoundFile writes a compound file ([MS-CFB]) of version 3. Its streams are
// filled up with zeros to 4,096 bytes, so that it needs no short sectors.
func compoundFile(entries []storedEntry) []byte {
	var c compoundWriter
	c.add(storedEntry{name: "Root Entry"}, 5, noSector, noSector)
	first := c.list(entries)
	binary.LittleEndian.PutUint32(c.directory[76:], first)
	for len(c.directory)%sectorSize != 0 {
		c.directory = append(c.directory, make([]byte, 128)...)
	}
	data, folders := len(c.content)/sectorSize, len(c.directory)/sectorSize
	table, fats := c.sectorTable(data, folders)
	header := make([]byte, sectorSize)
	copy(header, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")
	for at, v := range map[int]uint16{24: 0x3e, 26: 3, 28: 0xfffe, 30: 9, 32: 6} {
		binary.LittleEndian.PutUint16(header[at:], v)
	}
	for at, v := range map[int]uint32{44: uint32(fats), 48: uint32(data), 56: 4096, 60: chainEnd, 68: chainEnd} {
		binary.LittleEndian.PutUint32(header[at:], v)
	}
	for i := range 109 {
		v := uint32(noSector)
		if i < fats {
			v = uint32(data + folders + i)
		}
		binary.LittleEndian.PutUint32(header[76+4*i:], v)
	}
	return slices.Concat(header, c.content, c.directory, table)
}

// compoundWriter holds the sectors of the streams and of the directory.
type compoundWriter struct {
	directory, content []byte
	chains             [][2]int // first sector and number of each stream
}

// add writes an entry of the directory and returns its number.
func (c *compoundWriter) add(e storedEntry, kind byte, child, right uint32) uint32 {
	d := make([]byte, 128)
	name := utf16Name(e.name)
	copy(d, name)
	binary.LittleEndian.PutUint16(d[64:], uint16(len(name)))
	d[66], d[67] = kind, 1
	binary.LittleEndian.PutUint32(d[68:], noSector)
	binary.LittleEndian.PutUint32(d[72:], right)
	binary.LittleEndian.PutUint32(d[76:], child)
	if kind == 2 {
		first, size := len(c.content)/sectorSize, max(len(e.data), 4096)
		binary.LittleEndian.PutUint32(d[116:], uint32(first))
		binary.LittleEndian.PutUint32(d[120:], uint32(size))
		sectors := (size + sectorSize - 1) / sectorSize
		c.chains = append(c.chains, [2]int{first, sectors})
		c.content = append(append(c.content, e.data...), make([]byte, sectors*sectorSize-len(e.data))...)
	}
	c.directory = append(c.directory, d...)
	return uint32(len(c.directory)/128 - 1)
}

// list writes siblings, each the right one of the one before, and returns the first.
func (c *compoundWriter) list(entries []storedEntry) uint32 {
	next := uint32(noSector)
	for _, e := range entries {
		if e.entries != nil {
			next = c.add(e, 1, c.list(e.entries), next)
		} else {
			next = c.add(e, 2, noSector, next)
		}
	}
	return next
}

// sectorTable returns the table that says which sector follows which, and how many sectors
// it has: first those of the streams, then those of the directory, then its own.
func (c *compoundWriter) sectorTable(data, folders int) (table []byte, sectors int) {
	sectors = (data + folders + 8 + 127) / 128
	table = bytes.Repeat([]byte{0xff}, sectors*sectorSize)
	chain := func(first, n int) {
		for i := first; i < first+n; i++ {
			binary.LittleEndian.PutUint32(table[4*i:], uint32(i+1))
		}
		binary.LittleEndian.PutUint32(table[4*(first+n-1):], chainEnd)
	}
	for _, s := range c.chains {
		chain(s[0], s[1])
	}
	chain(data, folders)
	for i := range sectors {
		binary.LittleEndian.PutUint32(table[4*(data+folders+i):], fatSector)
	}
	return table, sectors
}
