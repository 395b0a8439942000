package classify

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// phrases are texts as the hashes of their words, by the first.
type phrases map[uint32][][]uint32

// newPhrases reads phrases, one a line. The hash of a word ignores the case of ASCII letters
// only, so that each phrase is there with a capital and in capitals, too.
func newPhrases(lines string) phrases {
	all := phrases{}
	for line := range strings.Lines(lines) {
		first, size := utf8.DecodeRuneInString(line)
		for _, written := range [...]string{line, string(unicode.ToUpper(first)) + line[size:], strings.ToUpper(line)} {
			var words []uint32
			for w := range strings.FieldsSeq(written) {
				words = append(words, measure.HashWord(w))
			}
			all[words[0]] = append(all[words[0]], words)
		}
	}
	return all
}

// startOf returns how many words the longest phrase has that words begin with, 0 for none.
func (p phrases) startOf(words []uint32) (longest int) {
	if len(words) == 0 {
		return 0
	}
	for _, phrase := range p[words[0]] {
		if len(phrase) > longest && len(words) >= len(phrase) && slices.Equal(words[:len(phrase)], phrase) {
			longest = len(phrase)
		}
	}
	return longest
}

// occurIn reports whether one of the phrases is among words.
func (p phrases) occurIn(words []uint32) bool {
	for i := range words {
		if p.startOf(words[i:]) > 0 {
			return true
		}
	}
	return false
}
