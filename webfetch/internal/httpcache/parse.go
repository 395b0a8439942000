package httpcache

import (
	"net/http"
	"strings"
	"time"
)

type control map[string]string

func (cc control) has(names ...string) bool {
	for _, name := range names {
		if _, found := cc[name]; found {
			return true
		}
	}
	return false
}

// parseControl reads Cache-Control (RFC 9111, section 5.2). Of several values of max-age the
// shortest counts (section 4.2.1), of other directives the last.
func parseControl(h http.Header) control {
	values := h.Values("Cache-Control")
	if len(values) == 0 {
		return nil
	}
	cc := control{}
	for _, v := range values {
		eachItem(v, func(item string) {
			name, value, _ := strings.Cut(item, "=")
			name = strings.ToLower(strings.TrimSpace(name))
			if len(value) >= 2 && value[0] == '"' && value[len(value)-1] == '"' {
				value = strings.ReplaceAll(value[1:len(value)-1], `\`, "")
			}
			if before, twice := cc[name]; twice && name == "max-age" {
				value = shorter(before, value)
			}
			cc[name] = value
		})
	}
	return cc
}

// shorter returns the lesser number of seconds. A text that is not a number counts as less than any.
func shorter(a, b string) string {
	x, okX := parseSeconds(a)
	y, okY := parseSeconds(b)
	if !okX || okY && x < y {
		return a
	}
	return b
}

// eachItem splits a list at commas, which may be quoted (RFC 9110, section 5.6.1).
func eachItem(list string, found func(string)) {
	start, quoted := 0, false
	for i := 0; i <= len(list); i++ {
		switch {
		case i == len(list), list[i] == ',' && !quoted:
			if item := strings.TrimSpace(list[start:i]); item != "" {
				found(item)
			}
			start = i + 1
		case list[i] == '\\' && quoted:
			i++
			if i >= len(list) {
				i = len(list) - 1
			}
		case list[i] == '"':
			quoted = !quoted
		}
	}
}

// maxSeconds is what larger numbers of seconds become (RFC 9111, section 1.2.2).
const maxSeconds = 1 << 31

// parseSeconds reads delta-seconds: digits only (RFC 9111, section 1.2.2).
func parseSeconds(s string) (time.Duration, bool) {
	if s == "" {
		return 0, false
	}
	n := int64(0)
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = min(n*10+int64(s[i]-'0'), maxSeconds)
	}
	return time.Duration(n) * time.Second, true
}

// parseDate reads an HTTP date in one of its three forms (RFC 9110, section 5.6.7), strictly.
func parseDate(s string) (time.Time, bool) {
	if s == "" {
		return time.Time{}, false
	}
	for _, layout := range [...]string{http.TimeFormat, "Monday, 02-Jan-06 15:04:05 GMT", time.ANSIC} {
		var again [48]byte
		t, err := time.Parse(layout, s)
		if err == nil && string(t.AppendFormat(again[:0], layout)) == s {
			return t, true
		}
	}
	return time.Time{}, false
}
