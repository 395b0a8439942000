package meta

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/layout"
)

// title chooses the title of the page.
func title(p *layout.Page, v *values, main linked, whole, site string) string {
	h1 := ""
	if p.Head.H1 != nil {
		h1 = Text(p.Head.H1, 500)
	}
	og := fold(first(v.meta["og:title"], v.meta["twitter:title"], v.meta["dc.title"], v.meta["dcterms.title"], v.meta["citation_title"]))
	if h1 != "" && len(strings.Fields(whole)) >= 4 && !shares(h1, whole) {
		h1 = ""
	}
	for _, t := range []string{strip(og, site), fold(main.Headline), h1, strip(whole, site), whole} {
		if t != "" {
			return t
		}
	}
	return ""
}

// strip takes the name of the site off a title: a part set off by a bar, a
// dash or the like that is the site's name or short beside the other.
func strip(t, site string) string {
	for _, sep := range []string{" | ", " - ", " – ", " — ", " :: ", " » ", " « ", " · ", " • ", " › "} {
		i := strings.LastIndex(t, sep)
		if i < 0 {
			continue
		}
		head, tail := t[:i], t[i+len(sep):]
		switch {
		case site != "" && strings.EqualFold(tail, site):
			return head
		case site != "" && strings.EqualFold(head, site):
			return tail
		case len(strings.Fields(tail)) <= 4 && len(strings.Fields(head)) > len(strings.Fields(tail)) && (site == "" || sep == " | "):
			return head
		}
	}
	return t
}

// shares reports whether two titles have a word of some length in common.
func shares(a, b string) bool {
	b = strings.ToLower(b)
	for w := range strings.FieldsSeq(strings.ToLower(a)) {
		if w = strings.Trim(w, ".,:;!?\"'()"); len(w) > 3 && strings.Contains(b, w) {
			return true
		}
	}
	return false
}
