// Package terms divides text into the terms that it is searched by.
//
// A term is a word without its inflection, in lower case and in the
// compatibility form of Unicode (NFKC). In scripts that put no spaces between
// words, terms are overlapping pairs of characters (Han, Kana, Hangul) or
// groups of three (Thai, Lao, Khmer, Myanmar), which find words without knowing
// where they begin. Words are stemmed by script: Latin by Porter's second
// algorithm for English, Cyrillic and Arabic by the Snowball algorithms for
// Russian and Arabic. Accents stay: they distinguish words in Vietnamese, and
// taking them off gains nothing elsewhere. A word in camel case is a term as a
// whole, and so are its parts.
package terms

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/russian"
	"golang.org/x/text/unicode/norm"
)

// Term is a term of a text.
type Term struct {
	// Text is never empty and at most 64 bytes long.
	Text string
	// Position counts words, or characters of scripts without spaces, from 0.
	// Words left out count. Parts of a word have the position of the whole.
	Position int
}

// maxTerm bounds a term in bytes. A longer one is cut.
const maxTerm = 64

// Split returns the terms of a text in order. It leaves out frequent English words ("the",
// "of"). Its time is linear in the length of the text, and it is safe for concurrent use.
func Split(text string) []Term {
	s := splitter{out: make([]Term, 0, len(text)/6)}
	for c, run := range runs(text) {
		switch c {
		case word:
			s.word(run)
		case pairs:
			s.grams(run, 2)
		case triads:
			s.grams(run, 3)
		}
	}
	return s.out
}

// runs yields the runs of characters of one class.
func runs(text string) iter.Seq2[class, string] {
	return func(yield func(class, string) bool) {
		start, current := 0, none
		for i, r := range text {
			if c := classOf(r, current); c != current {
				if !yield(current, text[start:i]) {
					return
				}
				start, current = i, c
			}
		}
		yield(current, text[start:])
	}
}

// class is the class of a character.
type class byte

const (
	none   class = iota
	word         // letters, digits and marks of scripts with spaces
	pairs        // scripts without spaces whose terms are two characters
	triads       // the same, three
)

// classOf returns the class of a character that follows one of class before.
func classOf(r rune, before class) class {
	if r < utf8.RuneSelf {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
			return word
		}
		return none
	}
	switch {
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul), r == 'ー', r == '々':
		return pairs
	case unicode.In(r, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) {
			return triads
		}
		return none
	case unicode.IsLetter(r), unicode.IsNumber(r):
		return word
	case unicode.IsMark(r):
		if before == none {
			return none
		}
		return before
	case r == '\u200c', r == '\u200d', r == '\u00ad': // joiners, soft hyphen
		return before
	}
	return none
}

type splitter struct {
	out      []Term
	position int
}

func (s *splitter) word(run string) {
	text := normalize(run)
	if text == "" || text == "s" { // of "the boat's"
		return
	}
	if !stopWords(text) {
		s.add(stem(text))
		for _, p := range camelParts(run) {
			if p = normalize(p); p != "" && p != text && !stopWords(p) {
				s.add(stem(p))
			}
		}
	}
	s.position++
}

func (s *splitter) add(text string) {
	if len(text) > maxTerm {
		text = strings.ToValidUTF8(text[:maxTerm], "")
	}
	if text != "" {
		s.out = append(s.out, Term{text, s.position})
	}
}

// grams adds each n characters that follow one another, or the whole of a run
// that is shorter.
func (s *splitter) grams(run string, n int) {
	chars := []rune(normalize(run))
	if len(chars) <= n {
		s.add(string(chars))
		s.position += len(chars)
		return
	}
	for i := 0; i+n <= len(chars); i++ {
		s.add(string(chars[i : i+n]))
		s.position++
	}
	s.position += n - 1
}

// normalize returns a run in the form that is compared.
func normalize(run string) string {
	ascii, lower := true, true
	for i := range len(run) {
		ascii = ascii && run[i] < utf8.RuneSelf
		lower = lower && (run[i] < 'A' || run[i] > 'Z')
	}
	switch {
	case ascii && lower:
		return run
	case ascii:
		return strings.ToLower(run)
	}
	run = strings.ToLower(norm.NFKC.String(run))
	return strings.Map(func(r rune) rune {
		if r == '\u200c' || r == '\u200d' || r == '\u00ad' || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, run)
}

// camelParts returns the parts of a word in camel case ("createMessage",
// "HTTPServer"), nil for any other.
func camelParts(run string) []string {
	isLower := func(b byte) bool { return 'a' <= b && b <= 'z' }
	isUpper := func(b byte) bool { return 'A' <= b && b <= 'Z' }
	var parts []string
	start := 0
	for i := 1; i < len(run); i++ {
		if isUpper(run[i]) && (isLower(run[i-1]) || isUpper(run[i-1]) && i+1 < len(run) && isLower(run[i+1])) {
			parts = append(parts, run[start:i])
			start = i
		}
	}
	if start == 0 {
		return nil
	}
	return append(parts, run[start:])
}

const (
	// longWord is the bytes of a word that counts as one.
	longWord = 24
	// signsPerWord is how many characters that are in no term count as a word.
	signsPerWord = 8
)

// Words returns about how many words a text has: two characters of Han, Kana or
// Hangul count as one, four of Thai, Lao, Khmer or Myanmar, each 24 bytes of a
// longer word, and each eight of other characters, so that no text is long and
// has few.
func Words(text string) int {
	total, signs := 0, 0
	for c, run := range runs(text) {
		switch c {
		case word:
			total += (len(run) + longWord - 1) / longWord
		case pairs:
			total += (utf8.RuneCountInString(run) + 1) / 2
		case triads:
			total += (utf8.RuneCountInString(run) + 3) / 4
		default:
			for _, r := range run {
				if !unicode.IsSpace(r) {
					signs++
				}
			}
		}
	}
	return total + signs/signsPerWord
}

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
