package layout

import "golang.org/x/net/html"

// Block is a run of text without a block border inside.
type Block struct {
	// Elem is the block-level element that holds it, Leaf the innermost element
	// around its first text; both are indices of Page.Elems.
	Elem, Leaf int32
	// Start and End are node indices: from the first text to after the last.
	Start, End int32
	// Words, LinkWords and BoldWords count words; a character of a script
	// written without spaces is a word.
	Words, LinkWords, BoldWords int32
	// Bytes counts what isn't white space.
	Bytes, Commas, Stops, Digits, Upper, Marks int32
	// Links counts anchors with text.
	Links int32
	// Word and Hashed are the part of Page.Words.
	Word   int32
	Hashed int16
	// Last is the last byte that isn't white space, First the first.
	First, Last byte
	// Bloom has a bit for each of the hashed words, Print tells texts apart.
	Bloom uint64
	Print uint64
}

// MaxHashed bounds the words of a block whose hash is kept.
const MaxHashed = 12

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

// charClasses tells letters from punctuation, by byte.
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

// blank reports whether s is white space only.
func blank(s string) bool {
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

// text adds a text node to the open block, or begins one.
func (p *Page) text(n *html.Node, i int32, f frame) {
	if blank(n.Data) {
		return
	}
	if p.open < 0 {
		p.open = int32(len(p.Blocks))
		p.Blocks = append(p.Blocks, Block{})
		b := &p.Blocks[p.open]
		b.Elem, b.Leaf, b.Start, b.Word = f.block, f.elem, i, int32(len(p.Words))
	}
	p.breaks = 0
	b := &p.Blocks[p.open]
	b.End = i + 1
	words, ascii := p.count(b, n.Data)
	if !ascii {
		p.smuggled(n.Data)
	}
	if f.link {
		b.LinkWords += words
	}
	if f.bold {
		b.BoldWords += words
	}
	if f.noscript {
		p.Noscript += int(words)
	} else {
		p.Visible += int(words)
	}
}

// count adds the statistics of s to b and returns its words, and whether all of
// it is ASCII. Bytes of characters beyond ASCII are letters, apart from those of scripts written
// without spaces, where each is a word, and of general punctuation.
func (p *Page) count(b *Block, s string) (words int32, ascii bool) {
	before := b.Words
	ascii = true
	h, inWord, last := uint32(fnvOffset), false, b.Last
	uncounted := 0 // white space, and what is not the first byte of its character
	for i := 0; i < len(s); i++ {
		if b.Hashed == MaxHashed && !inWord {
			b.Last = last
			ascii = p.countRest(b, s[i:]) && ascii
			last = b.Last
			uncounted += len(s) - i // it has counted them
			break
		}
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
			n := p.wide(b, s[i:])
			if n == 0 { // a letter
				h, inWord = (h^uint32(c))*fnvPrime, true
				continue
			}
			if n > 0 && inWord { // to be looked at again
				p.word(b, h)
				h, inWord = fnvOffset, false
				i--
				continue
			}
			if n > 0 { // a character that is a word
				h, inWord = (fnvOffset^uint32(c))*fnvPrime^uint32(s[i+1])<<8^uint32(s[i+2]), true
			}
			size := max(n, -n)
			i += size - 1
			uncounted += size - 1
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
			p.word(b, h)
			h, inWord = fnvOffset, false
		}
	}
	if inWord {
		p.word(b, h)
	}
	b.Bytes += int32(len(s) - uncounted)
	b.Last = last
	if b.First == 0 {
		b.First = firstByte(s)
	}
	return b.Words - before, ascii
}

// word adds a word, here its hash.
func (p *Page) word(b *Block, h uint32) {
	b.Words++
	if b.Hashed < MaxHashed {
		b.Print = b.Print*0x9E3779B97F4A7C15 + uint64(h)
		b.Hashed++
		p.Words = append(p.Words, h)
		b.Bloom |= 1 << ((h * 0x9E3779B1) >> 26)
	}
}

// firstByte returns the first that isn't white space, 0 for none.
func firstByte(s string) byte {
	for i := range len(s) {
		if s[i] >= 0x80 || charClasses[s[i]] != space {
			return s[i]
		}
	}
	return 0
}

// wide looks at a character beyond ASCII at the start of s. It returns its size
// when it is a word of its own (kana, CJK, Hangul), its negative size when it is
// punctuation or a space, and 0 when it is a letter like others.
func (p *Page) wide(b *Block, s string) int {
	c := s[0]
	switch {
	case c == 0xC2 && len(s) >= 2:
		switch s[1] {
		case 0xA9, 0xAE: // copyright, registered
			b.Marks += 4
		case 0xBB, 0xAB, 0xB7: // guillemets, middle dot
			b.Marks++
		case 0xAA, 0xB5, 0xBA:
			return 0
		}
		return -2
	case len(s) < 3 || c < 0xE2:
		return 0
	case c == 0xE2:
		switch {
		case s[1] == 0x80 && s[2] == 0x99: // apostrophe
			return 0
		case s[1] == 0x80 && (s[2] == 0xA2 || s[2] == 0xBA || s[2] == 0xB9), s[1] >= 0x86 && s[1] <= 0xAD:
			b.Marks++
		case s[1] == 0x80 && s[2] == 0xA6: // ellipsis
			b.Stops++
		}
		return -3
	case c == 0xE3 && s[1] == 0x80:
		if s[2] == 0x82 {
			b.Stops++
		} else {
			b.Commas++
		}
		return -3
	case c == 0xEF && s[1] == 0xBC:
		b.Commas++
		return -3
	case c >= 0xE3 && c <= 0xED:
		return 3
	}
	return 0
}
