package webfetch

import (
	"slices"
	"sync"
)

const (
	// maxRecent (texts) and maxRecentBytes bound what recentTexts remembers. A text
	// larger than maxRecentBytes is remembered until the next one is put.
	maxRecent      = 32
	maxRecentBytes = 16 << 20
)

// recentTexts remembers the texts that were used last, by a key. The zero value
// is ready to use, and safe for concurrent use.
type recentTexts struct {
	mu    sync.Mutex
	texts []keyedText // used last at the end
	bytes int
}

type keyedText struct{ key, text string }

func (r *recentTexts) get(key string) (text string, known bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := r.index(key)
	if i < 0 {
		return "", false
	}
	found := r.texts[i]
	r.texts = append(slices.Delete(r.texts, i, i+1), found)
	return found.text, true
}

func (r *recentTexts) put(key, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if i := r.index(key); i >= 0 {
		r.drop(i)
	}
	r.texts = append(r.texts, keyedText{key, text})
	r.bytes += len(text)
	for len(r.texts) > 1 && (r.bytes > maxRecentBytes || len(r.texts) > maxRecent) {
		r.drop(0)
	}
}

// index and drop are called with r.mu held.
func (r *recentTexts) index(key string) int {
	return slices.IndexFunc(r.texts, func(t keyedText) bool { return t.key == key })
}

func (r *recentTexts) drop(i int) {
	r.bytes -= len(r.texts[i].text)
	r.texts = slices.Delete(r.texts, i, i+1)
}
