package httplimits

import (
	"net/http"
	"sync"
)

// limitRequests answers 429 to a principal that has Options.Requests of them under way. The
// principal "" has no limit.
func (o Options) limitRequests(h http.Handler) http.Handler {
	var mu sync.Mutex
	busy := map[string]int{}
	begin := func(principal string) bool {
		mu.Lock()
		defer mu.Unlock()
		if busy[principal] >= o.Requests {
			return false
		}
		busy[principal]++
		return true
	}
	end := func(principal string) {
		mu.Lock()
		defer mu.Unlock()
		if busy[principal]--; busy[principal] == 0 {
			delete(busy, principal)
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		principal := o.Principal(r)
		if principal == "" {
			h.ServeHTTP(w, r)
			return
		}
		if !begin(principal) {
			refuseForNow(w, "too many requests of this principal are under way")
			return
		}
		defer end(principal)
		h.ServeHTTP(w, r)
	})
}
