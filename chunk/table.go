package chunk

func (s *scanner) table(start, end int) {
	_, head := lineEnd(s.md, start, end)
	stop, next := lineEnd(s.md, head, end)
	at, _ := indent(s.md[head:stop])
	if head >= end || !delimiterRow(s.md[head+at:stop]) {
		s.container(start, end)
		return
	}
	first := len(s.out)
	s.put(TableHeaderUnit, 0, start, stop, qualityBlock)
	f := &repeatedContext{before: s.md[start:stop] + "\n"}
	for i := next; i < end; i = next {
		stop, next = lineEnd(s.md, i, end)
		s.put(RowUnit, 0, i, stop, qualityItem)
	}
	s.setContext(first, f)
}

func (s *scanner) setContext(first int, f *repeatedContext) {
	for i := first; i < len(s.out); i++ {
		p := &s.out[i]
		p.context, p.first, p.last = f, i == first, i == len(s.out)-1
	}
}
