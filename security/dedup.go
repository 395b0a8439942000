package security

import (
	"encoding/binary"
	"math/bits"
)

// stringSet is a set of texts. It looks at a few bytes of each to tell most of them
// apart, and remembers no more than a few that those bytes don't distinguish, so
// that the work is linear in the number of texts, whatever they are.
type stringSet struct {
	list  []string
	slots []uint16 // open addressing: 1 + index into list, 0 for a free one
}

// Bounds of the set.
const (
	minSlots = 1 << 8
	maxTexts = 1 << 15
	maxTries = 32
)

// add reports whether it has added a text: false if it was there.
func (t *stringSet) add(s string) bool {
	if 4*len(t.list) >= len(t.slots) {
		t.grow()
	}
	slot, there := t.find(s)
	if !there && slot >= 0 && len(t.list) < maxTexts {
		t.list = append(t.list, s)
		t.slots[slot] = uint16(len(t.list))
	}
	return !there
}

// find returns the slot of a text and whether it is there; -1 if there is no room
// for it.
func (t *stringSet) find(s string) (slot int, there bool) {
	mask := len(t.slots) - 1
	at := int(sample(s)>>32) & mask
	for range maxTries {
		n := t.slots[at]
		if n == 0 {
			return at, false
		}
		if t.list[n-1] == s {
			return at, true
		}
		at = (at + 1) & mask
	}
	return -1, false
}

// grow doubles the slots.
func (t *stringSet) grow() {
	t.slots = make([]uint16, max(minSlots, 2*len(t.slots)))
	for i, s := range t.list {
		if slot, there := t.find(s); !there && slot >= 0 {
			t.slots[slot] = uint16(i + 1)
		}
	}
}

// clear empties the set.
func (t *stringSet) clear() {
	clear(t.list)
	clear(t.slots)
	t.list = t.list[:0]
}

// sample hashes the length of a text and up to 64 of its bytes, evenly spread.
func sample(s string) uint64 {
	const steps = 7
	h := uint64(len(s))
	if len(s) < 8 {
		var b [8]byte
		copy(b[:], s)
		return stir(h ^ binary.LittleEndian.Uint64(b[:]))
	}
	for k := range steps + 1 {
		x := s[k*(len(s)-8)/steps:][:8]
		h = stir(h ^ (uint64(x[0]) | uint64(x[1])<<8 | uint64(x[2])<<16 | uint64(x[3])<<24 | uint64(x[4])<<32 | uint64(x[5])<<40 | uint64(x[6])<<48 | uint64(x[7])<<56))
	}
	return h
}

// stir has all bits of a number count in all others.
func stir(h uint64) uint64 {
	hi, lo := bits.Mul64(h^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
	return hi ^ lo
}
