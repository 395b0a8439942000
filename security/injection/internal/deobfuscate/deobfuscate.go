// Package deobfuscate finds text that is encoded within text: base64, hexadecimal,
// percent escapes, addresses, character codes, letters moved in the
// alphabet, reversed, spelled out letter by letter and written with digits for
// letters. It looks for forms, not for content; what it returns may be nothing.
package deobfuscate

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/byteset"
	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

// Payload is a decoded passage.
type Payload struct {
	Text       string
	Start, End int    // of the encoded form in the text that was searched
	How        string // base64, hex, …
}

// IsRepeatOf reports whether p, found in text that was decoded in the way named how,
// only undoes that decoding: reversing a text twice gives the text again.
func (p Payload) IsRepeatOf(how string) bool {
	switch p.How {
	case howReversed, howWords:
		return p.How == how
	}
	return strings.HasPrefix(p.How, howRotated) && strings.HasPrefix(how, howRotated)
}

// IsCommon reports whether harmless text often has this form too: percent escapes of addresses, and lines
// near a phrase such as "in reverse order", each of which is also read backwards.
func (p Payload) IsCommon() bool { return p.How == howPercent || p.How == howWords }

// InAddress reports whether p is a part of an address, which can be left out of it.
func (p Payload) InAddress() bool { return p.How == howAddress || p.How == howEncodedAddress }

// IsJoined reports whether p is words that signs join, in an address or elsewhere.
func (p Payload) IsJoined() bool { return p.How == howJoined || p.How == howAddress }

// IsTurned reports whether p is a line with its words in reverse order.
func (p Payload) IsTurned() bool { return p.How == howWords }

// Values of Payload.How that the code compares with.
const (
	howRotated        = "ROT" // and the number of places; this and the next two may undo themselves
	howReversed       = "reversed text"
	howWords          = "reversed words"
	howPercent        = "percent encoding"
	howAddress        = "words of an address"
	howEncodedAddress = "encoded words of an address"
	howJoined         = "words joined by signs"
)

// Signs are signs of a disguise that the caller has seen in a text.
type Signs struct {
	Words  phrases.Signs
	Turned []int // where the text speaks of turning words round, in order
}

// Limits of one walk over the text; a search takes a few of them.
const (
	maxPayloads = 4096
	maxBytes    = 256 << 10 // of decoded text
	maxRun      = 64 << 10  // of one encoded run
)

type scanner struct {
	s       string
	out     []Payload
	began   int      // where the payloads of the walk at hand begin in out
	bytes   int      // that the walk has decoded
	reached int      // up to here all walks have looked
	joined  int      // bytes of lines that were put together
	dense   []span   // runs of addressable bytes, which base64 and addresses are within
	buf     []byte   // what is being decoded
	list    []string // of groups of digits
}

type span struct{ start, end int }

func (f *scanner) full() bool { return len(f.out)-f.began >= maxPayloads || f.bytes >= maxBytes }

// walk calls once for one pass over the text. If the limits end the pass, f.reached
// is lowered to the end of its last payload.
func (f *scanner) walk(once func()) {
	f.began, f.bytes = len(f.out), 0
	once()
	if f.full() {
		f.noteUnread(f.out[len(f.out)-1].End)
	}
}

// noteUnread lowers f.reached to i: the text from there on was not searched.
func (f *scanner) noteUnread(i int) { f.reached = min(f.reached, i) }

func (f *scanner) add(how, text string, start, end int) {
	switch {
	case len(text) < 8 || f.full():
	case f.bytes+len(text) > maxBytes:
		f.noteUnread(start)
	default:
		f.bytes += len(text)
		f.out = append(f.out, Payload{text, start, end, how})
	}
}

// Find returns the encoded passages of s and how far it has come: len(s), unless
// limits on their number or on the bytes of decoded text ended the search, 4096
// and 256 KiB of each group of encodings. The work is linear in the length of s.
//
// Letters apart, and disguises of lines as a whole, are looked for where signs are.
func Find(s string, signs Signs) (list []Payload, reached int) {
	f := scanner{s: s, reached: len(s)}
	for start, end := addressable.Run(s, 0, minRun); start < len(s); start, end = addressable.Run(s, end, minRun) {
		f.dense = append(f.dense, span{start, end})
	}
	f.walk(f.joinedWords) // before escapes: a part of an address can be cut out of it
	f.walk(f.runs)
	f.walk(f.escapes)
	f.walk(f.codes)
	if signs.Words&phrases.Apart != 0 {
		f.walk(f.spelled)
	}
	if signs.Words&^phrases.Apart != 0 || len(signs.Turned) > 0 {
		f.walk(func() { f.lines(signs) })
	}
	return f.out, f.reached
}

// Sets of bytes, by which the search skips ordinary text: those of words, of hexadecimal, of base64 and base32, of lists of
// character codes, and of addresses and other words that signs join.
var (
	wordBytes   = byteset.Of("", [2]byte{'a', 'z'}, [2]byte{'A', 'Z'}, [2]byte{'0', '9'}, [2]byte{0x80, 0xff})
	hexDigits   = byteset.Of("", [2]byte{'a', 'f'}, [2]byte{'A', 'F'}, [2]byte{'0', '9'})
	encodable   = byteset.Of("+/_-=", [2]byte{'a', 'z'}, [2]byte{'A', 'Z'}, [2]byte{'0', '9'})
	listed      = byteset.Of("xU+ ,;:-/\n\t", [2]byte{'a', 'f'}, [2]byte{'A', 'F'}, [2]byte{'0', '9'})
	addressable = byteset.Of("-._~:/?#@!$&'*+,;=%{}", [2]byte{'a', 'z'}, [2]byte{'A', 'Z'}, [2]byte{'0', '9'}, [2]byte{0x80, 0xff})
)

// minRun is how many bytes without white space, quotation marks and brackets may hold something.
const minRun = 20

func (f *scanner) runs() {
	for _, within := range f.dense {
		for i := within.start; !f.full(); {
			start, end := encodable.Run(f.s[:within.end], i, minRun)
			if start == within.end {
				break
			}
			if end-start <= maxRun {
				f.run(start, end)
			} else if f.run(start, start+maxRun) {
				f.noteUnread(start + maxRun)
			}
			i = end
		}
	}
}

func (f *scanner) run(start, end int) bool {
	joined, stop := f.s[start:end], end
	if !f.looksEncoded(joined) {
		return false
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
	default:
		return false
	}
	f.add(how, string(f.buf), start, stop)
	return true
}

// join puts the lines together that follow a long run: base64 of mail is broken
// into lines. What is put together in one search is bounded by twice its text.
func (f *scanner) join(start, end int) (string, int) {
	stop := end
	f.buf = append(f.buf[:0], f.s[start:end]...)
	for stop+1 < len(f.s) && f.s[stop] == '\n' && encodable[f.s[stop+1]] && len(f.buf) < maxRun && f.joined < 2*len(f.s)+maxRun {
		next := stop + 1
		for next < len(f.s) && encodable[f.s[next]] {
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

// Bounds of the lines that are read as a whole, in bytes.
const (
	minLine = 12
	maxLine = 4096
)

// maxReversed is how far from a line the text may say that words are turned round.
const maxReversed = 600

// Parts of words: those that most injected instructions contain, and the same turned round.
var (
	telling  = []string{"gnor", "nstruc", "revious", "rompt", "ssist", "the ", "your"}
	reversed = []string{" eht", "ruoy", "rongi", "suoiver", "noitcur", "tpmor", "tnatsis", "resu", "ylper", "rewsna"}
)

func (f *scanner) lines(signs Signs) {
	for next := 0; next < len(f.s) && !f.full(); {
		for len(signs.Turned) > 0 && signs.Turned[0] < next-maxReversed {
			signs.Turned = signs.Turned[1:]
		}
		if signs.Words&^phrases.Apart == 0 {
			if len(signs.Turned) == 0 {
				return
			}
			next = max(next, 1+strings.LastIndexByte(f.s[:max(0, signs.Turned[0]-maxReversed)], '\n'))
		}
		line, _, _ := strings.Cut(f.s[next:], "\n")
		start, end := next, next+len(line)
		next = end + 1
		if len(line) < minLine || len(line) > maxLine {
			continue
		}
		if signs.Words&phrases.Rotated != 0 {
			f.rotated(start, line)
		}
		if signs.Words&phrases.Reversed != 0 && slices.ContainsFunc(reversed, func(part string) bool { return strings.Contains(line, part) }) {
			letters := []rune(line)
			slices.Reverse(letters)
			f.add(howReversed, string(letters), start, end)
		}
		if len(signs.Turned) > 0 && signs.Turned[0] < end+maxReversed {
			words := strings.Fields(line)
			slices.Reverse(words)
			f.add(howWords, strings.Join(words, " "), start, end)
		}
		if signs.Words&phrases.Mixed != 0 {
			f.leet(start, line)
		}
	}
}

// rotated adds a line with its letters moved back, for each number of places that shows a telling word. The
// two short ones count for the 13 places of ROT13 alone.
func (f *scanner) rotated(start int, line string) {
	for shift := 1; shift < 26; shift++ {
		b := append(f.buf[:0], line...)
		for i, c := range b {
			if first := c&^0x1f | 1; isLetter(c) {
				b[i] = first + (c-first+byte(26-shift))%26
			}
		}
		f.buf = b
		for k, word := range telling {
			if (k < len(telling)-2 || shift == 13) && bytes.Contains(b, []byte(word)) {
				f.add(howRotated+strconv.Itoa(shift), string(b), start, start+len(line))
				break
			}
		}
	}
}

// minMixed is how many words of a line mix letters and digits at least.
const minMixed = 3

// leet reads digits and signs as the letters they resemble, on lines where at
// least three words mix them with letters.
func (f *scanner) leet(start int, line string) {
	signs := 0
	for i := range len(line) {
		if leetLetters[line[i]] != 0 {
			signs++
		}
	}
	if signs < minMixed {
		return
	}
	mixed, words := 0, 0
	for word := range strings.FieldsSeq(line) {
		if words++; mixes(word) {
			mixed++
		}
	}
	if mixed < minMixed || mixed*4 < words {
		return
	}
	for _, one := range [...]byte{'i', 'l'} {
		f.buf = append(f.buf[:0], line...)
		for i, c := range f.buf {
			if letter := leetLetters[c]; letter == oneLetter {
				f.buf[i] = one
			} else if letter != 0 {
				f.buf[i] = letter
			}
		}
		f.add("digits for letters", string(f.buf), start, start+len(line))
	}
}

// mixes reports whether a word has digits or signs between its letters, and
// nothing else.
func mixes(word string) bool {
	word = strings.TrimRight(word, ".,:;?")
	if len(word) <= 2 || len(word) >= 24 || word[len(word)-1] == '!' {
		return false
	}
	letters, signs := 0, 0
	for i := range len(word) {
		c := word[i]
		switch {
		case isLetter(c):
			letters++
		case leetLetters[c] != 0 && c != '+':
			signs++
		default:
			return false
		}
	}
	return letters > 0 && signs > 0 && signs <= 2*letters
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// leetLetters has the letters that digits and signs resemble. For oneLetter a text is read twice, with i and with l.
var leetLetters = [256]byte{
	'0': 'o', '1': oneLetter, '!': oneLetter, '|': 'l', '3': 'e', '4': 'a', '@': 'a', '5': 's', '$': 's',
	'6': 'g', '9': 'g', '7': 't', '+': 't', '8': 'b', '2': 'z',
}

const oneLetter = 1

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
