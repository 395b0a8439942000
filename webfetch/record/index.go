package record

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"net/http"
	"net/textproto"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch/record/internal/warc"
)

const (
	maxEntries = 200_000   // recordings of a cassette
	maxHead    = 512 << 10 // bytes of the header of a recorded message
)

var errManyEntries = errors.New("more than 200,000 recordings")

type index struct {
	byKey   map[string][]*entry
	byID    map[string]*entry  // for requests and revisits
	byBody  map[string]*entry  // by payload digest, for revisits
	waiting map[string]request // without response yet, by the ID that it will have or name
	count   int
	base    int64 // what is added to offsets
}

type entry struct {
	id, uri string
	offset  int64
	revisit string // the ID of the record with the body
	payload string // the digest of the body
	cut     bool   // the body is not whole
	vary    []string
	asked   request
	used    bool
}

type request struct {
	method, body string // body is its digest
	header       http.Header
}

// only returns r without the fields that decided nothing.
func (r request) only(names []string) request {
	kept := http.Header{}
	for _, name := range names {
		if values := r.header.Values(name); len(values) > 0 {
			kept[name] = values
		}
	}
	r.header = kept
	return r
}

// read adds the records of an input that begins at an offset of the file. One that ends within a
// record is passed over.
func (x *index) read(in io.Reader, offset int64) error {
	x.base = offset
	for r := warc.NewReader(in); ; {
		rec, err := r.Next()
		if err == io.EOF || errors.Is(err, warc.ErrCut) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := x.add(rec); err != nil {
			return err
		}
	}
}

// Responses yields the address and the status of each response in a WARC file, in its order. It
// ends at the end of r, and at a record that is cut off or malformed.
func Responses(r io.Reader) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for in := warc.NewReader(r); ; {
			rec, err := in.Next()
			if err != nil {
				return
			}
			if rec.Type != warc.TypeResponse && rec.Type != warc.TypeRevisit {
				continue
			}
			answer, err := http.ReadResponse(bufio.NewReader(rec.Block), nil)
			if err != nil {
				continue
			}
			_ = answer.Body.Close() // nothing is held
			if !yield(rec.TargetURI(), answer.StatusCode) {
				return
			}
		}
	}
}

// add returns an error if there are too many recordings. One that can't be read is passed over: if its record is cut
// off or damaged, so is the next, for the reader.
func (x *index) add(rec *warc.Record) error {
	switch rec.Type {
	case warc.TypeResponse, warc.TypeRevisit:
		return x.addResponse(rec)
	case warc.TypeRequest:
		x.addRequest(rec)
	}
	return nil
}

func (x *index) addResponse(rec *warc.Record) error {
	if uri := rec.TargetURI(); !strings.HasPrefix(uri, "http://") && !strings.HasPrefix(uri, "https://") {
		return nil
	}
	if x.count++; x.count > maxEntries {
		return errManyEntries
	}
	e := &entry{
		id: rec.ID(), uri: rec.TargetURI(), offset: x.base + rec.Offset, payload: rec.Get("WARC-Payload-Digest"),
		cut: rec.Get("WARC-Truncated") != "", asked: request{method: http.MethodGet},
	}
	if rec.Type == warc.TypeRevisit {
		e.revisit = cmp.Or(rec.Reference("WARC-Refers-To"), "?")
	}
	_, header, _, err := readHead(rec.Block)
	if err != nil && rec.Type == warc.TypeResponse {
		return nil
	}
	e.vary = varying(header)
	for _, id := range []string{e.id, rec.Reference("WARC-Concurrent-To")} {
		if asked, found := x.waiting[id]; found {
			e.asked = asked.only(e.vary)
			delete(x.waiting, id)
		}
	}
	x.byID[e.id] = e
	if _, found := x.byBody[e.payload]; !found && e.revisit == "" && !e.cut {
		x.byBody[e.payload] = e
	}
	x.put(e)
	return nil
}

// addRequest completes the entry of the response, before or after it.
func (x *index) addRequest(rec *warc.Record) {
	line, header, body, err := readHead(rec.Block)
	if err != nil {
		return
	}
	digest, err := digestOf(body)
	if err != nil {
		return
	}
	method, _, _ := strings.Cut(line, " ")
	asked := request{method: method, body: digest, header: header}
	of := rec.Reference("WARC-Concurrent-To")
	e := x.byID[of]
	if e == nil { // the response comes later, and names this record or is named by it
		if len(x.waiting) < maxEntries {
			x.waiting[cmp.Or(of, rec.ID())] = asked
		}
		return
	}
	k := e.key()
	if x.byKey[k] = slices.DeleteFunc(x.byKey[k], func(other *entry) bool { return other == e }); len(x.byKey[k]) == 0 {
		delete(x.byKey, k)
	}
	e.asked = asked.only(e.vary)
	x.put(e)
}

func (e *entry) key() string { return key(e.asked.method, e.uri, e.asked.body) }

func key(method, uri, body string) string { return method + " " + uri + " " + body }

func (x *index) put(e *entry) {
	k := e.key()
	x.byKey[k] = append(x.byKey[k], e)
}

func readHead(block io.Reader) (first string, header http.Header, rest io.Reader, err error) {
	buffered := bufio.NewReader(block)
	limited := &io.LimitedReader{R: buffered, N: maxHead}
	r := textproto.NewReader(bufio.NewReaderSize(limited, 16))
	if first, err = r.ReadLine(); err != nil {
		return "", nil, nil, err
	}
	if !strings.Contains(first, "HTTP/") {
		return "", nil, nil, fmt.Errorf("not a message of HTTP: %.20q", first)
	}
	fields, err := r.ReadMIMEHeader()
	if err != nil {
		return "", nil, nil, err
	}
	limited.N = math.MaxInt64
	return first, http.Header(fields), r.R, nil
}

// deciding are fields that decide about a response whether Vary names them or not.
var deciding = []string{"Range", "If-Range", "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since"}

func varying(header http.Header) []string {
	names := slices.Clone(deciding)
	for _, value := range header.Values("Vary") {
		for name := range strings.SplitSeq(value, ",") {
			if name = http.CanonicalHeaderKey(strings.TrimSpace(name)); name != "" && name != "*" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// find returns the first recording that was not replayed yet, else the last; if none matches, a
// field in which the request differs.
func (x *index) find(uri string, asked request) (found *entry, differs string) {
	for _, e := range x.byKey[key(asked.method, uri, asked.body)] {
		if name := e.differs(asked.header); name != "" {
			differs = name
			continue
		}
		if found = e; !e.used {
			break
		}
	}
	if found == nil {
		return nil, differs
	}
	found.used = true
	return found, ""
}

// A recording without request matches every request. User-Agent does not matter, so that the next
// version of a program finds its recordings.
func (e *entry) differs(header http.Header) string {
	if e.asked.header == nil {
		return ""
	}
	for _, name := range e.vary {
		if name != "User-Agent" && normal(e.asked.header.Values(name)) != normal(header.Values(name)) {
			return name
		}
	}
	return ""
}

// Lines and white space don't matter (RFC 9111, section 4.1).
func normal(values []string) string {
	parts := strings.Split(strings.Join(values, ","), ",")
	for i, part := range parts {
		parts[i] = strings.TrimSpace(part)
	}
	return strings.Join(parts, ",")
}

var errLongBody = errors.New("record: the body of the request is longer than MaxBytes")

func digestOf(body io.Reader) (string, error) {
	h := sha256.New()
	n, err := io.Copy(h, body)
	if err != nil || n == 0 {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
