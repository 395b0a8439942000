package phrases

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/normalize"
)

// Dictionary maps words and phrases in folded form to their classes and languages.
type Dictionary map[string]entry

type entry struct {
	word Word
	// prefix: the last word may have more letters
	prefix bool
}

// Read adds lines of a class, a colon and entries between commas. Lines that begin with # are
// comments.
func (d Dictionary) Read(list string, langs LangSet) error {
	for line := range strings.Lines(list) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, words, ok := strings.Cut(line, ":")
		class, known := ParseClass(name)
		if !ok || !known {
			return errors.New("not a class: " + name)
		}
		for word := range strings.SplitSeq(words, ",") {
			d.Add(strings.TrimSpace(word), class, langs)
		}
	}
	return nil
}

// Add adds a word or phrase of a class, or one more class of it. A star at its end matches
// any ending: "phrase*" matches "phrases".
func (d Dictionary) Add(phrase string, class Class, langs LangSet) {
	stem, prefix := strings.CutSuffix(phrase, "*")
	key := normal(stem)
	if key == "" {
		return
	}
	e := d[key]
	if langs&English != 0 {
		e.word.English = e.word.English.With(class)
	}
	if langs&^English != 0 {
		e.word.Foreign = e.word.Foreign.With(class)
	}
	e.word.Langs |= langs
	e.prefix = e.prefix || prefix
	d[key] = e
}

func normal(s string) string {
	b := normalize.New(s).Bytes
	out := b[:0]
	for _, c := range b {
		if Separator(c) {
			c = ' '
		}
		if c == ' ' && (len(out) == 0 || out[len(out)-1] == ' ') {
			continue
		}
		out = append(out, c)
	}
	return strings.TrimSuffix(string(out), " ")
}

// Separator reports whether a byte of folded text may separate the words of a
// phrase, as a space does.
func Separator(c byte) bool {
	switch c {
	case ' ', '\n', '\t', '-', '_', '*', '|':
		return true
	}
	return false
}

// inWord reports whether the byte at b[j] belongs to a word: a letter, a mark or a digit of any script. Bytes that are
// no UTF-8 do.
func inWord(b []byte, j int) bool {
	if c := b[j]; c < utf8.RuneSelf {
		return c-'a' < 26 || c-'0' < 10
	}
	r, _ := utf8.DecodeRune(b[j:])
	if r >= 0x2000 && r < 0x2070 { // dashes and quotation marks, the most frequent
		return false
	}
	return r == utf8.RuneError || unicode.In(r, unicode.L, unicode.M, unicode.N)
}
