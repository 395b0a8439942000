package cloudflare_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/filter"
)

// emulator answers like one instance of Cloudflare AI Search. It was written from the public documentation,
// and does what that leaves open in any of the ways that tests choose. Its fields may not be changed while it serves.
type emulator struct {
	// Account, Instance and Token are what requests must name.
	Account, Instance, Token string
	// Schema is the custom metadata of the instance.
	Schema map[string]string
	// Bucket lists the objects of the R2 bucket. Nil means the built-in storage.
	Bucket func() []bucketObject
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
	faults   []apiFault
	requests []apiRequest
}

// bucketObject is a file of the bucket.
type bucketObject struct {
	Key      string
	Body     string
	Metadata map[string]string
	Uploaded time.Time
}

// apiRequest is one that the emulator has seen.
type apiRequest struct {
	Path string
	Body map[string]any
}

// apiFault makes the answer to a request a failure, or damages it.
type apiFault struct {
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
	bucketObject
	id string
	// fields are the metadata that the instance keeps: those of its schema, and the context.
	fields map[string]string
}

// Fail adds faults, each for one request, in order.
func (e *emulator) Fail(faults ...apiFault) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.faults = append(e.faults, faults...)
}

// Requests returns what was asked so far whose path ends with suffix.
func (e *emulator) Requests(suffix string) []apiRequest {
	e.mu.Lock()
	defer e.mu.Unlock()
	var out []apiRequest
	for _, r := range e.requests {
		if strings.HasSuffix(r.Path, suffix) {
			out = append(out, r)
		}
	}
	return out
}

// Sync indexes everything that is stored.
func (e *emulator) Sync() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.sync()
}

func (e *emulator) sync() {
	e.indexed = e.indexed[:0]
	if e.Bucket != nil {
		for _, o := range e.Bucket() {
			e.indexed = append(e.indexed, e.newItem(o))
		}
		return
	}
	e.indexed = append(e.indexed, e.items...)
}

func (e *emulator) newItem(o bucketObject) *item {
	e.nextID++
	it := &item{bucketObject: o, id: fmt.Sprintf("item-%d", e.nextID), fields: map[string]string{}}
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
func (e *emulator) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.mu.Lock()
	defer e.mu.Unlock()
	seen := apiRequest{Path: r.URL.Path}
	q := new(query)
	q.Options.Retrieval.Threshold, q.Options.Retrieval.Most = e.Threshold, 10 // defaults; the body replaces them
	if r.Header.Get("Content-Type") == "application/json" {
		body, _ := io.ReadAll(r.Body)
		_, _ = json.Unmarshal(body, &seen.Body), json.Unmarshal(body, q)
	}
	e.requests = append(e.requests, seen)
	var fault apiFault
	if i := slices.IndexFunc(e.faults, func(f apiFault) bool { return strings.HasSuffix(r.URL.Path, f.Path) }); i >= 0 {
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

func (e *emulator) serve(w http.ResponseWriter, r *http.Request, path string, q *query, fault apiFault) {
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

// serveItems answers the Items API.
func (e *emulator) serveItems(w http.ResponseWriter, r *http.Request, rest string) {
	id, download := strings.CutSuffix(rest, "/download")
	i := slices.IndexFunc(e.items, func(it *item) bool { return it.id == id })
	switch {
	case r.Method == http.MethodPost && rest == "":
		e.upload(w, r)
	case r.Method == http.MethodGet && rest == "":
		e.listItems(w, r)
	case i < 0:
		refuse(w, 404, 7003, "item_not_found")
	case download:
		_, _ = io.WriteString(w, e.items[i].Body)
	case r.Method == http.MethodDelete:
		e.items = slices.Delete(e.items, i, i+1)
		e.sync()
		succeed(w, map[string]any{})
	default:
		refuse(w, 404, 7000, "no route for that URI")
	}
}

func (e *emulator) upload(w http.ResponseWriter, r *http.Request) {
	file, header, err := r.FormFile("file")
	if err != nil {
		refuse(w, 400, 7001, "file is required")
		return
	}
	key := header.Filename
	if _, params, err := mime.ParseMediaType(header.Header.Get("Content-Disposition")); err == nil {
		key = params["filename"] // the standard library keeps the last segment only
	}
	if len(key) > 128 {
		refuse(w, 400, 7001, "key is too long")
		return
	}
	body, _ := io.ReadAll(file)
	var metadata map[string]string
	if err := json.Unmarshal([]byte(r.FormValue("metadata")), &metadata); err != nil {
		refuse(w, 400, 7001, "metadata is not JSON")
		return
	}
	e.items = slices.DeleteFunc(e.items, func(it *item) bool { return it.Key == key })
	it := e.newItem(bucketObject{Key: key, Body: string(body), Metadata: metadata, Uploaded: time.Now()})
	e.items = append(e.items, it)
	status := "running"
	if r.FormValue("wait_for_completion") == "true" && !e.SlowIndex {
		e.sync()
		status = "completed"
	}
	succeed(w, wireItem(it, status))
}

func (e *emulator) listItems(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if q.Get("key") != "" && q.Get("source") == "" {
		refuse(w, 400, 7001, "key is filtered by together with source")
		return
	}
	page, _ := strconv.Atoi(q.Get("page"))
	size, err := strconv.Atoi(q.Get("per_page"))
	if err != nil || size > 50 {
		size = 50
	}
	out := []any{}
	for i, it := range e.items {
		if key := q.Get("key"); key != "" && it.Key != key || i < (page-1)*size && q.Get("key") == "" || len(out) == size {
			continue
		}
		out = append(out, wireItem(it, "completed"))
	}
	succeed(w, out)
}

func wireItem(it *item, status string) map[string]any {
	return map[string]any{"id": it.id, "key": it.Key, "status": status, "file_size": len(it.Body), "metadata": it.Metadata, "source_id": "builtin"}
}

// query is the body of a search or a chat.
type query struct {
	Messages []struct{ Role, Content string }
	Query    any
	Stream   bool
	Options  struct {
		Retrieval struct {
			Type        string  `json:"retrieval_type"`
			Threshold   float64 `json:"match_threshold"`
			Most        int     `json:"max_num_results"`
			Filters     json.RawMessage
			KeywordMode string `json:"keyword_match_mode"`
		}
	} `json:"ai_search_options"`
}

// question is the last message of the user.
func (q *query) question() (text string) {
	for _, m := range q.Messages {
		if m.Role == "user" {
			text = m.Content
		}
	}
	return text
}

// found is a passage that answers.
type found struct {
	item                   *item
	part                   int
	text                   string
	score, keyword, vector float64
}

func tokens(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// search finds the paragraphs that have words of the question. The share of the words that they have is the score of
// vectors.
func (e *emulator) search(q *query) ([]found, error) {
	retrieval := &q.Options.Retrieval
	if retrieval.Most < 1 || retrieval.Most > 50 {
		return nil, errors.New("max_num_results must be within 1 and 50")
	}
	words := map[string]bool{}
	for _, w := range tokens(q.question()) {
		words[w] = true
	}
	var out []found
	for _, it := range e.indexed {
		if pass, err := e.passes(it, retrieval.Filters); err != nil {
			return nil, err
		} else if !pass && !e.IgnoreFilters {
			continue
		}
		for i, text := range strings.Split(it.Body, "\n\n#") {
			f := found{item: it, part: i, text: text}
			there := map[string]bool{}
			for _, w := range tokens(text) {
				if words[w] {
					f.keyword++
					there[w] = true
				}
			}
			f.vector = float64(len(there)) / float64(max(1, len(words)))
			if retrieval.Type == "vector" || retrieval.KeywordMode != "or" && len(there) < len(words) {
				f.keyword = 0
			}
			if retrieval.Type == "keyword" || f.vector < retrieval.Threshold {
				f.vector = 0
			}
			if f.score = (f.keyword/(1+f.keyword) + f.vector) / 2; f.score > 0 {
				out = append(out, f)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b found) int { return cmp.Compare(b.score, a.score) })
	return out[:min(len(out), retrieval.Most)], nil
}

var longText = regexp.MustCompile(`"([^"]{64})[^"]*"`)

// passes holds a file against filters. One that lacks a field fails every comparison with it.
func (e *emulator) passes(it *item, filters json.RawMessage) (bool, error) {
	fields := filter.File(maps.Clone(it.fields), it.Key, it.Uploaded)
	if e.CutStored {
		for name, value := range fields {
			fields[name] = value[:min(len(value), 64)]
		}
	}
	if e.CutOperands {
		filters = longText.ReplaceAll(filters, []byte(`"$1"`))
	}
	conditions, err := filter.Parse(filters, e.Schema)
	for _, c := range conditions {
		if _, has := fields[c.Field]; !has {
			return false, err
		}
	}
	return conditions.Match(fields), err
}

// wire is the JSON form of passages.
func (e *emulator) wire(chunks []found) []any {
	out := []any{}
	for _, f := range chunks {
		scoring := map[string]float64{"keyword_score": f.keyword, "vector_score": f.vector}
		maps.DeleteFunc(scoring, func(_ string, score float64) bool { return score == 0 })
		at := f.item.Uploaded.UnixMilli()
		if e.Seconds {
			at /= 1000
		}
		metadata := map[string]any{}
		for name, text := range f.item.fields { // numbers are numbers
			metadata[name] = text
			if n, err := strconv.ParseFloat(text, 64); err == nil && e.Schema[name] == "number" {
				metadata[name] = n
			}
		}
		out = append(out, map[string]any{"id": f.item.id + "-" + strconv.Itoa(f.part), "type": "text", "score": f.score, "text": f.text,
			"item": map[string]any{"key": f.item.Key, "timestamp": at, "metadata": metadata}, "scoring_details": scoring})
	}
	return out
}

func (e *emulator) chat(w http.ResponseWriter, q *query, fault apiFault) {
	if q.Query != nil || q.question() == "" {
		refuse(w, 400, 60012, "messages is required")
		return
	}
	chunks, err := e.search(q)
	if err != nil {
		refuse(w, 400, 60012, err.Error())
		return
	}
	text := ""
	var content any // null without a text
	if len(chunks) > 0 && !e.NoAnswer {
		text = "Die Seite „" + chunks[0].item.Key + "“ sagt: " + strings.Join(strings.Fields(chunks[0].text), " ")
		content = text
	}
	w.Header().Set("cf-aig-cache-status", "MISS")
	if q.Stream {
		e.stream(w, chunks, text, fault)
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"id": "chatcmpl-1", "object": "chat.completion", "model": "@cf/test/model",
		"choices": []any{map[string]any{"index": 0, "message": map[string]any{"role": "assistant", "content": content}, "finish_reason": "stop"}},
		"chunks":  e.wire(chunks)})
}

// stream writes the events of an answer in slices of 7 bytes, which cut through
// characters and names of fields.
func (e *emulator) stream(w http.ResponseWriter, chunks []found, text string, fault apiFault) {
	w.Header().Set("Content-Type", "text/event-stream")
	all := fault.Stream
	if all == "" {
		all = e.events(chunks, text)
		if fault.NoDone {
			all = strings.Split(all, "data: [DONE]")[0]
			all = strings.ReplaceAll(all, `"finish_reason":"stop"`, `"finish_reason":null`)
		}
	}
	for i := 0; i < len(all); i += 7 {
		if fault.Cut > 0 && i > fault.Cut {
			panic(http.ErrAbortHandler)
		}
		_, _ = w.Write([]byte(all[i:min(i+7, len(all))]))
		_ = http.NewResponseController(w).Flush()
	}
}

func (e *emulator) events(chunks []found, text string) string {
	list, _ := json.Marshal(e.wire(chunks))
	first := "event: chunks\r\ndata: " + string(list) + "\r\n\r\n"
	if e.Shape > 0 {
		first = `data: {"chunks":` + string(list) + "}\n\n"
	}
	pieces := ": keep-alive\n\n"
	runes := []rune(text)
	for i := 0; i < len(runes); i += 11 {
		piece, _ := json.Marshal(string(runes[i:min(i+11, len(runes))]))
		pieces += fmt.Sprintf("data: {\"id\":\"1\",\"model\":\"@cf/test/model\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{\"content\":%s}}]}\n\n", piece)
	}
	end := "data: {\"id\":\"1\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: {\"usage\":{\"total_tokens\":9}}\n\ndata: [DONE]\n\n"
	if e.Shape == 2 {
		return pieces + first + end
	}
	return first + pieces + end
}
