// Package decode finds text that is encoded within text: base64, hexadecimal,
// percent and backslash escapes, character codes, Morse, Braille, ROT13 and
// Atbash, reversed, spelled out letter by letter and written with digits for
// letters. It looks for forms, not for content; what it returns may be nothing.
package decode

import "net/url"

// Payload is a decoded passage.
type Payload struct {
	Text       string
	Start, End int    // of the encoded form in the text that was searched
	How        string // base64, hex, …
}

// Repeats reports whether p, found in text that was decoded in a way of that
// name, only takes it back: turned twice, a text is what it was.
func (p *Payload) Repeats(how string) bool {
	switch p.How {
	case howROT13, howAtbash, howReversed, howWords:
		return p.How == how
	}
	return false
}

// Ways of disguise that undo themselves.
const (
	howROT13    = "ROT13"
	howAtbash   = "Atbash"
	howReversed = "reversed text"
	howWords    = "reversed words"
)

// Limits of one search.
const (
	maxPayloads = 64
	maxBytes    = 256 << 10 // of decoded text
	maxRun      = 64 << 10  // of one encoded run
)

// finder collects payloads up to the limits.
type finder struct {
	*tables
	s      string
	out    []Payload
	bytes  int
	joined int      // bytes of lines that were put together
	buf    []byte   // what is being decoded
	list   []string // of groups of digits
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
	f := finder{tables: shared(), s: s}
	f.runs()
	f.escapes()
	f.codes()
	f.lines()
	return f.out
}

// runs looks at words that are too long to be words.
func (f *finder) runs() {
	for i := 0; !f.full(); {
		start, end := f.encodable.run(f.s, i, minRun)
		if start == len(f.s) {
			return
		}
		if end-start <= maxRun {
			f.run(start, end)
		}
		i = end
	}
}

// run tries the encodings that a run of letters and digits may be in.
func (f *finder) run(start, end int) {
	joined, stop := f.s[start:end], end
	if !f.promising(joined) {
		return
	}
	if end-start >= 60 {
		joined, stop = f.join(start, end)
	}
	how := ""
	switch {
	case f.fromHex(joined):
		how = "hex"
	case f.fromBase64(joined):
		how = "base64"
	case f.fromBase32(joined):
		how = "base32"
	case f.fromBits(joined):
		how = "binary"
	default:
		return
	}
	f.add(how, string(f.buf), start, stop)
}

// join puts the lines together that follow a long run: base64 of mail is broken
// into lines. What is put together in one search is bounded by twice its text.
func (f *finder) join(start, end int) (string, int) {
	stop := end
	f.buf = append(f.buf[:0], f.s[start:end]...)
	for stop+1 < len(f.s) && f.s[stop] == '\n' && f.encodable[f.s[stop+1]] && len(f.buf) < maxRun && f.joined < 2*len(f.s)+maxRun {
		next := stop + 1
		for next < len(f.s) && f.encodable[f.s[next]] {
			next++
		}
		f.buf = append(f.buf, f.s[stop+1:next]...)
		f.joined += next - stop
		stop = next
	}
	if stop == end {
		return f.s[start:end], end
	}
	return string(f.buf), stop
}

// unescapePercent resolves %XX and + of a run.
func unescapePercent(s string) (string, bool) {
	t, err := url.PathUnescape(s)
	if err != nil {
		return "", false
	}
	return t, readable([]byte(t))
}
