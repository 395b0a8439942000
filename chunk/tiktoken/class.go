package tiktoken

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

type class uint8

const (
	other     class = iota
	upper           // Lu, Lt
	lower           // Ll
	caseless        // Lm, Lo
	combining       // M
	number          // N
	space           // white space but line ends
	newline         // \r and \n
)

func (c class) letter() bool { return c == upper || c == lower || c == caseless }

type bmpClasses [1 << 16]class

// classes fills the table from the Unicode tables of the standard library, in
// a fraction of a millisecond.
var classes = sync.OnceValue(func() *bmpClasses {
	p := new(bmpClasses)
	for _, t := range []struct {
		table *unicode.RangeTable
		class class
	}{
		{unicode.Lu, upper}, {unicode.Lt, upper}, {unicode.Ll, lower}, {unicode.Lm, caseless}, {unicode.Lo, caseless},
		{unicode.M, combining}, {unicode.N, number}, {unicode.White_Space, space},
	} {
		for _, r := range t.table.R16 {
			for c := uint32(r.Lo); c <= uint32(r.Hi); c += uint32(r.Stride) {
				p[c] = t.class
			}
		}
	}
	p['\r'], p['\n'] = newline, newline
	return p
})

func (p *bmpClasses) first(s string) (class, int) {
	if s[0] < utf8.RuneSelf {
		return p[s[0]], 1
	}
	r, size := utf8.DecodeRuneInString(s)
	if r < 1<<16 {
		return p[r], size
	}
	return supplementaryClass(r), size
}

func supplementaryClass(r rune) class {
	switch {
	case unicode.Is(unicode.Lo, r), unicode.Is(unicode.Lm, r):
		return caseless
	case unicode.Is(unicode.Lu, r), unicode.Is(unicode.Lt, r):
		return upper
	case unicode.Is(unicode.Ll, r):
		return lower
	case unicode.Is(unicode.M, r):
		return combining
	case unicode.Is(unicode.N, r):
		return number
	}
	return other
}

// run returns the length of the prefix of s, at most limit characters, whose
// classes are in the set.
func (p *bmpClasses) run(s string, set uint8, limit int) int {
	i := 0
	for n := 0; i < len(s) && n < limit; n++ {
		c, size := p.first(s[i:])
		if set&(1<<c) == 0 {
			break
		}
		i += size
	}
	return i
}
