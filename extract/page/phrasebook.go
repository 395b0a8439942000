package page

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// phrasebook finds all phrases of all topics in one pass over a text. What can
// begin at a place is told by the hash of the three bytes there, which every
// phrase has at least (Karp and Rabin, Efficient randomized pattern-matching
// algorithms, IBM J. Res. Dev. 31, 1987).
type phrasebook struct {
	heads   [1 << slotBits]uint16 // index of the first entry, none being 0
	entries []phraseEntry
}

type phraseEntry struct {
	text  string
	topic topic
	rank  uint8  // its place in the list, from 1 on
	next  uint16 // entry of the same hash
}

const slotBits = 11

// book is made on first use and never changed.
var book = sync.OnceValue(func() *phrasebook {
	b := &phrasebook{entries: make([]phraseEntry, 1)}
	for t, list := range phrases {
		for i, text := range list {
			head := &b.heads[slot(uint32(text[0])|uint32(text[1])<<8|uint32(text[2])<<16)]
			b.entries = append(b.entries, phraseEntry{text: text, topic: topic(t), rank: uint8(i + 1), next: *head})
			*head = uint16(len(b.entries) - 1)
		}
	}
	return b
})

func slot(three uint32) uint32 { return three * 0x9E3779B1 >> (32 - slotBits) }

// said tells by topic which phrase a text has: its place in the list, from 1
// on, 0 for none. If there are several, it is the first of the list.
type said [topicCount]uint8

// of returns the phrase of a topic, or nothing.
func (s *said) of(t topic) string {
	if s[t] == 0 {
		return ""
	}
	return phrases[t][s[t]-1]
}

// hear adds the phrases that a text has, its case folded.
func (s *said) hear(text string) {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			text = strings.ToLower(text)
			break
		}
	}
	book().find(text, true, s)
}

// hearExactly adds the phrases that a text has.
func (s *said) hearExactly(text string) { book().find(text, false, s) }

func (b *phrasebook) find(text string, fold bool, found *said) {
	var three uint32
	for i := range len(text) {
		three = three>>8 | uint32(lower(text[i], fold))<<16
		for e := b.heads[slot(three)]; e != 0 && i >= 2; e = b.entries[e].next {
			entry := &b.entries[e]
			if old := found[entry.topic]; (old == 0 || entry.rank < old) && begins(text[i-2:], entry.text, fold) {
				found[entry.topic] = entry.rank
			}
		}
	}
}

func lower(c byte, fold bool) byte {
	if fold && c >= 'A' && c <= 'Z' {
		c |= 0x20
	}
	return c
}

func begins(text, phrase string, fold bool) bool {
	if len(text) < len(phrase) {
		return false
	}
	for i := range len(phrase) {
		if lower(text[i], fold) != phrase[i] {
			return false
		}
	}
	return true
}
