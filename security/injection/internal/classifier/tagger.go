// Package classifier finds the sentences of a text that read like instructions to
// a machine: it sorts words into classes (package phrases), matches rules over
// the classes of a sentence, asks a model of the words of attacks, and sums what
// both say over neighbouring sentences.
package classifier

import (
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

// taggedPhrase is a word or phrase that package phrases knows, or a form like a link.
type taggedPhrase struct {
	class      phrases.ClassSet // in English, or in other languages if English doesn't know it
	word       *phrases.Word
	start, end int32
	imperative bool // may be an imperative: at the start, after a comma, after "please"
	modal      bool // follows "must", "to" and the like
	line       bool // first on its line
}

type sentence struct {
	start, end int
	items      []taggedPhrase
	mask       phrases.ClassSet
	foreign    bool // has items that English doesn't know
	elsewhere  bool // a third of its items or more are such, and it has no English imperative
	weight     int  // of the words in the model, their order aside; 0 without items
}

type sentenceTagger struct {
	b       []byte
	words   *phrases.Trie
	model   *Model
	known   *vocabulary
	passing knownWord      // one that known doesn't keep
	all     []taggedPhrase // of the sentence so far, and those that are kept
	from    int            // items of the sentence so far start here in all
	i       int            // next byte
	start   int            // of the sentence
	state   state
	cuts    bool // a sentence has ended
	// weight is that of the Latin words of the sentence. If unweighed is set, other words may stand between read and i; gaps
	// are the parts of the sentence before, in which others may stand.
	weight, read int
	unweighed    bool
	gaps         []gap
	// words with digits beside their letters, and those with digits between them
	mixed, within int
	apart         int // words of one letter up to here, in a row
	signs         phrases.Signs
	turned        []int // see Page
	done          sentence
}

type state uint8

const (
	leading    state = 1 << iota // it may be an imperative
	afterModal                   // it follows "must", "to" and the like
	atLine                       // it is the first on its line
	afterTurn                    // the last item is the name of a turn
)

const maxSentence = 600

func (r *sentenceTagger) reset(b []byte) {
	if r.known == nil {
		r.known = new(vocabulary)
	}
	*r = sentenceTagger{b: b, words: phrases.Words(), model: Stored(), known: r.known, state: leading | atLine, all: r.all[:0], gaps: r.gaps[:0]}
}

// next returns the next sentence, false at the end of the text. It holds until
// the next call, and so do its items, unless they are kept.
func (r *sentenceTagger) next() (*sentence, bool) {
	r.all, r.cuts = r.all[:r.from], false
	b, i, limit := r.b, r.i, r.start+maxSentence
	for i < len(b) && !r.cuts {
		switch boundaryKinds[b[i]] {
		case passed:
			i++
		case leads:
			r.state |= leading
			i++
		case latin:
			i = r.latin(i)
		default:
			r.unweighed = r.unweighed || inWord[b[i]]
			if b[i] >= utf8.RuneSelf {
				i = r.foreign(i)
			} else {
				i = r.other(i)
			}
			limit = r.start + maxSentence
		}
		if i > limit && i < len(b) && (b[i] == ' ' || b[i] == '\n' || i > limit+maxSentence) {
			r.cut(i)
			limit = i + maxSentence
		}
	}
	r.i = i
	if !r.cuts && r.start < len(b) {
		r.cut(len(b))
	}
	return &r.done, r.cuts
}

// minApart is how many letters stand alone in a row where words are spelled out.
const minApart = 5

// letter counts a word of one letter, or the end of a row of them.
func (r *sentenceTagger) letter(alone bool) {
	if !alone {
		r.apart = 0
	} else if r.apart++; r.apart == minApart {
		r.signs |= phrases.Apart
	}
}

func (r *sentenceTagger) keep() { r.from = len(r.all) }

type gap struct{ start, end int }

// skip notes the part of the sentence up to b[end] as a gap.
func (r *sentenceTagger) skip(end int) {
	r.gaps = append(r.gaps, gap{r.read, end})
	r.unweighed = false
}

// weighGaps returns what the words in the gaps weigh.
func (r *sentenceTagger) weighGaps() (sum int) {
	for _, g := range r.gaps {
		for i := g.start; i < g.end; {
			if !inWord[r.b[i]] {
				i++
				continue
			}
			var weight int
			weight, i = r.model.wordAt(r.b[:g.end], i)
			sum += weight
		}
	}
	return sum
}

func (r *sentenceTagger) cut(i int) {
	if r.unweighed {
		r.skip(i)
	}
	if items := r.all[r.from:]; len(items) > 0 || i-r.start > 25 {
		s := sentence{start: r.start, end: i, items: items[:len(items):len(items)]}
		if len(items) > 0 {
			s.weight = r.weight + r.weighGaps()
		}
		unknown, order := 0, false
		for k := range items {
			english := items[k].word.English
			s.mask = s.mask.Union(items[k].word.Any())
			if english.IsEmpty() {
				unknown++
			}
			order = order || items[k].imperative && english.Intersects(orders)
		}
		s.foreign, s.elsewhere = unknown > 0, unknown > 0 && 3*unknown >= len(items) && !order
		r.done, r.cuts = s, true
	}
	r.start, r.weight, r.read, r.gaps = i, 0, i, r.gaps[:0]
	r.state = r.state&^afterModal | leading
}
