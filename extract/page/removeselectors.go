package page

import (
	"context"
	"fmt"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

const maxSelector = 4 << 10

// compileSelectors returns a function that says which elements the selectors match; nil
// without selectors.
func compileSelectors(ctx context.Context, selectors []string) (func(*html.Node) bool, error) {
	var all []removal
	size := 0
	for _, s := range selectors {
		if size += len(s); size > maxSelector {
			return nil, fmt.Errorf("%w: more than %d bytes", extract.ErrBadSelector, maxSelector)
		}
		if _, err := cascadia.ParseGroup(s); err != nil {
			return nil, fmt.Errorf("%w %q: %w", extract.ErrBadSelector, s, err)
		}
		for _, one := range splitSelector(s, false) {
			r, err := parseRemoval(one)
			if err != nil {
				return nil, err
			}
			if len(r) > 0 {
				all = append(all, r)
			}
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	return matchAny(ctx, all), nil
}

// dropTitle takes a heading that repeats the title out of the beginning of the
// content, unless it is part of a unit. It isn't asked where the head has another
// title or none, nor of products, whose name is a part of what they are. dropped, unless it is
// nil, is called with the heading and the name of this rule.
func dropTitle(p *measure.Page, kept []bool, title string, inUnit func(block int) bool, dropped func(*html.Node, string)) {
	seen := 0
	for i, k := range kept {
		if !k {
			continue
		}
		if seen++; seen > 3 {
			return
		}
		el := &p.Elements[p.Blocks[i].Element]
		if el.AnyKinds&(measure.H1|measure.H2) != 0 && !inUnit(i) && sameTitle(meta.HeadingText(p.Nodes[p.Blocks[i].Element]), title) {
			kept[i] = false
			if dropped != nil {
				dropped(p.Nodes[p.Blocks[i].Element], "said by the title")
			}
			return
		}
	}
}

func sameTitle(a, b string) bool {
	return a != "" && meta.SameWords(a, b)
}
