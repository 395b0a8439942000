package mdinline

import "bytes"

// maxTicks is the length of runs of backticks from which on all are counted together.
const maxTicks = 8

// tickRuns returns the count of runs of n backticks.
func (l *escapeState) tickRuns(n int) *int32 { return &l.ticks[min(n, maxTicks)] }

// countTicks counts the runs of backticks in an item, by their length.
func (e *Encoder) countTicks(it *Item, l *escapeState) {
	t := e.Text[it.Start:it.End]
	for i := 0; i < len(t); i++ {
		if t[i] == '`' {
			n := RunLen(t, i)
			*l.tickRuns(n)++
			i += n - 1
		}
	}
}

// splitTicks doubles the count of single backticks if a longer run will be escaped, so that a single one
// is escaped, too. Else it would open a code span, where backslashes mean nothing: the escaped run
// (\`\`) would be a row of single backticks there, of which the first closes the span.
func (l *escapeState) splitTicks() {
	for n := 2; n < len(l.ticks); n++ {
		if l.ticks[n] > 1 || n > 2 && l.ticks[n] > 0 { // three may be escaped where they begin a line
			l.ticks[1] *= 2
			return
		}
	}
}

// joinTicks has the runs of backticks escaped that touch the code at item k, since they would become a
// part of its fences. It counts such a run as two, and runs of which more than one are counted are
// escaped. The last backtick before the code joins its fence even when escaped if a code span is
// open there, so that runs of the length of both together are escaped, too.
func (e *Encoder) joinTicks(k int, l *escapeState) {
	if before := e.textBeside(k, -1); len(before) > 0 && before[len(before)-1] == '`' {
		n := len(before) - len(bytes.TrimRight(before, "`"))
		*l.tickRuns(n) += 2
		*l.tickRuns(1 + e.codeFenceLength(&e.Items[k])) += 2
	}
	if after := e.textBeside(k, 1); len(after) > 0 && after[0] == '`' {
		*l.tickRuns(RunLen(after, 0)) += 2
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

// LongestRun returns the length of the longest run of c in t: a fence must be longer than any
// in its code.
func LongestRun[T text](t T, c byte) int {
	longest, run := 0, 0
	for i := 0; i < len(t); i++ {
		if run++; t[i] != c {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}
