package classify

import (
	"math"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
)

// Chosen by cross-validation, see extract/page/train.
const (
	// neighbourShare is how far the log odds of a block on a page without prose move towards those of
	// the blocks before and after it, from 0 to 1.
	neighbourShare = 0.2
	// otherParentWeight is the weight of a neighbour with another parent; one with the same parent
	// weighs 1.
	otherParentWeight = 0.3
	// maxLogOdds bounds log odds to those of the probabilities from 0.005 to 0.995.
	maxLogOdds = 5.3
)

// smoothByNeighbours moves each score towards those of the blocks before and after. The more the page
// is one of prose, the less the scores move. On pages of short texts a single score is uncertain,
// and content stands together.
func (s *selection) smoothByNeighbours() {
	share := neighbourShare * (1 - s.prose)
	if share <= 0 || len(s.scores) < 2 {
		return
	}
	var before, own float32
	next := logOdds(s.scores[0])
	for i := range s.scores {
		before, own = own, next
		var sum, weight float32
		if i > 0 {
			w := s.neighbourWeight(i-1, i)
			sum, weight = sum+w*before, weight+w
		}
		if i+1 < len(s.scores) {
			next = logOdds(s.scores[i+1])
			w := s.neighbourWeight(i, i+1)
			sum, weight = sum+w*next, weight+w
		}
		s.scores[i] = gbdt.Probability(own + share*(sum/weight-own))
	}
}

// neighbourWeight returns the weight of block j in smoothing block i, and of i in smoothing j.
func (s *selection) neighbourWeight(i, j int) float32 {
	if s.parentOf(i) == s.parentOf(j) {
		return 1
	}
	return otherParentWeight
}

// logOdds returns the log odds of a probability, from -maxLogOdds to maxLogOdds.
func logOdds(p float32) float32 {
	odds := float32(math.Log(float64(p / (1 - p))))
	return min(max(odds, -maxLogOdds), maxLogOdds)
}
