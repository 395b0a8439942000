package webfetch

// runeStride is the distance in bytes between counted places of a runeIndex.
const runeStride = 1024

// runeIndex turns byte offsets of a text into code points.
type runeIndex struct {
	text  string
	marks []int // code points before each multiple of runeStride; nil for ASCII
}

func newRuneIndex(text string) runeIndex {
	x := runeIndex{text: text}
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

// at returns how many code points begin before the byte offset.
func (x runeIndex) at(offset int) int {
	if x.marks == nil {
		return offset
	}
	mark := min(offset/runeStride, len(x.marks)-1)
	return x.marks[mark] + starts(x.text[mark*runeStride:offset])
}

func (x runeIndex) loc(start, end int) Loc { return Loc{StartChar: x.at(start), EndChar: x.at(end)} }

// clip returns the first n code points of s, with "…" for what is cut off.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for i := range s {
		if n == 0 {
			return s[:i] + "…"
		}
		n--
	}
	return s
}
