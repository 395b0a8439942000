package textstat

import "math/bits"

const runeStride = 1024

// RuneIndex turns byte offsets of a text into code points.
type RuneIndex struct {
	text  string
	marks []int // code points before each multiple of runeStride; nil for ASCII
}

// NewRuneIndex returns the index of a text.
func NewRuneIndex(text string) RuneIndex {
	x := RuneIndex{text: text}
	if starts(text) == len(text) {
		return x
	}
	x.marks = make([]int, 0, len(text)/runeStride+1)
	runes := 0
	for from := 0; from < len(text); from += runeStride {
		x.marks = append(x.marks, runes)
		runes += starts(text[from:min(from+runeStride, len(text))])
	}
	return x
}

// At returns how many code points begin before the byte offset.
func (x RuneIndex) At(offset int) int {
	if x.marks == nil {
		return offset
	}
	mark := min(offset/runeStride, len(x.marks)-1)
	return x.marks[mark] + starts(x.text[mark*runeStride:offset])
}

// starts counts the bytes that begin a code point. Unlike a rune count it adds
// up over pieces cut anywhere.
func starts(s string) int {
	n, i := len(s), 0
	for ; i+8 <= len(s); i += 8 {
		if x := eight(s, i); x&high != 0 {
			n -= bits.OnesCount64(x & high &^ (x << 1))
		}
	}
	for ; i < len(s); i++ {
		if s[i]&0xc0 == 0x80 {
			n--
		}
	}
	return n
}
