package httplimits_test

import (
	"net/http"
	"time"

	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/httplimits"
)

// largeBody is the length from which bodies are worked on in turns.
const largeBody = 256 << 10

// loose are limits that no test meets, for a test to tighten one of them. A request says
// in a header who sends it.
func loose() httplimits.Options {
	return httplimits.Options{
		Principal:     func(r *http.Request) string { return r.Header.Get("Principal") },
		Requests:      1000,
		BodyBytes:     100 << 20,
		BodyTimeout:   time.Hour,
		LargeBodies:   1000,
		LargeBodyWait: time.Hour,
	}
}

// limited puts the limits of opts before h.
func limited(opts httplimits.Options, h http.HandlerFunc) http.Handler {
	return httplimits.New(opts)(h)
}
