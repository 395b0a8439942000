package classify

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// A line that shows an address has at most maxAddressLabel words besides it: "See also:", "→". The address
// has at most maxShownAddress bytes.
const (
	maxAddressLabel = 4
	maxShownAddress = 300
)

// keepAddresses keeps lines that show the address of their link, right below kept text of the same part of the page:
// "→ https://example.org/manual/". The model takes such lines for navigation, since they are links alone.
func (s *selection) keepAddresses() {
	for i := range s.page.Links {
		l := &s.page.Links[i]
		at := int(l.Block)
		if at <= 0 || s.kept[at] || !s.kept[at-1] {
			continue
		}
		b := &s.page.Blocks[at]
		if b.Links == 1 && b.Words-b.LinkWords <= maxAddressLabel && !s.hasOtherPurpose(at, true) && s.partAround(at-1, at) >= 0 {
			shown := shownAddress(l.Node)
			s.kept[at] = shown != "" && shown[len(shown)-1] == b.Last // nothing follows
		}
	}
}

// shownAddress returns the text of a link that is its own address, of a page or of mail, but for the scheme, "www." and a
// slash at the end, or the end of the address: "10.1000/182" leads to https://doi.org/10.1000/182. Otherwise it returns "".
func shownAddress(link *html.Node) string {
	shown := meta.Text(link, maxShownAddress+1)
	if len(shown) > maxShownAddress || strings.Contains(shown, " ") || !strings.Contains(shown, ".") {
		return ""
	}
	bare := func(address string) string {
		if _, rest, ok := strings.Cut(address, "://"); ok {
			address = rest
		}
		address = strings.TrimPrefix(strings.ToLower(address), "mailto:")
		return strings.TrimSuffix(strings.TrimPrefix(address, "www."), "/")
	}
	said, leads := bare(shown), bare(strings.TrimSpace(htmltree.Attr(link, "href")))
	if said == leads || strings.Contains(said, "/") && strings.HasSuffix(leads, "/"+said) {
		return shown
	}
	return ""
}
