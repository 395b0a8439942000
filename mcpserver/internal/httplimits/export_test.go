package httplimits

import "net/http"

// BodyMemory returns the limit of body memory alone, and how many principals it knows:
// when no bodies are left it may know none, which no answer would show.
func BodyMemory(opts Options, h http.Handler) (limited http.Handler, principals func() int) {
	memory := opts.bodyMemory()
	return opts.limitBodyMemory(memory, h), func() int { _, busy, _ := memory.Use(); return busy }
}
