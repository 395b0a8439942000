package object

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/pdfcpu/pdfcpu/pkg/font"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// maxHops bounds a chain of references.
const maxHops = 20

// Resolve follows references. What can't be read is null.
func (d *Doc) Resolve(o Object) Object {
	for range maxHops {
		ref, ok := o.(types.IndirectRef)
		if !ok {
			return o
		}
		next, err := d.ctx.Dereference(ref)
		if err != nil {
			return nil
		}
		o = next
	}
	return nil
}

// Number returns the object number of a reference, 0 for a direct object.
func Number(o Object) int {
	if ref, ok := o.(types.IndirectRef); ok {
		return ref.ObjectNumber.Value()
	}
	return 0
}

// Dict returns a dictionary, also that of a stream, nil for anything else.
func (d *Doc) Dict(o Object) Dict {
	switch o := d.Resolve(o).(type) {
	case types.Dict:
		return o
	case types.StreamDict:
		return o.Dict
	case *types.StreamDict:
		return o.Dict
	}
	return nil
}

// Array returns an array, nil for anything else.
func (d *Doc) Array(o Object) Array {
	a, _ := d.Resolve(o).(types.Array)
	return a
}

// Name returns the text of a name without its slash, "" for anything else.
func (d *Doc) Name(o Object) string {
	n, ok := d.Resolve(o).(types.Name)
	if !ok {
		return ""
	}
	if decoded, err := types.DecodeName(n.Value()); err == nil && strings.Contains(n.Value(), "#") {
		return decoded
	}
	return n.Value()
}

// Num returns a number; ok is false for anything else.
func (d *Doc) Num(o Object) (n float64, ok bool) {
	switch o := d.Resolve(o).(type) {
	case types.Integer:
		return float64(o.Value()), true
	case types.Float:
		return o.Value(), true
	}
	return 0, false
}

// Int returns a number cut to an integer within ±2^31, 0 for anything else.
func (d *Doc) Int(o Object) int {
	n, ok := d.Num(o)
	if !ok || n != n {
		return 0
	}
	return int(min(max(n, -1<<31), 1<<31))
}

// Bytes returns the bytes of a string, nil for anything else.
func (d *Doc) Bytes(o Object) []byte {
	switch o := d.Resolve(o).(type) {
	case types.StringLiteral:
		if b, err := types.Unescape(o.Value()); err == nil {
			return b
		}
		return []byte(o.Value())
	case types.HexLiteral:
		if b, err := o.Bytes(); err == nil {
			return b
		}
	}
	return nil
}

// BytesUpTo returns the bytes of a string, or its beginning if they are more than
// limit; whole is false then.
func (d *Doc) BytesUpTo(o Object, limit int) (b []byte, whole bool) {
	const longestEscape = len(`\377`)
	o = d.Resolve(o)
	whole = true
	switch v := o.(type) {
	case types.StringLiteral:
		if s := v.Value(); len(s) > longestEscape*limit {
			o, whole = types.StringLiteral(s[:limit]), false
		}
	case types.HexLiteral:
		if s := v.Value(); len(s) > longestEscape*limit {
			o, whole = types.HexLiteral(s[:limit/2*2]), false
		}
	}
	if b = d.Bytes(o); len(b) > limit {
		return b[:limit], false
	}
	return b, whole
}

// Text returns a text string (ISO 32000-2, 7.9.2.2) as UTF-8: UTF-16, UTF-8 with
// a mark, or PDFDocEncoding.
func (d *Doc) Text(o Object) string { return DecodeText(d.Bytes(o)) }

// TextUpTo returns a text string, or what the first limit bytes of it say.
func (d *Doc) TextUpTo(o Object, limit int) string {
	b, _ := d.BytesUpTo(o, limit)
	return DecodeText(b)
}

// DecodeText decodes the bytes of a text string.
func DecodeText(b []byte) string {
	switch {
	case len(b) >= 2 && b[0] == 0xFE && b[1] == 0xFF:
		return utf16Text(b[2:], 0)
	case len(b) >= 2 && b[0] == 0xFF && b[1] == 0xFE:
		return utf16Text(b[2:], 1)
	case len(b) >= 3 && string(b[:3]) == "\xEF\xBB\xBF":
		return strings.ToValidUTF8(string(b[3:]), "\uFFFD")
	}
	out := make([]rune, 0, len(b))
	for _, c := range b {
		out = append(out, docRune(c))
	}
	return string(out)
}

// utf16Text decodes UTF-16; low is the index of the low byte's partner: 0 for
// big endian, 1 for little endian. Language escapes (U+001B) are dropped.
func utf16Text(b []byte, high int) string {
	units := make([]uint16, 0, len(b)/2)
	for i := 0; i+1 < len(b); i += 2 {
		units = append(units, uint16(b[i+high])<<8|uint16(b[i+1-high]))
	}
	s := string(utf16.Decode(units))
	if i := strings.IndexByte(s, 0x1b); i >= 0 {
		if j := strings.IndexByte(s[i+1:], 0x1b); j >= 0 {
			s = s[:i] + s[i+j+2:]
		}
	}
	return s
}

// docRune decodes a byte of PDFDocEncoding (ISO 32000-2, annex D.2).
func docRune(c byte) rune {
	const high = "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž"
	switch {
	case c >= 0x18 && c <= 0x1f:
		return [...]rune{'˘', 'ˇ', 'ˆ', '˙', '˝', '˛', '˚', '˜'}[c-0x18]
	case c >= 0x80 && c <= 0x9e:
		return []rune(high)[c-0x80]
	case c == 0xa0:
		return '€'
	case c == 0x7f || c == 0x9f || c == 0xad:
		return utf8.RuneError
	}
	return rune(c)
}

// CoreWidth returns the width of a rune in one of the standard 14 fonts in
// thousandths of an em; ok is false for another font or rune.
func CoreWidth(name string, r rune) (w float64, ok bool) {
	if !font.IsCoreFont(name) {
		return 0, false
	}
	n, err := font.CharWidth(name, r)
	return float64(n), err == nil && n > 0
}
