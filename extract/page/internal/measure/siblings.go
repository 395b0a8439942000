package measure

// previousInRun returns the element before el in its run, nil for none: one of the two siblings before
// it, with the same signature.
func (w *walker) previousInRun(el *Element) *Element {
	for at, hop := el.previousSibling, 0; at >= 0 && hop < 2; hop++ {
		previous := &w.Elements[at]
		if previous.Signature == el.Signature {
			return previous
		}
		at = previous.previousSibling
	}
	return nil
}

// countRun sets el.Order, and el.Run to the length of the run up to el. Call spreadRuns after the last
// element.
func (w *walker) countRun(el *Element) {
	if previous := w.previousInRun(el); previous != nil {
		el.Run, el.Order = previous.Run+1, previous.Run
	}
}

// spreadRuns sets Run of all elements of a run to its whole length. It visits the elements from the
// last to the first, since the last one of a run has that length from countRun.
func (w *walker) spreadRuns() {
	for e := len(w.Elements) - 1; e >= 0; e-- {
		el := &w.Elements[e]
		if previous := w.previousInRun(el); previous != nil {
			previous.Run = max(previous.Run, el.Run)
		}
	}
}
