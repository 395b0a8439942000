package deobfuscate

import (
	"slices"
	"strings"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/byteset"
	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/multipattern"
)

// tables holds the byte sets and matchers by which the search skips ordinary text. It
// is built once, on first use, and read-only from then on.
type tables struct {
	encodable byteset.Set // bytes of base64, base32 and hexadecimal runs
	listed    byteset.Set // bytes of lists of character codes
	word      byteset.Set // bytes of words
	// addressable has the bytes of addresses and of other words that signs join.
	addressable byteset.Set
	class       [256]uint8
	pairs       [numClasses << 4]uint64
	disguised   *multipattern.Matcher
	turned      *multipattern.Matcher
	morse       *strings.Replacer
}

// Disguises of a line, as bits of what the matcher finds.
const (
	isROT13 = 1 << iota
	isRotated
	isReversed
	isTurned
)

var shared = sync.OnceValue(func() *tables {
	t := new(tables)
	letters := [][2]byte{{'a', 'z'}, {'A', 'Z'}, {'0', '9'}}
	t.encodable.Add("+/_-=", letters...)
	t.listed.Add("xU+ ,;:-/\n\t", [2]byte{'0', '9'}, [2]byte{'a', 'f'}, [2]byte{'A', 'F'})
	t.addressable.Add("-._~:/?#@!$&'*+,;=%{}", append(letters, [2]byte{0x80, 0xff})...)
	t.word.Add("", append(letters, [2]byte{0x80, 0xff})...)
	t.classify()
	t.disguised = multipattern.New(4, wordByte)
	t.disguised.Add(isROT13, "gur ", "lbhe", "cebzcg", "nffvfg", "Gur ", "Lbhe")
	for shift := 1; shift < 26; shift++ {
		for _, word := range tellingWords {
			t.disguised.Add(isRotated, rotate(word, shift))
		}
	}
	t.disguised.Add(isReversed, " eht", "ruoy", "rongi", "suoiver", "noitcur", "tpmor", "tnatsis", "resu"+multipattern.WordEnd, "ylper", "rewsna")
	t.turned = multipattern.New(7, wordByte)
	t.turned.Add(isTurned, "last to first", "ackward", "n reverse", "ight to left", "everse order", "nd to start", "ottom to top", "last word first", "everse the", "eversed")
	t.morse = strings.NewReplacer("/", " / ", "|", " / ", "·", ".", "−", "-", "_", "-")
	return t
})

// tellingWords are parts of words that most injected instructions contain. If a line has one with all letters
// moved by the same number of places, the scanner moves the letters of the line back.
var tellingWords = [...]string{"gnor", "nstruc", "revious"}

// Classes of bytes. scanLine counts pairs of neighbours by their classes.
const (
	other  = iota
	letter // a to z in either case
	digit  // 0 to 9, which leet uses as letters
	sign   // !, @ and $, which leet uses as letters
	bar    // |, which counts as a sign and as a gap
	gap    // white space and the slash of Morse code
	mark   // dot, dash and underline
	tail   // continuation byte, which may end white space
	mark2  // first byte of two or three that may be a dot or dash
	mark3  // first byte of dashes
	high   // first byte of other characters beyond ASCII
	numClasses
)

// Counters of a line, as fields of one number: lines are shorter than a field.
const (
	oneMix  = 1 << (16 * iota) // a sign beside a letter
	oneMark                    // a dot or dash after a gap

	touching = 1 << 63 // two characters of a word side by side
)

// classify fills the classes and what a pair of neighbours counts for.
func (t *tables) classify() {
	each := func(class uint8, list string, ranges ...[2]byte) {
		var s byteset.Set
		s.Add(list, ranges...)
		for c, in := range s {
			if in {
				t.class[c] = class
			}
		}
	}
	each(letter, "", [2]byte{'a', 'z'}, [2]byte{'A', 'Z'})
	each(digit, "", [2]byte{'0', '9'})
	each(sign, "!@$")
	each(high, "", [2]byte{0xc0, 0xff})
	each(bar, "|")
	each(gap, " /\t\v\f\r\n")
	each(mark, ".-_")
	each(tail, "", [2]byte{0x80, 0xbf})
	each(mark2, "\xc2")
	each(mark3, "\xe2")
	for before := range numClasses {
		for c := range numClasses {
			n := uint64(0)
			if before == letter && is(c, digit, sign, bar) || c == letter && is(before, digit, sign, bar) {
				n += oneMix
			}
			if is(before, gap, bar, tail) && is(c, mark, mark2, mark3) {
				n += oneMark
			}
			if inWord(before) && inWord(c) && c != tail {
				n |= touching
			}
			t.pairs[before<<4|c] = n
		}
	}
}

func is(class int, of ...int) bool { return slices.Contains(of, class) }

// inWord reports whether a class is of bytes of words.
func inWord(class int) bool { return is(class, letter, digit, tail, mark2, mark3, high) }

// lineStats has the counts of one pass over a line. They may be too high, never too low.
type lineStats struct {
	mixed int  // signs beside letters
	marks int  // words that may start with a dot or dash
	apart bool // minSpelled bytes in which no two characters of a word touch
}

// scanLine looks at a line of at most maxLine bytes.
func (t *tables) scanLine(line string) lineStats {
	n, before := uint64(0), uint8(gap)
	free, far := -1, 0 // bytes without touching characters; negative once they are enough
	for i := range len(line) {
		c := t.class[line[i]]
		pair := t.pairs[before<<4|c]
		n += pair
		free = (free + 1) &^ int(int64(pair)>>63)
		far |= minSpelled - 2 - free
		before = c
	}
	return lineStats{int(n & 0xffff), int(n >> 16 & 0xffff), far < 0}
}
