package invisible

import (
	"encoding/json"
	"html"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// DecodeSource is [Decode] of the source of a document, in which invisible characters may also stand as character
// references of HTML and XML ("&#xE0041;") or as escapes of JSON ("\udb40\udc41").
func DecodeSource(s string) string {
	if strings.Contains(s, "&#") {
		s = html.UnescapeString(s)
	}
	if slices.ContainsFunc(invisibleEscapes[:], func(begin string) bool { return strings.Contains(s, begin) }) {
		s = escapes().ReplaceAllStringFunc(s, func(run string) string {
			_ = json.Unmarshal([]byte(`"`+run+`"`), &run) // the pattern makes it valid
			return run
		})
	}
	return Decode(s)
}

// invisibleEscapes are the beginnings of escapes of tag characters, variation selectors and zero-width characters.
var invisibleEscapes = [...]string{`\udb40`, `\uDB40`, `\ufe`, `\uFE`, `\u20`}

var escapes = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:\\u[0-9A-Fa-f]{4})+`) })
