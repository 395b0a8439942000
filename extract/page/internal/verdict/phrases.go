package verdict

import (
	"bytes"
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/wordlist"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

type matchTarget uint8

const (
	inTitle matchTarget = iota
	inText
	inPaywall // a request to pay
	inSources // of scripts and frames; only here case matters
	targetCount
)

// matchedLists are the lists of phrases.txt that a phraseMatcher finds in a text. The others are for single names and short texts.
var matchedLists = [targetCount][]string{
	inTitle:   {"bot wall titles", "consent titles", "missing titles", "maybe missing titles", "login titles"},
	inText:    {"bot wall texts", "consent texts", "consent buttons", "missing texts", "login texts"},
	inPaywall: {"paywall texts", "paywall labels"},
	inSources: {"bot wall sources"},
}

//go:embed phrases.txt
var phrasesText string

var phraseLists = sync.OnceValue(func() map[string]wordlist.List { return wordlist.Parse(phrasesText) })

func phrases(list string) wordlist.List { return phraseLists()[list] }

// phraseMatcher finds all phrases of one target in one pass over a text: those that begin
// with the three bytes at hand are compared. In place of a search for each phrase it saves
// the whole extraction about 0.09 of the time of html.Parse over the same pages.
type phraseMatcher [1 << slotBits][]phraseEntry // by the hash of the three bytes

type phraseEntry struct {
	text, list string
	rank       int // its place in the list, from 1 on
}

const slotBits = 9

func slot[T string | []byte](text T) uint32 {
	return (uint32(text[0]) | uint32(text[1])<<8 | uint32(text[2])<<16) * 0x9E3779B1 >> (32 - slotBits)
}

// phraseMatchers are made on first use and never changed.
var phraseMatchers = sync.OnceValue(func() *[targetCount]phraseMatcher {
	all := new([targetCount]phraseMatcher)
	for target, lists := range matchedLists {
		for _, list := range lists {
			for i, text := range phrases(list).Phrases {
				all[target][slot(text)] = append(all[target][slot(text)], phraseEntry{text, list, i + 1})
			}
		}
	}
	return all
})

// phraseHits says for each list which phrase a text has, "" for none. If there are several, it is the first of the list.
type phraseHits map[string]phraseEntry

// match adds the phrases of a target that a text has, its case and its apostrophes folded except in sources.
func (s phraseHits) match(target matchTarget, text []byte) {
	if target != inSources {
		text = bytes.ReplaceAll(bytes.ToLower(text), []byte("’"), []byte("'"))
	}
	m := &phraseMatchers()[target]
	for i := 0; i+3 <= len(text); i++ {
		for _, entry := range m[slot(text[i:])] {
			rest := text[i:]
			if len(rest) < len(entry.text) || string(rest[:len(entry.text)]) != entry.text || s[entry.list].rank > 0 && entry.rank >= s[entry.list].rank {
				continue
			}
			if entry.list == "login titles" && len(rest) > len(entry.text) && rest[len(entry.text)]-'a' < 26 { // "Signing a document" isn't "signin"
				continue
			}
			if target == inTitle || target == inSources || isDirect(entry.list, text, i, i+len(entry.text)) {
				s[entry.list] = entry
			}
		}
	}
}

// isDirect reports whether the phrase at text[start:end] is about this page. It must not be quoted, and must begin its sentence or be
// nearly all of it, or the sentence must name the reader ("you") or the page. "The pier no longer exists" says nothing of a page.
func isDirect(list string, text []byte, start, end int) bool {
	const (
		maxSentence = 400 // bytes on either side
		maxBeside   = 1   // words of a label beside the phrase
	)
	before, after := text[max(0, start-maxSentence):start], text[end:min(len(text), end+maxSentence)]
	if i := bytes.LastIndexAny(before, sentenceEnds); i >= 0 {
		_, size := utf8.DecodeRune(before[i:])
		before = before[i+size:]
	}
	if i := bytes.IndexAny(after, sentenceEnds); i >= 0 {
		after = after[:i]
	}
	if bytes.LastIndexAny(before, "“„«「『") > bytes.LastIndexAny(before, "”»」』") || bytes.Count(before, []byte{'"'})%2 == 1 {
		return false
	}
	if n := meta.CountWords(string(before)); list == "bot wall texts" || n == 0 || n == 1 && list == "paywall labels" { // "Nur für Abonnenten"
		return true
	}
	if r, _ := utf8.DecodeRune(text[start:]); r >= '\u3000' { // words aren't apart
		return true
	}
	beside := string(before) + " " + string(after)
	return meta.CountWords(beside) <= maxBeside || addressesReader(beside) || addressesReader(string(text[start:end]))
}

const sentenceEnds = ".!?:\n。！？："

// addressesReader reports whether a sentence in lower case has a word for the reader or the page.
func addressesReader(sentence string) bool {
	for word := range strings.FieldsFuncSeq(sentence, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if phrases("address words").Has(word) {
			return true
		}
	}
	return false
}
