package hiddentext

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
)

// sameValue reads a JSON string, here without its quotes, in both ways.
func sameValue(t *testing.T, inner string) {
	t.Helper()
	literal := `"` + inner + `"`
	if stringEnd(literal, 1) != len(literal)-1 {
		return // no string
	}
	want := literal
	var value string
	if json.Unmarshal([]byte(literal), &value) == nil {
		want = value
	}
	assert.Equal(t, want, stringValue(literal), "%q", literal)
}

func TestStringValueIsThatOfJSON(t *testing.T) {
	for _, inner := range []string{
		"", "plain", "tab\there", "nul\x00", "\x1f", "é \xff\xfe", `a\nb`, `\"\\\/\b\f\n\r\t`, `\a`, `\'`, `\u0041`, `\u00e9x`, `\u00E9`, `\u12`, `\u12g4`, `\u`,
		`\ud83d\ude00`, `\ud83d`, `\ud83dx`, `\ude00\ud83d`, `\ud83d\u0041`, `\ud83d\n`, `\ud83d\ud83d\ude00`, `\u0000`, `\uFFFF`, "x\xc3\\nb", "a\\n\xff", "\x7f", `ends\\`,
	} {
		sameValue(t, inner)
	}
}

func FuzzStringValue(f *testing.F) {
	f.Add(`a\n\ud83d\ude00`)
	f.Add("\xff\\u00e9")
	f.Fuzz(sameValue)
}

func BenchmarkStringValue(b *testing.B) {
	const literal = `"In the year 1907 \"the board\" met four times,\nheard the pilots \u2014 and wrote minutes."`
	for b.Loop() {
		stringValue(literal)
	}
}

func TestStringValue(t *testing.T) {
	for literal, want := range map[string]string{
		`""`:            "",
		`"a b"`:         "a b",
		`"a\/b \u00e9"`: "a/b é",
		"\"a\tb\"":      "\"a\tb\"", // not a JSON string
		`"a\xb"`:        `"a\xb"`,
		"\"a\xffb\"":    "a\ufffdb",
	} {
		assert.Equal(t, want, stringValue(literal), "%q", literal)
	}
}
