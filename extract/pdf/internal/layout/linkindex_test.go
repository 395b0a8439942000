package layout

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

func TestLinkIndexAgreesWithASearchInOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	p := &contentstream.Page{Width: 600, Height: 800}
	for i := range 300 {
		x, y := r.Float64()*700-50, r.Float64()*900-50
		w, h := r.Float64()*300, r.Float64()*100
		if i%3 > 0 {
			w, h = w/20, h/5
		}
		p.Links = append(p.Links, contentstream.Link{Box: object.Rect{X0: x, Y0: y, X1: x + w, Y1: y + h}, URI: fmt.Sprint(i)})
	}
	index := newLinkIndex(p)
	for range 20_000 {
		x, y := r.Float64()*800-100, r.Float64()*1000-100
		want := ""
		for _, l := range p.Links {
			if b := l.Box; x >= b.X0 && x <= b.X1 && y >= b.Y0 && y <= b.Y1 {
				want = l.URI
				break
			}
		}
		assert.Equal(t, want, index.at(x, y), "%v %v", x, y)
	}
	assert.Nil(t, newLinkIndex(&contentstream.Page{Width: 600, Height: 800}))
}

func TestLinkIndexIsBounded(t *testing.T) {
	whole := object.Rect{X0: -10, Y0: -10, X1: 610, Y1: 810}
	p := &contentstream.Page{Width: 600, Height: 800}
	for range 5000 {
		p.Links = append(p.Links, contentstream.Link{Box: whole, URI: "u"})
	}
	index := newLinkIndex(p)
	entries := 0
	for i := range index.cells {
		entries += len(index.cells[i])
	}
	assert.Less(t, entries, gridSide*gridSide+4*gridSide*len(p.Links), "an area hides those below it")
	assert.Equal(t, "u", index.at(300, 400))
	index.lookups = maxLookups
	assert.Empty(t, index.at(300, 400))
}
