package mdinline

import "bytes"

// delimRun is a run of delimiters of one character, as CommonMark reads it.
type delimRun struct {
	char     byte
	from, to int32 // items, of which those from "from" on are not yet paired
	size     int   // characters in all
	left     int   // and those not yet used
	canOpen  bool
	canClose bool
}

// readsBack reports whether the delimiters of items[i:j] pair as they should by
// the algorithm of CommonMark 0.31, "process emphasis". Emphasis nests, so any
// pairing with other than the innermost open run is already wrong, and one look
// at each run is enough.
func (e *Encoder) readsBack(i, j int) bool {
	stack := e.runs[:0]
	defer func() { e.runs = stack[:0] }()
	for k := i; k < j; {
		if !isDelim(e.Items[k].Kind) {
			k++
			continue
		}
		run := e.scanRun(k, j)
		k = int(run.to)
		var ok bool
		if stack, ok = e.pairRun(stack, run); !ok {
			return false
		}
	}
	return len(stack) == 0
}

// scanRun reads the run of equal delimiters at k and its flanking.
func (e *Encoder) scanRun(k, j int) delimRun {
	r := delimRun{char: e.Items[k].delim, from: int32(k)}
	for ; k < j && isDelim(e.Items[k].Kind) && e.Items[k].delim == r.char; k++ {
		r.size += e.Items[k].Mark.size()
	}
	r.to, r.left = int32(k), r.size
	before, after := e.nearClass(int(r.from)-1, -1), e.nearClass(k, 1)
	r.canOpen, r.canClose = flanks(r.char, before, after)
	if r.char == '~' && (r.size > 2 || e.endsInTilde(int(r.from)-1) || e.beginsWithTildes(k)) {
		r.canOpen, r.canClose = false, false
	}
	return r
}

// endsInTilde reports whether item k is text that ends in a tilde: GFM takes no
// tilde after one for a delimiter, escaped or not.
func (e *Encoder) endsInTilde(k int) bool {
	k = e.shown(k, -1)
	return k >= 0 && e.Items[k].Kind == Text && e.Text[e.Items[k].End-1] == '~'
}

// beginsWithTildes reports whether the text from item k on begins with a run of tildes which
// stays as it is: a delimiter before it would become a part of the run.
func (e *Encoder) beginsWithTildes(k int) bool {
	run := 0
	for k = e.shown(k, 1); k < len(e.Items) && e.Items[k].Kind == Text; k = e.after(k) {
		t := e.Text[e.Items[k].Start:e.Items[k].End]
		n := len(t) - len(bytes.TrimLeft(t, "~"))
		if run += n; n < len(t) {
			break
		}
	}
	return run > 2
}

// shown returns the index of the nearest item from k on, in steps of 1 or -1, that is not
// removed. Without one the index is out of range.
func (e *Encoder) shown(k, step int) int {
	for k >= 0 && k < len(e.Items) && e.Items[k].Kind == Removed {
		k += step
	}
	return k
}

// nearClass is the class of the character that item k, or the nearest that is not
// gone, shows to a delimiter beside it.
func (e *Encoder) nearClass(k, step int) flankClass {
	switch k = e.shown(k, step); {
	case k < 0 || k >= len(e.Items):
		return spaceClass
	case step < 0:
		return e.lastClass(&e.Items[k])
	}
	return e.firstClass(&e.Items[k])
}

// flanks reports whether a run of delimiters between characters of two classes can
// open and close emphasis.
func flanks(char byte, before, after flankClass) (canOpen, canClose bool) {
	left := after != spaceClass && (after != punctClass || before != otherClass)
	right := before != spaceClass && (before != punctClass || after != otherClass)
	if char == '_' {
		return left && (!right || before == punctClass), right && (!left || after == punctClass)
	}
	return left, right
}

// pairRun pairs a run with those that are open.
func (e *Encoder) pairRun(stack []delimRun, r delimRun) ([]delimRun, bool) {
	for r.canClose && r.left > 0 {
		n := opener(stack, &r)
		if n < 0 {
			break
		}
		o := &stack[n]
		use := 1
		if o.left >= 2 && r.left >= 2 {
			use = 2
		}
		head, tail := &e.Items[r.from], &e.Items[o.to-1]
		if n != len(stack)-1 || head.Kind != Close || head.Pair != o.to-1 || head.Mark.size() != use || tail.Kind != Open {
			return stack, false
		}
		r.from, r.left = r.from+1, r.left-use
		if o.to, o.left = o.to-1, o.left-use; o.left == 0 {
			stack = stack[:n]
		}
	}
	if r.left == 0 {
		return stack, true
	}
	if !r.canOpen || e.Items[r.from].Kind != Open {
		return stack, false
	}
	return append(stack, r), true
}

// opener is the index of the run that the run r closes, or -1.
func opener(stack []delimRun, r *delimRun) int {
	for n := len(stack) - 1; n >= 0; n-- {
		o := &stack[n]
		if o.char != r.char {
			continue
		}
		if (o.canClose || r.canOpen) && (o.size+r.size)%3 == 0 && r.size%3 != 0 {
			continue
		}
		return n
	}
	return -1
}
