package visibility

import "github.com/webfetch-mcp/webfetch-go/extract/internal/css"

// fades reports whether the element at i of the path is invisible by the product of its own opacity and
// those of the elements around it. html and body don't count. An element that is invisible by its
// own opacity doesn't count either: it was judged before, and the walk only goes into it if a script is
// expected to show it. s.left keeps the product at each element of the path.
func (s *Checker) fades(i int) bool {
	for k := len(s.left); k <= i; k++ {
		rest := 1.0
		if n := s.node(k); n.Data != "body" && n.Data != "html" {
			if k > 0 {
				rest = s.left[k-1]
			}
			if s.sheet.Spend(1) {
				var c css.Style
				s.sheet.Compute(k, 1<<css.Opacity, &c)
				if v := c.Get(css.Opacity); v.Form == css.Number && v.Fraction() > leastOpacity {
					rest *= min(v.Fraction(), 1)
				}
			}
		}
		s.left = append(s.left, rest)
	}
	return s.left[i] <= leastOpacity
}
