package layout

import (
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

const (
	// gridSide is how many cells a page has in each direction.
	gridSide = 32
	// maxLookups bounds the areas that are looked at for the glyphs of a page.
	maxLookups = 5_000_000
)

// linkIndex finds the link area at a place of a page: the first of them in the
// order of the page. It keeps the areas by the cells of a grid that they touch.
// An area that covers a cell wholly hides those after it from there, so that
// large areas fill few entries.
type linkIndex struct {
	links         []contentstream.Link
	width, height float64
	cells         [gridSide * gridSide][]int32
	closed        [gridSide * gridSide]bool
	lookups       int
}

// newLinkIndex returns the index of the links of a page, nil if it has none.
func newLinkIndex(p *contentstream.Page) *linkIndex {
	if len(p.Links) == 0 {
		return nil
	}
	x := &linkIndex{links: p.Links, width: max(p.Width, 1) / gridSide, height: max(p.Height, 1) / gridSide}
	for i := range p.Links {
		x.add(int32(i), p.Links[i].Box)
	}
	return x
}

func (x *linkIndex) add(link int32, box object.Rect) {
	for row := gridCell(box.Y0, x.height); row <= gridCell(box.Y1, x.height); row++ {
		for column := gridCell(box.X0, x.width); column <= gridCell(box.X1, x.width); column++ {
			at := row*gridSide + column
			if x.closed[at] {
				continue
			}
			x.cells[at] = append(x.cells[at], link)
			x.closed[at] = x.covers(box, row, column)
		}
	}
}

// covers reports whether box covers a cell. Those at the edges reach beyond the
// page without end.
func (x *linkIndex) covers(box object.Rect, row, column int) bool {
	return row > 0 && row < gridSide-1 && column > 0 && column < gridSide-1 &&
		box.X0 <= float64(column)*x.width && box.X1 >= float64(column+1)*x.width &&
		box.Y0 <= float64(row)*x.height && box.Y1 >= float64(row+1)*x.height
}

func gridCell(v, size float64) int { return int(min(max(v/size, 0), gridSide-1)) }

// at returns the address of the first link area that holds the point, "" for
// none, and once too many areas were looked at.
func (x *linkIndex) at(px, py float64) string {
	for _, i := range x.cells[gridCell(py, x.height)*gridSide+gridCell(px, x.width)] {
		if x.lookups++; x.lookups > maxLookups {
			return ""
		}
		if b := &x.links[i].Box; px >= b.X0 && px <= b.X1 && py >= b.Y0 && py <= b.Y1 {
			return x.links[i].URI
		}
	}
	return ""
}
