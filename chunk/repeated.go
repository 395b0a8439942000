package chunk

import "strings"

func (s *scanner) code(start, end int) {
	end = start + len(strings.TrimRight(s.md[start:end], " \t\r\n"))
	stop, body := lineEnd(s.md, start, end)
	at, _ := indent(s.md[start:stop])
	f := openingFence(s.md[start+at : stop])
	var around *repeatedContext
	if f.n > 0 {
		around = &repeatedContext{before: s.md[start:stop] + "\n", after: "\n" + s.md[start:start+at] + f.String()}
	} else {
		around, body = &repeatedContext{}, start
	}
	if rest := s.codeLines(start, body, end, " \t", f, around); rest < end {
		s.container(rest, end) // not a block of code as CommonMark has it
	}
}

func (s *scanner) codeLines(start, body, end int, margin string, f fence, around *repeatedContext) int {
	first, from, blank, closed := len(s.out), start, false, false
	last := body
	for i := body; i < end; {
		stop, next := lineEnd(s.md, i, end)
		text := strings.TrimLeft(s.md[i:stop], margin)
		if closed = f.n > 0 && f.closes(text); closed {
			last = stop
			break
		}
		if text != "" && blank && last > body {
			s.codeSegment(from, last)
			from = i
		}
		if blank = text == ""; strings.TrimSpace(s.md[i:stop]) != "" {
			last = stop
		}
		i = next
	}
	s.codeSegment(from, max(last, min(body, end)))
	s.setContext(first, around)
	if n := len(s.out); f.n > 0 && !closed && n > first {
		s.out[n-1].last = false // an unclosed fence: all parts get a closing one
	}
	if !closed {
		return end
	}
	return last
}

func (s *scanner) codeSegment(start, end int) {
	if strings.TrimSpace(s.md[start:end]) == "" {
		return
	}
	s.out = append(s.out, segment{Unit: Unit{Kind: CodeUnit, Block: s.block, Start: start, End: end}, quality: qualitySentence})
}

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
