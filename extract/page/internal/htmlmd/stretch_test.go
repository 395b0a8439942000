package htmlmd

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// slowStretch is stretch by each byte.
func slowStretch(s string, i int, cleaned bool) (end int, w writer) {
	w.buffers = new(buffers)
	for ; i < len(s); i++ {
		switch classOf(s[i]) {
		case classSpace:
			if s[i] != ' ' || i+1 == len(s) || classOf(s[i+1]) == classSpace {
				return i, w
			}
		case classMark:
			w.NoteSpecial(s[i])
		case classOdd:
			if !cleaned && i > 0 && s[i-1] == ' ' {
				return i - 1, w
			}
			if !cleaned {
				return i, w
			}
		}
	}
	return i, w
}

func sameStretch(t *testing.T, s string) {
	t.Helper()
	for _, cleaned := range []bool{false, true} {
		w := writer{buffers: new(buffers)}
		want, slow := slowStretch(s, 0, cleaned)
		assert.Equal(t, want, w.unfoldedEnd(s, 0, cleaned), "%q, cleaned: %v", s, cleaned)
		assert.Equal(t, slow.Specials, w.Specials, "%q", s)
	}
}

func TestStretch(t *testing.T) {
	for _, s := range []string{"", "a", "one two three four", "a b c d e f g h i j", "sevenaa  eight", "eight888 nine", "eight888  nine", "end at 7 ", "end at eight ", "tab\there", "abcdefg\nhi"} {
		sameStretch(t, s)
	}
	for c := range 256 {
		for at := range 18 {
			b := []byte("plain words, and more")
			b[at] = byte(c)
			sameStretch(t, string(b))
			b[at+1] = ' '
			sameStretch(t, string(b))
			b[at] = ' '
			b[at+1] = byte(c)
			sameStretch(t, string(b))
		}
	}
}

func FuzzStretch(f *testing.F) {
	f.Add("one two *three* four  five\x7f~ [six] ö")
	f.Fuzz(sameStretch)
}
