package normalize

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// rune folds the character at f.i, which is not ASCII.
func (f *normalizer) rune() {
	r, size := utf8.DecodeRuneInString(f.s[f.i:])
	next := f.i + size
	switch {
	case r == '–' || r == '—' || r >= '‘' && r <= '‟' || r >= 0xac00 && r <= 0xd7a3 || r >= 0x3041 && r <= 0x30ff || r >= 0x4e00 && r <= 0x9fff:
		f.flag = false
		f.copyRune(next)
	case r == utf8.RuneError && size == 1:
		f.replace([]byte{' '}, next)
	case r < tableEnd && f.known(r, next):
	case r >= 0xe0020 && r <= 0xe007f || r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef:
		f.decodeTagChar(r, next)
	case Invisible(r):
		f.delete(next)
	case unicode.IsSpace(r):
		f.replace([]byte{' '}, next)
	default:
		f.flag = r == 0x1f3f4
		f.letter(r, next)
	}
}

// known folds a character that is in the table; it reports whether it is.
func (f *normalizer) known(r rune, next int) bool {
	if f.table == nil {
		f.table = table()
	}
	e := f.table[r]
	if e&looked == 0 {
		return false
	}
	if e&visible != 0 {
		f.flag = false
		if foreign(r) && f.foldHomoglyph(r, next) {
			return true
		}
	}
	b, n := e.put()
	if n == 0 {
		f.delete(next)
	} else {
		f.replace(b[:n], next)
	}
	return true
}

// decodeTagChar spells out tag characters and variation selectors that carry bytes.
func (f *normalizer) decodeTagChar(r rune, next int) {
	b := byte(0)
	switch {
	case f.flag:
	case r <= 0xfe0f:
		b = byte(r - 0xfe00)
	case r >= 0xe0100:
		b = byte(min(0x7f, r-0xe0100+16))
	default:
		b = byte(r - 0xe0000)
	}
	if b < ' ' || b == 0x7f {
		f.delete(next)
		return
	}
	if b >= 'A' && b <= 'Z' {
		b += 32
	}
	f.replace([]byte{b}, next)
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

// letter folds a visible character.
func (f *normalizer) letter(r rune, next int) {
	if f.foldHomoglyph(r, next) {
		return
	}
	var memory [32]byte
	if b := letterOf(memory[:0], r, f.s[f.i:next]); len(b) > 0 {
		f.replace(b, next)
	} else {
		f.delete(next)
	}
}

// foldHomoglyph folds a character of another script that stands for a Latin letter; it
// reports whether it does.
func (f *normalizer) foldHomoglyph(r rune, next int) bool {
	if f.i >= f.checked && foreign(r) {
		f.checkWord()
	}
	if f.i >= f.mixed {
		return false
	}
	b := confusable(r)
	if b != 0 {
		f.replace([]byte{b}, next)
	}
	return b != 0
}

// letterOf appends what a visible character, which is all of src, folds to,
// wherever it stands.
func letterOf(b []byte, r rune, src string) []byte {
	if s := special(r); s != "" {
		return append(b, s...)
	}
	if d := norm.NFKD.PropertiesString(src).Decomposition(); d != nil {
		src = string(d)
	}
	for _, c := range src {
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
