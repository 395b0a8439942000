// Package weights holds what the features of a model weigh, in a table that is looked up at one
// place in memory a feature.
package weights

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
)

// Table holds the weights of some features, as signed bytes, in buckets of four
// entries. The upper bits of a feature's number choose the bucket, and an entry
// stores the lower ones as its check. A feature that isn't there weighs 0. An array
// indexed by a shorter hash would give most features that the model never saw
// the weight of another.
type Table string

const (
	bucketBits = 17
	checkBits  = 7

	bucketEntries = 4
	bucketSize    = 2 * bucketEntries // checks, then weights
)

// Size is the length of a table in bytes.
const Size = bucketSize << bucketBits

// Features are numbers of FeatureBits bits, below Features.
const (
	FeatureBits = bucketBits + checkBits
	Features    = 1 << FeatureBits
)

const taken = 1 << checkBits

// Weight is a feature and its weight.
type Weight struct {
	Feature uint32
	Weight  int8
}

// Pack returns a table of the weights. Where more than four fall into one bucket,
// those are left out that are nearest to zero.
func Pack(list []Weight) Table {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b Weight) int {
		return cmp.Or(cmp.Compare(magnitude(b.Weight), magnitude(a.Weight)), cmp.Compare(a.Feature, b.Feature))
	})
	table := make([]byte, Size)
	for _, w := range list {
		bucket := table[bucketSize*(w.Feature>>checkBits):][:bucketSize]
		if i := bytes.IndexByte(bucket[:bucketEntries], 0); i >= 0 {
			bucket[i], bucket[bucketEntries+i] = checkOf(w.Feature), byte(w.Weight)
		}
	}
	return Table(table)
}

// All returns the weights of a table.
func (t Table) All() (list []Weight) {
	for at := 0; at < len(t); at += bucketSize {
		for i := range bucketEntries {
			if check := t[at+i]; check != 0 {
				list = append(list, Weight{uint32(at/bucketSize)<<checkBits | uint32(check)&^taken, int8(t[at+bucketEntries+i])})
			}
		}
	}
	return list
}

func magnitude(w int8) int { return max(int(w), -int(w)) }

func checkOf(feature uint32) byte { return taken | byte(feature) }

const eachByte = 0x01010101

// Of returns the weight of a feature. The check is compared with all of a
// bucket at once: a byte of the difference is zero where they are equal (Mycroft 1987).
func (t Table) Of(feature uint32) int {
	at := bucketSize * (feature >> checkBits)
	bucket := binary.LittleEndian.Uint64([]byte(t[at : at+bucketSize]))
	diff := uint32(bucket) ^ eachByte*uint32(checkOf(feature))
	equal := (diff - eachByte) &^ diff & (eachByte << 7)
	weight := int(int8(bucket >> ((32 + bits.TrailingZeros32(equal) - 7) % 64)))
	if equal == 0 { // a conditional move: whether a feature is there can't be predicted
		weight = 0
	}
	return weight
}
