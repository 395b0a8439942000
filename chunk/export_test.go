package chunk

// CellsPerChunk is into how many cells a full chunk is divided, each of which has one or two
// candidates for a cut.
const CellsPerChunk = cellsPerChunk

// Candidates are the sentences, of so many tokens each, at which a plan weighs a cut: how
// many there are shows in no chunk, only in the time that a plan takes.
func Candidates(tokens []int, limit int) []int {
	segs, sum := make([]segment, len(tokens)), make([]int, len(tokens)+1)
	for i, n := range tokens {
		segs[i] = segment{Unit: Unit{Kind: SentenceUnit}, quality: float32(i%3) / 3, tokens: n}
		sum[i+1] = sum[i] + n
	}
	return candidates(segs, sum, limit, HeadingsFirst.costs())
}
