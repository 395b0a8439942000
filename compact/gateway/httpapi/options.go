package httpapi

import (
	"net/http"
	"time"

	"github.com/webfetch-mcp/webfetch-go/security"
)

// Options configure a [Client]. The zero value works.
type Options struct {
	// Policy decides where connections may lead. Nil is the zero Policy: the
	// public internet.
	Policy *security.Policy
	// Transport sends the requests. Policy then has no effect. Nil means
	// security.NewTransport(Policy).
	Transport http.RoundTripper
	// Timeout bounds a call with all its attempts and waits. Zero means 60
	// seconds.
	Timeout time.Duration
	// StallTimeout bounds the wait for each next byte of a stream. Zero means
	// 30 seconds.
	StallTimeout time.Duration
	// Attempts is how often a request is sent at most. Zero means 3.
	Attempts int
	// MaxRequestBytes bounds the body of a request. Zero means 16 MiB.
	MaxRequestBytes int64
	// MaxBytes bounds an answer, decompressed, or a whole stream. Zero means 16
	// MiB.
	MaxBytes int64
	// MaxEventBytes bounds the data of one event of a stream. Zero means 1 MiB.
	MaxEventBytes int
	// UserAgent is the User-Agent of requests. Zero means "webfetch-go".
	UserAgent string
}

func orDefault[N int | int64 | time.Duration](n, other N) N {
	if n <= 0 {
		return other
	}
	return n
}

// withDefaults fills in what is zero.
func (o Options) withDefaults() Options {
	o.Timeout = orDefault(o.Timeout, time.Minute)
	o.StallTimeout = orDefault(o.StallTimeout, 30*time.Second)
	o.Attempts = orDefault(o.Attempts, 3)
	o.MaxRequestBytes = orDefault(o.MaxRequestBytes, 16<<20)
	o.MaxBytes = orDefault(o.MaxBytes, 16<<20)
	o.MaxEventBytes = orDefault(o.MaxEventBytes, 1<<20)
	if o.UserAgent == "" {
		o.UserAgent = "webfetch-go"
	}
	if o.Transport == nil {
		o.Transport = security.NewTransport(o.Policy)
	}
	return o
}

// Request is one call of an API.
type Request struct {
	// Op names the call in errors.
	Op string
	// Method is the HTTP method. Empty means POST.
	Method string
	// URL is where to send it.
	URL string
	// Header are headers beside those of the client. Values of Authorization
	// and of headers that end in "-authorization" are secrets, which no error
	// shows.
	Header http.Header
	// ContentType is the media type of Body. Empty means application/json.
	ContentType string
	// Body is sent with each attempt. Nil means none.
	Body []byte
	// Timeout bounds this call. Zero means that of the client.
	Timeout time.Duration
	// Attempts is how often this call may be sent. Zero means that of the
	// client.
	Attempts int
}

// Response is the answer to a call: its status is between 200 and 299.
type Response struct {
	Status   int         // code of HTTP
	Header   http.Header // as received
	Body     []byte      // bounded by the options
	Attempts int         // how often the request was sent
}
