package line_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
)

func TestClip(t *testing.T) {
	for in, want := range map[string]string{"": "", "äöü": "äöü", "äöüß": "äö…", "abcdef": "ab…"} {
		assert.Equal(t, want, line.Clip(in, 3))
	}
}

func TestOneLine(t *testing.T) {
	assert.Equal(t, "a b c", line.OneLine(" a\n\tb\u2028c\x00\u200b\u202e "))
}
