package deobfuscate

// byteSet is a set of bytes.
type byteSet [256]bool

// add puts the bytes of list and those from lo to hi into the set.
func (t *byteSet) add(list string, ranges ...[2]byte) {
	for i := range len(list) {
		t[list[i]] = true
	}
	for _, r := range ranges {
		for c := int(r[0]); c <= int(r[1]); c++ {
			t[c] = true
		}
	}
}

// run returns the next longest run of at least n bytes of the set in s from i
// on, or twice the length of s. It looks at every n-th byte first, as Boyer and
// Moore do, so that ordinary text is passed in steps; no byte is looked at more
// than twice. The byte before i must not be in the set.
func (t *byteSet) run(s string, i, n int) (start, end int) {
	for i+n <= len(s) {
		k := i + n - 1
		for k >= i && t[s[k]] {
			k--
		}
		if k >= i {
			i = k + 1
			continue
		}
		end = i + n
		for end < len(s) && t[s[end]] {
			end++
		}
		return i, end
	}
	return len(s), len(s)
}

// spelledOutSpan returns the next span of line from i on, of at least n bytes, in which
// no two characters of a word touch, the first of the span and those before it
// aside. Words that are spelled out letter by letter stand in such spans. The
// set holds the bytes of words; the steps are those of run.
func (t *byteSet) spelledOutSpan(line string, i, n int) (start, end int) {
	for i+n <= len(line) {
		k := i + n - 1
		for k > i && !t.touch(line, k) {
			k--
		}
		if k > i {
			i = k
			continue
		}
		end = i + n
		for end < len(line) && !t.touch(line, end) {
			end++
		}
		return i, end
	}
	return len(line), len(line)
}

// touch reports whether a character starts at s[k] that belongs to a word, as
// does the one before.
func (t *byteSet) touch(s string, k int) bool {
	return t[s[k]] && t[s[k-1]] && s[k]&0xc0 != 0x80
}
