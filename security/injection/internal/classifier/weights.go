package classifier

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
)

// Weights holds the weights of some features, as signed bytes: a table of
// buckets of four entries, found by the first bits of a feature's number and told
// apart by the rest of it. A feature that isn't there weighs nothing. An array
// indexed by a shorter hash would give most features that the model never saw
// the weight of another.
type Weights string

const (
	bucketBits = 17
	checkBits  = 7

	bucketEntries = 4
	bucketSize    = 2 * bucketEntries // checks, then weights
	weightsSize   = bucketSize << bucketBits
)

// FeatureSpace is the number of features that are distinguished.
const FeatureSpace = 1 << featureBits

// taken is set in the check of an entry that is used.
const taken = 1 << checkBits

// FeatureWeight is the weight of a feature.
type FeatureWeight struct {
	Feature uint32
	Weight  int8
}

// PackWeights returns a table of the weights. Where more than four fall into one bucket,
// those are left out that are nearest to zero.
func PackWeights(list []FeatureWeight) Weights {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b FeatureWeight) int {
		return cmp.Or(cmp.Compare(magnitude(b.Weight), magnitude(a.Weight)), cmp.Compare(a.Feature, b.Feature))
	})
	table := make([]byte, weightsSize)
	for _, w := range list {
		bucket := table[bucketSize*(w.Feature>>checkBits):][:bucketSize]
		if i := bytes.IndexByte(bucket[:bucketEntries], 0); i >= 0 {
			bucket[i], bucket[bucketEntries+i] = checkOf(w.Feature), byte(w.Weight)
		}
	}
	return Weights(table)
}

func magnitude(w int8) int { return max(int(w), -int(w)) }

// checkOf is what distinguishes a feature from others of its bucket.
func checkOf(feature uint32) byte { return taken | byte(feature) }

// eachByte is a one in each byte of the checks.
const eachByte = 0x01010101

// of returns the weight of a feature. The check is compared with all of a
// bucket at once: a byte of the difference is zero where they are equal (Mycroft 1987).
func (w Weights) of(feature uint32) int {
	at := bucketSize * (feature >> checkBits)
	bucket := binary.LittleEndian.Uint64([]byte(w[at : at+bucketSize]))
	diff := uint32(bucket) ^ eachByte*uint32(checkOf(feature))
	equal := (diff - eachByte) &^ diff & (eachByte << 7)
	weight := int(int8(bucket >> ((32 + bits.TrailingZeros32(equal) - 7) % 64)))
	if equal == 0 { // a conditional move: whether a feature is there can't be predicted
		weight = 0
	}
	return weight
}
