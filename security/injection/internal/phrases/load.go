package phrases

import (
	"embed"
	"errors"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/normalize"
)

// lists are the phrases, a file for each language or group of languages.
//
//go:embed lists/*.txt
var lists embed.FS

// sources are the files of the languages, in the order of the bits of LangSet.
func sources() []string {
	return []string{
		"english", "german", "dutch", "nordic", "french", "spanish", "portuguese", "italian", "romanian", "russian", "ukrainian", "polish", "west_south_slavic",
		"turkic", "uralic_greek", "semitic_persian", "indic", "chinese", "japanese", "korean", "southeast",
	}
}

// everyLanguage is the file of what texts of every language use as it is.
const everyLanguage = "shared"

// load reads a file of lists/ into all. It panics if the file is not in its format, which a
// test checks.
func load(all map[string]entry, name string, langs LangSet) {
	raw, err := lists.ReadFile("lists/" + name + ".txt")
	if err == nil {
		err = parseList(all, string(raw), langs)
	}
	if err != nil {
		panic("phrases: " + name + ": " + err.Error())
	}
}

// parseList reads lines of a class, a colon and entries between commas. Lines that begin with
// # are comments.
func parseList(all map[string]entry, list string, langs LangSet) error {
	for line := range strings.Lines(list) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, words, ok := strings.Cut(line, ":")
		class := ParseClass(name)
		if !ok || class == 0 {
			return errors.New("not a class: " + name)
		}
		for word := range strings.SplitSeq(words, ",") {
			add(all, strings.TrimSpace(word), class, langs)
		}
	}
	return nil
}

// add enters a word or phrase; a star at its end stands for any ending.
func add(all map[string]entry, word string, class WordClass, langs LangSet) {
	stem, prefix := strings.CutSuffix(word, "*")
	key := normal(stem)
	if key == "" {
		return
	}
	e := all[key]
	if langs&English != 0 {
		e.word.English |= class
	}
	if langs&^English != 0 {
		e.word.Foreign |= class
	}
	e.word.Langs |= langs
	e.prefix = e.prefix || prefix
	all[key] = e
}

// normal folds an entry and puts single spaces between its words.
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

// Separator reports whether a byte of folded text stands between the words of a
// phrase like a space does.
func Separator(c byte) bool {
	switch c {
	case ' ', '\n', '\t', '-', '_', '*', '|':
		return true
	}
	return false
}

// inWord reports whether the byte at b[j] belongs to a word: a digit, a letter,
// or a part of one beyond ASCII that is no punctuation.
func inWord(b []byte, j int) bool {
	c := b[j]
	if c < 0x80 {
		return c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
	}
	if j+1 == len(b) {
		return true
	}
	switch c {
	case 0xc2:
		return false
	case 0xe2:
		return b[j+1] > 0x81
	case 0xe3:
		return b[j+1] != 0x80
	case 0xe0:
		return b[j+1] != 0xa5 || j+2 == len(b) || b[j+2] != 0xa4 && b[j+2] != 0xa5
	case 0xd8:
		return b[j+1] != 0x8c && b[j+1] != 0x9b && b[j+1] != 0x9f
	case 0xef:
		return b[j+1] != 0xbc
	}
	return true
}

// Text returns all lists, one behind the other.
func Text() string {
	var all strings.Builder
	for _, name := range append(sources(), everyLanguage) {
		raw, err := lists.ReadFile("lists/" + name + ".txt")
		if err != nil {
			panic("phrases: " + err.Error())
		}
		all.Write(raw)
	}
	return all.String()
}
