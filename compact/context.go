package compact

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/chunk"
)

// leastSentenceWords is how many words a sentence has that says something on its own; "And how!" does not.
const leastSentenceWords = 4

// isScrap reports a short sentence without number, date or name, which is meaningless without its neighbours.
func (u *unit) isScrap() bool {
	return u.Kind == chunk.SentenceUnit && u.words < leastSentenceWords && u.facts&(hasNumber|hasDate|hasName|hasDefinition) == 0
}

// mostLabelWords is how many words a line has at most that is a label.
const mostLabelWords = 8

// isLabel reports a paragraph of few words that is not a sentence: a date, a byline, the text of a button.
func (m *docIndex) isLabel(i int) bool {
	u := &m.units[i]
	if u.Kind != chunk.SentenceUnit || u.words > mostLabelWords ||
		i > 0 && m.units[i-1].group == u.group || i+1 < len(m.units) && m.units[i+1].group == u.group {
		return false
	}
	text := m.text(u)
	return !endsSentence(text) && !strings.Contains(text, ": ") && !strings.Contains(text, "：") && !strings.HasPrefix(text, ">")
}

// endsSentence reports a text that ends in a mark of the end of a sentence, with what closes behind it.
func endsSentence(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, "*_~`\"'”’»)」』）\\ "))
	return strings.ContainsRune(".!?…。！？؟۔।", r)
}

func asks(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, "*_~`\"'”’»)」』）\\ "))
	return strings.ContainsRune("?？؟", r)
}

// standsAlone reports a unit that can be read without those around it, as key points are: an item, a row, or a
// sentence that asks nothing, refers to nothing before it and leads in nothing behind it.
func (m *docIndex) standsAlone(i int) bool {
	u := &m.units[i]
	text := m.text(u)
	switch {
	case m.leadsIn(i) || asks(text):
		return false
	case u.Kind != chunk.SentenceUnit:
		return true
	}
	return endsSentence(text) && !refersBack(text) && m.contextOf(i) < 0 && !m.isLabel(i)
}

// refersBack reports a sentence that begins with a word that ties it to the one before: "They", "However".
func refersBack(text string) bool {
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' })
	if r, _ := utf8.DecodeRuneInString(text); end <= 0 || unspaced(r) {
		return hasAnyPrefix(text, cues("references")...)
	}
	return isWord(referenceWords, strings.ToLower(text[:end]))
}

// contextOf returns what unit i says little without: the sentence before it if i refers back to that, the code
// or formula before it that its sentence goes on from; else -1.
func (m *docIndex) contextOf(i int) int {
	u := &m.units[i]
	switch {
	case i == 0 || u.Kind != chunk.SentenceUnit:
		return -1
	case m.goesOn(i):
		return i - 1
	case !refersBack(m.text(u)):
		return -1
	}
	if before := &m.units[i-1]; before.Kind != chunk.SentenceUnit || before.group != u.group || before.boilerplate {
		return -1
	}
	return i - 1
}

func (m *docIndex) goesOn(i int) bool {
	first, _ := utf8.DecodeRuneInString(m.text(&m.units[i]))
	return i > 0 && unicode.IsLower(first) && m.isDisplay(i-1) && m.units[i-1].head == m.units[i].head
}

func (m *docIndex) isDisplay(i int) bool {
	u := &m.units[i]
	return u.Kind == chunk.CodeUnit || u.Kind == chunk.OtherUnit && hasAnyPrefix(m.text(u), "$$", `\[`)
}

// leadsIn reports a unit that ends in a colon, with something to follow.
func (m *docIndex) leadsIn(i int) bool {
	u := &m.units[i]
	if i+1 >= len(m.units) || m.isDisplay(i) {
		return false
	}
	text := strings.TrimRight(m.text(u), "*_ ")
	if hasAnySuffix(text, cues("leads in")...) {
		return true
	}
	next := &m.units[i+1]
	return u.Kind == chunk.SentenceUnit && (m.isDisplay(i+1) || next.Kind == chunk.ItemUnit && next.group != u.group) && next.head == u.head && !endsSentence(text)
}

func hasAnySuffix(s string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(x string) bool { return strings.HasSuffix(s, x) })
}

func (m *docIndex) isRule(i int) bool {
	u := &m.units[i]
	return u.words == 0 && u.Kind != chunk.CodeUnit && strings.Trim(m.text(u), "-*_ \t\n") == ""
}

// leadOf returns the unit that introduces the list of item i: it ends in a colon or is a label, such as a term
// above its definition.
func (m *docIndex) leadOf(i int) int {
	u := &m.units[i]
	if u.Kind != chunk.ItemUnit {
		return m.itemLabel(i)
	}
	k := m.starts[u.group] - 1
	if k < 0 || m.units[k].Kind == headingKind || !m.leadsIn(k) && !m.isLabel(k) {
		return -1
	}
	return k
}

// itemLabel returns the item that paragraph i is in, if that begins with a few words that are no sentence; else
// -1.
func (m *docIndex) itemLabel(i int) int {
	k := m.places()[i].item
	if k < 0 || m.units[k].words > mostLabelWords || endsSentence(m.text(&m.units[k])) {
		return -1
	}
	return k
}
