package injection

import (
	"math/bits"
	"strings"
	"unicode"
)

// concealed are texts that a page conceals at first, with the runs of words in
// them, which are gathered when one is asked for.
type concealed struct {
	texts []string
	runs  map[uint64]struct{}
}

// runLength is how many words in a row show that a text is taken from another.
const runLength = 3

// holds reports whether most of a passage of Markdown stands in the texts.
func (c *concealed) holds(passage string) bool {
	if c.runs == nil {
		c.runs = make(map[uint64]struct{})
		for _, text := range c.texts {
			eachRun(text, func(run uint64) { c.runs[run] = struct{}{} })
		}
	}
	all, held := 0, 0
	eachRun(withoutTargets(passage), func(run uint64) {
		all++
		if _, ok := c.runs[run]; ok {
			held++
		}
	})
	return all > 0 && 2*held >= all
}

// eachRun yields hashes of the words of a text, so many in a row each; fewer
// where it has no more. What is no letter and no digit parts words, and each
// character of a script written without spaces is one.
func eachRun(text string, yield func(uint64)) {
	var last [runLength]uint64
	n := 0
	add := func(word uint64) {
		copy(last[:], last[1:])
		last[runLength-1] = word
		if n++; n >= runLength {
			yield(mixBits(mixBits(last[0])^last[1]) ^ last[2])
		}
	}
	word := uint64(0)
	for _, r := range text {
		ideograph := r >= 0x2e80 && unicode.IsLetter(r)
		if !ideograph && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			word = mixBits(word ^ uint64(unicode.ToLower(r)))
			continue
		}
		if word != 0 {
			add(word)
			word = 0
		}
		if ideograph {
			add(mixBits(uint64(r)))
		}
	}
	if word != 0 {
		add(word)
	}
	if n > 0 && n < runLength {
		yield(mixBits(mixBits(last[0])^last[1]) ^ last[2])
	}
}

// withoutTargets leaves out the targets of the links of Markdown.
func withoutTargets(s string) string {
	if !strings.Contains(s, "](") {
		return s
	}
	var b strings.Builder
	for {
		i := strings.Index(s, "](")
		if i < 0 {
			break
		}
		b.WriteString(s[:i])
		end := strings.IndexByte(s[i:], ')')
		if end < 0 {
			return b.String()
		}
		s = s[i+end+1:]
	}
	b.WriteString(s)
	return b.String()
}

// mixBits has all bits of a number count in all others.
func mixBits(h uint64) uint64 {
	hi, lo := bits.Mul64(h^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
	return hi ^ lo
}
