package tiktoken

import "math"

type splitter func(p *bmpClasses, s string) int

// Sets of classes.
const (
	letters  = 1<<upper | 1<<lower | 1<<caseless
	symbols  = 1<<other | 1<<combining
	headSet  = 1<<upper | 1<<caseless | 1<<combining
	tailSet  = 1<<lower | 1<<caseless | 1<<combining
	numbers  = 1 << number
	newlines = 1 << newline
)

const all = math.MaxInt

// splitCL100K is the expression of cl100k_base:
//
//	(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|
//	 ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
func splitCL100K(p *bmpClasses, s string) int {
	if n := contraction(s); n > 0 {
		return n
	}
	c, size := p.first(s)
	switch {
	case c.letter():
		return p.run(s, letters, all)
	case c == number:
		return p.run(s, numbers, 3)
	case c != newline:
		if n := p.run(s[size:], letters, all); n > 0 {
			return size + n
		}
	}
	if n := symbolRun(p, s); n > 0 {
		return n + p.run(s[n:], newlines, all)
	}
	return spaces(p, s)
}

// splitO200K is the expression of o200k_base:
//
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|
//	\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+
func splitO200K(p *bmpClasses, s string) int {
	c, size := p.first(s)
	n := 0
	switch {
	case c.letter():
		n = cased(p, s, 0, c)
	case c == number:
		return p.run(s, numbers, 3)
	case c != newline:
		n = cased(p, s, size, c)
	}
	if n > 0 {
		return n + contraction(s[n:])
	}
	if n = symbolRun(p, s); n > 0 {
		for n < len(s) && (s[n] == '\r' || s[n] == '\n' || s[n] == '/') {
			n++
		}
		return n
	}
	return spaces(p, s)
}

// cased returns the end of the word of o200k_base that begins behind the first character.
// That character has class c and, unless it is a letter, the given size. It returns 0 if no
// word begins there.
func cased(p *bmpClasses, s string, size int, c class) int {
	heads := size + p.run(s[size:], headSet, all)
	if end := wordEnd(p, s, size, heads); end > 0 {
		return end
	}
	if c == combining { // then it is not a prefix but begins a word
		return wordEnd(p, s, 0, p.run(s, headSet, all))
	}
	if heads > size {
		return heads
	}
	return 0
}

// wordEnd returns the end of [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+
// from start, where the first part reaches up to heads at most; 0 if there is
// no match.
func wordEnd(p *bmpClasses, s string, start, heads int) int {
	if n := p.run(s[heads:], tailSet, all); n > 0 {
		return heads + n
	}
	// The first part gives back what it took until the second one has a
	// character, which is the last one without case.
	end := 0
	for i := start; i < heads; {
		c, size := p.first(s[i:])
		i += size
		if c != upper {
			end = i
		}
	}
	return end
}

// contraction returns the length of (?i:'s|'t|'re|'ve|'m|'ll|'d) at the
// beginning of s, or 0. Case folding makes the long s an s, as it does in
// OpenAI's regular expressions.
func contraction(s string) int {
	if len(s) < 2 || s[0] != '\'' {
		return 0
	}
	switch s[1] | 0x20 {
	case 's', 't', 'm', 'd':
		return 2
	case 'r', 'v':
		if len(s) > 2 && s[2]|0x20 == 'e' {
			return 3
		}
	case 'l':
		if len(s) > 2 && s[2]|0x20 == 'l' {
			return 3
		}
	}
	if len(s) > 2 && s[1:3] == "ſ" {
		return 3
	}
	return 0
}

func symbolRun(p *bmpClasses, s string) int {
	at := 0
	if s[0] == ' ' {
		at = 1
	}
	if n := p.run(s[at:], symbols, all); n > 0 {
		return at + n
	}
	return 0
}

// spaces is \s*[\r\n]+|\s+(?!\S)|\s+: it ends after the last line end of the
// run of white space, else before its last character if something follows.
func spaces(p *bmpClasses, s string) int {
	end, last, line := 0, 0, 0
	for end < len(s) {
		c, size := p.first(s[end:])
		if c != space && c != newline {
			break
		}
		last, end = end, end+size
		if c == newline {
			line = end
		}
	}
	switch {
	case line > 0:
		return line
	case end == len(s) || last == 0:
		return end
	}
	return last
}
