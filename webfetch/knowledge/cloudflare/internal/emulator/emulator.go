// Package emulator answers like Cloudflare AI Search, for tests: it was written
// from the public documentation, and does what that leaves open in any of the
// ways that tests choose.
package emulator

import (
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// Emulator is an http.Handler for one instance. Its fields may not be changed while it serves.
type Emulator struct {
	// Account, Instance and Token are what requests must name.
	Account, Instance, Token string
	// Schema is the custom metadata of the instance.
	Schema map[string]string
	// Bucket lists the objects of the R2 bucket. Nil means the built-in storage.
	Bucket func() []Object
	// Threshold is the match_threshold of the instance.
	Threshold float64
	// CutStored cuts texts of the index to 64 bytes, CutOperands those of filters.
	CutStored, CutOperands bool
	// IgnoreFilters answers from everything.
	IgnoreFilters bool
	// SlowIndex leaves uploaded items unindexed until Sync.
	SlowIndex bool
	// Shape is the form of the first event of a stream: 0 an event of the type
	// chunks, 1 a member of the first data, 2 after the text.
	Shape int
	// Seconds gives timestamps in seconds.
	Seconds bool
	// NoAnswer has chat answer no text.
	NoAnswer bool

	mu       sync.Mutex
	items    []*item
	indexed  []*item
	nextID   int
	lastJob  time.Time
	faults   []Fault
	requests []Request
}

// Object is a file of the bucket.
type Object struct {
	Key      string
	Body     string
	Metadata map[string]string
	Uploaded time.Time
}

// Request is one that the emulator has seen.
type Request struct {
	Path string
	Body map[string]any
}

// Fault makes the answer to a request a failure, or damages it.
type Fault struct {
	// Path is the end of the path of the requests that it is for.
	Path string
	// Status answers with that status, RetryAfter and Body.
	Status           int
	RetryAfter, Body string
	// Stream replaces the events of a stream.
	Stream string
	// Cut ends the connection after so many bytes of a stream.
	Cut int
	// NoDone leaves the end of a stream out.
	NoDone bool
}

type item struct {
	Object
	id string
	// fields are the metadata that the instance keeps: those of its schema, and the context.
	fields map[string]string
}

// Fail adds faults, each for one request, in order.
func (e *Emulator) Fail(faults ...Fault) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.faults = append(e.faults, faults...)
}

// Requests returns what was asked so far whose path ends with suffix.
func (e *Emulator) Requests(suffix string) []Request {
	e.mu.Lock()
	defer e.mu.Unlock()
	var out []Request
	for _, r := range e.requests {
		if strings.HasSuffix(r.Path, suffix) {
			out = append(out, r)
		}
	}
	return out
}

// Sync indexes everything that is stored.
func (e *Emulator) Sync() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.sync()
}

func (e *Emulator) sync() {
	e.indexed = e.indexed[:0]
	if e.Bucket != nil {
		for _, o := range e.Bucket() {
			e.indexed = append(e.indexed, e.newItem(o))
		}
		return
	}
	e.indexed = append(e.indexed, e.items...)
}

func (e *Emulator) newItem(o Object) *item {
	e.nextID++
	it := &item{Object: o, id: fmt.Sprintf("item-%d", e.nextID), fields: map[string]string{}}
	for name, raw := range o.Metadata {
		value, err := new(mime.WordDecoder).DecodeHeader(raw)
		if err != nil {
			value = raw
		}
		if name = strings.ToLower(name); name == "context" || e.Schema[name] != "" {
			it.fields[name] = value
		}
	}
	return it
}

// ServeHTTP implements http.Handler.
func (e *Emulator) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.mu.Lock()
	defer e.mu.Unlock()
	seen := Request{Path: r.URL.Path}
	q := new(query)
	if r.Header.Get("Content-Type") == "application/json" {
		body, _ := io.ReadAll(r.Body)
		_, _ = json.Unmarshal(body, &seen.Body), json.Unmarshal(body, q)
	}
	e.requests = append(e.requests, seen)
	var fault Fault
	if i := slices.IndexFunc(e.faults, func(f Fault) bool { return strings.HasSuffix(r.URL.Path, f.Path) }); i >= 0 {
		fault = e.faults[i]
		e.faults = slices.Delete(e.faults, i, i+1)
	}
	if fault.Status != 0 {
		if fault.RetryAfter != "" {
			w.Header().Set("Retry-After", fault.RetryAfter)
		}
		w.WriteHeader(fault.Status)
		_, _ = w.Write([]byte(fault.Body))
		return
	}
	path, known := strings.CutPrefix(r.URL.Path, "/client/v4/accounts/"+e.Account+"/ai-search/namespaces/default/instances/"+e.Instance+"/")
	switch {
	case r.Header.Get("Authorization") != "Bearer "+e.Token:
		refuse(w, 401, 10000, "Authentication error")
	case !known:
		refuse(w, 404, 7002, "ai_search_not_found")
	default:
		e.serve(w, r, path, q, fault)
	}
}

func (e *Emulator) serve(w http.ResponseWriter, r *http.Request, path string, q *query, fault Fault) {
	switch {
	case r.Method == http.MethodPost && path == "search":
		if chunks, err := e.search(q); err != nil {
			refuse(w, 400, 60012, err.Error())
		} else {
			succeed(w, map[string]any{"search_query": q.question(), "query_kind": "text", "chunks": e.wire(chunks)})
		}
	case r.Method == http.MethodPost && path == "chat/completions":
		e.chat(w, q, fault)
	case r.Method == http.MethodPost && path == "jobs": // one in 30 seconds
		if time.Since(e.lastJob) < 30*time.Second {
			refuse(w, 400, 7020, "sync_in_cooldown")
			return
		}
		e.lastJob = time.Now()
		e.sync()
		succeed(w, map[string]any{"id": "job-1", "source": "user", "started_at": e.lastJob.Format(time.RFC3339)})
	case strings.HasPrefix(path, "items"):
		e.serveItems(w, r, strings.TrimPrefix(strings.TrimPrefix(path, "items"), "/"))
	default:
		refuse(w, 404, 7000, "no route for that URI")
	}
}

func refuse(w http.ResponseWriter, status, code int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"success": false, "errors": []any{map[string]any{"code": code, "message": message}}, "messages": []any{}, "result": nil})
}

func succeed(w http.ResponseWriter, result any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"success": true, "result": result, "errors": []any{}, "messages": []any{}})
}
