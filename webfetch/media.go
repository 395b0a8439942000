package webfetch

import (
	"mime"
	"strings"
)

// essence returns a media type without its parameters, in lower case.
func essence(contentType string) string {
	name, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		name, _, _ = strings.Cut(contentType, ";")
	}
	return strings.ToLower(strings.TrimSpace(name))
}

func isPDF(contentType string) bool { return essence(contentType) == "application/pdf" }

// isText reports whether a media type is made for reading as text.
func isText(contentType string) bool {
	name := essence(contentType)
	if strings.HasPrefix(name, "text/") || strings.HasSuffix(name, "+xml") || strings.HasSuffix(name, "+json") {
		return true
	}
	switch name {
	case "application/json", "application/xml", "application/xhtml+xml", "application/javascript", "application/x-ndjson",
		"application/yaml", "application/x-yaml", "application/toml", "application/sql", "application/ecmascript":
		return true
	}
	return false
}
