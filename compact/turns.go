package compact

import (
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/chunk"
)

// turn holds data about a unit in the minutes of a conversation. Each block begins with the
// name of the speaker: "**Ana**: I'd say so."
type turn struct {
	spoken bool
	label  int // bytes of the name and its marks, at the beginning of the block
}

// leastTurns is how many blocks begin with the name of a speaker.
const leastTurns = 3

// findTurns returns for each unit whether, and where, somebody speaks.
func (m *docIndex) findTurns() []turn {
	out, blocks := make([]turn, len(m.units)), map[string]int{}
	for i := range m.units {
		if n := m.speakerLength(i); n > 0 {
			out[i].label = n
			blocks[m.text(&m.units[i])[:n]]++
		}
	}
	for i := range m.units {
		n := out[i].label
		if n > 0 && blocks[m.text(&m.units[i])[:n]] >= leastTurns {
			out[i].spoken = true
			continue
		}
		out[i] = turn{spoken: i > 0 && m.units[i].group == m.units[i-1].group && out[i-1].spoken}
	}
	return out
}

// maxSpeaker is the length of the longest name of a speaker in bytes, with its
// marks.
const maxSpeaker = 80

// speakerLength returns the length of the name that a block begins with, in bytes
// with its marks, 0 for none.
func (m *docIndex) speakerLength(i int) int {
	u := &m.units[i]
	if u.Kind != chunk.SentenceUnit || i > 0 && m.units[i-1].group == u.group {
		return 0
	}
	text := m.text(u)
	text = text[:min(len(text), maxSpeaker)]
	if !strings.HasPrefix(text, "**") {
		return 0
	}
	for _, end := range [...]string{"**:", ":**"} {
		if k := strings.Index(text, end); k > 0 {
			return k + len(end)
		}
	}
	return 0
}

// countSpokenWords counts the words of what somebody says. Words of three letters
// and less, such as "uh" and "so", count for at most as many as the longer ones.
// In scripts without spaces, each character counts.
func countSpokenWords(text string) int {
	all, long := 0, 0
	for w := range strings.FieldsSeq(text) {
		if r, _ := utf8.DecodeRuneInString(w); unspaced(r) {
			n := utf8.RuneCountInString(w)
			all, long = all+n, long+n
			continue
		}
		all++
		if utf8.RuneCountInString(w) > 3 {
			long++
		}
	}
	return min(all, 2*long)
}
