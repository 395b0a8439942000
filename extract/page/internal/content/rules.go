package content

import "github.com/webfetch-mcp/webfetch-go/extract/page/internal/layout"

// rules is a hand-made probability.
func rules(f *Vector) float32 {
	p := float32(0.35)
	w := f[fWords]
	switch {
	case w >= 40:
		p = 0.8
	case w >= 20:
		p = 0.7
	case w >= 8:
		p = 0.5
	}
	tag := func(i int) float32 { return f[firstTag+i] }
	has := func(t layout.Tags) bool {
		for i := range layout.TagCount {
			if t>>i&1 != 0 && tag(i) > 0 {
				return true
			}
		}
		return false
	}
	near := func(t layout.Groups) bool {
		for i := range layout.GroupCount {
			if t>>i&1 != 0 && f[firstGroup+i] > 0 {
				return true
			}
		}
		return false
	}
	if f[fLinkDensity] > .5 {
		p -= .4
	}
	if f[fInDense] == 1 {
		p += .2
	} else if f[fNearDense] == 0 {
		p -= .2
	}
	if has(layout.Nav | layout.Footer | layout.Dialog | layout.Menu | layout.Aside | layout.Button) {
		p -= .5
	}
	if has(layout.Header | layout.Figcaption | layout.Form) {
		p -= .25
	}
	if near(layout.ClassNav | layout.ClassMenu | layout.ClassFooter | layout.ClassCookie | layout.ClassRelated | layout.ClassShare | layout.ClassNewsletter | layout.ClassComment | layout.ClassModal | layout.ClassSidebar | layout.ClassCaption) {
		p -= .3
	}
	if has(layout.Main | layout.Article) {
		p += .1
	}
	return min(max(p, 0.01), .95)
}
