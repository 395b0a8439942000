package httplimits

import "net/http"

// BodyMemory returns the limit of body memory alone, and how many principals it knows:
// when no bodies are left it may know none, which no answer would show.
func BodyMemory(opts Options, h http.Handler) (limited http.Handler, principals func() int) {
	room := newBodyMemory(opts.BodyBytes)
	return opts.limitBodyMemory(room, h), func() int {
		room.mu.Lock()
		defer room.mu.Unlock()
		return len(room.shares)
	}
}
