package content

import (
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/layout"
)

// cellWords is how many words a cell has at most, on average, in a table that
// holds data and not the layout of the page.
const cellWords = 12

// together gives the blocks of a table of data, or of a list of terms, one
// probability: half of its cells say nothing.
func together(p *layout.Page, prob []float32) {
	for e := range p.Elems {
		el := &p.Elems[e]
		switch el.Atom {
		case atom.Dl:
			even(p, el, prob)
		case atom.Table:
			if ofData(p, e) {
				even(p, el, prob)
			}
		}
	}
}

// ofData tells a table of data from one that lays out a page: it has headers,
// holds no other table, and no cell has more than a piece of text.
func ofData(p *layout.Page, table int) bool {
	end := p.Next[p.Elems[table].Index]
	headed := false
	for _, el := range p.Elems[table+1:] {
		switch {
		case el.Index >= end:
			return headed
		case el.Tags&layout.Table != 0, el.Tags&layout.Cell != 0 && el.End-el.First > 2:
			return false
		case el.Atom == atom.Th:
			headed = true
		}
	}
	return headed
}

func even(p *layout.Page, el *layout.Elem, prob []float32) {
	var words, mass float32
	for i := el.First; i < el.End; i++ {
		w := float32(p.Blocks[i].Words) + 1
		words += w
		mass += w * prob[i]
	}
	if n := float32(el.End - el.First); n < 2 || words > (cellWords+1)*n {
		return
	}
	for i := el.First; i < el.End; i++ {
		prob[i] = mass / words
	}
}
