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
	if hexDigits(run) {
		return true
	}
	run = strings.TrimRight(run, "=")
	head := run[:min(len(run), 64)&^3]
	if head == "" || !f.base64(head) {
		return false
	}
	return f.allEncodable(f.buf) || begins(f.buf)
}

// begins reports whether b may be the start of readable text: UTF-8, the last
// character aside, without controls.
func begins(b []byte) bool {
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && !utf8.FullRune(b[i:]) {
			return true
		}
		if r == utf8.RuneError || control(r) {
			return false
		}
		i += size
	}
	return true
}

func control(r rune) bool { return r < 0x20 && r != '\n' && r != '\t' && r != '\r' }

// readable reports whether decoded bytes are text: valid UTF-8 of letters and
// spaces for the most part.
func readable(b []byte) bool {
	if len(b) < 8 {
		return false
	}
	good, runes := 0, 0
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		i += size
		runes++
		switch {
		case r == utf8.RuneError || control(r):
			return false
		case unicode.IsLetter(r) || unicode.IsMark(r) || r == ' ' || r == '\n':
			good++
		}
	}
	return good*100 >= runes*60
}

func hexDigits(s string) bool { return strings.Trim(s, "0123456789abcdefABCDEF") == "" }

func (f *scanner) fromHex(s string) bool {
	if len(s)%2 == 1 || !hexDigits(s) {
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
	return !slices.ContainsFunc(b, func(c byte) bool { return !f.encodable[c] && c != '\n' && c != '%' })
}

func (f *scanner) fromBits(s string) bool {
	if len(s) < 64 || strings.Trim(s, "01") != "" {
		return false
	}
	f.buf = f.buf[:0]
	for i := 0; i+8 <= len(s); i += 8 {
		v, _ := number(s[i:i+8], 2)
		f.buf = append(f.buf, byte(v))
	}
	return readable(f.buf)
}
