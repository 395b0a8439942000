package measure

import "golang.org/x/net/html"

// maxGrids bounds Page.Grids.
const maxGrids = 1000

// addGrid adds an element to Page.Grids, unless it is the last one there.
func (w *walker) addGrid(n *html.Node) {
	if at := len(w.Grids); at < maxGrids && (at == 0 || w.Grids[at-1] != n) {
		w.Grids = append(w.Grids, n)
	}
}
