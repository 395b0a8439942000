// Package record writes the requests of a client and their responses to a file, and replays
// them. Tests of agents then run without network, and a run can be inspected and repeated
// later. The file, a cassette, is WARC/1.1, which the tools of web archives read.
//
//	cassette, err := record.Open("testdata/agent.warc.gz", record.Options{Mode: record.Replay})
//	...
//	defer cassette.Close()
//	client, err := webfetch.New(webfetch.Options{Hooks: webfetch.Hooks{WrapTransport: cassette.Transport}})
//
// Record it once with record.Record instead of record.Replay. A Cassette wraps any
// http.RoundTripper, so that clients of other services can use the same file.
//
// # What is kept
//
// Requests and responses as they are sent, robots.txt, redirects and failed tries included:
// status, header fields, the body before content decoding, the address that answered. What
// [Redaction] names as secret is replaced before anything is written. The order and the case
// of the names of header fields are not kept. A request that no response came to is not
// kept: on replay it is a [MissError].
//
// # What is found
//
// A request finds the recording of one with the same method, URL and body, and with the same
// values of the header fields that decided about the response: those that its Vary names
// (RFC 9110, section 12.5.5) except User-Agent, Range, and the conditions of caches. Secrets are compared as
// they are kept, that is, only whether they are there. Where a request was recorded more
// than once its recordings are given in their order, and the last of them from then on.
//
// # Security considerations
//
// The egress policy of a webfetch client holds for what it replays too, as far as addresses
// of pages are concerned; no name is resolved and nothing is connected to. A cassette is
// input like any other: its reader is bounded.
package record

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/webfetch/record/internal/warc"
)

// Cassette is a file of recordings. It is safe for concurrent use. Make one with
// [Open] or [Read], and Close it at the end.
type Cassette struct {
	opts   Options
	redact *redactor
	source io.ReaderAt
	file   *os.File // nil: of Read

	mu     sync.Mutex
	index  *index
	writer *warc.Writer // nil: nothing is recorded
	closed bool
}

var errClosed = errors.New("record: the cassette is closed")

// Open opens a cassette. In mode Replay the file must be there; in mode Record it
// is made empty. A record that a killed program has left half written is passed
// over, and cut off in the modes that add to the file. In these one program at a
// time may have the file open.
//
// The file is read once for its index, which takes less than 1 KiB a recording;
// bodies are read when they are asked for. More than 200,000 recordings are an
// error.
func Open(path string, opts Options) (*Cassette, error) {
	opts, err := opts.withDefaults()
	if err != nil {
		return nil, err
	}
	flag := os.O_RDWR | os.O_CREATE
	switch opts.Mode {
	case Replay:
		flag = os.O_RDONLY
	case Record:
		flag |= os.O_TRUNC
	}
	file, err := os.OpenFile(path, flag, 0o600)
	if err != nil {
		return nil, err
	}
	c := newCassette(file, opts)
	c.file = file
	if err := c.load(); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("record: %s: %w", path, err)
	}
	return c, nil
}

// Read returns a cassette of bytes, for example of an embedded file. It can be
// replayed only: another mode is an error.
func Read(r io.ReaderAt, opts Options) (*Cassette, error) {
	opts, err := opts.withDefaults()
	if err != nil {
		return nil, err
	}
	if opts.Mode != Replay {
		return nil, errors.New("record: bytes can only be replayed")
	}
	c := newCassette(r, opts)
	if err := c.load(); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return c, nil
}

func newCassette(source io.ReaderAt, opts Options) *Cassette {
	return &Cassette{opts: opts, source: source,
		redact: &redactor{setOf(secretHeaders, opts.Redact.Names, opts.Redact.Keep), setOf(secretParams, opts.Redact.Names, opts.Redact.Keep), opts.Redact.Body},
		index:  &index{byKey: map[string][]*entry{}, byID: map[string]*entry{}, byBody: map[string]*entry{}, waiting: map[string]request{}},
	}
}

func (c *Cassette) load() error {
	if c.opts.Mode == Replay {
		return c.index.read(c.from(0), 0)
	}
	writer, _, err := warc.Append(c.file, c.index.add)
	if err != nil {
		return err
	}
	if c.writer = writer; writer.Size() > 0 {
		return nil
	}
	return writer.Info(warc.Header{{Name: "software", Value: "webfetch-go"}, {Name: "format", Value: "WARC File Format 1.1"}})
}

func (c *Cassette) from(offset int64) io.Reader {
	return io.NewSectionReader(c.source, offset, math.MaxInt64-offset)
}

// Transport returns a RoundTripper that answers from the cassette, and asks next
// for what the mode has it ask the network for. In mode Replay next may be nil. It
// is a value for webfetch.Options.Hooks.WrapTransport.
func (c *Cassette) Transport(next http.RoundTripper) http.RoundTripper {
	return roundTripper(func(req *http.Request) (*http.Response, error) { return c.roundTrip(req, next) })
}

// Close closes the file and returns the error that writing ended with, if it did.
// Bodies that are still being read are not recorded. It may be called more than once.
func (c *Cassette) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil
	}
	c.closed = true
	var err error
	if c.writer != nil {
		err = c.writer.Err()
	}
	if c.file != nil {
		err = errors.Join(err, c.file.Close())
	}
	return err
}

func (c *Cassette) write(x *warc.Exchange) error {
	c.redact.apply(x)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return errClosed
	}
	began := c.writer.Size()
	if err := c.writer.Exchange(x); err != nil {
		return &writeError{err}
	}
	if c.opts.Mode != ReplayOrRecord {
		return nil
	}
	return c.index.read(c.from(began), began)
}

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

const redacted = "REDACTED"

// Redaction configures which secrets are kept out of a cassette. The zero value replaces the
// values of these by "REDACTED", ignoring the case of their names:
//
//   - the header fields Authorization, Proxy-Authorization, Authentication-Info,
//     Cookie, Set-Cookie, X-Api-Key, Api-Key, X-Auth-Token, X-Access-Token,
//     X-Csrf-Token, X-Xsrf-Token, X-Amz-Security-Token, X-Goog-Api-Key,
//     X-Goog-Iap-Jwt-Assertion, Cf-Access-Client-Secret, Cf-Access-Jwt-Assertion,
//     Private-Token, Signature
//   - the query parameters api_key, apikey, api-key, key, token, access_token,
//     id_token, refresh_token, auth, auth_token, authorization, client_secret,
//     secret, password, passwd, pwd, session, sessionid, sid, jwt, sig,
//     signature, code, X-Amz-Signature, X-Amz-Credential, X-Amz-Security-Token,
//     X-Goog-Signature, X-Goog-Credential, AWSAccessKeyId, Key-Pair-Id, of the
//     request and of the addresses in Location, Content-Location, Refresh, Link and
//     Referer
//   - user name and password of an address
//
// Bodies are kept as they are, unless Body changes them.
type Redaction struct {
	// Names are more header fields and query parameters.
	Names []string
	// Keep are header fields and query parameters that are kept although they are
	// on the lists.
	Keep []string
	// Body, when set, returns what is kept of the body of a request or a response, before
	// content decoding, with that header. What it does to the body of a request decides which
	// recording is found. It is called from several goroutines at a time.
	Body func(header http.Header, body []byte) []byte
}

var secretHeaders = []string{
	"authorization", "proxy-authorization", "authentication-info", "cookie", "set-cookie", "x-api-key", "api-key",
	"x-auth-token", "x-access-token", "x-csrf-token", "x-xsrf-token", "x-amz-security-token", "x-goog-api-key",
	"x-goog-iap-jwt-assertion", "cf-access-client-secret", "cf-access-jwt-assertion", "private-token", "signature",
}

var secretParams = []string{
	"api_key", "apikey", "api-key", "key", "token", "access_token", "id_token", "refresh_token", "auth", "auth_token",
	"authorization", "client_secret", "secret", "password", "passwd", "pwd", "session", "sessionid", "sid", "jwt", "sig",
	"signature", "code", "x-amz-signature", "x-amz-credential", "x-amz-security-token", "x-goog-signature",
	"x-goog-credential", "awsaccesskeyid", "key-pair-id",
}

var addressHeaders = []string{"Location", "Content-Location", "Refresh", "Link", "Referer"}

type redactor struct {
	headers, params map[string]bool // lower case
	body            func(http.Header, []byte) []byte
}

func setOf(builtIn, more, without []string) map[string]bool {
	set := map[string]bool{}
	for _, name := range slices.Concat(builtIn, more) {
		set[strings.ToLower(name)] = true
	}
	for _, name := range without {
		delete(set, strings.ToLower(name))
	}
	return set
}

func (r *redactor) apply(x *warc.Exchange) {
	x.URL = r.address(x.URL)
	x.Request, x.Header = r.header(x.Request), r.header(x.Header)
	if r.body != nil {
		x.RequestBody, x.Body = r.body(x.Request, x.RequestBody), r.body(x.Header, x.Body)
	}
}

func (r *redactor) header(h http.Header) http.Header {
	clean := maps.Clone(h)
	for name, values := range clean {
		switch {
		case r.headers[strings.ToLower(name)]:
			clean[name] = []string{redacted}
		case slices.Contains(addressHeaders, http.CanonicalHeaderKey(name)):
			clean[name] = slices.Clone(values)
			for i, value := range values {
				clean[name][i] = r.text(value)
			}
		}
	}
	return clean
}

func (r *redactor) address(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return raw
	}
	if u.User != nil {
		u.User = url.User(redacted)
	}
	u.RawQuery = r.query(u.RawQuery)
	u.Fragment, u.RawFragment = "", ""
	return u.String()
}

func (r *redactor) query(raw string) string {
	pairs := strings.Split(raw, "&")
	for i, pair := range pairs {
		if name, value, _ := strings.Cut(pair, "="); value != "" && r.isSecret(name) {
			pairs[i] = name + "=" + redacted
		}
	}
	return strings.Join(pairs, "&")
}

func (r *redactor) isSecret(param string) bool {
	plain, err := url.QueryUnescape(param)
	return err == nil && r.params[strings.ToLower(plain)]
}

var pair = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([?&;])([^=&?#;<>"'\s]+)=([^&#;<>"'\s]+)`) })

// userinfo is user information of an address in running text.
var userinfo = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`//[^/?#@\s<>"']+@`) })

func (r *redactor) text(value string) string {
	value = pair().ReplaceAllStringFunc(value, func(found string) string {
		m := pair().FindStringSubmatch(found)
		if r.isSecret(m[2]) {
			return m[1] + m[2] + "=" + redacted
		}
		return found
	})
	return userinfo().ReplaceAllString(value, "//"+redacted+"@")
}
