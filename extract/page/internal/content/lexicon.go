package content

// Lexicon holds the evidence of single words, by their hash: log odds that
// text under a class name of this word, or text that begins with it, belongs to
// the content. The zero value knows no word.
type Lexicon struct {
	mask    uint32
	hash    []uint32
	classes []float32
	words   []float32
	kinds   [][KindCount]float32
}

// NewLexicon returns a lexicon of the given evidence.
func NewLexicon(classes, words map[uint32]float32, kinds map[uint32][KindCount]float32) *Lexicon {
	size := 64
	for size < 2*(len(classes)+len(words)+len(kinds)) {
		size *= 2
	}
	l := &Lexicon{mask: uint32(size - 1), hash: make([]uint32, size), classes: make([]float32, size), words: make([]float32, size), kinds: make([][KindCount]float32, size)}
	for h, w := range classes {
		l.classes[l.slot(h, true)] = w
	}
	for h, w := range words {
		l.words[l.slot(h, true)] = w
	}
	for h, w := range kinds {
		l.kinds[l.slot(h, true)] = w
	}
	return l
}

// slot returns where the hash stands or, when it may be added, will stand; -1
// when it is not there.
func (l *Lexicon) slot(h uint32, add bool) int {
	if l.mask == 0 {
		return -1
	}
	for i := h & l.mask; ; i = (i + 1) & l.mask {
		switch {
		case l.hash[i] == h:
			return int(i)
		case l.hash[i] == 0 && add:
			l.hash[i] = h
			return int(i)
		case l.hash[i] == 0:
			return -1
		}
	}
}

// class returns the evidence of the words of a class attribute.
func (l *Lexicon) class(tokens []uint32) float32 {
	if l.mask == 0 {
		return 0
	}
	var sum float32
	for _, h := range tokens {
		if i := l.slot(h, false); i >= 0 {
			sum += l.classes[i]
		}
	}
	return sum
}

// text returns the mean, the least and the greatest evidence of words.
func (l *Lexicon) text(words []uint32) (mean, low, high float32) {
	if l.mask == 0 || len(words) == 0 {
		return 0, 0, 0
	}
	for _, h := range words {
		if i := l.slot(h, false); i >= 0 {
			w := l.words[i]
			mean += w
			low, high = min(low, w), max(high, w)
		}
	}
	return mean / float32(len(words)), low, high
}
