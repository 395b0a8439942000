package content

// The share of prose in what is likely content from which on a page is taken
// for something else than prose alone, and that from which on it is all prose.
const (
	someProse = 0.7
	allProse  = 0.9
)

// kinship is how far the scores of a page that is not prose go to the mean of
// their kin, where it was best in cross-validation.
const kinship = 0.7

// prosaic tells how much a page is one of prose, from 0 to 1, by the share of
// long blocks in what its scores say is content.
func (r *Reader) prosaic(prob []float32) float32 {
	var prose, all float32
	for i, p := range prob {
		b := &r.p.Blocks[i]
		w := p * float32(b.Words)
		all += w
		if isProse(b) {
			prose += w
		}
	}
	share := prose / max(all, 1)
	return min(max((share-someProse)/(allProse-someProse), 0), 1)
}

// kindred moves scores towards the mean of their kind of block, weighted by words.
// A page that repeats one shape (cards, posts, rows of a table) keeps or drops
// most of them alike, while a single score is uncertain.
func (r *Reader) kindred(prob []float32, share float32) {
	if share <= 0 {
		return
	}
	kin := r.scored.kin
	clear(kin)
	for i, p := range prob {
		k := &kin[r.kinOf[i]]
		w := float32(r.p.Blocks[i].Words) + 1
		k.gain += p * w
		k.weight += w
	}
	for i := range prob {
		k := &kin[r.kinOf[i]]
		prob[i] += share * (k.gain/k.weight - prob[i])
	}
}

// leastKin is how many blocks a kind has, at least, that is kept as one.
const leastKin = 4

// likewise keeps blocks of repeated elements where half of their kin are kept,
// and which are a quarter as likely as what is kept by itself: one card of a list
// without its heading is a mistake.
func (r *Reader) likewise(prob []float32, kept []bool, threshold float32) {
	kin := r.scored.kin
	clear(kin)
	for i, k := range kept {
		if k {
			kin[r.kinOf[i]].gain++
		}
	}
	for i := range kept {
		n := r.kin[r.kinOf[i]].blocks
		if n >= leastKin && r.stands[r.p.Blocks[i].Element].near >= 0 && 2*kin[r.kinOf[i]].gain >= float32(n) && prob[i] >= threshold/4 {
			kept[i] = true
		}
	}
}
