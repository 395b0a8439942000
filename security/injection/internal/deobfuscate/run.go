package deobfuscate

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// looksEncoded reports whether a run may be encoded text, by its first characters.
func (f *scanner) looksEncoded(run string) bool {
	if hexDigits.HasAll(run) {
		return true
	}
	run = strings.TrimRight(run, "=")
	head := run[:min(len(run), 64)&^3]
	if head == "" || !f.base64(head) {
		return false
	}
	_, _, text := count(f.buf)
	return text || f.allEncodable(f.buf)
}

// count returns how many characters b has, and how many of them are letters, marks and spaces. It reports false if b
// is no text: not UTF-8, a last character that breaks off aside, or with control characters.
func count(b []byte) (runes, good int, text bool) {
	for ; len(b) > 0; runes++ {
		r, size := rune(b[0]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(b)
		}
		switch {
		case r == utf8.RuneError && !utf8.FullRune(b):
			return runes, good, true
		case r == utf8.RuneError || r < 0x20 && r != '\n' && r != '\t' && r != '\r':
			return 0, 0, false
		case unicode.IsLetter(r) || unicode.IsMark(r) || r == ' ' || r == '\n':
			good++
		}
		b = b[size:]
	}
	return runes, good, true
}

// readable reports whether decoded bytes are text of letters and spaces for the most part.
func readable(b []byte) bool {
	runes, good, text := count(b)
	return text && len(b) >= 8 && utf8.Valid(b) && good*100 >= runes*60
}

func (f *scanner) fromHex(s string) bool {
	if len(s)%2 == 1 || !hexDigits.HasAll(s) {
		return false
	}
	b, err := hex.AppendDecode(f.buf[:0], []byte(s))
	f.buf = b
	return err == nil && readable(b)
}

// base64 decodes into f.buf, in the alphabet of URLs if one of its signs is there.
func (f *scanner) base64(s string) bool {
	enc := base64.RawStdEncoding
	if strings.ContainsAny(s, "-_") {
		enc = base64.RawURLEncoding
	}
	b, err := enc.AppendDecode(f.buf[:0], []byte(s))
	f.buf = b
	return err == nil
}

func (f *scanner) fromBase64(s string) bool {
	s = strings.TrimRight(s, "=")
	if len(s)%4 == 1 {
		s = s[:len(s)-1]
	}
	return f.base64(s) && (readable(f.buf) || len(f.buf) >= minRun && f.allEncodable(f.buf))
}

// allEncodable reports whether decoded bytes look like another layer of encoding.
func (f *scanner) allEncodable(b []byte) bool {
	return !slices.ContainsFunc(b, func(c byte) bool { return !encodable[c] && c != '\n' && c != '%' })
}
