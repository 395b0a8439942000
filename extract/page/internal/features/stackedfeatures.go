package features

// The features made of the scores of the first ensemble, from FirstScore on.
const (
	sOwn = iota
	sPrev
	sPrev2
	sPrev3
	sNext
	sNext2
	sNext3
	sNear
	sWide
	sBefore
	sPage
	sSignature
	sSection
	sInBest
	sBestMean
	sBestShare
	sGapBefore
	sGapAfter
	sRunMean
	sLevel
	sLevel2
	sLevel3
	sLevel4
	scoreCount
)

// stackedScores are the running totals of the scores of the first ensemble on a page.
type stackedScores struct {
	prob        []float32
	mass        []float32 // by block: Σ p·words before it
	gain        []float32 // by block: Σ (p-0.45)·words before it
	last, next  []int32   // by block: the nearest likely prose before and after
	bySignature []signatureScore
	best        int32
}

// signatureScore is a weighted sum of the scores of the blocks of one signature, and the
// sum of the weights.
type signatureScore struct{ sum, weight float32 }

// SetFirstScores takes the scores of the first ensemble, by block. The slice must not
// change until the last call of StackedFeatures.
func (r *Extractor) SetFirstScores(prob []float32) {
	s := &r.stacked
	n := len(prob)
	s.prob = prob
	s.mass, s.gain = append(room(s.mass, n+1), 0), append(room(s.gain, n+1), 0)
	s.last, s.next = room(s.last, n), zeroed(s.next, n)
	s.bySignature = zeroed(s.bySignature, len(r.signatures))
	last := int32(-1)
	for i, p := range prob {
		b := &r.p.Blocks[i]
		w := float32(b.Words)
		s.mass = append(s.mass, s.mass[i]+p*w)
		s.gain = append(s.gain, s.gain[i]+(p-0.45)*w)
		s.last = append(s.last, last)
		if p > 0.5 && b.Words >= 10 {
			last = int32(i)
		}
		k := &s.bySignature[r.signatureOf[i]]
		k.sum += p * (w + 1)
		k.weight += w + 1
	}
	next := int32(-1)
	for i := n - 1; i >= 0; i-- {
		s.next[i] = next
		if prob[i] > 0.5 && r.p.Blocks[i].Words >= 10 {
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
	g := f[FirstScore:]
	at := func(j int) float32 {
		if j < 0 || j >= n {
			return -1
		}
		return s.prob[j]
	}
	g[sOwn], g[sPrev], g[sPrev2], g[sPrev3] = s.prob[i], at(i-1), at(i-2), at(i-3)
	g[sNext], g[sNext2], g[sNext3] = at(i+1), at(i+2), at(i+3)
	g[sNear] = r.meanScore(max(0, i-3), min(n, i+4))
	g[sWide] = r.meanScore(max(0, i-10), min(n, i+11))
	g[sBefore], g[sPage] = 0, 0
	if all := s.mass[n]; all > 0 {
		g[sBefore] = s.mass[i] / all
		g[sPage] = all / float32(max(1, r.sums[n].words))
	}
	k := &s.bySignature[r.signatureOf[i]]
	g[sSignature] = k.sum / k.weight
	from, to := max(0, int(r.headingAbove[i])), int(r.nextHeading[i])
	g[sSection] = r.meanScore(from, to)
	g[sInBest], g[sBestMean], g[sBestShare] = -1, 0, 0
	if s.best >= 0 {
		el := &r.p.Elements[s.best]
		g[sInBest] = 0
		if int32(i) >= el.First && int32(i) < el.End {
			g[sInBest] = 1
		}
		g[sBestMean] = r.meanScore(int(el.First), int(el.End))
		g[sBestShare] = (s.mass[el.End] - s.mass[el.First]) / max(1, s.mass[n])
	}
	g[sGapBefore], g[sGapAfter] = 1000, 1000
	if s.last[i] >= 0 {
		g[sGapBefore] = float32(i - int(s.last[i]))
	}
	if s.next[i] >= 0 {
		g[sGapAfter] = float32(int(s.next[i]) - i)
	}
	r.stackedContainers(i, g)
}

// ImputeBySignature sets the scores of the blocks from scored on to the mean of those
// before with the same signature; a block without any gets 0.
func (r *Extractor) ImputeBySignature(prob []float32, scored int) {
	if scored == len(prob) {
		return
	}
	known := make([]signatureScore, len(r.signatures))
	for i, p := range prob[:scored] {
		k := &known[r.signatureOf[i]]
		k.sum += p
		k.weight++
	}
	for i := scored; i < len(prob); i++ {
		prob[i] = 0
		if k := known[r.signatureOf[i]]; k.weight > 0 {
			prob[i] = k.sum / k.weight
		}
	}
}

// meanScore is the mean score of the words of blocks from lo to before hi.
func (r *Extractor) meanScore(lo, hi int) float32 {
	words := r.sums[hi].words - r.sums[lo].words
	if words == 0 {
		return 0
	}
	return (r.stacked.mass[hi] - r.stacked.mass[lo]) / float32(words)
}

func (r *Extractor) stackedContainers(i int, g []float32) {
	e := r.p.Blocks[i].Element
	stand := &r.contexts[e]
	g[sRunMean] = -1
	if stand.RowItem >= 0 {
		up := &r.p.Elements[r.p.Elements[stand.RowItem].Parent]
		g[sRunMean] = r.meanScore(int(up.First), int(up.End))
	}
	if el := &r.p.Elements[e]; el.End-el.First <= 1 {
		e = stand.wider
	}
	level := 0
	for ; level < levels && e >= 0; e = r.contexts[e].wider {
		el := &r.p.Elements[e]
		g[sLevel+level] = r.meanScore(int(el.First), int(el.End))
		level++
	}
	for ; level < levels; level++ {
		g[sLevel+level] = -1
	}
}
