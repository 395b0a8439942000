package content

import "slices"

// leastPosts is how many posts a thread has, at least, and postShare what the text
// of a post must have of the probability that is asked of others.
const (
	leastPosts = 3
	postShare  = 0.25
)

// thread keeps the texts of the posts of a thread like that of the first: if the
// first kept prose stands in one of a row of like elements, texts that stand in the
// others just so. What was left out of a thread can't be told from its rest.
func (r *Reader) thread(prob []float32, kept []bool, threshold float32) {
	first := slices.Index(kept, true)
	for first >= 0 && first < len(kept) && !(kept[first] && isProse(&r.p.Blocks[first])) {
		first++
	}
	if first < 0 || first == len(kept) {
		return
	}
	post := r.stands[r.p.Blocks[first].Element].near
	if post < 0 {
		return
	}
	row := &r.p.Elements[r.p.Elements[post].Parent]
	texts, posts, last := []int32(nil), 0, int32(-1)
	for i := row.First; i < row.End; i++ {
		near := r.stands[r.p.Blocks[i].Element].near
		if near < 0 || r.p.Elements[near].Parent != r.p.Elements[post].Parent || !r.standAlike(first, int(i)) {
			continue
		}
		if texts = append(texts, i); near != last {
			posts, last = posts+1, near
		}
	}
	for _, i := range texts {
		kept[i] = kept[i] || posts >= leastPosts && prob[i] >= threshold*postShare
	}
}

// standAlike tells two blocks in elements of the same tag and class, three levels
// up.
func (r *Reader) standAlike(i, j int) bool {
	a, b := r.p.Blocks[i].Element, r.p.Blocks[j].Element
	for range 3 {
		if a < 0 || b < 0 {
			return a == b
		}
		if r.p.Elements[a].Signature != r.p.Elements[b].Signature {
			return false
		}
		a, b = r.p.Elements[a].Parent, r.p.Elements[b].Parent
	}
	return true
}
