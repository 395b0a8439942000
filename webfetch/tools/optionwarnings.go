package tools

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// The types of warnings of a call's own options.
const (
	warnIgnored = "option_ignored"
	warnLimited = "option_limited"
)

// checkContradictions refuses options of which only one can be meant.
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

// givenOption is an option of a call, and whether it is given with more than its
// default.
type givenOption struct {
	name string
	set  bool
}

// ignoredOptions collects warnings of options that do nothing.
type ignoredOptions []extract.Warning

// add adds warnings about those of the options that are set.
func (i *ignoredOptions) add(because string, options ...givenOption) {
	var names []string
	for _, o := range options {
		if o.set {
			names = append(names, o.name)
		}
	}
	if len(names) == 0 {
		return
	}
	message := strings.Join(names, ", ") + plural(len(names), " does", " do") + " nothing " + because + "."
	*i = append(*i, extract.Warning{Type: warnIgnored, Message: message})
}

// optionWarnings are warnings of options that do nothing in this call, or less than they
// say. An option given with its default causes no warning.
func (s *Set) optionWarnings(a *fetchArgs) []extract.Warning {
	var w ignoredOptions
	if a.URL == "" {
		w.add("with raw_bytes", a.transferOptions()...)
	} else {
		w.add("with url", givenOption{"content_type", a.ContentType != ""}, givenOption{"canonical_url", a.CanonicalURL != ""})
		s.addRenderWarnings(a, &w)
	}
	extraction := givenOption{"options.extraction", a.Options.Extraction.set()}
	excerpt := givenOption{"options.format.include_raw_excerpt", a.Options.Format.IncludeRawExcerpt}
	search := a.Options.AISearch
	switch {
	case a.isHead():
		w.add("with method=HEAD", append(a.contentOptions(), givenOption{"options.ai_search", search.Enabled && s.opts.Search.Base != nil}, givenOption{"start_index", a.StartIndex > 0}, givenOption{"view", a.View != "" && a.View != "markdown"}, givenOption{"raw", a.Raw}, extraction, excerpt)...)
	case a.wantsRaw():
		w.add("on a raw body", append(a.contentOptions(), extraction, givenOption{"options.ai_search", search.Enabled}, excerpt)...)
	case a.View == "html":
		w.add("on view=html", append(a.contentOptions(), extraction)...)
	case a.View == "links":
		w.add("on view=links", a.contentOptions()...)
	}
	if a.Options.Format.Output == "normalized" {
		w.add("on a normalized result", excerpt)
	}
	w.add("without enabled=true", givenOption{"options.ai_search", !search.Enabled && search.set()})
	return append(w, s.limitWarnings(a)...)
}

func itoa(n int) string { return strconv.Itoa(n) }

func plural(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// limitWarnings reports limits that may not be as high as was asked for.
func (s *Set) limitWarnings(a *fetchArgs) []extract.Warning {
	var warnings []extract.Warning
	if most := s.opts.maxTimeout(); a.Options.TimeoutMS > 0 && millis(a.Options.TimeoutMS) > most {
		warnings = append(warnings, extract.Warning{Type: warnLimited, Message: "options.timeout_ms is limited to " + itoa(int(most.Milliseconds())) + " here."})
	}
	if most := s.opts.maxBytes(); int64(a.Options.MaxBytes) > most {
		warnings = append(warnings, extract.Warning{Type: warnLimited, Message: "options.max_bytes is limited to " + itoa(int(most)) + " here."})
	}
	if a.Options.MaxRedirects != nil && *a.Options.MaxRedirects > maxRedirectsAllowed {
		warnings = append(warnings, extract.Warning{Type: warnLimited, Message: "options.max_redirects is limited to " + itoa(maxRedirectsAllowed) + " here."})
	}
	if respect := a.Options.RespectRobots; a.URL != "" && respect != nil && !*respect && s.opts.ForceRobots {
		warnings = append(warnings, extract.Warning{Type: warnLimited, Message: "options.respect_robots=false is not allowed here; robots.txt is obeyed."})
	}
	return warnings
}

// transferOptions are the options that only a request over the network has.
func (a *fetchArgs) transferOptions() []givenOption {
	o := a.Options
	return []givenOption{
		{"method", a.Method != "" && a.Method != http.MethodGet},
		{"user_agent", a.UserAgent != ""},
		{"options.mode", o.Mode != "" && o.Mode != "auto"},
		{"options.headers", len(o.Headers) > 0},
		{"options.max_redirects", o.MaxRedirects != nil},
		{"options.respect_robots", o.RespectRobots != nil && !*o.RespectRobots},
		{"options.cache_ttl_s", o.CacheTTLS != nil},
		{"options.cache", o.Cache != ""},
		{"options.render", o.Render != renderArgs{}},
	}
}

// contentOptions are the options that shrink the content.
func (a *fetchArgs) contentOptions() []givenOption {
	format := a.Options.Format
	return []givenOption{
		{"max_tokens", a.MaxTokens > 0}, {"question", a.Question != ""},
		{"options.format.images", format.Images != ""}, {"options.format.links", format.Links != ""},
	}
}

// addRenderWarnings reports options of a browser where none will be asked.
func (s *Set) addRenderWarnings(a *fetchArgs, w *ignoredOptions) {
	render := givenOption{"options.render", a.Options.Render != renderArgs{}}
	switch {
	case a.isHead():
		w.add("with method=HEAD", render)
	case a.Options.Mode == "http":
		w.add("with mode=http", render)
	case s.client.Options().Renderer == nil:
		w.add("without a browser, which is not configured here", render)
	}
}

func (e extractionArgs) set() bool {
	return e.PreferReadability || e.KeepComments || e.KeepTables != nil && !*e.KeepTables || e.KeepCodeBlocks != nil && !*e.KeepCodeBlocks || len(e.RemoveSelectors) > 0 || len(e.Select) > 0
}

func (a ingestArgs) set() bool {
	return a.ThreadKey != "" || a.Prefix != "" || a.MaxFileBytes > 0 || a.WaitMS != nil || a.SkipIfExists || a.RequireSuccess ||
		a.Context != "" || len(a.Metadata) > 0 || !isNull(a.Query.RawMessage)
}
