package httplimits

import (
	"net/http"

	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/admission"
)

func (o Options) limitRequests(h http.Handler) http.Handler {
	busy := admission.New(admission.Options{Calls: o.Requests})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if principal := o.Principal(r); principal != "" {
			end, err := busy.Begin(principal)
			if err != nil {
				refuseForNow(w, "too many requests of this principal are under way")
				return
			}
			defer end()
		}
		h.ServeHTTP(w, r)
	})
}
