package envelope

import (
	"mime"
	"strings"
)

// parseMediaType reads a media type or a disposition with its parameters, in lower case. Mails have parameters that RFC 2045 doesn't
// allow, such as names in letters beyond ASCII or without quotes: where mime.ParseMediaType refuses them they stand as they came. Of
// two parameters of a name the first counts.
func parseMediaType(value string) (kind string, params map[string]string) {
	kind, params, err := mime.ParseMediaType(value)
	if err == nil || kind != "" && len(params) > 0 {
		return kind, params
	}
	first, rest := cutParameter(value)
	kind, params = strings.ToLower(strings.TrimSpace(first)), map[string]string{}
	if strings.ContainsAny(kind, " \t\"=,") {
		kind = ""
	}
	for n := 0; rest != "" && n < maxParameters; n++ {
		var one string
		one, rest = cutParameter(rest)
		name, text, _ := strings.Cut(one, "=")
		if name = strings.ToLower(strings.TrimSpace(name)); name != "" && params[name] == "" {
			params[name] = unquoteParameter(strings.TrimSpace(text))
		}
	}
	return kind, params
}

// Filename returns the name of a file that a Content-Disposition field gives (RFC 6266), "" for
// none. The name is text of a stranger: it may hold signs of a path.
func Filename(disposition string) string {
	if disposition == "" {
		return ""
	}
	_, params := parseMediaType(disposition)
	return headerText(params["filename"])
}

const maxParameters = 50

// cutParameter cuts value after its first semicolon that is not in quotes.
func cutParameter(value string) (first, rest string) {
	quoted := false
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case c == ';' && !quoted:
			return value[:i], value[i+1:]
		}
	}
	return value, ""
}

// unquoteParameter returns the text of a quoted string (RFC 5322, 3.2.4), or text without quotes as it is.
func unquoteParameter(text string) string {
	if len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"' {
		return text
	}
	text = text[1 : len(text)-1]
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
