package httpcache

import (
	"net/http"
	"slices"
)

// Conditions returns the fields that ask an origin whether a response is still
// valid (RFC 9111, section 4.3.1), nil if it has no validators, or the request
// has conditions of its own.
func Conditions(r *Request, e *Entry) http.Header {
	own := slices.ContainsFunc([]string{"If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range"}, func(name string) bool { return r.Header.Get(name) != "" })
	if own || !HasValidator(e) {
		return nil
	}
	h := http.Header{}
	for name, condition := range map[string]string{"ETag": "If-None-Match", "Last-Modified": "If-Modified-Since"} {
		if value := e.Header.Get(name); value != "" {
			h.Set(condition, value)
		}
	}
	return h
}

// HasValidator reports whether an origin can be asked if the response is still
// valid.
func HasValidator(e *Entry) bool {
	return e.Header.Get("ETag") != "" || e.Header.Get("Last-Modified") != ""
}

// Update returns a stored response with the fields of the 304 that confirmed it
// (RFC 9111, section 3.2).
func Update(e, confirmed *Entry) *Entry {
	out := *e
	out.Header = e.Header.Clone()
	if out.Header == nil {
		out.Header = http.Header{}
	}
	out.Header.Del("Age") // of the stored response; the new one may have none
	for name, values := range confirmed.Header {
		if !isKept(name, confirmed.Header) {
			out.Header[name] = values
		}
	}
	out.Requested, out.Received = confirmed.Requested, confirmed.Received
	return &out
}

// isKept reports fields that a 304 does not change: those of the connection and
// those of the body that is stored.
func isKept(name string, h http.Header) bool {
	switch http.CanonicalHeaderKey(name) {
	case "Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization", "Proxy-Connection", "Te", "Trailer",
		"Transfer-Encoding", "Upgrade", "Content-Length", "Content-Encoding", "Content-Range":
		return true
	}
	return hasToken(h, "Connection", name)
}
