package classify

import (
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

// A page is one of prose to a degree: 0 if its likely content has a share of prose up to
// someProse, 1 from allProse on. Chosen by cross-validation, see extract/page/train.
const (
	someProse = 0.7
	allProse  = 0.9
)

// minProsePage is the degree from which on a page counts as one of prose where a pass has to
// decide yes or no.
const minProsePage = 0.5

// smoothingShare is how far the scores of a page without prose move to the mean of their
// signature, from 0 to 1. Chosen by cross-validation.
const smoothingShare = 0.7

// signatureScore is a weighted sum of the scores of the blocks of one signature, and the
// sum of the weights.
type signatureScore struct{ sum, weight float32 }

// clearedSignatures returns a zero value for each signature, by its number. The memory is
// s.signatures, so that it is valid until the next call.
func (s *selection) clearedSignatures() []signatureScore {
	n := s.features.Signatures()
	s.signatures = slices.Grow(s.signatures[:0], n)[:n]
	clear(s.signatures)
	return s.signatures
}

// proseDegree returns how much a page is one of prose, from 0 to 1, by the share of long
// blocks in what its scores say is content.
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

// smoothBySignature moves each score towards the mean score of the words in blocks
// with the same signature. The more the page is one of prose, the less the scores move. A page that
// repeats one shape (cards, posts, rows of a table) mostly keeps all of them or none, while a single
// score is uncertain.
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

// minRepeats is how many blocks of one signature keepRepeatedBlocks asks for.
const minRepeats = 4

// keepRepeatedBlocks keeps a block in a repeated element if at least half of the blocks
// with its signature are kept, and its score is at least a quarter of the threshold. This
// restores, for example, the heading of one card that scored low.
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
