package htmlmd

import (
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/invisible"
)

// clean drops characters that a reader can't see, see [invisible.Strip], and puts
// U+FFFD in the place of what is not UTF-8.
func clean(s string) string {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD") // first, as what goes may hold bytes apart
	}
	return invisible.Strip(s)
}
