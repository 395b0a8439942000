package layout

import (
	"cmp"
	"math"
	"slices"
)

// findColumns finds the columns: what strips part that most bands leave free. A band with
// one piece, or of the head, counts less. What stands within a strip is a column of its
// own.
func (t *stripTable) findColumns() []columnRange {
	most := 0
	for i := range t.bands {
		most = max(most, len(t.bands[i].pieces))
	}
	t.head = 0
	for t.head < len(t.bands) && float64(len(t.bands[t.head].pieces)) < richBand*float64(most) {
		t.head++
	}
	if t.head > maxHead || 2*t.head > len(t.bands) && t.head > 2 {
		t.head = 0
	}
	type event struct{ x, cross, part float64 }
	var events []event
	size := t.bands[0].size
	for i := range t.bands {
		b := &t.bands[i]
		weight := 1.0
		switch {
		case i < t.head:
			weight = headWeight
		case 2*len(b.pieces) < most:
			weight = labelWeight
		case len(b.pieces) == 1:
			weight = loneWeight
		}
		right := math.Inf(-1)
		for n, piece := range b.pieces {
			c := &t.runs[piece]
			events = append(events, event{c.x0, weight, 0}, event{c.x1, -weight, 0})
			if n > 0 && c.x0-right >= minStrip*b.size {
				events = append(events, event{right, 0, 1}, event{c.x0, 0, -1})
			}
			right = max(right, c.x1)
		}
	}
	slices.SortFunc(events, func(a, b event) int { return cmp.Compare(a.x, b.x) })
	var strips []columnRange
	cross, part, from := 0.0, 0.0, math.NaN()
	for i, e := range events {
		cross, part = cross+e.cross, part+e.part
		if i+1 < len(events) && events[i+1].x == e.x {
			continue
		}
		free := cross <= maxStripCross*part+1e-9
		if free && math.IsNaN(from) {
			from = e.x
		} else if !free && !math.IsNaN(from) {
			if e.x-from >= minStrip*size {
				strips = append(strips, columnRange{from, e.x})
			}
			from = math.NaN()
		}
	}
	var columns []columnRange
	left := events[0].x
	for _, s := range strips {
		columns = append(columns, columnRange{left, s.x0})
		left = s.x1
	}
	columns = append(columns, columnRange{left, events[len(events)-1].x})
	var more []columnRange
	for i := t.head; i < len(t.bands); i++ {
		for _, piece := range t.bands[i].pieces {
			if c := (columnRange{t.runs[piece].x0, t.runs[piece].x1}); overlapping(columns, c) == 0 {
				more = append(more, c)
			}
		}
	}
	if len(more) > 0 {
		columns = joinRanges(append(columns, joinRanges(more, 0)...), 0)
	}
	t.columns = t.joinSigns(t.joinHeads(columns))
	return t.joinUnaligned()
}

// joinSigns joins each column that has nothing but signs of currencies, right of the first, to the next.
func (t *stripTable) joinSigns(columns []columnRange) []columnRange {
	t.columns = columns
	signs, others := make([]int, len(columns)), make([]int, len(columns))
	for i := t.head; i < len(t.bands); i++ {
		for _, piece := range t.bands[i].pieces {
			if isCurrency(t.runs[piece].text()) {
				signs[t.column(piece)]++
			} else {
				others[t.column(piece)]++
			}
		}
	}
	out := columns[:1:1]
	for i := 1; i < len(columns); i++ {
		if i > 1 && signs[i-1] > 0 && others[i-1] == 0 {
			out[len(out)-1].x1 = columns[i].x1
		} else {
			out = append(out, columns[i])
		}
	}
	return out
}

// joinUnaligned joins columns that stand close to each other and are not aligned at the
// strip between them: in prose words stand above each other by chance.
func (t *stripTable) joinUnaligned() []columnRange {
	for at := 0; at < len(t.columns)-1; {
		left, right := t.columns[at], t.columns[at+1]
		least := minOpenRows
		if left.x1-left.x0 < labelWidth*t.bands[0].size {
			least = 2
		}
		if right.x0-left.x1 >= clearStrip*t.bands[0].size ||
			t.onEdge(at, least, func(c *textRun) bool { return left.x1-c.x1 < sameStart }) || t.onEdge(at+1, least, func(c *textRun) bool { return c.x0-right.x0 < sameStart }) {
			at++
			continue
		}
		t.columns = slices.Delete(slices.Clone(t.columns), at, at+2)
		t.columns = slices.Insert(t.columns, at, columnRange{left.x0, right.x1})
	}
	return t.columns
}

// joinHeads joins two neighbouring columns if one has text only in the head and the other
// only below it: the heading is set a little beside its column.
func (t *stripTable) joinHeads(columns []columnRange) []columnRange {
	if t.head == 0 && len(t.bands) < 3 {
		return columns
	}
	head := max(t.head, 1)
	inHead, inBody := make([]bool, len(columns)), make([]bool, len(columns))
	t.columns = columns
	for i := range t.bands {
		for _, piece := range t.bands[i].pieces {
			at := t.column(piece)
			inHead[at] = inHead[at] || i < head
			inBody[at] = inBody[at] || i >= head
		}
	}
	out := columns[:1:1]
	last := 0
	for i := 1; i < len(columns); i++ {
		if columns[i].x0-out[len(out)-1].x1 < headBeside*t.bands[0].size && inHead[last] != inHead[i] && inBody[last] != inBody[i] && inHead[last] != inBody[last] {
			out[len(out)-1].x1 = columns[i].x1
			inHead[last], inBody[last] = true, true
			continue
		}
		out = append(out, columns[i])
		last = i
	}
	return out
}
