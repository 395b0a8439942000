package main

import (
	"errors"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

type result struct {
	URL    string           `json:"url"`
	Packet *webfetch.Packet `json:"packet,omitempty"`
	Error  *failure         `json:"error,omitempty"`
	Crawl  *whereFound      `json:"crawl,omitempty"`
}

type failure struct {
	Code    webfetch.Code `json:"code"`
	Status  int           `json:"status,omitempty"`
	Message string        `json:"message"`
}

type whereFound struct {
	Depth        int       `json:"depth"`
	Found        string    `json:"found"`
	Referrer     string    `json:"referrer,omitempty"`
	LastModified time.Time `json:"last_modified,omitzero"`
	DuplicateOf  string    `json:"duplicate_of,omitempty"`
	Duplicate    string    `json:"duplicate,omitempty"`
}

func newResult(url string, p *webfetch.Packet, err error) *result {
	if err == nil {
		return &result{URL: url, Packet: p}
	}
	f := &failure{Code: webfetch.Internal, Message: err.Error()}
	var e *webfetch.Error
	if errors.As(err, &e) {
		f.Code, f.Status = e.Code, e.Status
	}
	return &result{URL: url, Error: f}
}
