package main

import (
	"cmp"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

var readerHeaders = []string{"X-Respond-With", "X-Return-Format", "X-Target-Selector", "X-Remove-Selector", "X-With-Links-Summary", "X-No-Cache", "X-Timeout"}

// targetOf returns the address behind the first slash of a request, "" for none. It may be percent-encoded as a
// whole, as encodeURIComponent does, and a proxy may have made one of its two slashes.
func targetOf(uri string) string {
	raw := strings.TrimPrefix(uri, "/")
	if scheme, _, _ := strings.Cut(strings.ToLower(raw), "%3a"); scheme == "http" || scheme == "https" {
		if plain, err := url.PathUnescape(raw); err == nil {
			raw = plain
		}
	}
	for _, scheme := range []string{"http:/", "https:/"} {
		if rest, is := strings.CutPrefix(raw, scheme); is {
			return scheme + "/" + strings.TrimPrefix(rest, "/")
		}
	}
	return ""
}

func isWished(r *http.Request, header string) bool {
	wish := r.Header.Get(header)
	return wish != "" && !strings.EqualFold(wish, "false")
}

// posted answers POST / with the address in a form or in JSON, as where it has a fragment.
func (s *service) posted(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, maxRequest)
	body := struct {
		URL string `json:"url"`
	}{r.PostFormValue("url")}
	if body.URL == "" {
		if err := decodeBody(w, r, &body); err != nil {
			return err
		}
	}
	return s.reader(w, r, body.URL)
}

// reader answers GET /https://… as Jina Reader does: text with a head of three lines, or JSON.
func (s *service) reader(w http.ResponseWriter, r *http.Request, target string) error {
	if r.Method != http.MethodGet && r.URL.Path != "/" {
		return refusal{http.StatusMethodNotAllowed, "METHOD_NOT_ALLOWED", "only GET is supported"}
	}
	for name := range r.Header {
		if strings.HasPrefix(name, "X-") && !strings.HasPrefix(name, "X-Forwarded-") && name != "X-Real-Ip" && name != "X-Request-Id" && !slices.Contains(readerHeaders, name) {
			return unsupported(name)
		}
	}
	asJSON := false
	for part := range strings.SplitSeq(r.Header.Get("Accept"), ",") {
		switch accepted, _, _ := mime.ParseMediaType(part); accepted {
		case "application/json":
			asJSON = true
		case "text/event-stream":
			return refusal{http.StatusNotAcceptable, "NOT_SUPPORTED", unsupported("text/event-stream").Error()}
		}
	}
	format := strings.ToLower(cmp.Or(r.Header.Get("X-Respond-With"), r.Header.Get("X-Return-Format")))
	view, ok := map[string]string{"": "markdown", "content": "markdown", "markdown": "markdown", "html": "html", "text": "plain"}[format]
	if !ok {
		return unsupported("X-Respond-With: " + format)
	}
	req := webfetch.Request{URL: target}
	req.Extract.Links = true
	req.Extract.WholePage = format == "markdown" // all that is on the page, as with Jina Reader
	req.Extract.Select, req.Extract.RemoveSelectors = r.Header["X-Target-Selector"], r.Header["X-Remove-Selector"]
	if isWished(r, "X-No-Cache") {
		req.CacheTTL = webfetch.None
	}
	var err error
	if req.Timeout, err = time.ParseDuration(cmp.Or(r.Header.Get("X-Timeout"), "0") + "s"); err != nil {
		return invalid(webfetch.InvalidInput, "X-Timeout is no number of seconds")
	}
	p, err := s.client.Fetch(r.Context(), req)
	if err != nil {
		return err
	}
	content, _, err := s.client.View(r.Context(), p, view)
	if err != nil {
		return err
	}
	var summary strings.Builder
	links := map[string]string{}
	if isWished(r, "X-With-Links-Summary") {
		for _, l := range p.Links {
			// As with Jina Reader one address is listed once, unless all are asked for.
			if _, seen := links[l.URL]; !seen || r.Header.Get("X-With-Links-Summary") == "all" {
				links[l.URL] = l.Text
				fmt.Fprintf(&summary, "- [%s](%s)\n", l.Text, l.URL)
			}
		}
	}
	if asJSON {
		data := map[string]any{
			"title": p.Metadata.Title, "description": p.Metadata.Description, "url": p.CanonicalURL, "content": content,
			"publishedTime": p.Metadata.PublishedAt, "usage": map[string]int{"tokens": chunk.Estimate(content)},
		}
		if len(links) > 0 {
			data["links"] = links
		}
		return answer(w, http.StatusOK, map[string]any{"code": 200, "status": 20000, "data": data})
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if format != "" && format != "content" {
		fmt.Fprint(w, content)
	} else {
		fmt.Fprintf(w, "Title: %s\n\nURL Source: %s\n\n", p.Metadata.Title, p.CanonicalURL)
		if t, err := time.Parse(time.RFC3339, p.Metadata.PublishedAt); err == nil {
			fmt.Fprintf(w, "Published Time: %s\n\n", t.UTC().Format(http.TimeFormat))
		}
		fmt.Fprintf(w, "Markdown Content:\n%s", content)
	}
	if summary.Len() > 0 {
		fmt.Fprintf(w, "\n\nLinks/Buttons:\n%s", &summary)
	}
	return nil
}
