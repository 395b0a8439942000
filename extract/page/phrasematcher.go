package page

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

// matchTarget is where phrases are looked for.
type matchTarget uint8

const (
	inTitle matchTarget = iota
	inText
	inPaywall // a request to pay
	inSources // of scripts and frames; the only place where case tells
	targetCount
)

// targetOf returns where the phrases of a list are looked for.
func targetOf(t phraseList) matchTarget {
	switch {
	case t <= loginTitles:
		return inTitle
	case t == paywallTexts || t == paywallLabels:
		return inPaywall
	case t <= loginTexts:
		return inText
	}
	return inSources
}

// phraseMatcher finds all phrases of one target in one pass over a text. It looks at
// three bytes at the end of a window as long as the shortest phrase, and moves on
// as far as no phrase can end what begins before it (Wu and Manber, A fast
// algorithm for multi-pattern searching, TR 94-17, University of Arizona 1994). In place of
// a search for each phrase it saves the whole extraction about 0.09 of the time of
// html.Parse over the same pages.
type phraseMatcher struct {
	shortest     int
	shifts       [1 << slotBits]uint8  // 0 where a phrase may begin with the window
	firstEntries [1 << slotBits]uint16 // index of the first entry, none being 0
	entries      []phraseEntry
}

type phraseEntry struct {
	text string
	list phraseList
	rank uint8  // its place in the list, from 1 on
	next uint16 // entry of the same hash
}

const slotBits = 11

// phraseMatchers are made on first use and never changed.
var phraseMatchers = sync.OnceValue(func() *[targetCount]phraseMatcher {
	all := new([targetCount]phraseMatcher)
	for p := range all {
		all[p].make(matchTarget(p))
	}
	return all
})

func (b *phraseMatcher) make(p matchTarget) {
	b.shortest, b.entries = 255, make([]phraseEntry, 1)
	for t, list := range phrases()[:matchedListCount] {
		for i, text := range list {
			if targetOf(phraseList(t)) == p {
				b.shortest = min(b.shortest, len(text))
				b.entries = append(b.entries, phraseEntry{text: text, list: phraseList(t), rank: uint8(i + 1)})
			}
		}
	}
	for i := range b.shifts {
		b.shifts[i] = uint8(b.shortest - 2)
	}
	for i := range b.entries[1:] {
		e := &b.entries[i+1]
		for end := 3; end <= b.shortest; end++ {
			at := slot(e.text, end-1)
			b.shifts[at] = min(b.shifts[at], uint8(b.shortest-end))
		}
		head := &b.firstEntries[slot(e.text, b.shortest-1)]
		e.next, *head = *head, uint16(i+1)
	}
}

// slot hashes the three bytes that end at i, regardless of case.
func slot[T string | []byte](text T, i int) uint32 {
	return ((uint32(text[i-2]) | uint32(text[i-1])<<8 | uint32(text[i])<<16) | 0x202020) * 0x9E3779B1 >> (32 - slotBits)
}

// phraseHits says for each list which phrase a text has: its place in the list, from 1
// on, 0 for none. If there are several, it is the first of the list.
type phraseHits [matchedListCount]uint8

// phrase returns the phrase of a list, or nothing.
func (s *phraseHits) phrase(t phraseList) string {
	if s[t] == 0 {
		return ""
	}
	return phrases()[t][s[t]-1]
}

// match adds the phrases of a place that a text has, its case folded except
// sources. It may use the memory of scratch, and returns it for the next call.
func (s *phraseHits) match(p matchTarget, text, scratch []byte) []byte {
	fold := p != inSources
	if fold && !ascii(text) {
		scratch = appendLower(scratch[:0], text)
		text, fold = scratch, false
	}
	phraseMatchers()[p].find(text, fold, s)
	return scratch
}

func ascii(text []byte) bool {
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// appendLower appends text in lower case, as strings.ToLower has it.
func appendLower(dst, text []byte) []byte {
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			dst = append(dst, lower(c, true))
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		dst = utf8.AppendRune(dst, unicode.ToLower(r))
		i += size
	}
	return dst
}

func (b *phraseMatcher) find(text []byte, fold bool, found *phraseHits) {
	for i := b.shortest - 1; i < len(text); {
		at := slot(text, i)
		if move := b.shifts[at]; move > 0 {
			i += int(move)
			continue
		}
		for e := b.firstEntries[at]; e != 0; e = b.entries[e].next {
			entry := &b.entries[e]
			rest := text[i-b.shortest+1:]
			if old := found[entry.list]; (old == 0 || entry.rank < old) && begins(rest, entry.text, fold) && !(entry.list == loginTitles && goesOn(rest[len(entry.text):])) {
				found[entry.list] = entry.rank
			}
		}
		i++
	}
}

func lower(c byte, fold bool) byte {
	if fold && c >= 'A' && c <= 'Z' {
		c |= 0x20
	}
	return c
}

// goesOn reports whether a word goes on after a phrase: "signin" is none of "Signing a document".
func goesOn(rest []byte) bool { return len(rest) > 0 && lower(rest[0], true)-'a' < 26 }

func begins(text []byte, phrase string, fold bool) bool {
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
