// Package deobfuscate finds text that is encoded within text: base64, hexadecimal,
// percent and backslash escapes, addresses, character codes, letters moved in the
// alphabet, reversed, spelled out letter by letter and written with digits for
// letters. It looks for forms, not for content; what it returns may be nothing.
package deobfuscate

import (
	"strings"

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
	f.escapes()
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
