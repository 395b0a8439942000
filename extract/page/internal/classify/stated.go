package classify

import "github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"

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
	shown := make(map[string]bool, len(s.opts.Stated))
	for _, keep := range [...]bool{false, true} {
		for e := range s.page.Elements {
			el := &s.page.Elements[e]
			if el.First == el.End || el.End-el.First > maxLineBlocks {
				continue
			}
			line := meta.LettersOnly(meta.Text(s.page.Nodes[e], maxLineBytes))
			if !s.opts.Stated[line] || shown[line] {
				continue
			}
			if keep {
				s.keepElement(el)
			}
			shown[line] = s.kept[el.First]
		}
	}
}
