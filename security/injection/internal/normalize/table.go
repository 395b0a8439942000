package normalize

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

// tableEnd is the first character that is not looked up: the alphabets are below.
const tableEnd = 0x2000

// runeEntry is what a character beyond ASCII folds to: up to three bytes, the first
// one lowest, how many they are, and signs.
type runeEntry uint32

// Signs of an entry.
const (
	looked  runeEntry = 1 << (26 + iota) // the rest is known
	visible                              // it ends the tag sequence of a flag
	inWord                               // it belongs to a word
	isLatin                              // a Latin letter
	isOther                              // a letter of another script that is no twin of a Latin one
)

// put returns the bytes and how many of them count.
func (e runeEntry) put() (b [3]byte, n int) {
	return [3]byte{byte(e), byte(e >> 8), byte(e >> 16)}, int(e >> 24 & 3)
}

// table holds the entries of the characters below tableEnd. It is made on first
// use, in about two milliseconds.
var table = sync.OnceValue(func() *[tableEnd]runeEntry {
	t := new([tableEnd]runeEntry)
	for r := rune(utf8.RuneSelf); r < tableEnd; r++ {
		t[r] = entryOf(r)
	}
	return t
})

// entryOf makes the entry of a character.
func entryOf(r rune) (e runeEntry) {
	e = kindOf(r)
	var b []byte
	switch {
	case Invisible(r):
	case unicode.IsSpace(r):
		b = append(b, ' ')
	default:
		e |= visible
		b = letterOf(nil, r, string(r))
	}
	if len(b) > 3 {
		return e
	}
	for i, c := range b {
		e |= runeEntry(c) << (8 * i)
	}
	return e | runeEntry(len(b))<<24 | looked
}

// kindOf returns the signs that say how a character stands in a word.
func kindOf(r rune) (e runeEntry) {
	if wordRune(r) {
		e |= inWord
	}
	switch {
	case r < 0x250 && unicode.IsLetter(r):
		e |= isLatin
	case foreign(r) && !hasConfusable(r):
		e |= isOther
	}
	return e
}
