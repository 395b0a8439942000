package compact

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/chunk"
)

// leastSentenceWords is how many words a sentence has that says something on its
// own; "And how!" does not. In scripts without spaces, each character counts.
const leastSentenceWords = 4

// isScrap reports a sentence of so few words, and no number, date or name, that it
// says nothing without those around it.
func (u *unit) isScrap() bool {
	return u.Kind == chunk.SentenceUnit && u.words < leastSentenceWords && u.facts&(hasNumber|hasDate|hasName|hasDefinition) == 0
}

// references are words at the beginning of a sentence that stand for something in
// the sentence before it, each between spaces.
const references = " he she it they this these those his her its their such both him them " +
	"er sie dies diese dieser dieses dadurch damit daher deshalb dort " +
	"il elle ils elles ce cet cette ces cela ceci celui-ci celle-ci " +
	"él ella ellos ellas este esta estos estas esto ese esa eso éste ésta " +
	"ele ela eles elas isto isso esse essa aquele " +
	"egli essa essi questo questa questi queste ciò " +
	"он она оно они это этот эта эти его её их "

// unspacedReferences are such words of scripts without spaces.
var unspacedReferences = []string{"他", "她", "它", "这", "該", "该", "此", "これ", "それ", "この", "その", "彼"}

// refersBack reports a sentence that begins with a word for something in the
// sentence before it.
func refersBack(text string) bool {
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' })
	if r, _ := utf8.DecodeRuneInString(text); end <= 0 || unspaced(r) {
		return hasAnyPrefix(text, unspacedReferences...)
	}
	return strings.Contains(references, " "+strings.ToLower(text[:end])+" ")
}

// contextOf returns the sentence before unit i if i refers back to it, else -1.
func (m *docIndex) contextOf(i int) int {
	u := &m.units[i]
	if i == 0 || u.Kind != chunk.SentenceUnit || !refersBack(m.text(u)) {
		return -1
	}
	if before := &m.units[i-1]; before.Kind != chunk.SentenceUnit || before.group != u.group || before.boilerplate {
		return -1
	}
	return i - 1
}

// leadsIn reports a unit that ends in a colon, with something to follow: "It works
// like this:".
func (m *docIndex) leadsIn(i int) bool {
	text := strings.TrimRight(m.text(&m.units[i]), "*_ ")
	return i+1 < len(m.units) && m.units[i].Kind != chunk.CodeUnit && (strings.HasSuffix(text, ":") || strings.HasSuffix(text, "："))
}
