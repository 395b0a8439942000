package terms

import (
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/russian"
)

// maxStem bounds the words that are stemmed, in bytes. Longer ones are codes.
const maxStem = 40

// stem takes the inflection off a word in lower case, by the script of its
// first character.
func stem(w string) string {
	if len(w) < 3 || len(w) > maxStem {
		return w
	}
	r, _ := utf8.DecodeRuneInString(w)
	var algorithm func(*snowballstem.Env) bool
	switch {
	case unicode.Is(unicode.Latin, r):
		algorithm = english.Stem
	case unicode.Is(unicode.Cyrillic, r):
		algorithm = russian.Stem
	case unicode.Is(unicode.Arabic, r):
		algorithm = arabic.Stem
	default:
		return w
	}
	env := snowballstem.NewEnv(w)
	algorithm(env)
	return env.Current()
}

// stopWords reports the English words that Lucene leaves out, too.
func stopWords(w string) bool {
	switch w {
	case "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it", "no", "not", "of", "on", "or",
		"such", "that", "the", "their", "then", "there", "these", "they", "this", "to", "was", "will", "with":
		return true
	}
	return false
}
