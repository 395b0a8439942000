package feed

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestShallow(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("<x>", n) + "in" + strings.Repeat("</x>", n) }
	out, dropped, _ := shallow(nested(maxDepth), nil)
	assert.Equal(t, nested(maxDepth), out)
	assert.False(t, dropped)
	out, dropped, _ = shallow(nested(maxDepth+1), nil)
	assert.Equal(t, strings.Repeat("<x>", maxDepth)+strings.Repeat("</x>", maxDepth), out)
	assert.True(t, dropped)
}

func TestDurationAndSize(t *testing.T) {
	for in, want := range map[string]string{"00:41:12": "41:12", "01:02:03": "01:02:03", "75": "1:15", "3725": "1:02:05", "soon": "", "": "", "5:07": "5:07"} {
		assert.Equal(t, want, duration(in), in)
	}
	assert.Equal(t, "12 MB", size(12<<20))
	assert.Equal(t, "2 KB", size(2048))
	assert.Equal(t, "7 bytes", size(7))
}
