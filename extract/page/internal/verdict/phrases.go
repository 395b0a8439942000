package verdict

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

type phraseList uint8

// The lists, as they stand in phrases.txt. Those up to botWallSources are found by a phraseMatcher: first those that are looked
// for in the title, then those for the text.
const (
	botWallTitles phraseList = iota
	consentTitles
	missingTitles
	maybeMissingTitles
	loginTitles
	botWallTexts
	consentTexts
	consentButtons
	missingTexts
	loginTexts
	paywallTexts
	paywallLabels
	botWallSources
	waitingTexts
	loadingWords
	loadingVerbs
	widgetNames
	scriptParts
	scriptWords
	listNames
	rootNames
	loadingClasses
	loadedClasses
	contentCalls
	trackingCalls
	trackerAddresses
	phraseListCount

	matchedListCount = botWallSources + 1
)

// phraseListNames are the names of the lists in phrases.txt, in brackets above each.
var phraseListNames = [phraseListCount]string{
	botWallTitles: "bot wall titles", consentTitles: "consent titles", missingTitles: "missing titles",
	maybeMissingTitles: "maybe missing titles", loginTitles: "login titles",
	botWallTexts: "bot wall texts", consentTexts: "consent texts", consentButtons: "consent buttons",
	missingTexts: "missing texts", loginTexts: "login texts", paywallTexts: "paywall texts",
	paywallLabels: "paywall labels", botWallSources: "bot wall sources", waitingTexts: "waiting texts",
	loadingWords: "loading words", loadingVerbs: "loading verbs", widgetNames: "widget names",
	scriptParts: "parts that need scripts", scriptWords: "words for scripts", listNames: "list names",
	rootNames: "root names", loadingClasses: "loading classes", loadedClasses: "loaded classes",
	contentCalls: "content calls", trackingCalls: "tracking calls", trackerAddresses: "tracker addresses",
}

//go:embed phrases.txt
var phrasesText string

var phrases = sync.OnceValue(func() *[phraseListCount][]string {
	lists, err := parsePhrases(phrasesText)
	if err != nil {
		panic("verdict: phrases.txt: " + err.Error())
	}
	return lists
})

func isPhrase(s string, list phraseList) bool { return slices.Contains(phrases()[list], s) }

// parsePhrases reads the lists of phrases. Each begins with its name in brackets; a phrase is a
// line. Blank lines and those that begin with a number sign are passed over. Lists in
// another order than that of phraseListNames are an error.
func parsePhrases(text string) (*[phraseListCount][]string, error) {
	lists, list := new([phraseListCount][]string), -1
	for line := range strings.Lines(text) {
		switch line = strings.TrimRight(line, "\n"); {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			if list++; list == len(lists) || line != "["+phraseListNames[list]+"]" {
				return nil, fmt.Errorf("list %s is unknown, or in another place", line)
			}
		case list < 0:
			return nil, fmt.Errorf("phrase %q before the first list", line)
		default:
			lists[list] = append(lists[list], line)
		}
	}
	if list != len(lists)-1 {
		return nil, fmt.Errorf("no list %s", phraseListNames[list+1])
	}
	return lists, nil
}

type matchTarget uint8

const (
	inTitle matchTarget = iota
	inText
	inPaywall // a request to pay
	inSources // of scripts and frames; only here case matters
	targetCount
)

func targetOf(t phraseList) matchTarget {
	switch {
	case t <= loginTitles:
		return inTitle
	case t <= loginTexts:
		return inText
	case t <= paywallLabels:
		return inPaywall
	}
	return inSources
}

// phraseMatcher finds all phrases of one target in one pass over a text: those that begin
// with the three bytes at hand are compared. In place of a search for each phrase it saves
// the whole extraction about 0.09 of the time of html.Parse over the same pages.
type phraseMatcher struct {
	first   [1 << slotBits]uint16 // index of the first entry of a hash, 0 for none
	entries []phraseEntry
}

type phraseEntry struct {
	text string
	list phraseList
	rank uint8  // its place in the list, from 1 on
	next uint16 // entry of the same hash
}

const slotBits = 11

func slot[T string | []byte](text T) uint32 {
	return (uint32(text[0]) | uint32(text[1])<<8 | uint32(text[2])<<16) * 0x9E3779B1 >> (32 - slotBits)
}

// phraseMatchers are made on first use and never changed.
var phraseMatchers = sync.OnceValue(func() *[targetCount]phraseMatcher {
	all := new([targetCount]phraseMatcher)
	for t, list := range phrases()[:matchedListCount] {
		m := &all[targetOf(phraseList(t))]
		if m.entries == nil {
			m.entries = make([]phraseEntry, 1)
		}
		for i, text := range list {
			head := &m.first[slot(text)]
			m.entries = append(m.entries, phraseEntry{text: text, list: phraseList(t), rank: uint8(i + 1), next: *head})
			*head = uint16(len(m.entries) - 1)
		}
	}
	return all
})

// phraseHits says for each list which phrase a text has: its place in the list, from 1
// on, 0 for none. If there are several, it is the first of the list.
type phraseHits [matchedListCount]uint8

func (s *phraseHits) phrase(t phraseList) string {
	if s[t] == 0 {
		return ""
	}
	return phrases()[t][s[t]-1]
}

// match adds the phrases of a target that a text has, its case folded except in sources.
func (s *phraseHits) match(target matchTarget, text []byte) {
	if target != inSources {
		text = appendLower(make([]byte, 0, len(text)), text)
	}
	m := &phraseMatchers()[target]
	for i := 0; i+3 <= len(text); i++ {
		for e := m.first[slot(text[i:])]; e != 0; e = m.entries[e].next {
			entry := &m.entries[e]
			if rest := text[i:]; len(rest) >= len(entry.text) && string(rest[:len(entry.text)]) == entry.text &&
				(s[entry.list] == 0 || entry.rank < s[entry.list]) && !(entry.list == loginTitles && len(rest) > len(entry.text) && rest[len(entry.text)]-'a' < 26) { // "Signing a document" isn't "signin"
				s[entry.list] = entry.rank
			}
		}
	}
}

func appendLower(dst, text []byte) []byte {
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			if c >= 'A' && c <= 'Z' {
				c |= 0x20
			}
			dst = append(dst, c)
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		dst = utf8.AppendRune(dst, unicode.ToLower(r))
		i += size
	}
	return dst
}

// hasPhrase reports whether s has a phrase of a list anywhere. s is in lower case, but for
// the lists of calls.
func hasPhrase(s string, list phraseList) bool {
	for _, phrase := range phrases()[list] {
		if strings.Contains(s, phrase) {
			return true
		}
	}
	return false
}
