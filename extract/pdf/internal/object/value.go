package object

import (
	"bytes"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/pdfcpu/pdfcpu/pkg/font"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
	"golang.org/x/text/encoding/unicode"
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
	}
	return nil
}

// Array returns an array, nil for anything else.
func (d *Doc) Array(o Object) Array {
	a, _ := d.Resolve(o).(types.Array)
	return a
}

// List returns the elements of an array, or anything else but null as the one element.
func (d *Doc) List(o Object) Array {
	if list := d.Array(o); list != nil || o == nil {
		return list
	}
	return Array{o}
}

// Name returns the text of a name without its slash, "" for anything else.
func (d *Doc) Name(o Object) string {
	n, _ := d.Resolve(o).(types.Name)
	if strings.Contains(string(n), "#") {
		if decoded, err := types.DecodeName(string(n)); err == nil {
			return decoded
		}
	}
	return string(n)
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
	b, _ := d.BytesUpTo(o, MaxStream)
	return b
}

// BytesUpTo returns the bytes of a string, or its beginning if they are more than
// limit; whole is false then.
func (d *Doc) BytesUpTo(o Object, limit int) (b []byte, whole bool) {
	const longestEscape = len(`\377`)
	whole = true
	head := func(s string) string {
		if len(s) > longestEscape*limit {
			s, whole = s[:limit/2*2], false
		}
		return s
	}
	var err error
	switch o := d.Resolve(o).(type) {
	case types.StringLiteral:
		s := head(string(o))
		if b, err = types.Unescape(s); err != nil {
			b = []byte(s)
		}
	case types.HexLiteral:
		if b, err = types.HexLiteral(head(string(o))).Bytes(); err != nil {
			b = nil
		}
	}
	if len(b) > limit {
		return b[:limit], false
	}
	return b, whole
}

// Text returns a text string (ISO 32000-2, 7.9.2.2) as UTF-8: UTF-16, UTF-8 with
// a mark, or PDFDocEncoding.
func (d *Doc) Text(o Object) string { return DecodeText(d.Bytes(o)) }

// Date reads a date (ISO 32000-2, 7.9.4), or one like "Thu Nov 26 11:10:23 1998" that programs write in
// its place. It returns the zero time for no date, and where either number may be the month: "1/2/2006 10:15:00".
func (d *Doc) Date(o Object) time.Time {
	text := strings.TrimSpace(d.Text(o))
	plain := strings.ReplaceAll(strings.TrimPrefix(text, "D:"), "'", "")
	if t, err := time.Parse("20060102150405Z0700", plain); err == nil {
		return t // types.DateTime takes +0200 for +0800, and -0330 for -0230
	}
	if t, ok := types.DateTime(text, true); ok && !strings.Contains(text, "/") {
		return t
	}
	return time.Time{}
}

// DecodeText decodes the bytes of a text string.
func DecodeText(b []byte) string {
	switch {
	case bytes.HasPrefix(b, []byte("\xFE\xFF")), bytes.HasPrefix(b, []byte("\xFF\xFE")):
		// the decoder makes U+FFFD of what is no UTF-16
		decoded, _ := unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder().Bytes(b[:len(b)&^1])
		if parts := strings.SplitN(string(decoded), "\x1b", 3); len(parts) == 3 { // a language code
			return parts[0] + parts[2]
		}
		return string(decoded)
	case bytes.HasPrefix(b, []byte("\xEF\xBB\xBF")):
		return strings.ToValidUTF8(string(b[3:]), "\uFFFD")
	}
	out := make([]rune, 0, len(b))
	for _, c := range b {
		out = append(out, docRune(c))
	}
	return string(out)
}

// docRune decodes a byte of PDFDocEncoding (ISO 32000-2, annex D.2).
func docRune(c byte) rune {
	switch {
	case c >= 0x18 && c <= 0x1f:
		return [...]rune{'˘', 'ˇ', 'ˆ', '˙', '˝', '˛', '˚', '˜'}[c-0x18]
	case c >= 0x80 && c <= 0x9e:
		return []rune("•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž")[c-0x80]
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
