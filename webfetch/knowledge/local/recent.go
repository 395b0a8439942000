package local

import (
	"slices"
	"sync"
)

// recent keeps the values that were used last, by keys: as many as are limit in size, at least one.
type recent[V any] struct {
	limit int64
	size  func(V) int64

	mu   sync.Mutex
	kept []keptValue[V] // last used first
}

type keptValue[V any] struct {
	key   string
	value V
	size  int64
}

// get returns the value of a key, or its zero.
func (r *recent[V]) get(key string) (v V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.IndexFunc(r.kept, func(k keptValue[V]) bool { return k.key == key })
	if i < 0 {
		return v
	}
	k := r.kept[i]
	r.kept = slices.Insert(slices.Delete(r.kept, i, i+1), 0, k)
	return k.value
}

// put stores the value of a key in place of another.
func (r *recent[V]) put(key string, v V) {
	kept := keptValue[V]{key, v, r.size(v)}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept = slices.DeleteFunc(r.kept, func(k keptValue[V]) bool { return k.key == key })
	r.kept = slices.Insert(r.kept, 0, kept)
	total := int64(0)
	for i, k := range r.kept {
		if total += k.size; i > 0 && total > r.limit {
			r.kept = slices.Delete(r.kept, i, len(r.kept))
			return
		}
	}
}
