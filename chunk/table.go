package chunk

// table takes a table: header with delimiter row, then a piece for each row.
// Rows that are cut off from the header repeat it.
func (s *scanner) table(start, end int) {
	_, head := lineEnd(s.md, start, end)
	stop, next := lineEnd(s.md, head, end)
	at, _ := indent(s.md[head:stop])
	if head >= end || !delimiterRow(s.md[head+at:stop]) {
		s.container(start, end)
		return
	}
	first := len(s.out)
	s.put(HeadRowUnit, 0, start, stop, cutBlock)
	f := &frame{before: s.md[start:stop] + "\n"}
	for i := next; i < end; i = next {
		stop, next = lineEnd(s.md, i, end)
		s.put(RowUnit, 0, i, stop, cutItem)
	}
	s.frame(first, f)
}

// frame gives the pieces from first on a frame.
func (s *scanner) frame(first int, f *frame) {
	for i := first; i < len(s.out); i++ {
		p := &s.out[i]
		p.frame, p.head, p.tail = f, i == first, i == len(s.out)-1
	}
}
