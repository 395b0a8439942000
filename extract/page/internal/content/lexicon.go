package content

// Lexicon holds the evidence of single words, by their hash: log odds that
// text under a class name of this word, or text that begins with it, belongs to
// the content. The zero value knows no word.
type Lexicon struct {
	classes, words evidence[float32]
	kinds          evidence[[KindCount]float32]
}

// evidence is a hash table with open addressing, a power of two of slots at most
// half full. The zero value is empty.
type evidence[T any] []known[T]

type known[T any] struct {
	hash uint32 // 0 for none
	says T
}

// NewLexicon returns a lexicon of the given evidence.
func NewLexicon(classes, words map[uint32]float32, kinds map[uint32][KindCount]float32) *Lexicon {
	return &Lexicon{newEvidence(classes), newEvidence(words), newEvidence(kinds)}
}

func newEvidence[T any](of map[uint32]T) evidence[T] {
	size := 1
	for size <= 2*len(of) {
		size *= 2
	}
	e := make(evidence[T], size)
	for h, says := range of {
		i := h & uint32(size-1)
		for e[i].hash != 0 {
			i = (i + 1) & uint32(size-1)
		}
		e[i] = known[T]{h, says}
	}
	return e
}

// of returns what is known of a word, nil for nothing.
func (e evidence[T]) of(h uint32) *T {
	if len(e) == 0 {
		return nil
	}
	for i := h; ; i++ {
		switch k := &e[i&uint32(len(e)-1)]; k.hash {
		case 0:
			return nil
		case h:
			return &k.says
		}
	}
}

// class returns the evidence of the words of a class attribute.
func (l *Lexicon) class(tokens []uint32) float32 {
	var sum float32
	for _, h := range tokens {
		if w := l.classes.of(h); w != nil {
			sum += *w
		}
	}
	return sum
}

// text returns the mean, the least and the greatest evidence of words.
func (l *Lexicon) text(words []uint32) (mean, low, high float32) {
	if len(words) == 0 {
		return 0, 0, 0
	}
	for _, h := range words {
		if w := l.words.of(h); w != nil {
			mean += *w
			low, high = min(low, *w), max(high, *w)
		}
	}
	return mean / float32(len(words)), low, high
}
