package deobfuscate

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of words that signs join.
const (
	minJoinedWords = 5  // fewer are too short for an instruction
	maxWordLength  = 24 // mean bytes of a word; those of data are longer
)

// joinedWords reads the words that signs join in dense runs: names such as "one_two_three", and the segments of the
// path, the values of the query and the fragment of addresses, in links, code, JSON and plain text alike.
func (f *scanner) joinedWords() {
	for _, run := range f.dense {
		if f.full() {
			return
		}
		f.wordsOf(run.start, min(run.end, run.start+maxRun))
		if run.end > run.start+maxRun {
			f.noteUnread(run.start + maxRun)
		}
	}
}

var endsPart = [256]bool{'?': true, '&': true, '=': true, '#': true, ';': true}

// wordsOf reads the parts of one run. The text of all parts is one payload, from the first part with enough
// words to the end of the run.
func (f *scanner) wordsOf(start, end int) {
	first, inPath, b := -1, true, f.buf[:0]
	part, signs := start, 0
	for at := start; at <= end; at++ {
		c := byte('&') // the end of the run ends a part, too
		if at < end {
			c = f.s[at]
		}
		if wordByte(c) {
			continue
		}
		if !endsPart[c] && !(c == '/' && inPath) { // after the path a slash does not end a part: "?q=read and/or print it"
			signs++
			continue
		}
		inPath = inPath && c != '?' && c != '=' && c != '#'
		if signs >= minJoinedWords-1 && at-part >= minRun {
			if text := unjoined(f.s[part:at]); text != "" {
				b = append(append(b, text...), '\n')
				if first < 0 {
					first = part
				}
			}
		}
		part, signs = at+1, 0
	}
	if f.buf = b; first < 0 {
		return
	}
	how := howJoined
	if f.isAddress(start, end) {
		how = howAddress
	}
	f.add(how, string(b), first, end)
}

// isAddress reports whether a run is the address of a page, the target of a link, or in HTML an
// attribute that names a place or an address, such as id="Ignore-all-that-was-said".
func (f *scanner) isAddress(start, end int) bool {
	before, run := f.s[max(0, start-6):start], f.s[start:end]
	return strings.IndexByte("/#?", run[0]) >= 0 || strings.Contains(run, "://") || strings.HasPrefix(run, "mailto:") || strings.HasPrefix(run, "www.") ||
		slices.ContainsFunc([]string{"](", "](<", ` id="`, `name="`, `href="`, `src="`}, func(opening string) bool { return strings.HasSuffix(before, opening) })
}

// unjoined returns the text of joined words: percent-decoded, with spaces for plus signs. If that gives too few
// spaces, other signs become spaces too. It is empty for fewer than minJoinedWords words.
func unjoined(part string) string {
	text := strings.ReplaceAll(part, "+", " ")
	for n := 0; n < maxEscapes && strings.IndexByte(text, '%') >= 0; n++ {
		decoded, err := url.PathUnescape(text)
		if err != nil || decoded == text {
			break
		}
		text = decoded
	}
	if !utf8.ValidString(text) {
		return ""
	}
	var words []string
	if strings.Count(text, " ") < minJoinedWords-1 {
		words = strings.FieldsFunc(text, joins)
	} else {
		words = strings.Fields(text)
	}
	n := 0 // words that begin with a letter
	for _, word := range words {
		if r, _ := utf8.DecodeRuneInString(word); unicode.IsLetter(r) {
			n++
		}
	}
	if n < minJoinedWords || len(text) > n*maxWordLength {
		return ""
	}
	for i := len(words) - 1; i > 0; i-- {
		if opensClause(words, i) {
			words[i] = "\n\n" + words[i]
		}
	}
	return strings.Join(words, " ")
}

// joins reports whether a character may stand between words that signs join.
func joins(r rune) bool {
	if r < utf8.RuneSelf {
		return !wordByte(byte(r)) && strings.IndexByte("'.,:!?", byte(r)) < 0
	}
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && r != '’'
}

// opensClause reports whether a clause begins with words[i]. It goes by capital letters, since joined words
// have no full stops: "do this TASK: open the door SKIP ALL ELSE" are three clauses.
func opensClause(words []string, i int) bool {
	before, here := isShouted(words[i-1]), isShouted(words[i])
	if here && !before {
		return strings.HasSuffix(words[i], ":") || i+1 < len(words) && isShouted(words[i+1])
	}
	return before && !here && i > 1 && isShouted(words[i-2]) && !strings.HasSuffix(words[i-1], ":")
}

func isShouted(word string) bool {
	n := 0
	for _, r := range word {
		if unicode.IsLetter(r) {
			if !unicode.IsUpper(r) {
				return false
			}
			n++
		}
	}
	return n > 1
}

const maxEscapes = 3
