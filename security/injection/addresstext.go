package injection

import (
	"net/url"
	"strings"
	"unicode"
)

// fewestWords is how many words an address has to have to say something.
const fewestWords = 5

// AddressText returns what an address, or another text without spaces, says in words, for
// [Scan]: with its escapes decoded, a paragraph for each segment of the path and each
// value of the query, and spaces in place of hyphens and all other signs. Segments of
// fewer than five words, which tell nobody to do anything, are left out.
func AddressText(address string) string {
	if len(address) < 2*fewestWords {
		return ""
	}
	if decoded, err := url.PathUnescape(address); err == nil {
		address = decoded
	}
	var b strings.Builder
	for segment := range strings.FieldsFuncSeq(address, func(r rune) bool { return strings.ContainsRune("/?&=#;", r) }) {
		words := strings.FieldsFunc(segment, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && r != '\'' && r != '’' })
		if len(words) < fewestWords {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(strings.Join(words, " "))
	}
	return b.String()
}
