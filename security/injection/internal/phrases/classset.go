package phrases

import (
	"iter"
	"math/bits"
)

const maxClasses = 128

// More classes than maxClasses do not compile.
const _ = uint(maxClasses - NumClasses)

// ClassSet is a set of classes.
type ClassSet struct {
	low, high uint64 // a bit for each class below 64, and from 64 on
}

// ClassSetOf returns the set of some classes.
func ClassSetOf(classes ...Class) (s ClassSet) {
	for _, c := range classes {
		s = s.With(c)
	}
	return s
}

// With returns the set with a class. A shift by 64 or more leaves no bit.
func (s ClassSet) With(c Class) ClassSet { return ClassSet{s.low | 1<<c, s.high | 1<<(c-64)} }

// Union returns the classes of either set.
func (s ClassSet) Union(o ClassSet) ClassSet { return ClassSet{s.low | o.low, s.high | o.high} }

// Without returns the classes of s that are not in o.
func (s ClassSet) Without(o ClassSet) ClassSet { return ClassSet{s.low &^ o.low, s.high &^ o.high} }

// Has reports whether a class is in the set.
func (s ClassSet) Has(c Class) bool { return (s.low>>c|s.high>>(c-64))&1 != 0 }

// Intersects reports whether the sets have a class in common.
func (s ClassSet) Intersects(o ClassSet) bool { return s.low&o.low|s.high&o.high != 0 }

// IsEmpty reports whether no class is in the set.
func (s ClassSet) IsEmpty() bool { return s.low|s.high == 0 }

// All yields the classes of the set in the order of their constants.
func (s ClassSet) All() iter.Seq[Class] {
	return func(yield func(Class) bool) {
		for k, half := range [...]uint64{s.low, s.high} {
			for ; half != 0; half &= half - 1 {
				if !yield(Class(64*k + bits.TrailingZeros64(half))) {
					return
				}
			}
		}
	}
}
