package compact

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

// Every group has words to choose from, none twice, and none with a mark that is
// no part of a term.
func TestSynonymsAreWellFormed(t *testing.T) {
	known := loadSynonyms()
	assert.Greater(t, len(known.groups), 150)
	forms := len(known.groups) - strings.Count(irregularText, "\n") + strings.Count(irregularText, "#")
	for i, g := range known.groups {
		if i < forms {
			assert.Greater(t, len(g), 3, g[0])
		}
		assert.Greater(t, len(g), 1, g[0])
		for _, w := range g {
			assert.True(t, utf8.ValidString(w))
			assert.NotContains(t, w, ",")
			assert.LessOrEqual(t, strings.Count(w, "_"), 1, "phrases have two words")
			assert.False(t, functionWord(w), "%q says nothing of its subject", w)
		}
	}
	assert.LessOrEqual(t, len(synonymText), 96<<10)
}

// A question finds synonyms in its own language and in others, and other forms and
// parts of its words; words of the question itself are not among them.
func TestConceptsOfAQuestion(t *testing.T) {
	x := func(text, question string) []string {
		m := &docIndex{vocab: newVocabulary()}
		m.vocab.terms(nil, text, true)
		words := make([]string, len(m.vocab.ids))
		for w, id := range m.vocab.ids {
			words[id] = w
		}
		var out []string
		for _, c := range m.parseQuestion(question).concepts {
			var terms []string
			for _, t := range c.terms {
				terms = append(terms, words[t])
			}
			out = append(out, strings.Join(terms, "+"))
		}
		return out
	}
	assert.Equal(t, []string{"ticket", "price"}, x("The price of a ticket", "What do the tickets cost?"))
	assert.Equal(t, []string{"eintri"}, x("Der Eintritt ist frei.", "Is there an entrance fee?"), "another language")
	assert.Equal(t, []string{"门票"}, x("门票在售票处", "入场"))
	assert.Equal(t, []string{"wechse"}, x("Zum Wechseln drehen", "Wie geht der Filterwechsel?"), "a part of a compound")
	assert.Equal(t, []string{"pumped"}, x("It is pumped daily.", "Which pump?"), "another form")
	assert.Equal(t, []string{"held"}, x("It is held in May.", "Who holds it?"), "an irregular form")
	assert.Equal(t, []string{"zstd", "disabl"}, x("It disables zstd.", "How can I turn zstd off?"), "a phrase")
	assert.Equal(t, []string{"turn"}, x("It turns and disables.", "Which way do I turn the wheel of my car before I switch it off?")[:1])
	assert.NotContains(t, x("It is disabled.", "Which turn is right?"), "disabl", "half a phrase")
	assert.NotContains(t, x("It turned around.", "How do I disable it?"), "turned", "words of a phrase apart")
	assert.Empty(t, x("Nothing of it", "Who?"))
	assert.Empty(t, x("Nothing of it", ""))
}

// A question as long as a book is read in a time that grows with its length alone.
func TestVeryLongQuestion(t *testing.T) {
	var text, question strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&text, "wor%dkind ", i)
		fmt.Fprintf(&question, "wor%dmade ", i)
	}
	m := &docIndex{vocab: newVocabulary()}
	m.vocab.terms(nil, text.String(), true)
	concepts := m.parseQuestion(question.String()).concepts
	forms := 0
	for _, c := range concepts {
		if c.weight < 1 {
			forms++
		}
	}
	assert.LessOrEqual(t, forms, maxForms)
}
