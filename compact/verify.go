package compact

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of what [Unsupported] returns, and what counts as near.
const (
	maxUnsupported   = 50
	maxClaim         = 120 // code points of one
	leastQuoteWords  = 3   // fewer are a term in quotation marks, not a quotation
	nearBytes        = 200 // within which the words of a name stand
	maxOccurrences   = 200 // of a word that are looked at for its neighbours
	leastPrefix      = 4   // letters by which words are compared at least
	inflectedLetters = 2   // letters at the end of a word that may differ
)

// Unsupported returns the numbers, names and quotations of text that source does not have,
// each once, as written in text, at most 50. Use it on the output of a model: returned
// claims may be wrong, and others may be too.
//
// A number is in source if one has the same digits and decimals there, with any thousands
// separators ("1,234.50" is "1234.5"). A name is in source if its words are near each other
// there, ignoring their endings. A quotation of three or more words is in source if its
// letters and digits are there in this order. Headings, the numbers of lists, and references
// such as [2] are ignored. Small numbers may be written in English words in source. Names
// need a script with capital letters.
func Unsupported(text, source string) []string {
	s := newEvidence(source)
	var out []string
	add := func(claim string) {
		claim = strings.Join(strings.Fields(claim), " ")
		if runes := []rune(claim); len(runes) > maxClaim {
			claim = string(runes[:maxClaim-1]) + "…"
		}
		if claim != "" && len(out) < maxUnsupported && !slices.Contains(out, claim) {
			out = append(out, claim)
		}
	}
	for line := range strings.Lines(text) {
		if len(out) == maxUnsupported {
			break
		}
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "#") {
			continue
		}
		trimmed = strings.TrimLeft(trimmed, "-*+> ")
		digits := strings.TrimLeft(trimmed, "0123456789")
		if n := len(trimmed) - len(digits); n > 0 && n <= 3 && (strings.HasPrefix(digits, ". ") || strings.HasPrefix(digits, ") ")) {
			trimmed = digits[2:]
		}
		for _, q := range quotations(trimmed) {
			if !s.says(q) {
				add(q)
			}
		}
		mentions(trimmed, func(kind facts, a, b int) {
			if kind&hasName != 0 && !s.near(strings.Fields(foldWords(trimmed[a:b]))) {
				add(trimmed[a:b])
			}
		})
		eachNumber(trimmed, func(a, b int) {
			reference := a > 0 && b < len(trimmed) && trimmed[a-1] == '[' && trimmed[b] == ']'
			if !reference && !s.numbers[canonicalNumber(trimmed[a:b])] {
				add(trimmed[a:b])
			}
		})
	}
	return out
}

type evidence struct {
	folded  string // lower-case words, a space around each
	numbers map[string]bool
}

func newEvidence(source string) *evidence {
	e := &evidence{folded: foldWords(source), numbers: map[string]bool{}}
	eachNumber(source, func(a, b int) { e.numbers[canonicalNumber(source[a:b])] = true })
	for n, word := range []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"} {
		if strings.Contains(e.folded, " "+word+" ") {
			e.numbers[strconv.Itoa(n)] = true
		}
	}
	return e
}

// foldWords writes text in lower case, with one space around each word, each run of digits, and each character
// of a script without spaces.
func foldWords(text string) string {
	b := make([]byte, 0, len(text)+2)
	b = append(b, ' ')
	space := func() {
		if b[len(b)-1] != ' ' {
			b = append(b, ' ')
		}
	}
	digits := false
	for _, r := range text {
		switch {
		case unspaced(r):
			space()
			b = utf8.AppendRune(b, r)
			space()
		case unicode.Is(unicode.M, r) && b[len(b)-1] == ' ': // on nothing
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.Is(unicode.M, r):
			if unicode.IsDigit(r) != digits {
				space()
				digits = !digits
			}
			b = utf8.AppendRune(b, unicode.ToLower(r))
		default:
			space()
		}
	}
	space()
	return string(b)
}

// says reports that the parts of a quotation, between ellipses, are in the source.
func (e *evidence) says(quotation string) bool {
	for _, part := range strings.Split(strings.ReplaceAll(quotation, "...", "…"), "…") {
		if words := foldWords(part); words != " " && !strings.Contains(e.folded, words) {
			return false
		}
	}
	return true
}

// near reports that the words of a name, but for their endings, stand within nearBytes of the first one somewhere in
// the source.
func (e *evidence) near(words []string) bool {
	for i, w := range words {
		runes := []rune(w)
		words[i] = " " + string(runes[:max(min(leastPrefix, len(runes)), len(runes)-inflectedLetters)])
	}
	from := 0
	for range maxOccurrences {
		at := -1
		if len(words) > 0 {
			at = strings.Index(e.folded[from:], words[0])
		}
		if at < 0 {
			return len(words) == 0
		}
		from += at + 1
		around := e.folded[max(from-nearBytes, 0):min(from+nearBytes, len(e.folded))]
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(around, w) }) {
			return true
		}
	}
	return false
}

// eachNumber calls found with the span of each number: digits with points, commas, apostrophes or narrow spaces
// between them.
func eachNumber(text string, found func(a, b int)) {
	for i := 0; i < len(text); {
		if !isDigit(text[i]) {
			i++
			continue
		}
		end := i + 1
		for end < len(text) {
			size := 0
			for _, mark := range [...]string{"", ".", ",", "'", "’", "\u00a0", "\u202f"} {
				if rest, ok := strings.CutPrefix(text[end:], mark); ok && rest != "" && isDigit(rest[0]) {
					size = len(mark) + 1
				}
			}
			if size == 0 {
				break
			}
			end += size
		}
		found(i, end)
		i = end
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// canonicalNumber writes a number without what groups its thousands, with a point, and without zeros at its
// ends.
func canonicalNumber(text string) string {
	digits := strings.FieldsFunc(text, func(r rune) bool { return r > '9' || r < '0' })
	out := digits[0]
	for i, d := range digits[1:] {
		switch {
		case len(d) == 3:
			out += d
		case i == len(digits)-2:
			if d = strings.TrimRight(d, "0"); d != "" {
				out += "." + d
			}
		default: // a version or a date
			out += "." + d
		}
	}
	if out = strings.TrimLeft(out, "0"); out == "" || out[0] == '.' {
		out = "0" + out
	}
	return out
}

func quotations(text string) []string {
	pairs := map[rune]string{'"': `"`, '“': "”", '„': "“”", '«': "»", '»': "«", '「': "」", '『': "』"}
	var out []string
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		closing, opens := pairs[r]
		if !opens {
			continue
		}
		n := strings.IndexAny(text[i:], closing)
		if n < 0 {
			continue
		}
		if inside := strings.TrimSpace(text[i : i+n]); len(strings.Fields(foldWords(inside))) >= leastQuoteWords {
			out = append(out, inside)
		}
		_, size = utf8.DecodeRuneInString(text[i+n:])
		i += n + size
	}
	return out
}
