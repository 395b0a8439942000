package compact

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// How terms are related to a word by their letters.
const (
	leastShared   = 4 // first letters that related words share at least
	mostDiffering = 2 // letters behind those, at most
	leastInside   = 5 // letters of a term that is a part of a compound, at least
	leastAround   = 3 // letters of the compound around it, at least
)

// related returns the terms of the document that are other forms of a word, or
// parts of it: for "mediation" the term of "mediator", for "Filterwechsel" that of
// "Wechsel". The terms in asked are left out, and words of scripts without spaces
// have none.
func (x *vocabulary) related(word string, asked map[uint32]bool) []uint32 {
	if r, _ := utf8.DecodeRuneInString(word); unspaced(r) {
		return nil
	}
	folded := foldWord(word)
	w := []rune(string(stem([]byte(folded))))
	if len(w) < leastShared {
		return nil
	}
	_, first := utf8.DecodeRuneInString(folded)
	letters := utf8.RuneCountInString(folded)
	var out []uint32
	for term, id := range x.ids {
		if asked[id] {
			continue
		}
		n := utf8.RuneCountInString(term)
		shared := sharedPrefix(term, w)
		inside := n >= leastInside && n+leastAround <= letters && strings.Contains(folded[first:], term)
		if shared >= leastShared && shared >= max(n, len(w))-mostDiffering || inside {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}

// sharedPrefix counts the first letters that a term and a word share.
func sharedPrefix(term string, word []rune) int {
	n := 0
	for _, r := range term {
		if n == len(word) || word[n] != r {
			break
		}
		n++
	}
	return n
}

// foldWord is a word with each letter folded.
func foldWord(word string) string {
	var b strings.Builder
	for _, r := range word {
		b.WriteRune(fold(r))
	}
	return b.String()
}
