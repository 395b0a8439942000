package letters

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

// TableEnd is the first character that is not in the table: the alphabets are below.
const TableEnd = 0x2000

// Entry packs the folded form of a character beyond ASCII: up to three bytes, the
// first one lowest, then their number, then flags.
type Entry uint32

// Flags of an entry.
const (
	Known   Entry = 1 << (26 + iota) // the folded form fits into the entry
	Visible                          // it has a shape of its own
	InWord                           // it belongs to a word
	Latin                            // a Latin letter
	Other                            // of a script that SharesShapes, but unlike Latin letters in most fonts
)

// Bytes returns the bytes and how many of them count.
func (e Entry) Bytes() (b [3]byte, n int) {
	return [3]byte{byte(e), byte(e >> 8), byte(e >> 16)}, int(e >> 24 & 3)
}

// Table holds the entries of the characters below TableEnd. It is made on first
// use, in about two milliseconds.
var Table = sync.OnceValue(func() *[TableEnd]Entry {
	t := new([TableEnd]Entry)
	for r := rune(utf8.RuneSelf); r < TableEnd; r++ {
		t[r] = entryOf(r)
	}
	return t
})

// entryOf makes the entry of a character.
func entryOf(r rune) (e Entry) {
	e = KindOf(r)
	var b []byte
	switch {
	case Invisible(r):
	case unicode.IsSpace(r):
		b = append(b, ' ')
	default:
		e |= Visible
		b = Append(nil, string(r))
	}
	if len(b) > 3 {
		return e
	}
	for i, c := range b {
		e |= Entry(c) << (8 * i)
	}
	return e | Entry(len(b))<<24 | Known
}

// KindOf returns the flags InWord, Latin and Other of a character.
func KindOf(r rune) (e Entry) {
	if wordRune(r) {
		e |= InWord
	}
	switch {
	case r < 0x250 && unicode.IsLetter(r):
		e |= Latin
	case SharesShapes(r) && !hasConfusable(r):
		e |= Other
	}
	return e
}

// SharesShapes reports whether r is a letter of a script that shares shapes with
// Latin letters.
func SharesShapes(r rune) bool {
	return r >= 0x370 && r <= 0x58f || r >= 0x13a0 && r <= 0x13ff || r >= 0xab70 && r <= 0xabbf
}

func wordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.Is(unicode.Mn, r) || r != utf8.RuneError && r >= 0x80 && Invisible(r)
}

// hasConfusable reports whether r can't be distinguished from a Latin letter in most fonts.
func hasConfusable(r rune) bool {
	switch unicode.ToLower(r) {
	case 'а', 'е', 'о', 'р', 'с', 'у', 'х', 'і', 'ј', 'ѕ', 'һ', 'ԁ', 'ԛ', 'ԝ', 'ӏ', 'ο', 'ν', 'ι', 'α', 'ϲ', 'ϳ':
		return true
	}
	return false
}
