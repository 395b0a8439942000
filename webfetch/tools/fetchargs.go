package tools

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/linkstyle"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// fetchArgs are the arguments of fetch and extract. What the table of a tool
// doesn't list stays zero.
type fetchArgs struct {
	URL          string       `json:"url" desc:"http(s) URL; a #fragment puts its section first" meant:"uri link href page website"`
	RawBytes     string       `json:"raw_bytes,omitempty" desc:"base64 instead of url"`
	ContentType  string       `json:"content_type,omitempty" desc:"of raw_bytes" idle:"url"`
	CanonicalURL string       `json:"canonical_url,omitempty" desc:"of raw_bytes" idle:"url"`
	View         string       `json:"view,omitempty" desc:"links: to the same site" of:"markdown plain html raw links" default:"markdown" plain:"markdown" idle:"head" meant:"format output output_format type"`
	Raw          bool         `json:"raw,omitempty" desc:"as view=raw" idle:"head"`
	MaxLength    *int64       `json:"max_length,omitempty" desc:"characters; 0: all" min:"0" max:"999999"`
	StartIndex   int64        `json:"start_index,omitempty" desc:"next_start_index of a result" min:"0" idle:"head"`
	MaxTokens    int64        `json:"max_tokens,omitempty" desc:"token budget" min:"0" idle:"head raw html links"`
	Question     string       `json:"question,omitempty" desc:"kept first: what answers it" idle:"head raw html links" meant:"prompt query instruction"`
	Method       string       `json:"method,omitempty" desc:"HEAD: headers only" of:"GET HEAD" plain:"GET" idle:"bytes"`
	UserAgent    string       `json:"user_agent,omitempty" desc:"header" idle:"bytes"`
	Options      fetchOptions `json:"options,omitzero" desc:"rare"`

	completed string // the scheme that was put before a URL without one
}

type fetchOptions struct {
	Mode          string            `json:"mode,omitempty" desc:"auto: a browser where needed" of:"auto http render" plain:"auto" idle:"bytes"`
	Headers       map[string]string `json:"headers,omitempty" desc:"to this origin only" usual:"Accept-Language=de Authorization=token" idle:"bytes"`
	TimeoutMS     int64             `json:"timeout_ms,omitempty" desc:"whole call" min:"1" meant:"timeout"`
	MaxBytes      int64             `json:"max_bytes,omitempty" desc:"larger fails" min:"1"`
	MaxRedirects  *int64            `json:"max_redirects,omitempty" desc:"0: none" min:"0" idle:"bytes"`
	RespectRobots *bool             `json:"respect_robots,omitempty" desc:"false: ignore robots.txt" idle:"bytes"`
	CacheTTLS     *int64            `json:"cache_ttl_s,omitempty" desc:"0: no cache" min:"0" idle:"bytes"`
	Cache         string            `json:"cache,omitempty" desc:"no request" of:"only" idle:"bytes"`
	Since         string            `json:"since,omitempty" desc:"earlier source_id: only changes"`
	Render        renderArgs        `json:"render,omitzero" desc:"browser; also block_third_party" idle:"bytes browser head"`
	Extraction    extractionArgs    `json:"extraction,omitzero" desc:"what is kept; also keep_comments" idle:"head raw html"`
	Format        formatArgs        `json:"format,omitzero" desc:"result; also include_raw_excerpt"`
	AISearch      ingestArgs        `json:"ai_search,omitzero" desc:"knowledge base; also prefix, metadata, max_file_bytes, wait_ms, skip_if_exists, require_success, context" idle:"disabled"`
}

type renderArgs struct {
	WaitUntil       string `json:"wait_until,omitempty" desc:"event" of:"load domcontentloaded networkidle" plain:"load"`
	WaitMS          int64  `json:"wait_ms,omitempty" desc:"extra wait" min:"0"`
	Screenshot      bool   `json:"screenshot,omitempty" desc:"PNG"`
	Selector        string `json:"selector,omitempty" desc:"CSS, to wait for"`
	BlockThirdParty *bool  `json:"block_third_party,omitempty" unlisted:""`
}

type extractionArgs struct {
	PreferReadability bool     `json:"prefer_readability,omitempty" desc:"one article"`
	KeepTables        *bool    `json:"keep_tables,omitempty" desc:"false: none"`
	KeepCodeBlocks    *bool    `json:"keep_code_blocks,omitempty" desc:"false: none"`
	RemoveSelectors   []string `json:"remove_selectors,omitempty" desc:"CSS"`
	Select            []string `json:"select,omitempty" desc:"only CSS"`
	KeepComments      bool     `json:"keep_comments,omitempty" unlisted:""`
}

type formatArgs struct {
	Output            string `json:"output,omitempty" desc:"raw: the body" of:"llm_packet raw normalized"`
	Images            string `json:"images,omitempty" desc:"alt: text" of:"inline alt none" idle:"head raw html links"`
	Links             string `json:"links,omitempty" desc:"numbered: list at end" of:"inline numbered text" idle:"head raw html links"`
	IncludeRawExcerpt bool   `json:"include_raw_excerpt,omitempty" unlisted:"" idle:"head raw normalized"`
}

func (f formatArgs) style(opts Options) linkstyle.Style {
	style := opts.style()
	style.Images = cmp.Or(f.Images, style.Images)
	style.Links = cmp.Or(f.Links, style.Links)
	return style
}

const maxRedirectsAllowed = 100

func (a *fetchArgs) request(opts Options) webfetch.Request {
	o := a.Options
	req := webfetch.Request{
		URL:          a.URL,
		Method:       a.Method,
		Mode:         o.Mode,
		UserAgent:    a.UserAgent,
		Timeout:      min(millis(o.TimeoutMS), opts.maxTimeout()),
		MaxBytes:     min(int64(o.MaxBytes), opts.maxBytes()),
		CacheOnly:    o.Cache == "only",
		IgnoreRobots: o.RespectRobots != nil && !*o.RespectRobots && !opts.ForceRobots,
		Extract:      a.extractOptions(opts),
		Render: webfetch.RenderOptions{
			WaitUntil:       o.Render.WaitUntil,
			Wait:            millis(o.Render.WaitMS),
			AllowThirdParty: opts.LoadThirdParty,
			Screenshot:      o.Render.Screenshot,
			Selector:        o.Render.Selector,
		},
	}
	if block := o.Render.BlockThirdParty; block != nil {
		req.Render.AllowThirdParty = !*block
	}
	if o.MaxRedirects != nil {
		req.MaxRedirects = cmp.Or(int(min(*o.MaxRedirects, maxRedirectsAllowed)), webfetch.None) // 0 allows no redirect
	}
	if o.CacheTTLS != nil {
		req.CacheTTL = cmp.Or(time.Duration(min(*o.CacheTTLS, 1<<32))*time.Second, webfetch.None)
	}
	if len(o.Headers) > 0 {
		req.Header = make(http.Header, len(o.Headers))
		for name, value := range o.Headers {
			req.Header.Set(name, value)
		}
	}
	return req
}

func (a *fetchArgs) extractOptions(opts Options) webfetch.ExtractOptions {
	o := a.Options.Extraction
	return webfetch.ExtractOptions{
		Options: extract.Options{
			SingleRegion:    o.PreferReadability,
			DropTables:      o.KeepTables != nil && !*o.KeepTables,
			DropCode:        o.KeepCodeBlocks != nil && !*o.KeepCodeBlocks,
			Comments:        o.KeepComments,
			RemoveSelectors: o.RemoveSelectors,
			Select:          o.Select,
		},
		RawExcerpt: a.Options.Format.IncludeRawExcerpt,
		Links:      a.view() == "links",
		Style:      a.Options.Format.style(opts),
		RawOnly:    a.wantsRaw(),
	}
}

func (a *fetchArgs) source(maxBytes int64) (extract.Source, error) {
	src := extract.Source{MediaType: a.ContentType}
	// The encoded form is looked at first, so that what is far too long is not
	// decoded.
	tooLong := &webfetch.Error{Op: "extract", Code: webfetch.ContentTooLarge, Err: errors.New("raw_bytes is longer than " + itoa(int(maxBytes)) + " bytes")}
	if int64(len(a.RawBytes))/4*3 > 2*maxBytes+1<<10 {
		return src, tooLong
	}
	encoded := a.RawBytes
	if dataURL, found := strings.CutPrefix(encoded, "data:"); found { // as browsers and hosts hand files on
		var kind string
		kind, encoded, _ = strings.Cut(dataURL, ";base64,")
		src.MediaType = cmp.Or(src.MediaType, kind)
	}
	var err error
	for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
		if src.Body, err = enc.DecodeString(encoded); err == nil {
			break
		}
	}
	if err != nil {
		return src, invalid(errors.New("raw_bytes is not base64"))
	}
	if int64(len(src.Body)) > maxBytes {
		return src, tooLong
	}
	if a.CanonicalURL != "" {
		if src.URL, err = url.Parse(a.CanonicalURL); err != nil || !src.URL.IsAbs() {
			return src, invalid(errors.New("canonical_url is not an absolute URL"))
		}
	}
	return src, nil
}

func (a *fetchArgs) view() string {
	if a.Raw || a.Options.Format.Output == "raw" {
		return "raw"
	}
	return cmp.Or(a.View, "markdown")
}

// wantsRaw reports that only the body is wanted, which needs no extraction and
// may be of a format that nothing reads.
func (a *fetchArgs) wantsRaw() bool { return a.view() == "raw" }

func (a *fetchArgs) isHead() bool { return a.URL != "" && a.Method == http.MethodHead }

func (a *fetchArgs) reducesContent() bool {
	view := a.view()
	return (a.MaxTokens > 0 || a.Question != "") && !a.isHead() && (view == "markdown" || view == "plain")
}

// snapshotKey names the reading that a is a part of: the arguments without those that only choose
// what is shown of it.
func (a *fetchArgs) snapshotKey() string {
	same := *a
	same.View, same.Raw, same.MaxLength, same.StartIndex = "", a.wantsRaw(), nil, 0
	if !a.reducesContent() {
		same.MaxTokens, same.Question = 0, ""
	}
	same.Options.Format.Output = ""
	same.Options.AISearch = ingestArgs{}
	same.Options.TimeoutMS, same.Options.CacheTTLS, same.Options.Cache = 0, nil, ""
	same.RawBytes = "" // may be long, and is hashed as it is
	h := sha256.New()
	_ = json.NewEncoder(h).Encode(same) // came as JSON, and a hash takes everything
	_, _ = io.WriteString(h, a.RawBytes)
	return hex.EncodeToString(h.Sum(nil))
}

func millis(n int64) time.Duration { return time.Duration(min(n, 1<<40)) * time.Millisecond }

const (
	warnIgnored = "option_ignored"
	warnLimited = "option_limited"
)

func (a *fetchArgs) checkContradictions() error {
	switch output := a.Options.Format.Output; {
	case a.View == "raw" && output == "normalized":
		return invalid(errors.New("view=raw contradicts options.format.output=normalized; give one of them"))
	case a.Raw && a.View != "" && a.View != "raw":
		return invalid(errors.New("raw=true contradicts view=" + a.View + "; give one of them"))
	case a.Raw && output != "" && output != "raw":
		return invalid(errors.New("raw=true contradicts options.format.output=" + output + "; give one of them"))
	case output == "raw" && a.View != "" && a.View != "raw" && a.View != "markdown":
		return invalid(errors.New("options.format.output=raw contradicts view=" + a.View + "; give one of them"))
	}
	return nil
}

// ignored warns of arguments by their names.
func ignored(because string, names []string) []extract.Warning {
	does := " do"
	switch len(names) {
	case 0:
		return nil
	case 1:
		does = " does"
	}
	return []extract.Warning{{Type: warnIgnored, Message: strings.Join(names, ", ") + does + " nothing " + because + "."}}
}

// idle returns the names of the arguments below v that are given, with more than their default,
// and by their tags do nothing in a situation.
func idle(v reflect.Value, path, situation string) (names []string) {
	for i := range v.NumField() {
		value := v.Field(i)
		if value.IsZero() { // as most are; to look at a type costs memory
			continue
		}
		field := v.Type().Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case slices.Contains(strings.Fields(field.Tag.Get("idle")), situation):
			if given(value, field.Tag) {
				names = append(names, join(path, name))
			}
		case value.Kind() == reflect.Struct:
			names = append(names, idle(value, join(path, name), situation)...)
		}
	}
	return names
}

// given reports that v has another value than its default, which is zero, for a pointer true, or in the
// tag plain.
func given(v reflect.Value, tag reflect.StructTag) bool {
	switch v.Kind() {
	case reflect.Pointer:
		return !v.IsNil() && fmt.Sprint(v.Elem()) != cmp.Or(tag.Get("plain"), "true")
	case reflect.Slice, reflect.Map:
		return v.Len() > 0
	case reflect.Struct:
		for i := range v.NumField() {
			if given(v.Field(i), v.Type().Field(i).Tag) {
				return true
			}
		}
		return false
	}
	return !v.IsZero() && fmt.Sprint(v) != tag.Get("plain")
}

// optionWarnings are warnings of options that do nothing in this call, or less than they
// say. An option given with its default causes no warning.
func (s *Set) optionWarnings(a *fetchArgs) (w []extract.Warning) {
	search := a.Options.AISearch.Enabled
	tell := func(situation, because string, search bool) {
		names := idle(reflect.ValueOf(a).Elem(), "", situation)
		if search {
			names = append(names, "options.ai_search")
		}
		w = append(w, ignored(because, names)...)
	}
	if a.URL == "" {
		tell("bytes", "with raw_bytes", false)
	} else {
		tell("url", "with url", false)
		switch {
		case a.isHead(): // below
		case a.Options.Mode == "http":
			tell("browser", "with mode=http", false)
		case s.client.Options().Renderer == nil:
			tell("browser", "without a browser, which is not configured here", false)
		}
	}
	switch {
	case a.isHead():
		tell("head", "with method=HEAD", search && s.opts.Search.Base != nil)
	case a.wantsRaw():
		tell("raw", "on a raw body", search)
	case a.View == "html" || a.View == "links":
		tell(a.View, "on view="+a.View, false)
	}
	if a.Options.Format.Output == "normalized" {
		tell("normalized", "on a normalized result", false)
	}
	if !search {
		tell("disabled", "without enabled=true", false)
	}
	limited := func(is bool, message string) {
		if is {
			w = append(w, extract.Warning{Type: warnLimited, Message: "options." + message})
		}
	}
	o, mostTime, mostBytes := a.Options, s.opts.maxTimeout(), s.opts.maxBytes()
	limited(o.TimeoutMS > 0 && millis(o.TimeoutMS) > mostTime, "timeout_ms is limited to "+itoa(int(mostTime.Milliseconds()))+" here.")
	limited(int64(o.MaxBytes) > mostBytes, "max_bytes is limited to "+itoa(int(mostBytes))+" here.")
	limited(o.MaxRedirects != nil && *o.MaxRedirects > maxRedirectsAllowed, "max_redirects is limited to "+itoa(maxRedirectsAllowed)+" here.")
	limited(a.URL != "" && o.RespectRobots != nil && !*o.RespectRobots && s.opts.ForceRobots, "respect_robots=false is not allowed here; robots.txt is obeyed.")
	return w
}

func itoa(n int) string { return strconv.Itoa(n) }
