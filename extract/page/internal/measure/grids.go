package measure

import "golang.org/x/net/html"

const maxGrids = 1000

func (w *walker) addGrid(n *html.Node) {
	if at := len(w.Grids); at < maxGrids && (at == 0 || w.Grids[at-1] != n) {
		w.Grids = append(w.Grids, n)
	}
}
