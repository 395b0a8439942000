package compact

import (
	"strings"
	"unicode"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Pages write headings as paragraphs in bold too: the questions of an FAQ, the terms of
// a glossary, the options of a manual. What follows such a label says little without it,
// and below another label it says what is not so.
const (
	labelLevel = 7   // of a label: below all headings
	maxLabel   = 300 // bytes of a label
	plainShare = 3   // one letter in so many of a label is not bold, at most
	maxSame    = 2   // labels with the same text: "Note" or "Example" again and again names nothing
)

// labelRun returns how many of the units are the sentences of a label that something
// follows.
func (m *docIndex) labelRun(units []chunk.Unit) int {
	n := 1
	for n < len(units) && units[n].Block == units[0].Block {
		n++
	}
	if n == len(units) || units[n].Kind == chunk.HeadingUnit || !m.isLabelBlock(units[0].Block) || m.sameLabels()[m.blockText(units[0].Block)] > maxSame {
		return 0
	}
	return n
}

// sameLabels returns how many labels have each text.
func (m *docIndex) sameLabels() map[string]int {
	if m.labels == nil {
		m.labels = map[string]int{}
		for block := range m.doc.Blocks {
			if m.isLabelBlock(block) {
				m.labels[m.blockText(block)]++
			}
		}
	}
	return m.labels
}

func (m *docIndex) blockText(block int) string {
	return strings.TrimSpace(m.md[m.doc.Blocks[block].Start:m.doc.Blocks[block].End])
}

// isLabelBlock reports a short paragraph in bold that is not a sentence; questions and
// sentences with a number are allowed.
func (m *docIndex) isLabelBlock(block int) bool {
	if block < 0 || m.doc.Blocks[block].Kind != extract.Paragraph {
		return false
	}
	text := m.blockText(block)
	if len(text) > maxLabel || !isBold(text) {
		return false
	}
	first, _, _ := strings.Cut(labelText(text), " ")
	return asks(text) || !endsSentence(text) || strings.Trim(first, "(.)0123456789") == ""
}

// isBold reports a text that is bold from its beginning to its end, but for a few words.
func isBold(text string) bool {
	mark := text[:min(len(text), 2)]
	if mark != "**" && mark != "__" || len(text) < 5 || !strings.HasSuffix(text, mark) {
		return false
	}
	bold, plain := 0, 0
	for i, part := range strings.Split(text, mark) {
		n := countLetters(part)
		if i%2 == 1 {
			bold += n
		} else {
			plain += n
		}
	}
	return bold > 0 && plain*plainShare <= bold+plain
}

func countLetters(text string) int {
	n := 0
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// labelText is a label without its marks, on one line.
func labelText(text string) string {
	text = strings.NewReplacer("**", "", "__", "", "\\\n", " ").Replace(text)
	return strings.Join(strings.Fields(strings.Trim(text, "*_")), " ")
}
