package classify

import (
	"math"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
)

// How far the log odds of a block on a page without prose move to those of the blocks before and
// after it, from 0 to 1, and what one weighs that is in another element, where one in the same
// weighs 1. Chosen by cross-validation, see extract/page/train.
const (
	neighbourShare  = 0.2
	strangerWeight  = 0.3
	maxNeighbourLog = 5.3 // of log odds: probabilities from 0.005 to 0.995
)

// smoothByNeighbours moves scores, the less so the more the page is one of prose, towards those
// of the blocks beside: on pages of short texts a single score is uncertain, and content stands
// together.
func (s *selection) smoothByNeighbours() {
	share := neighbourShare * (1 - s.proseDegree())
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

// neighbourWeight returns how much two blocks beside each other have to do with each other.
func (s *selection) neighbourWeight(i, j int) float32 {
	if s.parentOf(i) == s.parentOf(j) {
		return 1
	}
	return strangerWeight
}

// logOdds returns the log odds of a probability, within maxNeighbourLog.
func logOdds(p float32) float32 {
	odds := float32(math.Log(float64(p / (1 - p))))
	return min(max(odds, -maxNeighbourLog), maxNeighbourLog)
}
