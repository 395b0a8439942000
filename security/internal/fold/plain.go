package fold

import "slices"

// plainly holds what the bytes fold to that stand for themselves or their lower
// case whatever is around them; 0 for all others.
var plainly = [256]byte{
	' ': ' ', '\n': '\n', '\t': '\t',
	'!': '!', '"': '"', '#': '#', '$': '$', '%': '%', '\'': '\'', '(': '(', ')': ')', '+': '+', ',': ',', '.': '.', '/': '/',
	'0': '0', '1': '1', '2': '2', '3': '3', '4': '4', '5': '5', '6': '6', '7': '7', '8': '8', '9': '9',
	':': ':', ';': ';', '<': '<', '=': '=', '>': '>', '?': '?', '@': '@', '[': '[', ']': ']', '^': '^', '_': '_', '`': '`', '{': '{', '|': '|', '}': '}', '~': '~',
	'A': 'a', 'B': 'b', 'C': 'c', 'D': 'd', 'E': 'e', 'F': 'f', 'G': 'g', 'H': 'h', 'I': 'i', 'J': 'j', 'K': 'k', 'L': 'l', 'M': 'm',
	'N': 'n', 'O': 'o', 'P': 'p', 'Q': 'q', 'R': 'r', 'S': 's', 'T': 't', 'U': 'u', 'V': 'v', 'W': 'w', 'X': 'x', 'Y': 'y', 'Z': 'z',
	'a': 'a', 'b': 'b', 'c': 'c', 'd': 'd', 'e': 'e', 'f': 'f', 'g': 'g', 'h': 'h', 'i': 'i', 'j': 'j', 'k': 'k', 'l': 'l', 'm': 'm',
	'n': 'n', 'o': 'o', 'p': 'p', 'q': 'q', 'r': 'r', 's': 's', 't': 't', 'u': 'u', 'v': 'v', 'w': 'w', 'x': 'x', 'y': 'y', 'z': 'z',
}

// plain folds the plain bytes from f.i on, of which there is at least one.
func (f *folder) plain() {
	if f.shifted {
		f.sync(f.i)
	}
	rest, n := f.s[f.i:], len(f.t.B)
	f.t.B = slices.Grow(f.t.B, len(rest))
	to := f.t.B[n : n+len(rest)]
	k := 0
	for ; k < len(rest); k++ {
		c := plainly[rest[k]]
		if c == 0 {
			if rest[k] != '-' || k+1 == len(rest) || rest[k+1] <= ' ' {
				break
			}
			c = '-' // not at the end of a line
		}
		to[k] = c
	}
	f.t.B = f.t.B[:n+k]
	f.i += k
}
