package font_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// bitmapFont returns a Type 3 font whose glyphs have their codes as names.
func bitmapFont(codes string) string {
	var differences, widths strings.Builder
	for i := range len(codes) {
		fmt.Fprintf(&differences, "%d/a%d ", codes[i], codes[i])
	}
	for i := range 256 {
		fmt.Fprintf(&widths, "%d ", 5+i%7)
	}
	return fmt.Sprintf("<</Subtype/Type3/FontMatrix[0.01 0 0 0.01 0 0]/FirstChar 0/LastChar 255/Widths[%s]/CharProcs<<>>/Encoding<</Differences[%s]>>>>", &widths, &differences)
}

func TestBitmapFontsOfTeX(t *testing.T) {
	tests := []struct{ name, codes, in, want string }{
		{"T2A", "\xcc\xe8\xed\xf1\xf2\xf0\xff\xbc\xbe\xbf()", "\xbe\xcc\xe8\xed\xe8\xf1\xf2\xf0\xff\xbf\xbc", "«Министря»ё"},
		{"T1", "abcdefgh\xe1\xb6\x1c\x15", "\xe1\xb6\x1ca\x15", "áűﬁa–"},
		{"T1 in ASCII", "abcdefgh.\x1c", "a\x1cb\x10", "aﬁb“"},
		{"OT1", "abcdefgh.\x0c\"\\", "\x0ca{\\b\"", "ﬁa–“b”"},
		{"one letter above ASCII", "\xe9", "\xe9", "é"},
		{"signs", "\x88\xbf", "\x88\xbf", "•€"},
		{"variables", "abcdefgh\x0c", "a\x0c", "a?"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, decode(load(t, bitmapFont(tt.codes)), tt.in))
		})
	}
}

func TestNamedGlyphsOfType3FontsCount(t *testing.T) {
	f := load(t, "<</Subtype/Type3/Encoding<</Differences[97/a97/b/c/d/e/f/g/h/period 46/a46 228/adieresis]>>>>")
	assert.Equal(t, "ä.b", decode(f, "\xe4ib"))
}
