package compact

import (
	"cmp"
	"context"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

// selection is the set of units kept within a budget.
type selection struct {
	m           *docIndex
	kept        []bool
	room        int // tokens at the beginning
	left        int
	whole       bool                 // keeps everything, headings as they stand
	allHeadings bool                 // keeps all headings
	noHeadings  bool                 // keeps no headings
	labels      bool                 // keeps labels of preserved facts
	picked      []int                // prose units in the order they were picked
	said        map[uint64]bool      // what they say
	parts       map[int]extract.Span // of units that are clipped, what is kept of them
	runs        map[uint64]int       // how often what is kept has each run of terms, see runsOf
}

func (m *docIndex) newSelection(budget int) *selection {
	return &selection{m: m, kept: make([]bool, len(m.units)), room: budget, left: budget, said: map[uint64]bool{}, parts: map[int]extract.Span{}, runs: map[uint64]int{}}
}

// cost returns the tokens for keeping unit i, with its table's header.
func (s *selection) cost(i int) int {
	u := &s.m.units[i]
	n := u.tokens
	if u.table >= 0 && !s.kept[u.table] {
		n += s.m.units[u.table].tokens
	}
	if u.code != nil {
		n += fenceTokens
	}
	return n
}

// fenceTokens is about what the fences and marks around a piece of code take.
const fenceTokens = 6

// sharedCost returns the tokens for keeping unit i if all rows of its table share the header.
func (s *selection) sharedCost(i int) int {
	u := &s.m.units[i]
	if u.table < 0 || s.kept[u.table] {
		return u.tokens
	}
	head := &s.m.units[u.table]
	return u.tokens + head.tokens/max(head.rows, 1)
}

// take keeps unit i, with its table's header, if there is room for it and nothing kept says the same.
func (s *selection) take(i int) bool {
	if s.kept[i] || s.m.units[i].rule || s.m.units[i].prose() && s.said[s.m.units[i].sum] {
		return false
	}
	n := s.cost(i)
	if n > s.left {
		return false
	}
	s.left -= n
	s.kept[i] = true
	if t := s.m.units[i].table; t >= 0 {
		s.kept[t] = true
	}
	if s.m.units[i].prose() || s.m.bare {
		s.picked = append(s.picked, i)
		s.said[s.m.units[i].sum] = true
		s.countRuns(i, 1)
	}
	return true
}

// ranked returns the indexes of the units by score, best first, ties in the order of the document.
func ranked(scores []float64) []int {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	return order
}

// fill takes units in an order while they fit, each with the heading above it, and clips the first one if it does
// not fit.
func (s *selection) fill(ctx context.Context, order []int, opts Options) {
	first := true
	for _, i := range order {
		if s.left <= 1 {
			return
		}
		if s.skips(i, opts) {
			continue
		}
		if !s.takeUnder(i) && first {
			s.takeClipped(ctx, i, s.m.passageScorer(opts))
		}
		first = false
	}
}

// skips reports whether unit i is left out because it adds nothing to what is kept: it is a heading or says nearly what
// is kept already; it is a scrap of a sentence, behind others that are kept; or, where no question is asked, it is
// boilerplate, a label, or the end of a sentence that began before code.
func (s *selection) skips(i int, opts Options) bool {
	u, asked := &s.m.units[i], opts.Mode == QuestionFocused
	if !u.prose() && !s.m.bare || u.boilerplate && !asked || s.nearlySaid(i) {
		return true
	}
	return len(s.picked) > 0 && (u.scrap || !asked && (u.label || u.goesOn))
}

// takeUnder keeps unit i with the heading right above it and with what it leads in, refers back to or is introduced
// by, or alone if only that fits.
func (s *selection) takeUnder(i int) bool {
	u, first := &s.m.units[i], len(s.picked) == 0
	if h := u.head; !s.noHeadings && h >= 0 && !s.kept[h] && !s.m.isTitle(h) && s.cost(i)+s.m.units[h].tokens <= s.left && !s.said[u.sum] {
		s.take(h)
	}
	if !s.take(i) {
		return false
	}
	if u.leads {
		s.takeLed(i)
		if !first && !s.kept[i+1] && s.m.units[i+1].Kind != chunk.TableHeaderUnit {
			s.picked = slices.DeleteFunc(s.picked, func(k int) bool { return k == i })
			s.giveBack(i)
			return false
		}
	}
	context := u.context
	if context < 0 {
		context = u.lead
	}
	if context >= 0 && !s.kept[context] && float64(u.tokens+s.m.units[context].tokens) <= contextShare*float64(s.left+u.tokens) {
		s.take(context)
	}
	return true
}

// addHeadings takes the headings over what is kept, as far as there is room: those nearest to the best units
// first.
func (s *selection) addHeadings() {
	for _, i := range s.picked {
		for h := s.m.units[i].head; h >= 0; h = s.m.units[h].head {
			if s.kept[h] || !s.take(h) {
				break
			}
		}
	}
}

// takeLed keeps what unit i leads in, a list, code or a formula, from its beginning, as far as that takes no
// more than a share of the room.
func (s *selection) takeLed(i int) {
	room, lead := int(ledShare*float64(s.left)), &s.m.units[i]
	for k := i + 1; k < len(s.m.units); k++ {
		u := &s.m.units[k]
		switch {
		case u.Kind != chunk.ItemUnit && !s.m.isDisplay(k), u.group > lead.group+1, s.cost(k) > room:
			return
		case u.group == lead.group && u.Kind == chunk.ItemUnit && u.Level <= lead.Level:
			return // the next item beside it
		}
		room -= s.cost(k)
		s.take(k)
	}
}

// ledShare is how much of the room that is left may go to what a sentence leads in.
const ledShare = .4

// contextShare is how much of the room that is left a sentence may take together with the one it refers back
// to.
const contextShare = .6

// fixHeadings makes sure that every unit is below headings of its own section, not below one of another section that
// was kept before it. Where there is no room for its heading, the units picked last make room.
func (s *selection) fixHeadings() {
	if s.noHeadings || len(s.picked) == 0 {
		return
	}
	s.addHeadings()
	best := s.picked[0]
	var outline []int // the headings that a reader sees above the next unit
	for i := range s.m.units {
		u, h := &s.m.units[i], i
		if !s.kept[i] {
			continue
		}
		if u.Kind != chunk.HeadingUnit {
			if n := len(outline); !u.prose() || n == 0 || s.m.under(i, outline[n-1]) {
				continue
			}
			h = u.head
		}
		under, fits := s.placeHeading(outline, h, i)
		if fits {
			outline = under
		}
		if fits || !s.kept[i] {
			continue
		}
		if s.kept[best] {
			s.dropHeadings()
			break
		}
	}
	s.picked = slices.DeleteFunc(s.picked, func(i int) bool { return !s.kept[i] })
	s.prune()
}

// placeHeading returns an outline with heading h below the headings that a reader takes it to be under, which are kept with it as long as
// the unit that needs them is, and whether all of them are.
func (s *selection) placeHeading(outline []int, h, unit int) (under []int, fits bool) {
	for n := len(outline); n > 0 && s.m.units[outline[n-1]].Level >= s.m.units[h].Level; n-- {
		outline = outline[:n-1]
	}
	fits = true
	if n := len(outline); n > 0 && !s.m.under(h, outline[n-1]) {
		outline, fits = s.placeHeading(outline, s.m.units[h].head, unit)
	}
	for s.kept[unit] && !s.kept[h] && !s.take(h) && len(s.picked) > 1 {
		last := len(s.picked) - 1
		if s.kept[s.picked[last]] {
			s.giveBack(s.picked[last])
		}
		s.picked = s.picked[:last]
		s.prune()
	}
	return append(slices.Clip(outline), h), fits && s.kept[h] // the outline above may be needed again
}

// drop drops the units picked last, with excess tokens or more, and what only they needed; it returns false if no
// unit is left.
func (s *selection) drop(excess int) bool {
	any := len(s.picked) > 0
	for n := 0; n < excess && len(s.picked) > 0; {
		last := len(s.picked) - 1
		i := s.picked[last]
		s.picked = s.picked[:last]
		s.giveBack(i)
		n += s.m.units[i].tokens
	}
	s.prune()
	return any
}

// prune takes back headers and headings that nothing needs any more.
func (s *selection) prune() {
	if s.allHeadings || s.m.bare {
		return
	}
	needed := make([]bool, len(s.kept))
	for _, i := range s.picked {
		if t := s.m.units[i].table; t >= 0 {
			needed[t] = true
		}
		for h := s.m.units[i].head; h >= 0 && !needed[h]; h = s.m.units[h].head {
			needed[h] = true
		}
	}
	for i := range s.kept {
		if s.kept[i] && !s.m.units[i].prose() && !needed[i] {
			s.kept[i] = false
			s.left += s.m.units[i].tokens
		}
	}
}

// takeHeadings keeps the headings right over all units that are kept, if there is room for all of them.
func (s *selection) takeHeadings() {
	n, needed := 0, map[int]bool{}
	for _, i := range s.picked {
		if h := s.m.units[i].head; h >= 0 && !s.kept[h] && !needed[h] {
			needed[h] = true
			n += s.m.units[h].tokens
		}
	}
	fits := n <= s.left
	s.noHeadings = !fits && !s.labels
	for h := range needed {
		if fits {
			s.take(h)
		}
	}
}

// under reports whether unit i is in the section of heading h, or anywhere if h is -1.
func (m *docIndex) under(i, h int) bool {
	if h < 0 {
		return true
	}
	for k := m.units[i].head; k >= h; k = m.units[k].head {
		if k == h {
			return true
		}
	}
	return false
}

func (s *selection) giveBack(i int) {
	s.kept[i] = false
	s.countRuns(i, -1)
	s.left += s.m.units[i].tokens
	delete(s.said, s.m.units[i].sum)
	delete(s.parts, i)
}

func (s *selection) dropHeadings() {
	s.noHeadings = true
	for i := range s.kept {
		if s.kept[i] && s.m.units[i].Kind == chunk.HeadingUnit {
			s.kept[i] = false
			s.left += s.m.units[i].tokens
		}
	}
}
