package compact

import "strings"

// counts reports whether a mention of kind k is a fact of the wanted kinds. In German, which
// writes all nouns with a capital, a single word does not count as a name.
func (m *docIndex) counts(k, want facts, text string) bool {
	if k&want != hasName {
		return k&want != 0
	}
	return !m.partialNames()[text] && (!m.isGerman() || strings.ContainsAny(text, " -"))
}

// isGerman reports a document in German, by its share of articles and the like.
func (m *docIndex) isGerman() bool {
	if m.german == 0 {
		words, hits := 0, 0
		for i := range m.units {
			if u := &m.units[i]; u.prose() {
				words += u.words
				for w := range strings.FieldsSeq(m.text(u)) {
					switch w {
					case "der", "die", "das", "und", "ist", "nicht", "ein", "eine", "den", "dem", "des", "von", "mit", "wird", "auf", "für", "im", "zu":
						hits++
					}
				}
			}
		}
		m.german = -1
		if hits*germanShare > words {
			m.german = 1
		}
	}
	return m.german > 0
}

// germanShare is one word in so many that is an article or the like in German: of German
// prose it is one in five, of prose in other languages less than one in fifty.
const germanShare = 12

// partialNames returns the names of one word that are a part of a longer name in the
// document: "Kissinger" says no more than "Henry Kissinger".
func (m *docIndex) partialNames() map[string]bool {
	if m.partial != nil {
		return m.partial
	}
	m.partial = map[string]bool{}
	for i := range m.units {
		u := &m.units[i]
		if !u.prose() || u.boilerplate {
			continue
		}
		text := m.text(u)
		mentions(text, func(k facts, a, b int) {
			if words := strings.Fields(text[a:b]); k&hasName != 0 && len(words) > 1 {
				for _, w := range words {
					m.partial[w] = true
				}
			}
		})
	}
	return m.partial
}
