package htmlmd

import "golang.org/x/net/html"

// IsData reports whether Write would write n, the <table> at a place of the
// plan, as a table or as code, and not as the text that it lays out.
func IsData(n *html.Node, plan *Plan, place int32) bool {
	w := &writer{buffers: bufferPool.Get().(*buffers), plan: plan, at: place + 1, cellNumber: -1}
	defer w.release()
	if isCodeTable(n) {
		return true
	}
	s := w.scanTable(n)
	return !s.isLayout(n)
}
