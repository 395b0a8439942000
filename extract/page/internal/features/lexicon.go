package features

// Lexicon holds what was learned of single words, by their hash: log odds that text under
// a class name of this word, or text that begins with it, belongs to the content, and
// that a page with it is of a type. The zero value knows no word.
type Lexicon struct {
	classes, words oddsTable[float32]
	kinds          oddsTable[[PageTypeCount]float32]
}

// oddsTable is a hash table with open addressing, of which at most half of the slots are
// in use. The zero value is empty. In place of a map of Go it saves the whole extraction
// about 0.07 of the time of html.Parse over the same pages.
type oddsTable[T any] []oddsEntry[T]

type oddsEntry[T any] struct {
	hash uint32 // 0 for none
	odds T
}

// NewLexicon returns a lexicon of these log odds.
func NewLexicon(classes, words map[uint32]float32, kinds map[uint32][PageTypeCount]float32) *Lexicon {
	return &Lexicon{newOddsTable(classes), newOddsTable(words), newOddsTable(kinds)}
}

func newOddsTable[T any](of map[uint32]T) oddsTable[T] {
	size := 1
	for size <= 2*len(of) {
		size *= 2
	}
	e := make(oddsTable[T], size)
	for h, odds := range of {
		i := h & uint32(size-1)
		for e[i].hash != 0 {
			i = (i + 1) & uint32(size-1)
		}
		e[i] = oddsEntry[T]{h, odds}
	}
	return e
}

// lookup returns the odds of a word, or nil if it is unknown.
func (e oddsTable[T]) lookup(h uint32) *T {
	if len(e) == 0 {
		return nil
	}
	for i := h; ; i++ {
		switch k := &e[i&uint32(len(e)-1)]; k.hash {
		case 0:
			return nil
		case h:
			return &k.odds
		}
	}
}

func (l *Lexicon) classOdds(tokens []uint32) float32 {
	var sum float32
	for _, h := range tokens {
		if w := l.classes.lookup(h); w != nil {
			sum += *w
		}
	}
	return sum
}

// textOdds returns the mean, the least and the greatest odds of words. An unknown word has the odds 0.
func (l *Lexicon) textOdds(words []uint32) (mean, low, high float32) {
	if len(words) == 0 {
		return 0, 0, 0
	}
	for _, h := range words {
		if w := l.words.lookup(h); w != nil {
			mean += *w
			low, high = min(low, *w), max(high, *w)
		}
	}
	return mean / float32(len(words)), low, high
}
