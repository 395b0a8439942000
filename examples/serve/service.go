package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

const maxRequest = 1 << 20

type service struct {
	client *webfetch.Client
	jobs   *jobs
	mux    *http.ServeMux
}

func newService(ctx context.Context, client *webfetch.Client) *service {
	s := &service{client: client, jobs: &jobs{all: map[string]*job{}}, mux: http.NewServeMux()}
	s.jobs.ctx, s.jobs.end = context.WithCancel(ctx)
	for _, v := range []string{"/v1/", "/v2/"} {
		s.mux.Handle("POST "+v+"scrape", handler(s.scrape))
		s.mux.Handle("POST "+v+"map", handler(s.siteMap))
		s.mux.Handle("POST "+v+"crawl", handler(s.startCrawl))
		s.mux.Handle("POST "+v+"batch/scrape", handler(s.startBatch))
		for _, kind := range []string{"crawl", "batch/scrape"} {
			s.mux.HandleFunc("GET "+v+kind+"/{id}", s.jobs.about(status))
			s.mux.HandleFunc("GET "+v+kind+"/{id}/errors", s.jobs.about(failures))
			s.mux.HandleFunc("DELETE "+v+kind+"/{id}", s.jobs.about(cancel))
		}
	}
	s.mux.Handle("POST /{$}", handler(s.posted))
	s.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		refuse(w, http.StatusNotFound, "NOT_SUPPORTED", r.Method+" "+r.URL.Path+" is not supported: there are scrape, map, crawl and batch/scrape below /v1 and /v2, and GET /https://…")
	})
	return s
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// The mux would clean the slashes of an address.
	if target := targetOf(r.RequestURI); target != "" {
		handler(func(w http.ResponseWriter, r *http.Request) error { return s.reader(w, r, target) }).ServeHTTP(w, r)
		return
	}
	s.mux.ServeHTTP(w, r)
}

func answer(w http.ResponseWriter, status int, value any) error {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.Encode(value) // it fails only if the client has closed the connection
	return nil
}

func refuse(w http.ResponseWriter, status int, code, message string) {
	answer(w, status, map[string]any{"success": false, "code": code, "error": message, "message": message, "data": nil})
}

// handler answers with the error that it returns.
type handler func(http.ResponseWriter, *http.Request) error

func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	err := h(w, r)
	var e *webfetch.Error
	var no refusal
	switch {
	case err == nil:
	case errors.As(err, &e):
		refuse(w, e.Code.HTTPStatus(), string(e.Code), e.Sentence("")+". "+e.Hint())
	case errors.As(err, &no):
		refuse(w, no.status, no.code, no.message)
	case errors.As(err, new(unsupported)):
		refuse(w, http.StatusBadRequest, "NOT_SUPPORTED", err.Error())
	default:
		refuse(w, http.StatusBadRequest, "BAD_REQUEST", err.Error())
	}
}

type refusal struct {
	status        int
	code, message string
}

func (r refusal) Error() string { return r.message }

func invalid(code webfetch.Code, format string, args ...any) error {
	return refusal{http.StatusBadRequest, string(code), fmt.Sprintf(format, args...)}
}

type unsupported string

func (u unsupported) Error() string { return string(u) + " is not supported" }

// without are the fields of Firecrawl that are accepted and have no effect here.
var without = map[string]bool{
	"origin": true, "integration": true, "blockAds": true, "removeBase64Images": true, "storeInCache": true, "fastMode": true, "proxy": true,
	"parsers": true, "deduplicateSimilarURLs": true, // PDF is read, and such pages are left out, in any case
}

// decode reads an object into value. A field that value does not have is an error, which names it,
// unless the field is null, false or empty.
func decode(data []byte, value any) error {
	if err := json.Unmarshal(data, value); err != nil {
		return err
	}
	known, err := json.Marshal(value) // with all fields: none of them has omitempty
	if err != nil {
		return err
	}
	var have, given map[string]json.RawMessage
	if err := errors.Join(json.Unmarshal(known, &have), json.Unmarshal(data, &given)); err != nil {
		return err
	}
	for name, v := range given {
		if _, ok := have[name]; !ok && !without[name] && !bytes.Contains([]byte("|null|false|\"\"|[]|{}|"), []byte("|"+string(v)+"|")) {
			return unsupported(name)
		}
	}
	return nil
}

func decodeBody(w http.ResponseWriter, r *http.Request, value any) error {
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	if err != nil {
		return err
	}
	return decode(data, value)
}
