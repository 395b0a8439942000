package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/crawl"
)

const (
	maxJobs     = 20
	maxPages    = 1000      // of a job
	maxJobBytes = 64 << 20  // of the documents of a job
	keepJobs    = time.Hour // after their end
	pageOfJob   = 100       // documents in one answer
)

type jobs struct {
	ctx context.Context
	end context.CancelFunc
	mu  sync.Mutex
	all map[string]*job
}

type job struct {
	stop context.CancelFunc

	mu      sync.Mutex
	status  string // scraping, completed, failed or cancelled
	total   int
	bytes   int
	docs    []json.RawMessage
	errors  []map[string]string
	robots  []string
	expires time.Time
}

func (js *jobs) start(w http.ResponseWriter, r *http.Request, total int, extra map[string]any, work func(ctx context.Context, j *job) error) error {
	js.mu.Lock()
	defer js.mu.Unlock()
	for id, j := range js.all {
		j.mu.Lock()
		if j.status != "scraping" && time.Now().After(j.expires) {
			delete(js.all, id)
		}
		j.mu.Unlock()
	}
	if len(js.all) >= maxJobs {
		return refusal{http.StatusTooManyRequests, string(webfetch.RateLimited), fmt.Sprintf("there are %d jobs already; cancel one, or come later", maxJobs)}
	}
	ctx, stop := context.WithCancel(js.ctx)
	id, j := rand.Text(), &job{stop: stop, status: "scraping", total: total, expires: time.Now().Add(24 * time.Hour)}
	js.all[id] = j
	go func() {
		defer stop()
		err := work(ctx, j)
		j.mu.Lock()
		defer j.mu.Unlock()
		j.expires = time.Now().Add(keepJobs)
		switch {
		case j.status == "cancelled":
		case err != nil:
			j.status = "failed"
			j.errors = append(j.errors, map[string]string{"error": err.Error()})
		default:
			j.status = "completed"
		}
	}()
	extra["success"], extra["id"], extra["url"] = true, id, "http://"+r.Host+r.URL.Path+"/"+id
	return answer(w, http.StatusOK, extra)
}

var errFull = errors.New("the documents are larger than a job may keep")

func (j *job) add(address string, doc map[string]any, err error) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	var e *webfetch.Error
	switch {
	case errors.As(err, &e) && e.Code == webfetch.RobotsBlocked:
		j.robots = append(j.robots, address)
	case err != nil:
		failure := map[string]string{"id": strconv.Itoa(len(j.errors)), "timestamp": time.Now().UTC().Format(time.RFC3339), "url": address, "error": err.Error()}
		if e != nil {
			failure["code"], failure["error"] = string(e.Code), e.Sentence("")
		}
		j.errors = append(j.errors, failure)
	default:
		data, err := json.Marshal(doc)
		if err != nil {
			return err
		}
		if j.bytes += len(data); j.bytes > maxJobBytes {
			return errFull
		}
		j.docs = append(j.docs, data)
	}
	return nil
}

// about answers with what there is to say about a job, whose lock is held.
func (js *jobs) about(say func(r *http.Request, j *job) map[string]any) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		js.mu.Lock()
		j := js.all[r.PathValue("id")]
		js.mu.Unlock()
		if j == nil {
			refuse(w, http.StatusNotFound, "NOT_FOUND", "there is no such job")
			return
		}
		j.mu.Lock()
		defer j.mu.Unlock()
		answer(w, http.StatusOK, say(r, j))
	}
}

func status(r *http.Request, j *job) map[string]any {
	skip, _ := strconv.Atoi(r.URL.Query().Get("skip"))
	skip = min(max(skip, 0), len(j.docs))
	end := min(skip+pageOfJob, len(j.docs))
	body := map[string]any{
		"success": true, "status": j.status, "completed": len(j.docs), "total": max(j.total, len(j.docs)), "creditsUsed": 0,
		"expiresAt": j.expires.UTC().Format(time.RFC3339), "data": append([]json.RawMessage{}, j.docs[skip:end]...),
	}
	if end < len(j.docs) {
		body["next"] = fmt.Sprintf("http://%s%s?skip=%d", r.Host, r.URL.Path, end)
	}
	return body
}

func failures(_ *http.Request, j *job) map[string]any {
	return map[string]any{"errors": append([]map[string]string{}, j.errors...), "robotsBlocked": append([]string{}, j.robots...)}
}

func cancel(_ *http.Request, j *job) map[string]any {
	if j.status == "scraping" {
		j.status = "cancelled"
	}
	j.stop()
	return map[string]any{"success": true, "status": j.status}
}

func (s *service) startBatch(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		URLs              []string `json:"urls"`
		IgnoreInvalidURLs *bool    `json:"ignoreInvalidURLs"`
		scrapeOptions
	}
	if err := decodeBody(w, r, &body); err != nil {
		return err
	}
	if len(body.URLs) == 0 || len(body.URLs) > maxPages {
		return invalid(webfetch.InvalidInput, "urls must have 1 to %d addresses", maxPages)
	}
	wrong := []string{}
	for _, address := range body.URLs {
		if u, err := url.Parse(address); err != nil || u.Host == "" {
			wrong = append(wrong, address)
		}
	}
	if len(wrong) > 0 && body.IgnoreInvalidURLs != nil && !*body.IgnoreInvalidURLs {
		return invalid(webfetch.InvalidURL, "%q is no absolute address", wrong[0])
	}
	valid := slices.DeleteFunc(body.URLs, func(address string) bool { return slices.Contains(wrong, address) })
	return s.jobs.start(w, r, len(valid), map[string]any{"invalidURLs": wrong}, func(ctx context.Context, j *job) error {
		requests := func(yield func(webfetch.Request) bool) {
			for _, address := range valid {
				if !yield(body.request(address)) {
					return
				}
			}
		}
		for p, err := range s.client.FetchAll(ctx, requests) {
			address := ""
			if e, is := errors.AsType[*webfetch.Error](err); is {
				address = e.OriginalURL
			}
			if err := s.addPage(ctx, j, address, p, err, &body.scrapeOptions); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *service) addPage(ctx context.Context, j *job, address string, p *webfetch.Packet, err error, o *scrapeOptions) error {
	var doc map[string]any
	if err == nil {
		doc, err = s.document(ctx, p, o)
	}
	return j.add(address, doc, err)
}

func (s *service) startCrawl(w http.ResponseWriter, r *http.Request) error {
	body := struct {
		URL                string          `json:"url"`
		IncludePaths       []string        `json:"includePaths"`
		ExcludePaths       []string        `json:"excludePaths"`
		RegexOnFullURL     bool            `json:"regexOnFullURL"`
		MaxDiscoveryDepth  int             `json:"maxDiscoveryDepth"`
		MaxDepth           int             `json:"maxDepth"`
		Limit              int             `json:"limit"`
		Sitemap            string          `json:"sitemap"` // include, skip or only
		IgnoreSitemap      bool            `json:"ignoreSitemap"`
		CrawlEntireDomain  bool            `json:"crawlEntireDomain"`
		AllowBackwardLinks bool            `json:"allowBackwardLinks"`
		ScrapeOptions      json.RawMessage `json:"scrapeOptions"`
	}{Limit: maxPages}
	var scrape scrapeOptions
	err := decodeBody(w, r, &body)
	if err == nil && len(body.ScrapeOptions) > 0 {
		err = decode(body.ScrapeOptions, &scrape)
	}
	site, parseErr := url.Parse(body.URL)
	if err = errors.Join(err, parseErr); err != nil {
		return err
	}
	opts := crawl.Options{
		Seeds: []string{body.URL}, MaxPages: min(max(body.Limit, 1), maxPages), MaxDepth: max(body.MaxDiscoveryDepth, body.MaxDepth),
		Skip: []string{"llms.txt"}, Request: scrape.request(""),
	}
	if body.Sitemap == "skip" || body.IgnoreSitemap {
		opts.Skip = append(opts.Skip, "sitemap")
	}
	if body.Sitemap == "only" {
		opts.Skip = append(opts.Skip, "link")
	}
	opts.Request.URL = ""
	if dir := path.Dir(site.Path + "x"); !body.CrawlEntireDomain && !body.AllowBackwardLinks && dir != "." && dir != "/" {
		opts.Prefixes = []string{dir + "/"}
	}
	for _, list := range []struct {
		given []string
		to    *[]*regexp.Regexp
	}{{body.IncludePaths, &opts.Include}, {body.ExcludePaths, &opts.Exclude}} {
		for _, pattern := range list.given {
			if fromStart, anchored := strings.CutPrefix(pattern, "^"); !body.RegexOnFullURL && anchored {
				pattern = `^https?://[^/?#]+(?:` + fromStart + `)`
			} else if !body.RegexOnFullURL {
				pattern = `^https?://[^/?#]+[^?#]*?(?:` + pattern + `)`
			}
			compiled, err := regexp.Compile(pattern)
			if err != nil {
				return err
			}
			*list.to = append(*list.to, compiled)
		}
	}
	c, err := crawl.New(s.client, opts)
	if err != nil {
		return err
	}
	return s.jobs.start(w, r, 0, map[string]any{}, func(ctx context.Context, j *job) error {
		for page, err := range c.Pages(ctx) {
			if page.DuplicateOf != "" {
				continue
			}
			if err := s.addPage(ctx, j, page.URL, page.Packet, err, &scrape); err != nil {
				return err
			}
		}
		return nil
	})
}
