package measure

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// slowCount is count byte by byte.
func (p *walker) slowCount(b *TextBlock, s string) (words int32, ascii bool) {
	before := b.Words
	ascii = true
	h, letters := uint32(fnvOffset), 0
	end := func() {
		if letters > 0 {
			p.addWord(b, h)
		}
		h, letters = fnvOffset, 0
	}
	print := func(part uint64) {
		if b.HashedWords == MaxHashedWords {
			b.Fingerprint += part * uint64(b.Words+1)
		}
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		class := charClasses[c]
		if c >= 0x80 {
			class, ascii = high, false
		}
		if class != space {
			if b.First == 0 {
				b.First = c
			}
			b.Bytes++
			b.Last = c
		}
		switch class {
		case lower:
			h, letters = (h^uint32(c))*fnvPrime, letters+1
			print(uint64(c | 0x20))
		case upper:
			h, letters = (h^uint32(c|0x20))*fnvPrime, letters+1
			b.Upper++
			print(uint64(c | 0x20))
		case digit:
			h, letters = (h^'0')*fnvPrime, letters+1
			b.Digits++
			print('0' & 0x10)
		case high:
			n := p.classifyWide(b, s[i:])
			switch {
			case n < 0:
				end()
				i += -n - 1
			case n > 0:
				end()
				print(uint64(c) + uint64(s[i+1])<<8 + uint64(s[i+2])<<16)
				h, letters = (h^uint32(c))*fnvPrime^uint32(s[i+1])<<8^uint32(s[i+2]), 1
				end()
				i += n - 1
			default:
				h, letters = (h^uint32(c))*fnvPrime, letters+1
				print(uint64(c))
			}
		case comma:
			b.Commas++
			end()
		case stop:
			b.Stops++
			end()
		case mark:
			b.Marks++
			end()
		default:
			end()
		}
	}
	end()
	return b.Words - before, ascii
}

// sameCount counts pieces of one block in both ways.
func sameCount(t *testing.T, pieces ...string) {
	t.Helper()
	var quick, slow walker
	var got, want TextBlock
	for _, s := range pieces {
		gotWords, gotASCII := quick.countText(&got, s)
		wantWords, wantASCII := slow.slowCount(&want, s)
		assert.Equal(t, wantWords, gotWords, "words of %q", s)
		assert.Equal(t, wantASCII, gotASCII, "%q is ASCII", s)
		assert.Equal(t, want, got, "after %q of %q", s, pieces)
	}
	assert.Equal(t, slow.Words, quick.Words, "%q", pieces)
}

func TestCountIsThatOfEachByte(t *testing.T) {
	sameCount(t)
	sameCount(t, "", " ", "\n\t x")
	sameCount(t, "One two, three; 4 fifty-five!", " It's snake_case", "tail ", "", "\v\x01\x7f")
	sameCount(t, "Größe größer", "слово", "a\u00a0b", "\u00a0", "«x» ©® ªº·", "\xc2", "\xe2", "\xe2\x80", "é\xff\xfe")
	sameCount(t, "漢字かな。한국어、ＡＢ", "x漢y", "don’t… “so”", "→ ★ • ›", "abc漢", "漢abc", "漢", "。", "x。 ")
	long := strings.Repeat("a ", MaxHashedWords)
	for _, s := range []string{"b", "Bc, 1.", "x", " ", "ö", "«x»", "漢字x漢", "\xe2", "don’t…", "a,b;c.d!e?f|g/h<i>j_k'l\"m", strings.Repeat("Word 12, ", 100), strings.Repeat("x", 600), strings.Repeat(" ", 600)} {
		sameCount(t, long+s, s, s)
		sameCount(t, long[:len(long)-1]+s, s)
		sameCount(t, long[2:]+s, s)
	}
	sameCount(t, "Page 1 of 22", "2024-05-02", "A1b2C3", strings.Repeat("word ", 40), "|/<>_'")
}

func FuzzCount(f *testing.F) {
	f.Add("One two, three 4!", "漢字 don’t\u00a0")
	f.Add("\xe2\x80", "\x99x")
	f.Add("a b c d e f g h i j k l m n o p Q 1, é漢.", "x. ")
	f.Fuzz(func(t *testing.T, a, b string) { sameCount(t, a, b) })
}

func BenchmarkCount(b *testing.B) {
	const text = "In the year 1907 the Board met four times, heard the pilots, the ferrymen and the fishermen, and wrote minutes that fill a volume; most of it is about mud. "
	for name, count := range map[string]func(*walker, *TextBlock, string) (int32, bool){"quick": (*walker).countText, "slow": (*walker).slowCount} {
		b.Run(name, func(b *testing.B) {
			var p walker
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				p.Words = p.Words[:0]
				var block TextBlock
				count(&p, &block, text)
			}
		})
	}
}
