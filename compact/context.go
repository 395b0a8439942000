package compact

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/chunk"
)

const (
	leastSentenceWords = 4 // of a sentence that says something on its own; "And how!" does not
	mostLabelWords     = 8 // of a line that is a label: a date, a byline, the text of a button
)

type neighbours struct {
	context int  // the unit before it that a sentence refers back to or goes on from, -1 for none
	lead    int  // what introduces the list of an item, the question of an answer, or the label of a paragraph; -1 for none
	leads   bool // it introduces what follows
	goesOn  bool // its sentence began before the code or the formula in front of it
	label   bool // a paragraph of few words that is not a sentence
	scrap   bool // a short sentence without number, date or name
	asks    bool // a question
	rule    bool // a line between parts of a page
}

func (m *docIndex) linkNeighbours() {
	for i := range m.units {
		u, text := &m.units[i], m.text(&m.units[i])
		sentence, ends := u.Kind == chunk.SentenceUnit, endsSentence(text)
		n := neighbours{context: -1, lead: -1, leads: m.leadsIn(i, ends), asks: sentence && asks(text)}
		alone := m.groups[u.group] == unitRange{i, i + 1}
		n.scrap = sentence && u.words < leastSentenceWords && u.facts&(hasNumber|hasDate|hasName|hasDefinition) == 0
		n.label = sentence && alone && u.words <= mostLabelWords && !ends && !containsAny(text, ": ", "：") && !strings.HasPrefix(text, ">")
		n.rule = u.words == 0 && u.Kind != chunk.CodeUnit && strings.Trim(text, "-*_ \t\n") == ""
		if i > 0 && sentence {
			before := &m.units[i-1]
			first, _ := utf8.DecodeRuneInString(text)
			n.goesOn = unicode.IsLower(first) && m.isDisplay(i-1) && before.head == u.head
			if n.goesOn || before.Kind == chunk.SentenceUnit && before.group == u.group && !before.boilerplate && refersBack(text) {
				n.context = i - 1
			}
		}
		if k := m.places[i].item; u.Kind != chunk.ItemUnit {
			if k < 0 && sentence && !n.asks {
				k = m.termOver(i)
				n.scrap = n.scrap && k < 0
			}
			if k >= 0 && (m.units[k].asks || m.units[k].words <= mostLabelWords && !endsSentence(m.text(&m.units[k]))) {
				n.lead = k
			}
		} else if k := m.groups[u.group].from - 1; k >= 0 && m.units[k].Kind != chunk.HeadingUnit && (m.units[k].leads || m.units[k].label) {
			n.lead = k
		}
		u.neighbours = n
	}
}

// termOver returns the line that may be the term which a sentence explains, or the question that it answers: the first
// one of its paragraph, or the paragraph in front of its quote, or one that ends in a colon: "Weight:"; else -1.
func (m *docIndex) termOver(i int) int {
	first := m.groups[m.units[i].group].from
	if first < i && strings.Contains(m.md[m.units[first].End:m.units[first+1].Start], "\n") {
		return first
	}
	if first > 0 && m.units[first-1].label && (strings.HasPrefix(m.text(&m.units[first]), ">") || endsIn(m.text(&m.units[first-1]), ":：")) {
		return first - 1
	}
	return -1
}

// leadsIn reports whether unit i introduces what follows it: its text ends in a colon or in words like "as follows.", or
// it comes right before a list, code or a formula and is an incomplete sentence, like "The pump has", or announces it:
// "The following parts are needed." ends is endsSentence of its text.
func (m *docIndex) leadsIn(i int, ends bool) bool {
	if i+1 >= len(m.units) || m.isDisplay(i) {
		return false
	}
	u, next := &m.units[i], &m.units[i+1]
	text := strings.TrimRight(m.text(u), "*_ ")
	for _, end := range cues("leads in") {
		if strings.HasSuffix(text, end) {
			return true
		}
	}
	return u.Kind == chunk.SentenceUnit && next.head == u.head && (m.isDisplay(i+1) || next.Kind == chunk.ItemUnit && next.group != u.group) &&
		(!ends || containsAny(strings.ToLower(text), cues("announces")...))
}

func (m *docIndex) isDisplay(i int) bool {
	u := &m.units[i]
	return u.Kind == chunk.CodeUnit || u.Kind == chunk.OtherUnit && hasAnyPrefix(m.text(u), "$$", `\[`)
}

func endsSentence(text string) bool { return endsIn(text, ".!?…。！？؟۔।") }

func asks(text string) bool { return endsIn(text, "?？؟") }

func endsIn(text, marks string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, "*_~`\"'”’»)」』）\\ "))
	return strings.ContainsRune(marks, r)
}

// standsAlone reports a unit that can be read without those around it, as key points are: an item, a row, or a
// sentence that asks nothing, refers to nothing before it and leads in nothing behind it.
func (m *docIndex) standsAlone(i int) bool {
	u, text := &m.units[i], m.text(&m.units[i])
	return !u.leads && !asks(text) && (u.Kind != chunk.SentenceUnit || endsSentence(text) && !refersBack(text) && u.context < 0)
}

// refersBack reports a sentence that begins with a word that ties it to the one before: "They", "However".
func refersBack(text string) bool {
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' })
	if r, _ := utf8.DecodeRuneInString(text); end <= 0 || unspaced(r) {
		return hasAnyPrefix(text, cues("references")...)
	}
	return isWord(referenceWords, strings.ToLower(text[:end]))
}
