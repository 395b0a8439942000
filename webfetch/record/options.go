package record

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
)

// Mode says where answers come from, and where they go.
type Mode string

// The modes. Zero means Replay.
const (
	// Replay answers from the file alone and never asks the network.
	Replay Mode = "replay"
	// Record asks the network and begins the file anew.
	Record Mode = "record"
	// Append asks the network and adds to the file.
	Append Mode = "append"
	// ReplayOrRecord answers from the file; what is not there is asked of the
	// network and added to it.
	ReplayOrRecord Mode = "replay-or-record"
)

// Options tune a [Cassette]. The zero value replays.
type Options struct {
	// Mode is replay, record, append or replay-or-record. Zero means replay.
	Mode Mode
	// Redact says what is kept out of the file. Zero means the fields and
	// parameters that usually hold secrets.
	Redact Redaction
	// MaxBytes bounds a recorded body, of requests and of responses; the rest of a
	// longer one is passed on, but not kept, and its replay fails where it is missing.
	// Zero means 32 MiB.
	MaxBytes int64
}

func (o Options) withDefaults() (Options, error) {
	o.Mode = cmp.Or(o.Mode, Replay)
	if !slices.Contains([]Mode{Replay, Record, Append, ReplayOrRecord}, o.Mode) {
		return o, fmt.Errorf("record: mode %q is not replay, record, append or replay-or-record", o.Mode)
	}
	if o.MaxBytes < 0 {
		return o, errors.New("record: MaxBytes is negative")
	}
	o.MaxBytes = cmp.Or(o.MaxBytes, 32<<20)
	return o, nil
}

// MissError is the error of a request that a cassette holds no answer to, in mode
// Replay.
type MissError struct {
	Method string // of the request
	// URL is that of the request, without its secrets.
	URL string
	// Differs is a header field in which the request differs from those recorded for the same
	// method, URL and body. Zero means that no such request was recorded.
	Differs string
}

// Error names the request.
func (e *MissError) Error() string {
	if e.Differs != "" {
		return fmt.Sprintf("record: no recording of %s %s with this %s", e.Method, e.URL, e.Differs)
	}
	return fmt.Sprintf("record: no recording of %s %s", e.Method, e.URL)
}

// Retryable returns false: asking again finds nothing either.
func (e *MissError) Retryable() bool { return false }

// writeError is a recording that could not be written, which ends the run: a
// cassette with holes would replay another one.
type writeError struct{ err error }

func (e *writeError) Error() string   { return "record: the cassette can't be written: " + e.err.Error() }
func (e *writeError) Unwrap() error   { return e.err }
func (e *writeError) Retryable() bool { return false }

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }
