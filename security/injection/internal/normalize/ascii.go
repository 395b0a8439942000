package normalize

import "slices"

// plainASCII maps each byte that folds to itself or to lower case in every context;
// it is 0 for all others.
var plainASCII = [256]byte{
	' ': ' ', '\n': '\n', '\t': '\t',
	'!': '!', '"': '"', '#': '#', '$': '$', '%': '%', '\'': '\'', '(': '(', ')': ')', '+': '+', ',': ',', '.': '.', '/': '/',
	'0': '0', '1': '1', '2': '2', '3': '3', '4': '4', '5': '5', '6': '6', '7': '7', '8': '8', '9': '9',
	':': ':', ';': ';', '<': '<', '=': '=', '>': '>', '?': '?', '@': '@', '[': '[', ']': ']', '^': '^', '_': '_', '`': '`', '{': '{', '|': '|', '}': '}', '~': '~',
	'A': 'a', 'B': 'b', 'C': 'c', 'D': 'd', 'E': 'e', 'F': 'f', 'G': 'g', 'H': 'h', 'I': 'i', 'J': 'j', 'K': 'k', 'L': 'l', 'M': 'm',
	'N': 'n', 'O': 'o', 'P': 'p', 'Q': 'q', 'R': 'r', 'S': 's', 'T': 't', 'U': 'u', 'V': 'v', 'W': 'w', 'X': 'x', 'Y': 'y', 'Z': 'z',
	'a': 'a', 'b': 'b', 'c': 'c', 'd': 'd', 'e': 'e', 'f': 'f', 'g': 'g', 'h': 'h', 'i': 'i', 'j': 'j', 'k': 'k', 'l': 'l', 'm': 'm',
	'n': 'n', 'o': 'o', 'p': 'p', 'q': 'q', 'r': 'r', 's': 's', 't': 't', 'u': 'u', 'v': 'v', 'w': 'w', 'x': 'x', 'y': 'y', 'z': 'z',
}

// plainASCII folds the plain bytes from f.i on, of which there is at least one.
func (f *normalizer) plainASCII() {
	if f.shifted {
		f.flushMapping(f.i)
	}
	rest, n := f.s[f.i:], len(f.t.Bytes)
	f.t.Bytes = slices.Grow(f.t.Bytes, len(rest))
	to := f.t.Bytes[n : n+len(rest)]
	k := 0
	for ; k < len(rest); k++ {
		c := plainASCII[rest[k]]
		if c == 0 {
			if rest[k] != '-' || k+1 == len(rest) || rest[k+1] <= ' ' {
				break
			}
			c = '-' // not at the end of a line
		}
		to[k] = c
	}
	f.t.Bytes = f.t.Bytes[:n+k]
	f.i += k
}
