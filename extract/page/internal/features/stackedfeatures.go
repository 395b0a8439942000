package features

// The model was trained with these values.
const (
	gainScore      = 0.45 // a block with this score adds nothing to the gain of an element
	likelyScore    = 0.5  // likely prose has a greater score
	minLikelyWords = 10   // and at least so many words
	nearBlocks     = 3
	wideBlocks     = 10
	noLikelyProse  = 1000 // the distance without any
)

// stackedScores are the running totals of the scores of the first ensemble on a page. The mass of some
// blocks is the sum of their words times their score.
type stackedScores struct {
	prob        []float32        // by block: the score
	mass        []float32        // by block: Σ p·words before it; one more for the page
	gain        []float32        // by block: Σ (p-gainScore)·words before it; one more for the page
	last, next  []int32          // by block: the nearest likely prose before and after, -1 for none
	bySignature []SignatureScore // by number of signature
	best        int32            // the element with the greatest gain, the last of equal ones, -1 for none
}

func (r *Extractor) isLikelyProse(i int) bool {
	return r.stacked.prob[i] > likelyScore && r.p.Blocks[i].Words >= minLikelyWords
}

// SignatureScore is a sum of the scores of the blocks of one signature, each weighted by its words and one more, and the sum of
// the weights.
type SignatureScore struct{ sum, weight float32 }

// Mean returns the mean score of the blocks.
func (k SignatureScore) Mean() float32 { return k.sum / k.weight }

// SumBySignature sums up scores by the numbers of signatures, in the memory of sums if it is enough.
func (r *Extractor) SumBySignature(sums []SignatureScore, prob []float32) []SignatureScore {
	sums = zeroed(sums, len(r.signatures))
	for i, p := range prob {
		k, w := &sums[r.signatureOf[i]], float32(r.p.Blocks[i].Words)+1
		k.sum += p * w
		k.weight += w
	}
	return sums
}

// SetFirstScores takes the scores of the first ensemble, by block. The slice must not
// change until the last call of StackedFeatures.
func (r *Extractor) SetFirstScores(prob []float32) {
	s := &r.stacked
	n := len(prob)
	s.prob = prob
	s.mass, s.gain = append(room(s.mass, n+1), 0), append(room(s.gain, n+1), 0)
	s.last, s.next = room(s.last, n), zeroed(s.next, n)
	s.bySignature = r.SumBySignature(s.bySignature, prob)
	last := int32(-1)
	for i, p := range prob {
		b := &r.p.Blocks[i]
		w := float32(b.Words)
		s.mass = append(s.mass, s.mass[i]+p*w)
		s.gain = append(s.gain, s.gain[i]+(p-gainScore)*w)
		s.last = append(s.last, last)
		if r.isLikelyProse(i) {
			last = int32(i)
		}
	}
	next := int32(-1)
	for i := n - 1; i >= 0; i-- {
		s.next[i] = next
		if r.isLikelyProse(i) {
			next = int32(i)
		}
	}
	s.best = -1
	var most float32
	for e := range r.p.Elements {
		el := &r.p.Elements[e]
		if g := s.gain[el.End] - s.gain[el.First]; g > 0 && g >= most {
			most, s.best = g, int32(e)
		}
	}
}

// StackedFeatures sets the features of block i that are made of scores. Call
// SetFirstScores before.
func (r *Extractor) StackedFeatures(i int, f *FeatureVector) {
	s := &r.stacked
	n := len(s.prob)
	at := func(j int) float32 {
		if j < 0 || j >= n {
			return -1
		}
		return s.prob[j]
	}
	mean := func(e int32) float32 { // of an element, -1 for none
		if e < 0 {
			return -1
		}
		return r.meanScore(int(r.p.Elements[e].First), int(r.p.Elements[e].End))
	}
	var before, page float32
	if all := s.mass[n]; all > 0 {
		before, page = s.mass[i]/all, all/float32(max(1, r.sums[n].words))
	}
	inBest, bestMean, bestShare := float32(-1), float32(0), float32(0)
	if s.best >= 0 {
		el := &r.p.Elements[s.best]
		inBest, bestMean = r.holds(s.best, i), mean(s.best)
		bestShare = (s.mass[el.End] - s.mass[el.First]) / max(1, s.mass[n])
	}
	gapBefore, gapAfter := float32(noLikelyProse), float32(noLikelyProse)
	if s.last[i] >= 0 {
		gapBefore = float32(i - int(s.last[i]))
	}
	if s.next[i] >= 0 {
		gapAfter = float32(int(s.next[i]) - i)
	}
	row := r.contexts[r.p.Blocks[i].Element].RowItem
	if row >= 0 {
		row = r.p.Elements[row].Parent
	}
	around := r.containers(i)
	*(*[scoreCount]float32)(f[FirstScore:]) = [...]float32{
		s.prob[i], at(i - 1), at(i - 2), at(i - 3), at(i + 1), at(i + 2), at(i + 3),
		r.meanScore(max(0, i-nearBlocks), min(n, i+nearBlocks+1)), r.meanScore(max(0, i-wideBlocks), min(n, i+wideBlocks+1)),
		before, page, // the share of the mass of the page before the block, the mean of the page
		s.bySignature[r.signatureOf[i]].Mean(),
		r.meanScore(max(0, int(r.headingAbove[i])), int(r.nextHeading[i])), // from the heading above to the next one
		inBest, bestMean, bestShare,
		gapBefore, gapAfter, // blocks to the nearest likely prose
		mean(row),
		mean(around[0]), mean(around[1]), mean(around[2]), mean(around[3]),
	}
}

// ImputeBySignature sets the scores of the blocks from scored on to the mean of those
// before with the same signature; a block without any gets 0.
func (r *Extractor) ImputeBySignature(prob []float32, scored int) {
	if scored == len(prob) {
		return
	}
	known := r.SumBySignature(nil, prob[:scored])
	for i := scored; i < len(prob); i++ {
		prob[i] = 0
		if k := known[r.signatureOf[i]]; k.weight > 0 {
			prob[i] = k.Mean()
		}
	}
}

func (r *Extractor) meanScore(lo, hi int) float32 {
	words := r.sums[hi].words - r.sums[lo].words
	if words == 0 {
		return 0
	}
	return (r.stacked.mass[hi] - r.stacked.mass[lo]) / float32(words)
}
