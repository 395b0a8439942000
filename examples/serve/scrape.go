package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/crawl"
)

// scrapeOptions say how a page is read. Times are in milliseconds.
type scrapeOptions struct {
	Formats         []format          `json:"formats"`
	Headers         map[string]string `json:"headers"`
	IncludeTags     []string          `json:"includeTags"`
	ExcludeTags     []string          `json:"excludeTags"`
	OnlyMainContent *bool             `json:"onlyMainContent"`
	Timeout         int64             `json:"timeout"`
	WaitFor         int64             `json:"waitFor"`
	MaxAge          *int64            `json:"maxAge"`
}

type format string

var formats = []format{"markdown", "html", "rawHtml", "links"}

func (f *format) UnmarshalJSON(data []byte) error {
	var object struct{ Type string }
	if json.Unmarshal(data, (*string)(f)) != nil {
		if err := json.Unmarshal(data, &object); err != nil {
			return err
		}
		*f = format(object.Type)
	}
	if !slices.Contains(formats, *f) {
		return unsupported("the format " + string(*f))
	}
	return nil
}

func (o *scrapeOptions) request(address string) webfetch.Request {
	r := webfetch.Request{URL: strings.TrimSpace(address), Timeout: time.Duration(o.Timeout) * time.Millisecond, Header: http.Header{}}
	for name, value := range o.Headers {
		r.Header.Set(name, value)
	}
	r.Extract.Select, r.Extract.RemoveSelectors, r.Extract.Links = o.IncludeTags, o.ExcludeTags, true
	r.Extract.WholePage = o.OnlyMainContent != nil && !*o.OnlyMainContent
	if o.WaitFor > 0 {
		r.Mode, r.Render.Wait = "render", time.Duration(o.WaitFor)*time.Millisecond
	}
	if o.MaxAge != nil {
		r.CacheTTL = cmp.Or(time.Duration(*o.MaxAge)*time.Millisecond, webfetch.None)
	}
	return r
}

func (s *service) document(ctx context.Context, p *webfetch.Packet, o *scrapeOptions) (map[string]any, error) {
	doc := map[string]any{"metadata": map[string]any{
		"title": p.Metadata.Title, "description": p.Metadata.Description, "language": p.Metadata.Language, "author": p.Metadata.Author,
		"publishedTime": p.Metadata.PublishedAt, "modifiedTime": p.Metadata.ModifiedAt, "ogSiteName": p.Metadata.SiteName, "ogImage": p.Metadata.Image,
		"sourceURL": p.OriginalURL, "url": p.Provenance.FinalURL, "statusCode": p.Status, "contentType": p.ContentType,
		"cacheState": map[bool]string{true: "hit", false: "miss"}[p.Provenance.Via == "cache"],
	}}
	wanted := o.Formats
	if len(wanted) == 0 {
		wanted = []format{"markdown"}
	}
	for _, f := range wanted {
		switch f {
		case "markdown":
			doc["markdown"] = p.Content
		case "html":
			html, _, err := s.client.View(ctx, p, "html")
			if err != nil {
				return nil, err
			}
			doc["html"] = html
		case "rawHtml":
			doc["rawHtml"], _ = p.RawText()
		case "links":
			links := []string{}
			for _, l := range p.Links {
				links = append(links, l.URL)
			}
			slices.Sort(links)
			doc["links"] = slices.Compact(links)
		}
	}
	var warnings []string
	if p.Verdict.Next != "" {
		warnings = append(warnings, fmt.Sprintf("this is a page of the kind %s. %s", p.Verdict.Kind, p.Verdict.Next))
	}
	for _, w := range p.Warnings {
		warnings = append(warnings, w.Message)
	}
	if len(warnings) > 0 {
		doc["warning"] = strings.Join(warnings, " ")
	}
	return doc, nil
}

func (s *service) scrape(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		URL string `json:"url"`
		scrapeOptions
	}
	if err := decodeBody(w, r, &body); err != nil {
		return err
	}
	p, err := s.client.Fetch(r.Context(), body.request(body.URL))
	if err != nil {
		return err
	}
	doc, err := s.document(r.Context(), p, &body.scrapeOptions)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, map[string]any{"success": true, "data": doc})
}

// siteMap answers with the pages of a site: those of its sitemap, then the links of the page.
func (s *service) siteMap(w http.ResponseWriter, r *http.Request) error {
	body := struct {
		URL               string `json:"url"`
		Search            string `json:"search"`
		Limit             int    `json:"limit"`
		Sitemap           string `json:"sitemap"` // include, skip or only
		SitemapOnly       bool   `json:"sitemapOnly"`
		IgnoreSitemap     bool   `json:"ignoreSitemap"`
		IncludeSubdomains *bool  `json:"includeSubdomains"` // those that the sitemap and the page name
		Timeout           int64  `json:"timeout"`

		IgnoreQueryParameters bool `json:"ignoreQueryParameters"` // addresses with a query are left out
	}{Limit: 5000}
	if err := decodeBody(w, r, &body); err != nil {
		return err
	}
	site, err := url.Parse(strings.TrimSpace(body.URL))
	if err != nil || site.Host == "" {
		return invalid(webfetch.InvalidURL, "url is no absolute address")
	}
	ctx := r.Context()
	if body.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Duration(body.Timeout)*time.Millisecond)
		defer cancel()
	}
	type link struct {
		URL   string `json:"url"`
		Title string `json:"title,omitempty"`
	}
	links, page := []link{}, error(nil)
	host := strings.TrimPrefix(site.Hostname(), "www.")
	onlySitemap, noSitemap := body.Sitemap == "only" || body.SitemapOnly, body.Sitemap == "skip" || body.IgnoreSitemap
	for e, err := range crawl.Map(ctx, s.client, (&scrapeOptions{}).request(body.URL)) {
		if err != nil && e.Found == "seed" {
			page = err
		}
		if err != nil || onlySitemap && e.Found != "sitemap" {
			continue
		}
		if body.Limit > 0 && len(links) == body.Limit || noSitemap && e.Found == "sitemap" {
			break
		}
		u, err := url.Parse(e.URL)
		own := err == nil && !(body.IgnoreQueryParameters && u.RawQuery != "") && (body.IncludeSubdomains == nil || *body.IncludeSubdomains || strings.TrimPrefix(u.Hostname(), "www.") == host)
		if own && strings.Contains(strings.ToLower(e.URL+" "+e.Title), strings.ToLower(body.Search)) {
			links = append(links, link{e.URL, e.Title})
		}
	}
	if len(links) == 0 && page != nil {
		return page
	}
	if strings.HasPrefix(r.URL.Path, "/v1/") {
		plain := make([]string, len(links))
		for i, l := range links {
			plain[i] = l.URL
		}
		return answer(w, http.StatusOK, map[string]any{"success": true, "links": plain})
	}
	return answer(w, http.StatusOK, map[string]any{"success": true, "links": links})
}
