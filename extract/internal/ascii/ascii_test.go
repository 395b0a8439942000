package ascii_test

import (
	"strconv"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
)

func TestClasses(t *testing.T) {
	for i := range 256 {
		c, r := byte(i), rune(i)
		within := i < 0x80
		assert.Equal(t, within && unicode.IsLetter(r), ascii.IsLetter(c), "%q", r)
		assert.Equal(t, within && (unicode.IsLetter(r) || unicode.IsDigit(r)), ascii.IsAlnum(c), "%q", r)
		assert.Equal(t, within && (unicode.IsPunct(r) || unicode.IsSymbol(r)), ascii.IsPunct(c), "%q", r)
		want, err := strconv.ParseUint(string(r), 16, 8)
		if err != nil {
			assert.Equal(t, -1, ascii.HexValue(c), "%q", r)
		} else {
			assert.Equal(t, int(want), ascii.HexValue(c), "%q", r)
		}
	}
}
