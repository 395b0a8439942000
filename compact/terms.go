package compact

import (
	"bytes"
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

type vocabulary struct {
	ids   map[string]uint32
	buf   []byte
	run   []rune // the last characters of a script without spaces
	humps []int  // where parts of a word in camel case begin
	cut   bool   // characters before them are in terms already
}

func newVocabulary() *vocabulary { return &vocabulary{ids: make(map[string]uint32)} }

// terms appends the terms of a text: words in lower case without their inflection, as far as it can be removed
// without knowing the language, and pairs of characters in Korean and in scripts without spaces between words (three
// letters in alphabets of that kind, without marks).
func (x *vocabulary) terms(dst []uint32, text string, grow bool) []uint32 {
	x.buf, x.run = x.buf[:0], x.run[:0]
	last := ' '
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == ']' && i+1 < len(text) && text[i+1] == '(' {
			dst = x.flush(dst, grow)
			i = skipTarget(text, i+1)
			continue
		}
		i += size
		switch {
		case gramSize(r) > 0:
			if len(x.buf) > 0 {
				dst = x.flush(dst, grow)
			}
			if x.run = append(x.run, fold(r)); len(x.run) >= gramSize(r) {
				dst = x.addRun(dst, grow)
				x.run, x.cut = x.run[:copy(x.run, x.run[1:])], true
			}
		case len(x.run) > 0 && unicode.Is(unicode.M, r):
		case unicode.IsLetter(r) || unicode.IsDigit(r) || len(x.buf) > 0 && unicode.Is(unicode.M, r):
			if len(x.run) > 0 {
				dst = x.flush(dst, grow)
			}
			if unicode.IsLower(last) && unicode.IsUpper(r) && len(x.buf) > 0 {
				x.humps = append(x.humps, len(x.buf))
			}
			x.buf = utf8.AppendRune(x.buf, fold(r))
			last = r
		default:
			dst = x.flush(dst, grow)
		}
	}
	return x.flush(dst, grow)
}

const maxTarget = 2048

// skipTarget returns the end of a link's target, which begins at i with "(".
func skipTarget(text string, i int) int {
	target := text[i+1 : min(len(text), i+maxTarget)]
	end := strings.IndexByte(target, ')')
	if end < 0 || strings.IndexByte(target[:end], '\n') >= 0 {
		return i + 1
	}
	return i + 1 + end + 1
}

// flush ends a word, or a run of characters without spaces, of which too few to make a term are one all the
// same.
func (x *vocabulary) flush(dst []uint32, grow bool) []uint32 {
	if len(x.run) > 0 && !x.cut {
		dst = x.addRun(dst, grow)
	} else if len(x.buf) > 0 {
		dst = x.add(dst, stem(x.buf), grow)
		dst = x.parts(dst, grow)
	}
	x.buf, x.run, x.cut = x.buf[:0], x.run[:0], false
	return dst
}

func (x *vocabulary) parts(dst []uint32, grow bool) []uint32 {
	if len(x.humps) == 0 {
		return dst
	}
	from := 0
	for _, end := range append(x.humps, len(x.buf)) {
		if end-from >= leastPart {
			dst = x.add(dst, stem(x.buf[from:end]), grow)
		}
		from = end
	}
	x.humps = x.humps[:0]
	return dst
}

const leastPart = 3

func (x *vocabulary) addRun(dst []uint32, grow bool) []uint32 {
	x.buf = x.buf[:0]
	for _, r := range x.run {
		x.buf = utf8.AppendRune(x.buf, r)
	}
	dst = x.add(dst, x.buf, grow)
	x.buf = x.buf[:0]
	return dst
}

// gramSize returns how many characters make a term, 0 for letters of which a word is made: ideographs and syllables say
// more than letters of scripts without spaces. A word of Korean comes with particles, so it is found by its pairs too.
func gramSize(r rune) int {
	switch {
	case !unspaced(r) && (r < 0xac00 || r > 0xd7a3):
		return 0
	case r < 0x3040: // Thai, Lao, Khmer, Burmese
		return 3
	}
	return 2
}

func (x *vocabulary) add(dst []uint32, term []byte, grow bool) []uint32 {
	id, ok := x.ids[string(term)]
	if !ok {
		if !grow {
			return dst
		}
		id = uint32(len(x.ids))
		x.ids[string(term)] = id
	}
	return append(dst, id)
}

func unspaced(r rune) bool {
	switch {
	case r < 0x0e00:
		return false
	case r <= 0x0eff: // Thai, Lao
		return unicode.IsLetter(r)
	case 0x1780 <= r && r <= 0x17b3, 0x1000 <= r && r <= 0x102a: // Khmer, Burmese
		return true
	case 0x3040 <= r && r <= 0x30ff, 0x3400 <= r && r <= 0x4dbf, 0x4e00 <= r && r <= 0x9fff, 0xf900 <= r && r <= 0xfaff, 0x20000 <= r && r <= 0x3ffff, r == '々':
		return true
	}
	return false
}

//go:embed simplified.txt
var simplifiedText string

// simplified returns the simplified characters of traditional ones, read once: a question in the one script finds text in the other.
var simplified = sync.OnceValue(func() map[rune]rune {
	_, pairs, _ := strings.Cut(simplifiedText, "\n")
	out, before := map[rune]rune{}, rune(0)
	for _, r := range strings.ReplaceAll(pairs, "\n", "") {
		if before == 0 {
			before = r
			continue
		}
		out[before], before = r, 0
	}
	return out
})

func simplify(r rune) rune { return cmp.Or(simplified()[r], r) }

func fold(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	switch r = unicode.ToLower(r); {
	case r >= 'ａ' && r <= 'ｚ':
		return r - 'ａ' + 'a'
	case r >= '一' && r <= '龥':
		return simplify(r)
	case r >= '٠' && unicode.IsDigit(r):
		return asciiDigit(r)
	}
	if plain := plainLetters(); r < rune(len(plain)) {
		return cmp.Or(plain[r], r)
	}
	return r
}

// plainLetters returns, up to the end of Arabic, the letter without marks that another one is found by.
var plainLetters = sync.OnceValue(func() *[0x700]rune {
	out := new([0x700]rune)
	for group := range strings.FieldsSeq("aàáâãäåāăą cçćčĉċ eèéêëēėęě iìíîïīı nñńňņ oòóôõöøōő uùúûüūůű yýÿ sšśşș zžźż её σς اأإآٱ هة يىی كک") {
		plain, size := utf8.DecodeRuneInString(group)
		for _, r := range group[size:] {
			out[r] = plain
		}
	}
	return out
})

// asciiDigits returns a text with the digits of all scripts as those of ASCII: "۱۳۹۴" as "1394".
func asciiDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf || !unicode.IsDigit(r) {
			return r
		}
		return asciiDigit(r)
	}, text)
}

// asciiDigit returns a digit as one of ASCII. The ten of a script are in a row.
func asciiDigit(r rune) rune {
	n := rune(0)
	for unicode.IsDigit(r - n - 1) {
		n++
	}
	return '0' + n%10
}

// stem cuts a word to what its forms have in common: endings that are few letters long in many languages, by
// length alone.
func stem(word []byte) []byte {
	n := 0
	if bytes.ContainsAny(word, "0123456789") {
		return word
	}
	word = withoutArticle(word)
	for i := range string(word) {
		if n == stemRunes {
			return word[:i]
		}
		n++
	}
	if n >= 4 && word[len(word)-1] == 's' && word[len(word)-2] != 's' { // plurals
		return word[:len(word)-1]
	}
	return word
}

const stemRunes = 6

// withoutArticle cuts what is written together with a word of Arabic: the article, a preposition in front of it, "and".
func withoutArticle(word []byte) []byte {
	if len(word) == 0 || word[0]>>2 != 0xd8>>2 { // the first byte of its letters
		return word
	}
	for _, prefix := range [...]string{"وال", "بال", "كال", "فال", "ال", "لل", "و"} {
		if rest, ok := bytes.CutPrefix(word, []byte(prefix)); ok && utf8.RuneCount(rest) >= leastPart {
			return rest
		}
	}
	return word
}

func (x *vocabulary) numbers() []bool {
	out := make([]bool, len(x.ids))
	for term, id := range x.ids {
		r, _ := utf8.DecodeRuneInString(term)
		out[id] = unicode.IsDigit(r)
	}
	return out
}

// How terms are related to a word by their letters.
const (
	leastShared   = 4 // first letters that related words share at least
	mostDiffering = 2 // letters behind those, at most
	leastInside   = 5 // letters of a term that is a part of a compound, at least
	leastAround   = 3 // letters of the compound around it, at least
)

// related returns the terms of the document that are other forms of a word, or parts of it: for "mediation" the
// term of "mediator", for "Filterwechsel" that of "Wechsel".
func (x *vocabulary) related(word string, asked map[uint32]bool) []uint32 {
	if r, _ := utf8.DecodeRuneInString(word); gramSize(r) > 0 {
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

func foldWord(word string) string {
	var b strings.Builder
	for _, r := range word {
		b.WriteRune(fold(r))
	}
	return b.String()
}
