package classify

import (
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

const minCards = 3

// settleCardLists keeps all items of a list, or none. It looks at lists whose items hold headings or
// sections: other lists are units. If less than half of the items have a kept block, the list is
// left out; else items without one get some, see keepCard. If half of the items have kept text
// besides headings, items of which only a heading is kept get more, too. Lists inside of a changed
// list are passed over.
func (s *selection) settleCardLists() {
	keptBlocks := s.keptBlocks()
	for e := int32(0); int(e) < len(s.page.Elements); e++ {
		el := &s.page.Elements[e]
		isList := el.Atom == atom.Ul || el.Atom == atom.Ol
		if isList && keptBlocks[el.End] > keptBlocks[el.First] && s.settleCardList(e, keptBlocks) {
			e = lastInside(s.page, e)
		}
	}
}

func (s *selection) settleCardList(list int32, keptBlocks []int32) bool {
	el := &s.page.Elements[list]
	lo, hi := s.bounds()
	if el.First < lo || el.End > hi || s.isUnsectioned(list) {
		return false
	}
	cards, kept := 0, 0
	var missing, headed []*measure.Element // cards of which nothing is kept, and of which a heading alone is
	for e, end := list+1, lastInside(s.page, list); e <= end; e = lastInside(s.page, e) + 1 {
		card := &s.page.Elements[e]
		if card.Atom != atom.Li || card.First == card.End {
			continue
		}
		switch cards++; {
		case keptBlocks[card.End] == keptBlocks[card.First]:
			missing = append(missing, card)
		case !s.keepsText(card, keptBlocks):
			headed = append(headed, card)
		default:
			kept++
		}
	}
	if cards < minCards {
		return false
	}
	if 2*(kept+len(headed)) < cards {
		clear(s.kept[el.First:el.End])
		return true
	}
	if 2*kept >= cards {
		missing = append(missing, headed...)
	}
	for _, card := range missing {
		s.keepCard(card)
	}
	return len(missing) > 0
}

// keepsText reports whether all blocks of a card are kept, or at least one other than
// headings. The card must have blocks.
func (s *selection) keepsText(card *measure.Element, keptBlocks []int32) bool {
	if keptBlocks[card.End]-keptBlocks[card.First] == card.End-card.First {
		return true
	}
	for i := card.First; i < card.End; i++ {
		if s.kept[i] && !s.isHeading(int(i)) {
			return true
		}
	}
	return false
}

// keepCard keeps the headings of a card and the blocks that reach a tenth of the threshold, but no
// controls. If that leaves no text besides headings, it keeps all blocks.
func (s *selection) keepCard(card *measure.Element) {
	kept := false
	for i := card.First; i < card.End; i++ {
		likely := s.scores[i] >= s.threshold*tenthThreshold || s.isHeading(int(i))
		s.kept[i] = likely && s.kinds(int(i))&(measure.Button|measure.Label) == 0
		kept = kept || s.kept[i] && !s.isHeading(int(i))
	}
	for i := card.First; i < card.End && !kept; i++ {
		s.kept[i] = true
	}
}

// keptBlocks returns how many blocks are kept before each block, and before the end.
func (s *selection) keptBlocks() []int32 {
	sum := make([]int32, len(s.kept)+1)
	for i, k := range s.kept {
		sum[i+1] = sum[i]
		if k {
			sum[i+1]++
		}
	}
	return sum
}
