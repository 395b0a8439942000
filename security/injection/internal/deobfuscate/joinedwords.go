package deobfuscate

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/byteset"
	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

// Bounds of words that signs join.
const (
	minJoinedWords = 5  // fewer are too short for an instruction
	minSpacedWords = 3  // that the writer of an address has kept apart by spaces
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
	first, inPath, encoded, address := -1, true, false, f.isAddress(start, end)
	var b []byte
	part, signs := start, 0
	for at := start; at <= end; at++ {
		for at < end && wordBytes[f.s[at]] {
			at++
		}
		c := byte('&') // the end of the run ends a part, too
		if at < end {
			c = f.s[at]
		}
		if !endsPart[c] && !(c == '/' && inPath) { // after the path a slash does not end a part: "?q=read and/or print it"
			signs++
			continue
		}
		inPath = inPath && c != '?' && c != '=' && c != '#'
		if at-part >= minRun && f.mayHoldWords(f.s[part:at], signs, address && part > start) {
			if text, fromData := f.unjoined(f.s[part:at], address && part > start); text != "" {
				b = append(append(b, text...), '\n')
				encoded = encoded || fromData
				if first < 0 {
					first = part
				}
			}
		}
		part, signs = at+1, 0
	}
	if first < 0 {
		return
	}
	how := howJoined
	switch {
	case encoded:
		how = howEncodedAddress
	case address:
		how = howAddress
	}
	f.add(how, string(b), first, end)
}

// mayHoldWords reports whether to decode a part that has so many signs between letters and digits. A part within an address
// may also be data, or text of a script without spaces.
func (f *scanner) mayHoldWords(part string, signs int, within bool) bool {
	return signs >= minJoinedWords-1 || signs >= minSpacedWords-1 && strings.ContainsAny(part, "%+") || within && (part[0] >= utf8.RuneSelf || f.looksEncoded(part))
}

// isAddress reports whether a run is the address of a page, what follows brackets in one ("?a[]=b"), the target of a link,
// or in HTML an attribute that names a place or an address, such as id="Ignore-all-that-was-said".
func (f *scanner) isAddress(start, end int) bool {
	before, run := f.s[max(0, start-6):start], f.s[start:end]
	if strings.HasSuffix(before, "[") || strings.HasSuffix(before, "]") {
		head := max(0, start-maxHead)
		run = f.s[head+strings.LastIndexAny(f.s[head:start], " \t\n\"(<")+1 : end]
	}
	return strings.IndexByte("/#?", run[0]) >= 0 || strings.Contains(run, "://") || strings.HasPrefix(run, "mailto:") || strings.HasPrefix(run, "www.") ||
		slices.ContainsFunc([]string{"](", "](<", ` id="`, `name="`, `href="`, `src="`}, func(opening string) bool { return strings.HasSuffix(before, opening) })
}

// maxHead is how many bytes before a bracket are searched for the beginning of an address.
const maxHead = 200

// unjoined returns the text of joined words: with percent escapes and encodings of data undone, in any order, those of an
// address within an address too, and with spaces for plus signs. If that gives too few spaces, other signs become spaces too.
// It is empty for fewer than minSpacedWords words with spaces or minJoinedWords with other signs. fromData reports that data
// was decoded.
func (f *scanner) unjoined(part string, within bool) (text string, fromData bool) {
	text = part
	for range maxEncodings {
		if strings.IndexByte(text, '%') >= 0 {
			if decoded, err := url.PathUnescape(text); err == nil && decoded != text {
				text = decoded
				continue
			}
		}
		if strings.Contains(text, `\u`) { // as programs write other letters in JSON
			text = unescapeLetters(text)
			continue
		}
		last := strings.LastIndexAny(strings.TrimRight(text, "="), "/?&=#;") + 1
		if !within || !f.decodes(text) && (last == 0 || !f.decodes(text[last:])) {
			break
		}
		text, fromData = string(f.buf), true
	}
	if text = strings.ReplaceAll(text, "+", " "); !utf8.ValidString(text) {
		return "", false
	}
	words, least := f.split(text, &spaces, unicode.IsSpace), minSpacedWords
	if len(words) < minSpacedWords {
		if strings.IndexByte(text, '"') >= 0 { // data, whose words are names: {"event":"click","target":"send"}
			return "", false
		}
		words, least = f.split(text, &joining, joins), minJoinedWords
	}
	n := 0 // words that begin with a letter
	for _, word := range words {
		if c := word[0]; c < utf8.RuneSelf && wordBytes[c] {
			if c > '9' {
				n++
			}
			continue
		}
		r, _ := utf8.DecodeRuneInString(word)
		if first, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, "\"'([{“「")); unicode.In(first, unspaced...) {
			n += utf8.RuneCountInString(word) / unspacedWord
		} else if unicode.IsLetter(r) {
			n++
		}
	}
	if n < least || len(text) > n*maxWordLength {
		return "", false
	}
	for i := len(words) - 1; i > 0; i-- {
		if opensClause(words, i) {
			words[i] = "\n\n" + words[i]
		}
	}
	return strings.Join(words, " "), fromData
}

// unescapeLetters returns s with the letter in place of each \uXXXX, and without a \u that names none.
func unescapeLetters(s string) string {
	var b strings.Builder
	for head, rest, found := strings.Cut(s, `\u`); ; head, rest, found = strings.Cut(rest, `\u`) {
		b.WriteString(head)
		if !found {
			return b.String()
		}
		if r, _, _, err := strconv.UnquoteChar(`\u`+rest[:min(len(rest), 4)], 0); err == nil {
			b.WriteRune(r)
			rest = rest[4:]
		}
	}
}

// decodes reports whether s is data that is text, and leaves the text in f.buf.
func (f *scanner) decodes(s string) bool {
	return len(s) >= minRun && f.looksEncoded(s) && (f.fromHex(s) || f.fromBase64(s))
}

// unspaced are the scripts that put no space between words, and unspacedWord is how many characters a word of them has.
var unspaced = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar}

const unspacedWord = 3

// ASCII that stands between words: of text with spaces, and of words that signs join.
var (
	spaces  = byteset.Of(" \t\n\v\f\r")
	joining = func() (t byteset.Set) {
		for c := range byte(utf8.RuneSelf) {
			t[c] = !wordBytes[c] && strings.IndexByte("'.,:!?", c) < 0
		}
		return t
	}()
)

// split returns the words of a text, which hold until the next call. Of the characters beyond ASCII, those stand between
// words for which beyond is true.
func (f *scanner) split(text string, between *byteset.Set, beyond func(rune) bool) []string {
	words, start := f.list[:0], 0
	for i := 0; i <= len(text); {
		size, parts := 1, true
		if i < len(text) {
			if parts = between[text[i]]; text[i] >= utf8.RuneSelf {
				var r rune
				r, size = utf8.DecodeRuneInString(text[i:])
				parts = beyond(r)
			}
		}
		if parts && i > start {
			words = append(words, text[start:i])
		}
		if i += size; parts {
			start = i
		}
	}
	f.list = words
	return words
}

// joins reports whether a character beyond ASCII may stand between words that signs join.
func joins(r rune) bool {
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

// maxEncodings is how many encodings within each other are undone in a part of an address.
const maxEncodings = 5

const minSpelled = 10

// spelled puts words together whose letters stand apart: "i g n o r e",
// "i.g.n.o.r.e", "i-g-n-o-r-e".
func (f *scanner) spelled() {
	for i := 0; i < len(f.s) && !f.full(); {
		if c := f.s[i]; !wordBytes[c] || c < utf8.RuneSelf && i+1 < len(f.s) && wordBytes[f.s[i+1]] { // no letter that stands alone
			i++
			continue
		}
		end := f.unspell(f.s[i:])
		if len(f.buf) >= minSpelled {
			f.add("spelled-out words", segment(string(f.buf)), i, i+end)
		}
		i += max(end, 1)
	}
}

// unspell reads letters with one separator between them from the start of s into
// f.buf. A longer gap is a space.
func (f *scanner) unspell(s string) (end int) {
	b := f.buf[:0]
	sep := byte(0)
	for i := 0; i < len(s) && wordBytes[s[i]]; {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError {
			break
		}
		b = append(b, s[i:i+size]...)
		i += size
		end = i
		gap := 0
		for i+gap < len(s) && gap < 4 && strings.IndexByte(" .-_*/|,", s[i+gap]) >= 0 {
			gap++
		}
		if gap == 0 {
			if len(b) > 1 && i < len(s) && wordBytes[s[i]] { // the last letter begins an ordinary word
				f.buf = b[:len(b)-size]
				return max(1, end-size)
			}
			break
		}
		if sep == 0 {
			sep = s[i]
		}
		if s[i] != sep && s[i] != ' ' {
			break
		}
		if gap > 1 {
			b = append(b, ' ')
		}
		i += gap
	}
	f.buf = b
	return end
}

// segment puts spaces around the words of the lexicon in text that has none.
func segment(text string) string {
	if strings.Count(text, " ")*12 >= len(text) {
		return text
	}
	b := []byte(strings.ToLower(strings.ReplaceAll(text, " ", "")))
	words := phrases.Words()
	var out strings.Builder
	for i := 0; i < len(b); {
		if _, long := words.Find(b, i, true); long.End-i >= 2 {
			end := long.End
			out.WriteByte(' ')
			out.Write(b[i:end])
			out.WriteByte(' ')
			i = end
			continue
		}
		out.WriteByte(b[i])
		i++
	}
	return strings.Join(strings.Fields(out.String()), " ")
}
