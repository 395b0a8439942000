// Package decode finds text that is encoded within text: base64, hexadecimal,
// percent and backslash escapes, character codes, Morse, Braille, ROT13 and
// Atbash, reversed, spelled out letter by letter and written with digits for
// letters. It looks for forms, not for content; what it returns may be nothing.
package decode

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Payload is a decoded passage.
type Payload struct {
	Text       string
	Start, End int    // of the encoded form in the text that was searched
	How        string // base64, hex, …
}

// Limits of one search.
const (
	maxPayloads = 64
	maxBytes    = 256 << 10 // of decoded text
	maxRun      = 64 << 10  // of one encoded run
)

// finder collects payloads up to the limits.
type finder struct {
	s     string
	out   []Payload
	bytes int
}

func (f *finder) full() bool { return len(f.out) >= maxPayloads || f.bytes >= maxBytes }

func (f *finder) add(how, text string, start, end int) {
	if f.full() || len(text) < 8 || f.bytes+len(text) > maxBytes {
		return
	}
	f.bytes += len(text)
	f.out = append(f.out, Payload{text, start, end, how})
}

// Find returns the encoded passages of s, at most 64 and 256 KiB of decoded
// text. The work is linear in the length of s.
func Find(s string) []Payload {
	f := &finder{s: s}
	f.runs()
	f.escapes()
	f.codes()
	f.lines()
	return f.out
}

// runs looks at words that are too long to be words.
func (f *finder) runs() {
	for i := 0; i < len(f.s) && !f.full(); {
		if !encodable(f.s[i]) {
			i++
			continue
		}
		start := i
		for i < len(f.s) && encodable(f.s[i]) {
			i++
		}
		if i-start >= 20 && i-start <= maxRun {
			f.run(start, i)
		}
	}
}

func encodable(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '/' || c == '_' || c == '-' || c == '='
}

// run tries the encodings that a run of letters and digits may be in.
func (f *finder) run(start, end int) {
	// Base64 of mail is broken into lines.
	stop := end
	joined := f.s[start:end]
	for end-start >= 60 && stop+1 < len(f.s) && f.s[stop] == '\n' && encodable(f.s[stop+1]) && len(joined) < maxRun {
		next := stop + 1
		for next < len(f.s) && encodable(f.s[next]) {
			next++
		}
		joined += f.s[stop+1 : next]
		stop = next
	}
	if text, ok := fromHex(joined); ok {
		f.add("hex", text, start, stop)
		return
	}
	if text, ok := fromBase64(joined); ok {
		f.add("base64", text, start, stop)
		return
	}
	if text, ok := fromBase32(joined); ok {
		f.add("base32", text, start, stop)
		return
	}
	if bits(joined) {
		if text, ok := fromBits(joined); ok {
			f.add("binary", text, start, stop)
		}
	}
}

// readable reports whether decoded bytes are text: valid UTF-8 of letters and
// spaces for the most part.
func readable(b []byte) bool {
	if len(b) < 8 || !utf8.Valid(b) {
		return false
	}
	good, runes := 0, 0
	for _, r := range string(b) {
		runes++
		if unicode.IsLetter(r) || unicode.IsMark(r) || r == ' ' || r == '\n' {
			good++
		} else if r < 0x20 && r != '\t' && r != '\r' || r == utf8.RuneError {
			return false
		}
	}
	return good*100 >= runes*60
}

func fromHex(s string) (string, bool) {
	if len(s)%2 == 1 || len(s) < 20 {
		return "", false
	}
	b, err := hex.DecodeString(s)
	return string(b), err == nil && readable(b)
}

func fromBase64(s string) (string, bool) {
	s = strings.TrimRight(s, "=")
	enc := base64.RawStdEncoding
	if strings.ContainsAny(s, "-_") {
		enc = base64.RawURLEncoding
	}
	b, err := enc.DecodeString(s)
	if err != nil && len(s)%4 == 1 {
		b, err = enc.DecodeString(s[:len(s)-1])
	}
	if err != nil || !readable(b) && !encoded(b) {
		return "", false
	}
	return string(b), true
}

// encoded reports whether decoded bytes look like another layer of encoding.
func encoded(b []byte) bool {
	if len(b) < 20 {
		return false
	}
	for _, c := range b {
		if !encodable(c) && c != '\n' && c != '%' {
			return false
		}
	}
	return true
}

func fromBase32(s string) (string, bool) {
	s = strings.TrimRight(strings.ToUpper(s), "=")
	b, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(s)
	return string(b), err == nil && readable(b)
}

func bits(s string) bool {
	return len(s) >= 64 && strings.Trim(s, "01") == ""
}

func fromBits(s string) (string, bool) {
	b := make([]byte, 0, len(s)/8)
	for i := 0; i+8 <= len(s); i += 8 {
		v := byte(0)
		for _, c := range []byte(s[i : i+8]) {
			v = v<<1 | c&1
		}
		b = append(b, v)
	}
	return string(b), readable(b)
}

// unescapePercent resolves %XX and + of a run.
func unescapePercent(s string) (string, bool) {
	t, err := url.PathUnescape(s)
	if err != nil {
		return "", false
	}
	return t, readable([]byte(t))
}
