package page

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

const maxSelector = 4 << 10

// compileSelectors returns a function that says which elements the selectors match, none once ctx is done; nil
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
	return func(n *html.Node) bool {
		return ctx.Err() == nil && slices.ContainsFunc(all, func(r removal) bool { return r.matches(n) })
	}, nil
}

// dropTitle takes a heading that repeats the title out of the beginning of the
// content, unless it is part of a unit. It is not asked where the head has another
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
		if el.AnyKinds&(measure.H1|measure.H2) != 0 && !inUnit(i) && title != "" && meta.SameWords(meta.HeadingText(p.Nodes[p.Blocks[i].Element]), title) {
			kept[i] = false
			if dropped != nil {
				dropped(p.Nodes[p.Blocks[i].Element], "said by the title")
			}
			return
		}
	}
}

// pruneTo leaves of the body of a page the elements that selected reports, with all in them,
// and the elements they are in, by which style sheets may hide them. It changes nothing and
// returns false if selected reports none.
func pruneTo(root *html.Node, selected func(*html.Node) bool) bool {
	chosen, above := map[*html.Node]bool{}, map[*html.Node]bool{}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && !chosen[n.Parent] && selected(n) {
			chosen[n] = true
			for p := n.Parent; p != nil && !above[p]; p = p.Parent {
				above[p] = true
			}
		} else if chosen[n.Parent] {
			chosen[n] = true // with all in it
		}
	}
	if len(chosen) == 0 {
		return false
	}
	var prune func(n *html.Node)
	prune = func(n *html.Node) {
		for c := n.FirstChild; c != nil; {
			next := c.NextSibling
			switch {
			case chosen[c] || c.DataAtom == atom.Head:
			case above[c]:
				prune(c)
			default:
				n.RemoveChild(c)
			}
			c = next
		}
	}
	prune(root)
	return true
}

// A removal is one selector, in the parts between its descendant combinators. The library
// that matches the parts would try all ways to spread them over the elements around one,
// of which there are too many on a deep page; the nearest element for each will do.
type removal []cascadia.Sel

func (r removal) matches(n *html.Node) bool {
	last := len(r) - 1
	if !r[last].Match(n) {
		return false
	}
	for k := last - 1; k >= 0; k-- {
		n = n.Parent
		for n != nil && !r[k].Match(n) {
			n = n.Parent
		}
		if n == nil {
			return false
		}
	}
	return true
}

// Bounds of what takes long to match: a sibling combinator looks at all elements beside one,
// and these pseudo-classes at all below it.
const (
	maxSiblingCombinators = 1
	maxRelational         = 1
)

func parseRemoval(s string) (removal, error) {
	lower := strings.ToLower(s)
	relational := strings.Count(lower, ":has") + strings.Count(lower, ":contains") + strings.Count(lower, ":matches")
	if strings.Count(s, "~")-strings.Count(s, "~=") > maxSiblingCombinators || relational > maxRelational {
		return nil, fmt.Errorf("%w %q: it takes too long to match", extract.ErrBadSelector, s)
	}
	var list removal
	for _, part := range splitSelector(s, true) {
		sel, err := cascadia.Parse(part)
		if err != nil {
			return nil, fmt.Errorf("%w %q: %w", extract.ErrBadSelector, s, err)
		}
		list = append(list, sel)
	}
	for _, inner := range arguments(s) {
		if len(splitSelector(inner, true)) > 1 {
			return nil, fmt.Errorf("%w %q: a descendant combinator within a pseudo-class takes too long to match", extract.ErrBadSelector, s)
		}
	}
	return list, nil
}

// splitSelector cuts a selector list at its commas, or a selector at its descendant
// combinators, outside of brackets and strings.
func splitSelector(s string, atSpaces bool) (parts []string) {
	depth, start := 0, 0
	quote := byte(0)
	cut := func(end, next int) {
		if part := strings.TrimSpace(s[start:end]); part != "" {
			parts = append(parts, part)
		}
		start = next
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case depth == 0 && !atSpaces && c == ',':
			cut(i, i+1)
		case depth == 0 && atSpaces && strings.IndexByte(" \t\n\r\f", c) >= 0:
			before, after := strings.TrimSpace(s[:i]), strings.TrimSpace(s[i:])
			if before != "" && after != "" && strings.IndexByte(">+~,", before[len(before)-1]) < 0 && strings.IndexByte(">+~,", after[0]) < 0 {
				cut(i, i+1) // the white space is beside no other combinator
			}
		}
	}
	cut(len(s), len(s))
	return parts
}

func arguments(s string) (list []string) {
	for s != "" {
		open := strings.IndexByte(s, '(')
		if open < 0 {
			break
		}
		s = s[open+1:]
		inner, _, _ := strings.Cut(s, ")")
		if trimmed := strings.TrimSpace(inner); trimmed != "" && strings.IndexByte("0123456789+-oe\"'", trimmed[0]) < 0 {
			list = append(list, strings.NewReplacer(",", " , ").Replace(trimmed))
		}
	}
	return list
}
