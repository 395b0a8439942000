package measure

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// TextBlock is a run of text without a border of a block-level element inside.
type TextBlock struct {
	// Element is the block-level element that holds it, Leaf the innermost element
	// around its first text; both are indices of Page.Elements.
	Element, Leaf int32
	// Start and End are node indices: from the first text to after the last.
	Start, End int32
	// Words, LinkWords and BoldWords count words; a character of a script
	// written without spaces is a word.
	Words, LinkWords, BoldWords int32
	// ContactWords are those of LinkWords that name a telephone or a mailbox.
	ContactWords int32
	// Bytes counts what isn't white space; the others count classes of characters, see
	// charClasses: Marks are |, / and signs such as ©.
	Bytes, Commas, Stops, Digits, Upper, Marks int32
	// Links counts anchors with text.
	Links int32
	// FirstWord and HashedWords are the part of Page.Words.
	FirstWord   int32
	HashedWords int16
	// Last is the last byte that isn't white space, First the first.
	First, Last byte
	// Copyright reports a ©.
	Copyright bool
	// Bloom has a bit for each of the hashed words, see BloomBit. Fingerprint is a hash of the
	// text, ignoring case, digits and white space.
	Bloom       uint64
	Fingerprint uint64
}

// copyrightMarks is the value that © and ® each add to TextBlock.Marks. The model was
// trained with it.
const copyrightMarks = 4

// MaxHashedWords bounds the words of a block in Page.Words.
const MaxHashedWords = 12

type charClass uint8

const (
	space charClass = iota
	lower
	upper
	digit
	comma
	stop
	mark
	other
	high
)

// charClasses is the class of each byte. Bytes beyond ASCII are looked at apart, see
// classifyWide.
var charClasses = [256]charClass{
	' ': space, '\t': space, '\n': space, '\r': space, '\f': space,
	',': comma, ';': comma, '.': stop, '!': stop, '?': stop,
	'|': mark, '/': mark, '<': mark, '>': mark, '_': lower, '\'': lower,
	'0': digit, '1': digit, '2': digit, '3': digit, '4': digit, '5': digit, '6': digit, '7': digit, '8': digit, '9': digit,
	'a': lower, 'b': lower, 'c': lower, 'd': lower, 'e': lower, 'f': lower, 'g': lower, 'h': lower, 'i': lower, 'j': lower,
	'k': lower, 'l': lower, 'm': lower, 'n': lower, 'o': lower, 'p': lower, 'q': lower, 'r': lower, 's': lower, 't': lower,
	'u': lower, 'v': lower, 'w': lower, 'x': lower, 'y': lower, 'z': lower,
	'A': upper, 'B': upper, 'C': upper, 'D': upper, 'E': upper, 'F': upper, 'G': upper, 'H': upper, 'I': upper, 'J': upper,
	'K': upper, 'L': upper, 'M': upper, 'N': upper, 'O': upper, 'P': upper, 'Q': upper, 'R': upper, 'S': upper, 'T': upper,
	'U': upper, 'V': upper, 'W': upper, 'X': upper, 'Y': upper, 'Z': upper,
	'"': other, '#': other, '$': other, '%': other, '&': other, '(': other, ')': other, '*': other, '+': other,
	'-': other, ':': other, '=': other, '@': other, '[': other, '\\': other, ']': other, '^': other, '`': other,
	'{': other, '}': other, '~': other,
}

const (
	fnvOffset = 2166136261
	fnvPrime  = 16777619
)

// IsBlank reports whether a text is nothing but white space.
func IsBlank(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ', '\n', '\t', '\r', '\f':
		case 0xC2:
			if i+1 < len(s) && s[i+1] == 0xA0 {
				i++
				continue
			}
			return false
		default:
			return false
		}
	}
	return true
}

// isDisplayTeX reports whether a text is one formula on a line of its own, which MathJax finds by its delimiters: "$$x$$", "\[x\]".
func isDisplayTeX(s string) bool {
	s = strings.TrimSpace(s)
	return strings.HasPrefix(s, "$$") && len(s) > 4 && strings.Index(s[2:], "$$") == len(s)-4 ||
		strings.HasPrefix(s, `\[`) && strings.Index(s, `\]`) == len(s)-2
}

// addText adds a text node to the open block, or begins a block. Text of a formula begins no
// block: a formula outside of sentences is kept with its neighbours, as a picture is.
func (w *walker) addText(n *html.Node, i int32, f ancestors) {
	if w.openBlock < 0 {
		if f.formula || isDisplayTeX(n.Data) {
			w.VisibleWords++
			return
		}
		w.openBlock = int32(len(w.Blocks))
		w.Blocks = append(w.Blocks, TextBlock{})
		b := &w.Blocks[w.openBlock]
		b.Element, b.Leaf, b.Start, b.FirstWord = f.block, f.elem, i, int32(len(w.Words))
	}
	w.lineBreaks = 0
	b := &w.Blocks[w.openBlock]
	b.End = i + 1
	words, ascii := w.countText(b, n.Data)
	if !ascii {
		w.hidden.AddInvisible(n.Data)
	}
	if f.link {
		b.LinkWords += words
		if f.contact {
			b.ContactWords += words
		}
	}
	if f.bold {
		b.BoldWords += words
	}
	if f.noscript {
		w.NoscriptWords += int(words)
	} else {
		w.VisibleWords += int(words)
	}
}

// countText adds the statistics of s to b. It returns the number of words and whether all
// of s is ASCII. Bytes of characters beyond ASCII count as letters; exceptions are
// scripts written without spaces, where each character is a word, and general
// punctuation.
func (w *walker) countText(b *TextBlock, s string) (words int32, ascii bool) {
	before := b.Words
	read, ascii := w.countHashed(b, s)
	if read < len(s) {
		ascii = w.countAfterHashes(b, s[read:]) && ascii
	}
	if b.First == 0 {
		for i := 0; i < len(s) && b.First == 0; i++ {
			if s[i] >= 0x80 || charClasses[s[i]] != space {
				b.First = s[i]
			}
		}
	}
	return b.Words - before, ascii
}

// countHashed counts the beginning of a text, in which the words are hashed: up to where b
// has MaxHashedWords of them. It returns where that is, and whether all before is ASCII.
func (w *walker) countHashed(b *TextBlock, s string) (read int, ascii bool) {
	ascii = true
	h, inWord, last := uint32(fnvOffset), false, b.Last
	uncounted := 0 // white space, and what is not the first byte of its character
	i := 0
	for ; i < len(s) && (inWord || b.HashedWords < MaxHashedWords); i++ {
		c := s[i]
		class := charClasses[c]
		if class == lower { // as most are: on to the end of the run
			h = (h ^ uint32(c)) * fnvPrime
			for i+1 < len(s) && charClasses[s[i+1]] == lower {
				i++
				h = (h ^ uint32(s[i])) * fnvPrime
			}
			last, inWord = s[i], true
			continue
		}
		if c >= 0x80 {
			class, ascii = high, false
		}
		if class != space {
			last = c
		}
		switch class {
		case upper:
			b.Upper++
			h, inWord = (h^uint32(c|0x20))*fnvPrime, true
			continue
		case digit:
			b.Digits++
			h, inWord = (h^'0')*fnvPrime, true
			continue
		case high:
			n := w.classifyWide(b, s[i:])
			switch {
			case n == 0: // a letter
				h, inWord = (h^uint32(c))*fnvPrime, true
				continue
			case n > 0 && inWord: // it is looked at again, after the word before it
				w.addWord(b, h)
				h, inWord = fnvOffset, false
				i--
				continue
			case n > 0: // a character that is a word
				h, inWord = HashCharacter(s[i:]), true
			}
			rest := max(n, -n) - 1
			i, uncounted = i+rest, uncounted+rest
		case space:
			uncounted++
		case comma:
			b.Commas++
		case stop:
			b.Stops++
		case mark:
			b.Marks++
		}
		if inWord {
			w.addWord(b, h)
			h, inWord = fnvOffset, false
		}
	}
	if inWord {
		w.addWord(b, h)
	}
	b.Bytes += int32(i - uncounted)
	b.Last = last
	return i, ascii
}

func (w *walker) addWord(b *TextBlock, h uint32) {
	b.Words++
	if b.HashedWords < MaxHashedWords {
		b.Fingerprint = b.Fingerprint*0x9E3779B97F4A7C15 + uint64(h)
		b.HashedWords++
		w.Words = append(w.Words, h)
		b.Bloom |= BloomBit(h)
	}
}

// BloomBit returns the bit of TextBlock.Bloom for the hash of a word. The factor is 2³² divided by the
// golden ratio (Knuth, The Art of Computer Programming, vol. 3, 6.4): the upper 6 bits of the product
// spread evenly.
func BloomBit(hash uint32) uint64 { return 1 << (hash * 0x9E3779B1 >> 26) }

// classifyWide looks at a character beyond ASCII at the start of s, and counts it if it
// is a mark, a comma or a stop. It returns its size when it is a word of its own (kana,
// CJK, Hangul), its negative size when it is punctuation or a space, and 0 when it is a
// letter like others, or the rest of one.
func (w *walker) classifyWide(b *TextBlock, s string) int {
	if s[0] < 0xE2 && s[0] != 0xC2 { // most letters
		return 0
	}
	switch r, size := utf8.DecodeRuneInString(s); {
	case r == 'ª', r == 'µ', r == 'º', r == '’':
		return 0
	case r < 0x100:
		switch r {
		case '©', '®':
			b.Marks += copyrightMarks
			b.Copyright = b.Copyright || r == '©'
		case '»', '«', '·':
			b.Marks++
		}
		return -size
	case r < 0x3000: // general punctuation, arrows, drawings
		if r == '•' || r == '›' || r == '‹' || r >= 0x2180 && r < 0x2B80 {
			b.Marks++
		} else if r == '…' {
			b.Stops++
		}
		return -size
	case r == '。':
		b.Stops++
		return -size
	case r < 0x3040, r >= 0xFF00 && r < 0xFF40:
		b.Commas++
		return -size
	case r < 0xE000:
		return size
	}
	return 0
}

// packedCharCounts has, by class of character, the counters that the character adds one
// to: 8 bits each for letters and digits, upper case, digits, commas, stops, marks and
// white space, from the lowest on. So one addition counts a character. The highest 8
// bits mask what of the character goes into TextBlock.Fingerprint: all of a letter, the
// same bit for all digits.
var packedCharCounts = [16]uint64{
	lower: 1 | 0xFF<<56, upper: 1 | 1<<8 | 0xFF<<56, digit: 1 | 1<<16 | 0x10<<56,
	comma: 1 << 24, stop: 1 << 32, mark: 1 << 40, space: 1 << 48,
}

// countAfterHashes counts the rest of a text as countText does, once MaxHashedWords words
// are hashed and no word is open. For ASCII it has no branch on the character, which saves
// the whole extraction about 0.06 of the time of html.Parse over the same pages.
func (w *walker) countAfterHashes(b *TextBlock, s string) (ascii bool) {
	ascii = true
	inside := uint64(0) // 1 inside of a word
	for i := 0; i < len(s); {
		start, sum, words, print := i, uint64(0), uint64(b.Words), b.Fingerprint
		for end := min(len(s), i+0xFF); i < end && s[i] < 0x80; i++ {
			t := packedCharCounts[charClasses[s[i]]&15]
			sum += t
			words += t & 1 &^ inside
			inside = t & 1
			print += uint64(s[i]|0x20) & (t >> 56) * words
		}
		b.Words, b.Fingerprint = int32(words), print
		b.tally(sum, s[start:i])
		if i < len(s) && s[i] >= 0x80 {
			ascii = false
			i += w.countWide(b, s[i:], &inside)
		}
	}
	return ascii
}

// tally adds the packed counts of a run of ASCII, of at most 255 bytes.
func (b *TextBlock) tally(sum uint64, run string) {
	b.Upper += int32(sum >> 8 & 0xFF)
	b.Digits += int32(sum >> 16 & 0xFF)
	b.Commas += int32(sum >> 24 & 0xFF)
	b.Stops += int32(sum >> 32 & 0xFF)
	b.Marks += int32(sum >> 40 & 0xFF)
	b.Bytes += int32(len(run)) - int32(sum>>48&0xFF)
	for i := len(run) - 1; i >= 0; i-- {
		if charClasses[run[i]] != space {
			b.Last = run[i]
			return
		}
	}
}

// countWide counts the character beyond ASCII that s begins with and returns how many
// bytes it took: 1 for a letter, whose other bytes are counted likewise.
func (w *walker) countWide(b *TextBlock, s string, inside *uint64) (size int) {
	b.Bytes++
	b.Last = s[0]
	n := w.classifyWide(b, s)
	if n < 0 {
		*inside = 0
		return -n
	}
	if n == 0 {
		b.Words += int32(1 &^ *inside)
		*inside = 1
		b.Fingerprint += uint64(s[0]) * uint64(b.Words)
		return 1
	}
	b.Words++
	*inside = 0
	b.Fingerprint += (uint64(s[0]) + uint64(s[1])<<8 + uint64(s[2])<<16) * uint64(b.Words)
	return n
}
