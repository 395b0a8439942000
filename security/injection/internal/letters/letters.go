// Package letters describes characters beyond ASCII, regardless of the text around them:
// the plain letters they spell, the Latin letter they look like, and whether they are visible.
package letters

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Each line of a list has Latin letters and those of other scripts that look like them in either case: in confusables
// the part of UTS 39 that is used for disguise, in spellings letters that Unicode does not decompose.
var (
	//go:embed confusables.txt
	confusables string
	//go:embed spellings.txt
	spellings string

	confusableTable, spellingTable = parseLetters(confusables), parseLetters(spellings)
)

// parseLetters returns a function that parses a list such as confusables on its first call
// and returns a map from each letter to its Latin letters. The function panics if the list
// has a letter twice, which a test checks.
func parseLetters(list string) func() map[rune]string {
	return sync.OnceValue(func() map[rune]string {
		table := map[rune]string{}
		for line := range strings.Lines(list) {
			latin, letters, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			for _, r := range letters {
				if table[r] != "" {
					panic("letters: " + string(r) + " is listed twice")
				}
				table[r] = latin
			}
		}
		return table
	})
}

// Twin returns the Latin letter that a letter of another script looks like, 0 for none.
func Twin(r rune) byte {
	if latin := confusableTable()[r]; latin != "" {
		return latin[0]
	}
	return 0
}

// special spells letters that have no decomposition: those of spellings, negative and
// squared letters, regional indicators.
func special(r rune) string {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	for _, a := range [...]rune{0x1f150, 0x1f170, 0x1f1e6} {
		if n := r - a; n >= 0 && n < 26 {
			return letters[n : n+1]
		}
	}
	if r < 0xc6 || r > 0x2c7f && r < 0xa730 || r > 0xa7ff {
		return ""
	}
	return spellingTable()[r]
}

// Append appends the plain letters that a visible character spells, in lower case and without
// accents: those of special, or else of its compatibility decomposition (NFKD).
func Append(b []byte, char string) []byte {
	r, _ := utf8.DecodeRuneInString(char)
	if s := special(r); s != "" {
		return append(b, s...)
	}
	if d := norm.NFKD.PropertiesString(char).Decomposition(); d != nil {
		char = string(d)
	}
	for _, c := range char {
		if unicode.Is(unicode.Mn, c) {
			continue
		}
		if s := special(c); s != "" {
			b = append(b, s...)
			continue
		}
		b = utf8.AppendRune(b, unicode.ToLower(c))
	}
	return b
}

// Invisible reports whether a character has no shape of its own: format
// controls, fillers and the like.
func Invisible(r rune) bool {
	switch r {
	case 0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x3164, 0xffa0, 0xfffc, 0x2800:
		return true
	}
	return r >= 0x80 && r < 0xa0 && r != 0x85 || r >= 0x180b && r <= 0x180f || unicode.Is(unicode.Cf, r)
}

// TableEnd is the first character that is not in the table: the alphabets are below.
const TableEnd = 0x2000

// Kind is a set of what a character is.
type Kind uint8

// The kinds.
const (
	InWord Kind = 1 << iota // it belongs to a word
	Latin                   // a Latin letter
	Other                   // of a script that SharesShapes, but unlike Latin letters in most fonts
)

// Entry is a character beyond ASCII: what it folds to, and its kinds.
type Entry struct {
	Plain string
	Kind  Kind
}

// Table holds the entries of the characters below TableEnd. It is made on first
// use, in about two milliseconds.
var Table = sync.OnceValue(func() *[TableEnd]Entry {
	t := new([TableEnd]Entry)
	for r := rune(utf8.RuneSelf); r < TableEnd; r++ {
		t[r].Kind = KindOf(r)
		switch {
		case Invisible(r):
		case unicode.IsSpace(r):
			t[r].Plain = " "
		default:
			t[r].Plain = string(Append(nil, string(r)))
		}
	}
	return t
})

// KindOf returns the kinds of a character.
func KindOf(r rune) (k Kind) {
	if unicode.IsLetter(r) || unicode.Is(unicode.Mn, r) || r != utf8.RuneError && r >= 0x80 && Invisible(r) {
		k |= InWord
	}
	switch {
	case r < 0x250 && unicode.IsLetter(r):
		k |= Latin
	case SharesShapes(r) && !strings.ContainsRune("аеорсухіјѕһԁԛԝӏονιαϲϳ", unicode.ToLower(r)): // those can't be distinguished in most fonts
		k |= Other
	}
	return k
}

// SharesShapes reports whether r is a letter of a script that shares shapes with
// Latin letters.
func SharesShapes(r rune) bool {
	return r >= 0x370 && r <= 0x58f || r >= 0x13a0 && r <= 0x13ff || r >= 0xab70 && r <= 0xabbf
}
