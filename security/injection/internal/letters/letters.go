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
