package classify

import (
	"math"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
)

// A page is one of prose to a degree: 0 if its likely content has a share of prose up to someProse, 1 from allProse on,
// and from minProsePage on where a pass has to decide yes or no. Chosen by cross-validation, see extract/page/train.
const (
	someProse    = 0.7
	allProse     = 0.9
	minProsePage = 0.5
)

// How far the scores of a page without prose move to the mean of their signature, and their log odds towards those of
// the blocks before and after, from 0 to 1. A neighbour with the same parent weighs 1. Log odds are bounded to those of
// the probabilities from 0.005 to 0.995.
const (
	smoothingShare    = 0.7
	neighbourShare    = 0.2
	otherParentWeight = 0.3
	maxLogOdds        = 5.3
)

// proseDegree returns how much a page is one of prose, from 0 to 1, by the share of long
// paragraphs in its likely content.
func (s *selection) proseDegree() float32 {
	var prose, all float32
	for i, p := range s.scores {
		b := &s.page.Blocks[i]
		w := p * float32(b.Words)
		all += w
		if features.IsProse(b) {
			prose += w
		}
	}
	share := prose / max(all, 1)
	return min(max((share-someProse)/(allProse-someProse), 0), 1)
}

// smoothByNeighbours moves each score towards those of the blocks before and after, the less the more the page is one of
// prose: of short texts a single score is uncertain, and content stands together.
func (s *selection) smoothByNeighbours() {
	share := neighbourShare * (1 - s.prose)
	if share <= 0 || len(s.scores) < 2 {
		return
	}
	weight := func(i int) float32 { // of block i for block i+1, and of that for block i
		if s.parentOf(i) == s.parentOf(i+1) {
			return 1
		}
		return otherParentWeight
	}
	var before, own float32
	next := logOdds(s.scores[0])
	for i := range s.scores {
		before, own = own, next
		var sum, weights float32
		if i > 0 {
			w := weight(i - 1)
			sum, weights = sum+w*before, weights+w
		}
		if i+1 < len(s.scores) {
			next = logOdds(s.scores[i+1])
			w := weight(i)
			sum, weights = sum+w*next, weights+w
		}
		s.scores[i] = gbdt.Probability(own + share*(sum/weights-own))
	}
}

// logOdds returns the log odds of a probability, from -maxLogOdds to maxLogOdds.
func logOdds(p float32) float32 {
	odds := float32(math.Log(float64(p / (1 - p))))
	return min(max(odds, -maxLogOdds), maxLogOdds)
}

// signatureScore is a weighted sum of the scores of the blocks of one signature, and the
// sum of the weights.
type signatureScore struct{ sum, weight float32 }

// clearedSignatures returns a zero value for each signature, by its number, valid until the next call.
func (s *selection) clearedSignatures() []signatureScore {
	n := s.features.Signatures()
	s.signatures = slices.Grow(s.signatures[:0], n)[:n]
	clear(s.signatures)
	return s.signatures
}

// smoothBySignature moves each score towards the mean score of the words in blocks with the same signature, the less the
// more the page is one of prose. A page that repeats one shape (cards, posts, rows of a table) mostly keeps all of them
// or none, while a single score is uncertain.
func (s *selection) smoothBySignature() {
	share := smoothingShare * (1 - s.prose)
	if share <= 0 {
		return
	}
	signatures := s.clearedSignatures()
	for i, p := range s.scores {
		k := &signatures[s.features.SignatureOf(i)]
		w := float32(s.page.Blocks[i].Words) + 1
		k.sum += p * w
		k.weight += w
	}
	for i := range s.scores {
		k := &signatures[s.features.SignatureOf(i)]
		s.scores[i] += share * (k.sum/k.weight - s.scores[i])
	}
}

const minRepeats = 4

// keepRepeatedBlocks keeps a block in a repeated element from a quarter of the threshold on if at least half of the
// blocks with its signature are kept, such as the heading of one card that scored low.
func (s *selection) keepRepeatedBlocks() {
	keptLike := s.clearedSignatures() // sum counts the kept blocks
	for i, k := range s.kept {
		if k {
			keptLike[s.features.SignatureOf(i)].sum++
		}
	}
	for i := range s.kept {
		n := s.features.BlocksLike(i)
		if n >= minRepeats && s.features.Context(s.page.Blocks[i].Element).Card >= 0 &&
			2*keptLike[s.features.SignatureOf(i)].sum >= float32(n) && s.scores[i] >= s.threshold*quarterThreshold {
			s.kept[i] = true
		}
	}
}
