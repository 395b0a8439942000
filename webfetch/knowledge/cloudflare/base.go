// Package cloudflare is a knowledge base on Cloudflare AI Search, with the files
// in an R2 bucket or in the storage of the instance itself.
//
//	base, err := cloudflare.New(cloudflare.Options{
//		AccountID: account, Instance: "pages", Token: token,
//		R2Bucket: "pages", R2AccessKeyID: id, R2SecretAccessKey: secret,
//	})
//
// It is built from Cloudflare's documentation and checked against an emulator of
// it and a real S3 server, not against the live service.
//
// # Storage
//
// With R2, a file is stored over S3 and found after the next synchronization of
// the instance: Put asks for one, and so does Delete, at most every 30 seconds
// together. Without, files go through the Items API into the instance, which
// indexes them at once; keys are limited to 128 bytes there.
//
// # Queries
//
// The scope and the filters go to the service as far as it compares exactly, and
// every passage that it answers is checked against both again: the service may
// compare only the first 64 bytes of a text, and knows the time of upload in
// place of that of retrieval. $ne, $nin and upper bounds of timestamp are always
// compared here. An answer that was written from a passage outside of the scope
// or the filters is thrown away; one made of sentences of the passages inside
// takes its place, and a warning says so.
//
// # Errors
//
// What goes wrong with a service is an error with the methods Reason, Temporary and
// Delay. Its text ends with the message of the service, which is untrusted.
//
// # Security considerations
//
// All connections are made under Options.Policy. Tokens and keys are never part
// of an error. Text of passages and of answers is data of strangers.
package cloudflare

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

const (
	maxFields  = 5 // that an instance can filter by
	maxItemKey = 128
)

// Options configure a [Base]. AccountID, Instance and Token are required.
type Options struct {
	// AccountID is the Cloudflare account, Instance the AI Search instance, in the namespace "default".
	AccountID, Instance string
	// Token is an API token with the permissions AI Search Edit and Run.
	Token string
	// R2Bucket is the bucket that the instance reads. Empty means the storage of the
	// instance, through the Items API.
	R2Bucket string
	// R2AccessKeyID and R2SecretAccessKey are required with R2Bucket.
	R2AccessKeyID, R2SecretAccessKey string
	// R2Endpoint is the address of the S3 API. Zero means that of the account.
	R2Endpoint string
	// API is the address of the API. Zero means Cloudflare's.
	API string
	// Schema is the custom metadata that the instance declares, at most 5
	// fields, see [knowledge.ValidateSchema]. Only they can be filtered by. Zero means none.
	Schema map[string]string
	// Policy decides where connections may lead. Nil is the zero Policy: the
	// public internet.
	Policy *security.Policy
	// Transport sends the requests; Policy then has no effect. Nil means one that
	// keeps to Policy.
	Transport http.RoundTripper
	// MaxFileBytes is the size from which on a document is stored in parts, for
	// documents that don't say. Zero means 4 MiB, which
	// is the most that AI Search reads.
	MaxFileBytes int

	noJobs bool // leaves synchronization to the schedule of the instance
}

// checked returns the options with their defaults, or what is wrong with them.
func (o Options) checked() (Options, error) {
	if o.AccountID == "" || o.Token == "" {
		return o, errors.New("cloudflare: Options.AccountID and Token are required")
	}
	if len(o.Instance) > 64 || o.Instance == "" || strings.Trim(o.Instance, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
		return o, errors.New("cloudflare: Options.Instance is not 1 to 64 of a-z, 0-9, - and _")
	}
	if o.R2Bucket != "" && (o.R2AccessKeyID == "" || o.R2SecretAccessKey == "") {
		return o, errors.New("cloudflare: Options.R2Bucket needs R2AccessKeyID and R2SecretAccessKey")
	}
	if len(o.Schema) > maxFields {
		return o, fmt.Errorf("cloudflare: Options.Schema has more than %d fields", maxFields)
	}
	o.R2Endpoint = cmp.Or(o.R2Endpoint, "https://"+o.AccountID+".r2.cloudflarestorage.com")
	o.API = strings.TrimRight(cmp.Or(o.API, "https://api.cloudflare.com/client/v4"), "/")
	return o, cmp.Or(knowledge.ValidateSchema(o.Schema), checkAddress("API", o.API), checkAddress("R2Endpoint", o.R2Endpoint), o.Policy.Validate())
}

func checkAddress(name, text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "https" && u.Scheme != "http" {
		return fmt.Errorf("cloudflare: Options.%s is not an http or https address", name)
	}
	return nil
}

// Base is a knowledge base on Cloudflare. Make it with [New]. It is safe for
// concurrent use.
type Base struct {
	opts    Options
	service *service
	store   store
	jobs    *jobs // nil: none are started
	closed  atomic.Bool
}

var _ knowledge.Base = (*Base)(nil)

// New returns a base. Errors name the option that is wrong. Nothing is sent.
func New(opts Options) (*Base, error) {
	opts, err := opts.checked()
	if err != nil {
		return nil, err
	}
	api, err := httpapi.New(httpapi.Options{Policy: opts.Policy, Transport: opts.Transport})
	if err != nil {
		return nil, err
	}
	b := &Base{opts: opts, service: &service{
		api:    api,
		url:    opts.API + "/accounts/" + url.PathEscape(opts.AccountID) + "/ai-search/namespaces/default/instances/" + opts.Instance,
		header: http.Header{"Authorization": {"Bearer " + opts.Token}, "Accept": {"application/json, text/event-stream"}},
	}}
	if opts.R2Bucket == "" {
		b.store = &items{b.service}
		return b, nil
	}
	b.store = newBucket(api, opts)
	if !opts.noJobs {
		b.jobs = newJobs(func(ctx context.Context) error {
			_, err := b.service.call(ctx, "start a job", http.MethodPost, "/jobs", map[string]string{}, nil)
			return err
		})
	}
	return b, nil
}

// usable is the error of a base that was closed, or of a context that is done.
func (b *Base) usable(ctx context.Context) error {
	if b.closed.Load() {
		return knowledge.ErrClosed
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// Close ends the base. A synchronization that is due is not waited for.
func (b *Base) Close() error {
	if b.closed.Swap(true) {
		return nil
	}
	if b.jobs != nil {
		b.jobs.close()
	}
	b.service.api.CloseIdleConnections()
	return nil
}

// changed asks for a synchronization, and reports the last one that failed.
func (b *Base) changed(r *knowledge.Receipt) {
	if b.jobs == nil {
		return
	}
	b.jobs.request()
	if err := b.jobs.failure(); err != nil && r != nil {
		r.Warnings = append(r.Warnings, extract.Warning{Type: "sync_failed", Message: "the last synchronization could not be started; the instance follows its schedule", Detail: err.Error()})
	}
}

// Read is [knowledge.Base].
func (b *Base) Read(ctx context.Context, scope knowledge.Scope, key string) (markdown string, offset int, err error) {
	if err := b.usable(ctx); err != nil {
		return "", 0, err
	}
	if !scope.Contains(key) {
		return "", 0, knowledge.ErrNotFound
	}
	f, err := b.store.get(ctx, http.MethodGet, key)
	if err != nil {
		return "", 0, err
	}
	offset, _ = strconv.Atoi(f.metadata[offsetField]) // none is 0
	return strings.ToValidUTF8(string(f.body), "\ufffd"), max(offset, 0), nil
}

// service calls the API of one instance. The forms of requests and answers are as the documentation shows them.
type service struct {
	api    *httpapi.Client
	url    string // of the instance
	header http.Header
}

// request makes a request whose body is a JSON value; a nil value means no body.
func (s *service) request(op, method, path string, value any) httpapi.Request {
	req := httpapi.Request{Op: "AI Search: " + op, Method: method, URL: s.url + path, Header: s.header}
	if value != nil {
		req.Body = httpapi.JSON(value)
	}
	return req
}

func (s *service) call(ctx context.Context, op, method, path string, value, out any) (http.Header, error) {
	return s.api.Call(ctx, s.request(op, method, path, value), out)
}

type wireQuery struct {
	Messages []knowledge.Message `json:"messages"`
	Model    string              `json:"model,omitempty"`
	Stream   bool                `json:"stream,omitempty"`
	Options  struct {
		Retrieval wireRetrieval `json:"retrieval"`
		Reranking *wireToggle   `json:"reranking,omitempty"`
		Cache     *wireToggle   `json:"cache,omitempty"`
	} `json:"ai_search_options"`
}

type wireRetrieval struct {
	Type        string   `json:"retrieval_type,omitempty"`
	Threshold   *float64 `json:"match_threshold,omitempty"`
	MaxResults  int      `json:"max_num_results,omitempty"`
	Filters     object   `json:"filters,omitempty"`
	KeywordMode string   `json:"keyword_match_mode,omitempty"`
}

type wireToggle struct {
	Enabled bool `json:"enabled"`
}

// wireChunk is a passage, in both documented forms of the answers.
type wireChunk struct {
	ID    string  `json:"id"`
	Score float64 `json:"score"`
	Text  string  `json:"text"`
	Item  struct {
		Key       string         `json:"key"`
		Timestamp float64        `json:"timestamp"`
		Metadata  map[string]any `json:"metadata"`
	} `json:"item"`
	Scoring map[string]any `json:"scoring_details"`
}

// wireResult is the result of search, and, with choices, that of chat.
type wireResult struct {
	Chunks  []wireChunk     `json:"chunks"`
	Model   string          `json:"model"`
	Choices httpapi.Choices `json:"choices"`
}

// timeOf reads a timestamp, which the documentation gives in seconds and in
// milliseconds: what is more than 1e11 are the latter.
func timeOf(n float64) time.Time {
	switch {
	case n <= 0 || n > 1e15:
		return time.Time{}
	case n > 1e11:
		return time.UnixMilli(int64(n)).UTC()
	}
	return time.Unix(int64(n), 0).UTC()
}

// fieldsOf are the metadata of a passage as texts, with names in lower case.
func fieldsOf(in map[string]any) map[string]string {
	out := map[string]string{}
	for name, value := range in {
		switch v := value.(type) {
		case string:
			out[strings.ToLower(name)] = decodeValue(v)
		case float64, bool:
			if raw, err := json.Marshal(v); err == nil {
				out[strings.ToLower(name)] = string(raw)
			}
		}
	}
	return out
}
