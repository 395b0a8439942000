package normalize

import (
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/letters"
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
	case r < letters.TableEnd && f.known(r, next):
	case r >= 0xe0020 && r <= 0xe007f || r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef:
		f.decodeTagChar(r, next)
	case letters.Invisible(r):
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
		f.table = letters.Table()
	}
	e := f.table[r]
	if e&letters.Known == 0 {
		return false
	}
	if e&letters.Visible != 0 {
		f.flag = false
		if letters.SharesShapes(r) && f.foldHomoglyph(r, next) {
			return true
		}
	}
	b, n := e.Bytes()
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

// letter folds a visible character.
func (f *normalizer) letter(r rune, next int) {
	if f.foldHomoglyph(r, next) {
		return
	}
	var memory [32]byte
	if b := letters.Append(memory[:0], f.s[f.i:next]); len(b) > 0 {
		f.replace(b, next)
	} else {
		f.delete(next)
	}
}

// foldHomoglyph folds a look-alike of another script to its Latin letter, if its word
// imitates a Latin one (see checkWord); it reports whether it did.
func (f *normalizer) foldHomoglyph(r rune, next int) bool {
	if f.i >= f.checked && letters.SharesShapes(r) {
		f.checkWord()
	}
	if f.i >= f.mixed {
		return false
	}
	b := letters.Twin(r)
	if b != 0 {
		f.replace([]byte{b}, next)
	}
	return b != 0
}
