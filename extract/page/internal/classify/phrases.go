package classify

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// phrases are texts as the hashes of their words, by the first.
type phrases map[uint32][][]uint32

// phraseFile has a phrase a line, below the names of lists:
//
//   - suggestion: begins a line that sends the reader of an article to another one
//   - inviting, means, own: an invitation to follow the site has a phrase of each among its first words
//   - contents: the heading of a table of contents
//   - numbered: begins a caption to which the text refers by its number
//   - credit: words of the credits of a picture
//
//go:embed phrases.txt
var phraseFile string

var phraseLists = sync.OnceValue(func() map[string]phrases {
	lists := map[string]phrases{}
	var list phrases
	for line := range strings.Lines(phraseFile) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "# "); ok {
			list = phrases{}
			lists[name] = list
			continue
		}
		list.add(line)
	}
	return lists
})

// add adds a phrase. The hash of a word ignores the case of ASCII letters only, so that it is
// there with a capital and in capitals, too.
func (p phrases) add(phrase string) {
	first, size := utf8.DecodeRuneInString(phrase)
	for _, written := range [...]string{phrase, string(unicode.ToUpper(first)) + phrase[size:], strings.ToUpper(phrase)} {
		var words []uint32
		for w := range strings.FieldsSeq(written) {
			words = append(words, measure.HashWord(w))
		}
		p[words[0]] = append(p[words[0]], words)
	}
}

// startOf returns how many words the longest phrase has that words begin with, 0 for none.
func (p phrases) startOf(words []uint32) (longest int32) {
	if len(words) == 0 {
		return 0
	}
	for _, phrase := range p[words[0]] {
		if n := len(phrase); n > int(longest) && len(words) >= n && slices.Equal(words[:n], phrase) {
			longest = int32(n)
		}
	}
	return longest
}

func (p phrases) occurIn(words []uint32) bool {
	for i := range words {
		if p.startOf(words[i:]) > 0 {
			return true
		}
	}
	return false
}
