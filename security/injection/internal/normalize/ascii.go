package normalize

import "slices"

// plainASCII maps each byte that folds to itself or to lower case in every context;
// it is 0 for all others.
var plainASCII = func() (t [256]byte) {
	for c := byte(' '); c < 0x7f; c++ {
		t[c] = lower(c)
	}
	t['\n'], t['\t'], t['&'], t['*'], t['-'], t['\\'] = '\n', '\t', 0, 0, 0, 0
	return t
}()

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
