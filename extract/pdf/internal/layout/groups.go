package layout

import "iter"

// groups yields the parts of all, in order: an element is in the part before it if goesOn says so.
func groups[T any](all []T, goesOn func(part []T, next T) bool) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		for start := 0; start < len(all); {
			end := start + 1
			for end < len(all) && goesOn(all[start:end], all[end]) {
				end++
			}
			if !yield(all[start:end:end]) {
				return
			}
			start = end
		}
	}
}

func last[T any](all []T) T { return all[len(all)-1] }

// count returns how many elements is says yes of.
func count[T any](all []T, is func(T) bool) (n int) {
	for _, v := range all {
		if is(v) {
			n++
		}
	}
	return n
}

// filter returns the elements that is says yes of, in a slice of their own.
func filter[T any](all []T, is func(T) bool) (kept []T) {
	for _, v := range all {
		if is(v) {
			kept = append(kept, v)
		}
	}
	return kept
}
