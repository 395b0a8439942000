package classify

import (
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// An element that may be a stated line has up to maxLineBlocks blocks and maxLineBytes of text.
const (
	maxLineBlocks = 6
	maxLineBytes  = 4 << 10
)

// keepStated keeps the ingredients and steps of a recipe that the metadata of the page states, where the page shows each first.
// A model that has seen few recipes takes "1 tsp salt" for a caption or a filter.
func (s *selection) keepStated() {
	if len(s.opts.Stated) == 0 {
		return
	}
	type element struct {
		*measure.Element
		line string
	}
	var found []element // that have a stated line
	for e := range s.page.Elements {
		el := &s.page.Elements[e]
		if el.First == el.End || el.End-el.First > maxLineBlocks {
			continue
		}
		if line := meta.LettersOnly(meta.Text(s.page.Nodes[e], maxLineBytes)); s.opts.Stated[line] {
			found = append(found, element{el, line})
		}
	}
	shown := map[string]bool{}
	for _, keep := range [...]bool{false, true} {
		for _, el := range found {
			if shown[el.line] {
				continue
			}
			if keep {
				s.keepElement(el.Element)
			}
			shown[el.line] = s.kept[el.First]
		}
	}
}
