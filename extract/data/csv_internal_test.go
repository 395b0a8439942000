package data

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestQuotes close before a separator or the end of a line; what never closes is
// a sign of the text.
func TestQuotes(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"separator in quotes", "\"a,b\",c", "\"a,b\",c"},
		{"break in quotes", "\"a\nb\",c\nd,e", "\"a\nb\",c\nd,e"},
		{"two quotes are one", "\"a\"\"b\nc\",d\ne,f", "\"a\"\"b\nc\",d\ne,f"},
		{"quote in a cell", "5\" pipe,b\nc,d", "5\" pipe,b\nc,d"},
		{"quotes in quotes", "\"say \"hi\" to\",b\nc,d", "\"say \"hi\" to\",b\nc,d"},
		{"never closed", "a,\"b\nc,d\ne,f", "a,b\nc,d\ne,f"},
		{"never closed at the start", "\"a,b\nc,d", "a,b\nc,d"},
		{"never closed after one that is", "\"a\",\"b\nc,d", "\"a\",b\nc,d"},
		{"never closed on the last line", "a,b\nc,\"d", "a,b\nc,\"d"},
		{"carriage returns", "\"a\nb\"\r\nc,d\r\n", "\"a\nb\"\r\nc,d\r\n"},
		{"empty quotes", "\"\",b\nc,\"\"", "\"\",b\nc,\"\""},
		{"nothing", "", ""},
	} {
		assert.Equal(t, c.want, closeQuote(c.in, ','), c.name)
	}
}
