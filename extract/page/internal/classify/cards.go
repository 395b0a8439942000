package classify

// A card is one of a row of like elements. A heading opens a card if it is among the first
// maxLinesBefore+1 blocks of it and the card is at most maxCardSteps elements further out. A card
// counts as kept if cardShare of its words besides the heading are kept, and at least
// minCardWords.
const (
	maxLinesBefore = 4
	maxCardSteps   = 6
	cardShare      = 0.5
	minCardWords   = 2
)

// maxPartSteps bounds the elements around a heading that may be the part that it ends.
const maxPartSteps = 16

// opensKeptCard reports whether heading i opens a card that counts as kept. Ratings, prices
// and labels of links may be between the heading and the kept text. keptWords is the result
// of the method with this name.
func (s *selection) opensKeptCard(i int, keptWords []int32) bool {
	e := s.page.Blocks[i].Element
	for range maxCardSteps {
		if e = s.page.Elements[e].Parent; e < 0 || s.page.Elements[e].First < int32(i)-maxLinesBefore {
			return false
		}
		el := &s.page.Elements[e]
		kept := keptWords[el.End] - keptWords[el.First]
		others := s.features.Words(el) - s.page.Blocks[i].Words
		after := keptWords[el.End] - keptWords[i]
		if el.Run >= 2 && kept >= minCardWords && after > 0 && float32(kept) >= cardShare*float32(others) {
			return true
		}
	}
	return false
}

// endsPart reports whether a heading is at the end of a part of the page that has kept text
// before the heading. The part is the outermost element around the heading that ends before
// the block at text. So "Comments" below an answer is not a heading of the next answer.
func (s *selection) endsPart(heading, text int, keptWords []int32) bool {
	e := s.page.Blocks[heading].Element
	for range maxPartSteps {
		up := s.page.Elements[e].Parent
		if up < 0 || s.page.Elements[up].End > int32(text) {
			break
		}
		e = up
	}
	return keptWords[heading] > keptWords[s.page.Elements[e].First]
}

// keptWords returns how many words are kept before each block, and before the end.
func (s *selection) keptWords() []int32 {
	sum := make([]int32, len(s.kept)+1)
	for i, k := range s.kept {
		sum[i+1] = sum[i]
		if k {
			sum[i+1] += s.page.Blocks[i].Words
		}
	}
	return sum
}

// isAmongKept reports whether block i stands directly between two kept ones of the same
// parent.
func (s *selection) isAmongKept(i int) bool {
	if i == 0 || i+1 == len(s.kept) || !s.kept[i-1] || !s.kept[i+1] {
		return false
	}
	up := s.parentOf(i)
	return s.parentOf(i-1) == up && s.parentOf(i+1) == up
}

// parentOf returns the parent of the element that holds block i, -1 for none.
func (s *selection) parentOf(i int) int32 { return s.page.Elements[s.page.Blocks[i].Element].Parent }
