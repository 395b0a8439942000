package mcpserver

import (
	"errors"
	"net/http"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// The types of warnings of a call's own options.
const (
	warnIgnored = "option_ignored"
	warnLimited = "option_limited"
)

// contradicts refuses options of which only one can be meant.
func (a *fetchArgs) contradicts() error {
	if !a.Raw && a.Options.Format.Output != "raw" {
		return nil
	}
	switch output := a.Options.Format.Output; {
	case a.Raw && a.View != "" && a.View != "raw":
		return invalid(errors.New("raw=true contradicts view=" + a.View + "; give one of them"))
	case a.Raw && output != "" && output != "raw":
		return invalid(errors.New("raw=true contradicts options.format.output=" + output + "; give one of them"))
	case output == "raw" && a.View != "" && a.View != "raw" && a.View != "markdown":
		return invalid(errors.New("options.format.output=raw contradicts view=" + a.View + "; give one of them"))
	}
	return nil
}

// told are warnings of options that do nothing in this call, or less than they
// say. What is given with its default tells nothing.
func (s *Server) told(a *fetchArgs) []extract.Warning {
	var warnings []extract.Warning
	ignore := func(because string, options ...string) {
		if len(options) > 0 {
			warnings = append(warnings, extract.Warning{Type: warnIgnored, Message: strings.Join(options, ", ") + plural(len(options), " does", " do") + " nothing " + because + "."})
		}
	}
	if a.URL == "" {
		ignore("with raw_bytes", a.ofTransfer()...)
	} else {
		ignore("with url", given{"content_type": a.ContentType != "", "canonical_url": a.CanonicalURL != ""}.names("content_type", "canonical_url")...)
		if a.Options.Render != (renderArgs{}) {
			s.tellRendering(a, ignore)
		}
	}
	switch {
	case a.Method == http.MethodHead:
		ignore("with method=HEAD", append(a.ofContent(), given{"view": a.View != "" && a.View != "markdown", "raw": a.Raw, "options.extraction": a.Options.Extraction.set(),
			"options.format.include_raw_excerpt": a.Options.Format.IncludeRawExcerpt}.names("view", "raw", "options.extraction", "options.format.include_raw_excerpt")...)...)
	case a.skips():
		ignore("on a raw body", append(a.ofContent(), given{"options.extraction": a.Options.Extraction.set(), "options.ai_search": a.Options.AISearch.Enabled,
			"options.format.include_raw_excerpt": a.Options.Format.IncludeRawExcerpt}.names("options.extraction", "options.ai_search", "options.format.include_raw_excerpt")...)...)
	case a.View == "html" || a.View == "links":
		ignore("on view="+a.View, a.ofContent()...)
	}
	if a.Options.Format.Output == "normalized" && a.Options.Format.IncludeRawExcerpt {
		ignore("on a normalized result", "options.format.include_raw_excerpt")
	}
	if !a.Options.AISearch.Enabled && a.Options.AISearch.set() {
		ignore("without enabled=true", "options.ai_search")
	}
	return append(warnings, s.limited(a)...)
}

func plural(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// limited tells of limits that may not be as high as was asked for.
func (s *Server) limited(a *fetchArgs) []extract.Warning {
	var warnings []extract.Warning
	if most := s.opts.maxTimeout(); a.Options.TimeoutMS > 0 && millis(a.Options.TimeoutMS) > most {
		warnings = append(warnings, extract.Warning{Type: warnLimited, Message: "options.timeout_ms is limited to " + itoa(int(most.Milliseconds())) + " here."})
	}
	if most := s.opts.maxBytes(); int64(a.Options.MaxBytes) > most {
		warnings = append(warnings, extract.Warning{Type: warnLimited, Message: "options.max_bytes is limited to " + itoa(int(most)) + " here."})
	}
	if a.Options.MaxRedirects != nil && *a.Options.MaxRedirects > mostRedirectsAsked {
		warnings = append(warnings, extract.Warning{Type: warnLimited, Message: "options.max_redirects is limited to " + itoa(mostRedirectsAsked) + " here."})
	}
	if respect := a.Options.RespectRobots; a.URL != "" && respect != nil && !*respect && s.opts.ForceRobots {
		warnings = append(warnings, extract.Warning{Type: warnLimited, Message: "options.respect_robots=false is not allowed here; robots.txt is obeyed."})
	}
	return warnings
}

// given says which options of a call are set.
type given map[string]bool

// names returns those of all that are set, in that order.
func (g given) names(all ...string) []string {
	var set []string
	for _, name := range all {
		if g[name] {
			set = append(set, name)
		}
	}
	return set
}

// ofTransfer are the options that only a request over the network has.
func (a *fetchArgs) ofTransfer() []string {
	o := a.Options
	return given{
		"method": a.Method != "" && a.Method != http.MethodGet, "user_agent": a.UserAgent != "", "options.mode": o.Mode != "" && o.Mode != "auto",
		"options.headers": len(o.Headers) > 0, "options.max_redirects": o.MaxRedirects != nil, "options.respect_robots": o.RespectRobots != nil && !*o.RespectRobots,
		"options.cache_ttl_s": o.CacheTTLS != nil, "options.render": o.Render != renderArgs{},
	}.names("method", "user_agent", "options.mode", "options.headers", "options.max_redirects", "options.respect_robots", "options.cache_ttl_s", "options.render")
}

// ofContent are the options that shrink the content.
func (a *fetchArgs) ofContent() []string {
	return given{"max_tokens": a.MaxTokens > 0, "question": a.Question != ""}.names("max_tokens", "question")
}

// tellRendering tells of options of a browser where none will be asked.
func (s *Server) tellRendering(a *fetchArgs, ignore func(because string, options ...string)) {
	switch {
	case a.Method == http.MethodHead:
		ignore("with method=HEAD", "options.render")
	case a.Options.Mode == "http":
		ignore("with mode=http", "options.render")
	case s.client.Options().Renderer == nil:
		ignore("without a browser, which is not configured here", "options.render")
	}
}

func (e extractionArgs) set() bool {
	return e.PreferReadability || e.KeepTables != nil && !*e.KeepTables || e.KeepCodeBlocks != nil && !*e.KeepCodeBlocks || len(e.RemoveSelectors) > 0
}

func (a ingestArgs) set() bool {
	return a.ThreadKey != "" || a.Prefix != "" || a.MaxFileBytes > 0 || a.WaitMS > 0 || a.SkipIfExists || a.RequireSuccess ||
		a.Context != "" || len(a.Metadata) > 0 || !isNull(a.Query)
}
