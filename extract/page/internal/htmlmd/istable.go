package htmlmd

import "golang.org/x/net/html"

// IsData reports whether Write would write n, a <table>, as a table or as code, and not
// as the text that it lays out.
func IsData(n *html.Node, marks Marks) bool {
	w := &writer{buffers: bufferPool.Get().(*buffers), in: Input{Marks: marks}}
	defer w.release()
	if w.isCodeTable(n) {
		return true
	}
	s := w.scanTable(n)
	return !s.isLayout(n)
}
