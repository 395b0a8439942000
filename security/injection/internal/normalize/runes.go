package normalize

import (
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/letters"
)

func (f *normalizer) rune() {
	r, size := utf8.DecodeRuneInString(f.s[f.i:])
	next := f.i + size
	if r == 0x1f3f4 || f.i == f.flag && r >= 0xe0020 && r <= 0xe007f {
		f.flag = next
	} else if f.disguises(r, next) {
		f.t.disguised = append(f.t.disguised, int32(f.i))
	}
	switch {
	case r == '–' || r == '—' || r >= '‘' && r <= '‟' || r >= 0xac00 && r <= 0xd7a3 || r >= 0x3041 && r <= 0x30ff || r >= 0x4e00 && r <= 0x9fff:
		f.replace([]byte(f.s[f.i:next]), next)
	case r == utf8.RuneError && size == 1:
		f.replace([]byte{' '}, next)
	case letters.SharesShapes(r) && f.foldHomoglyph(r, next):
	case r < letters.TableEnd:
		f.replace([]byte(f.entries()[r].Plain), next)
	case r >= 0xe0020 && r <= 0xe007f || r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef:
		f.decodeTagChar(r, next)
	case letters.Invisible(r):
		f.delete(next)
	case unicode.IsSpace(r):
		f.replace([]byte{' '}, next)
	default:
		var memory [32]byte
		f.replace(letters.Append(memory[:0], f.s[f.i:next]), next)
	}
}

func (f *normalizer) decodeTagChar(r rune, next int) {
	b := byte(0)
	switch {
	case f.flag == next:
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
	f.replace([]byte{lower(b)}, next)
}

// foldHomoglyph folds a look-alike of another script to its Latin letter, if its word
// imitates a Latin one (see checkWord); it reports whether it did.
func (f *normalizer) foldHomoglyph(r rune, next int) bool {
	if f.i >= f.checked {
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
