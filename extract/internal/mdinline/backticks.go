package mdinline

import "bytes"

// countTicks counts the runs of backticks in an item, by their length.
func (e *Encoder) countTicks(it *Item, l *escapeState) {
	t := e.Text[it.Start:it.End]
	for i := 0; i < len(t); i++ {
		if t[i] == '`' {
			n := RunLen(t, i)
			l.ticks[min(n, 8)]++
			i += n - 1
		}
	}
}

// splitTicks takes into account that a run of backticks which is escaped reads
// as runs of one to a code span that a lone backtick before it would open.
func (l *escapeState) splitTicks() {
	for n := 2; n < len(l.ticks); n++ {
		if l.ticks[n] > 1 || n > 2 && l.ticks[n] > 0 { // three may be escaped where they begin a line
			l.ticks[1] *= 2
			return
		}
	}
}

// joinTicks has the runs of backticks escaped that touch the code at item k:
// they would become part of its fences. The last one before it does so even then, for a
// code span that is open, since a backslash means nothing within: runs that would open one
// of that length are escaped too.
func (e *Encoder) joinTicks(k int, l *escapeState) {
	if before := e.textBeside(k, -1); len(before) > 0 && before[len(before)-1] == '`' {
		n := len(before) - len(bytes.TrimRight(before, "`"))
		l.ticks[min(n, 8)] += 2
		l.ticks[min(1+e.codeFenceLength(&e.Items[k]), 8)] += 2
	}
	if after := e.textBeside(k, 1); len(after) > 0 && after[0] == '`' {
		l.ticks[min(RunLen(after, 0), 8)] += 2
	}
}

// textBeside is the text that touches item k on one side.
func (e *Encoder) textBeside(k, step int) []byte {
	for k += step; k >= 0 && k < len(e.Items); k += step {
		switch it := &e.Items[k]; it.Kind {
		case Removed:
		case Text:
			return e.Text[it.Start:it.End]
		default:
			return nil
		}
	}
	return nil
}

// RunLen returns how many bytes like t[i] stand from i on.
func RunLen(t []byte, i int) int {
	j := i
	for j < len(t) && t[j] == t[i] {
		j++
	}
	return j - i
}
