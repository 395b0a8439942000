package envelope

import (
	"mime"
	"regexp"
	"strings"
	"sync"
)

// parseMediaType reads a media type or a disposition with its parameters, in lower case. Mails have parameters that RFC 2045 doesn't
// allow, such as names in letters beyond ASCII or without quotes: where mime.ParseMediaType refuses them they stand as they came. Of
// two parameters of a name the first counts.
func parseMediaType(value string) (kind string, params map[string]string) {
	kind, params, err := mime.ParseMediaType(value)
	if err == nil || kind != "" && len(params) > 0 {
		return kind, params
	}
	first, _, _ := strings.Cut(value, ";")
	kind, params = strings.ToLower(strings.TrimSpace(first)), map[string]string{}
	if strings.ContainsAny(kind, " \t\"=,") {
		kind = ""
	}
	for _, m := range parameterPattern().FindAllStringSubmatch(value, maxParameters) {
		if name := strings.ToLower(strings.TrimSpace(m[1])); name != "" && params[name] == "" {
			params[name] = quotedPair().ReplaceAllString(m[2], "$1") + strings.TrimSpace(m[3])
		}
	}
	return kind, params
}

const maxParameters = 50

// The parameters of a media type, quoted or bare, and the pairs of characters in a quoted string (RFC 5322, 3.2.4).
var (
	parameterPattern = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`;([^=;"]*)=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^;]*))`)
	})
	quotedPair = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\\(.)`) })
)

// Filename returns the name of a file that a Content-Disposition field gives (RFC 6266), "" for
// none. The name is text of a stranger: it may hold signs of a path.
func Filename(disposition string) string {
	_, params := parseMediaType(disposition)
	return headerText(params["filename"])
}
