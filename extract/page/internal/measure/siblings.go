package measure

// countRun counts how many siblings of the same signature stand before an element. One of
// another signature between two of them is passed over.
func (w *walker) countRun(el *Element) {
	for at, hop := el.previousSibling, 0; at >= 0 && hop < 2; hop++ {
		if w.Elements[at].Signature == el.Signature {
			el.Run = w.Elements[at].Run + 1
			el.Order = w.Elements[at].Run
			return
		}
		at = w.Elements[at].previousSibling
	}
}

// spreadRuns gives all members of a run its whole length.
func (w *walker) spreadRuns() {
	for e := len(w.Elements) - 1; e >= 0; e-- {
		el := &w.Elements[e]
		for at, hop := el.previousSibling, 0; at >= 0 && hop < 2; hop++ {
			if prev := &w.Elements[at]; prev.Signature == el.Signature {
				prev.Run = max(prev.Run, el.Run)
				break
			}
			at = w.Elements[at].previousSibling
		}
	}
}
