package tools

import (
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

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
	if len(names) == 0 {
		return nil
	}
	return []extract.Warning{{Type: warnIgnored, Message: strings.Join(names, ", ") + plural(len(names), " does", " do") + " nothing " + because + "."}}
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

func given(v reflect.Value, tag reflect.StructTag) bool {
	switch v.Kind() {
	case reflect.Pointer:
		return !v.IsNil() && (v.Elem().Kind() != reflect.Bool || !v.Elem().Bool()) // all of these are true by default
	case reflect.String:
		return v.String() != "" && v.String() != tag.Get("plain")
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
	return !v.IsZero()
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

func plural(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}
