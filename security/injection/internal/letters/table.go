package letters

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

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
