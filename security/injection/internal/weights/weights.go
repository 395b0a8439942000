// Package weights holds what the features of a model weigh, in a table that is looked up at one
// place in memory a feature.
package weights

import (
	"cmp"
	"math/bits"
	"slices"
)

// Table holds the weights of some features, as signed bytes, in buckets of four
// entries. The upper bits of a feature's number choose the bucket, and an entry
// stores the lower ones as its check. A feature that isn't there weighs 0. An array
// indexed by a shorter hash would give most features that the model never saw
// the weight of another. A bucket has its checks in the lower half, its weights in the upper.
type Table []uint64

const (
	bucketBits = 17
	checkBits  = 7
	half       = 32 // bits of a bucket
	taken      = 1 << checkBits
	eachByte   = 0x01010101
)

// Buckets is the length of a table.
const Buckets = 1 << bucketBits

// Features are numbers of FeatureBits bits, below Features.
const (
	FeatureBits = bucketBits + checkBits
	Features    = 1 << FeatureBits
)

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
	table := make(Table, Buckets)
	for _, w := range list {
		bucket := &table[w.Feature>>checkBits]
		for at := 0; at < half; at += 8 {
			if *bucket>>at&taken == 0 {
				*bucket |= uint64(checkOf(w.Feature))<<at | uint64(byte(w.Weight))<<(half+at)
				break
			}
		}
	}
	return table
}

// All returns the weights of a table.
func (t Table) All() (list []Weight) {
	for i, bucket := range t {
		for ; bucket&taken != 0; bucket = bucket >> 8 &^ (0xff << (half - 8)) {
			list = append(list, Weight{uint32(i)<<checkBits | uint32(bucket)&(taken-1), int8(bucket >> half)})
		}
	}
	return list
}

func magnitude(w int8) int { return max(int(w), -int(w)) }

func checkOf(feature uint32) byte { return taken | byte(feature) }

// Of returns the weight of a feature.
func (t Table) Of(feature uint32) int { return weightIn(t[feature>>checkBits], feature) }

// Sum returns what features weigh together. It reads many buckets before it looks into the first, so that the
// processor waits for the memory of all of them at once.
func (t Table) Sum(features []uint32) (sum int) {
	var buckets [64]uint64
	for len(features) > 0 {
		part := features[:min(len(features), len(buckets))]
		features = features[len(part):]
		for i, feature := range part {
			buckets[i%len(buckets)] = t[feature>>checkBits]
		}
		for i, feature := range part {
			sum += weightIn(buckets[i%len(buckets)], feature)
		}
	}
	return sum
}

// weightIn compares the check of a feature with all of a bucket at once: a byte of the difference is
// zero where they are equal (Mycroft 1987).
func weightIn(bucket uint64, feature uint32) int {
	diff := uint32(bucket) ^ eachByte*uint32(checkOf(feature))
	equal := (diff - eachByte) &^ diff & (eachByte << 7)
	weight := int(int8(bucket >> ((half + bits.TrailingZeros32(equal) - 7) % 64)))
	if equal == 0 { // a conditional move: whether a feature is there can't be predicted
		weight = 0
	}
	return weight
}
