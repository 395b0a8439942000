package verdict

import (
	"fmt"
	"slices"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// paywall recognises a page of which only a part is free, by a request to pay or by its
// JSON-LD.
func paywall(p *page) extract.Verdict {
	g := findPaywallNotice(p)
	phrase := g.phrase(p)
	v := extract.Verdict{Kind: extract.VerdictPaywall}
	if p.About.NotFreeToRead {
		v.Evidence = append(v.Evidence, "JSON-LD isAccessibleForFree is false")
	}
	switch {
	case g.class, phrase != "" && !p.showsWholeArticle():
		v.Evidence = append(v.Evidence, quoted("text", phrase))
	case p.About.NotFreeToRead && p.Words < teaser && !p.showsWholeArticle():
		v.Evidence = append(v.Evidence, fmt.Sprintf("%d words of content", p.Words))
	default:
		return extract.Verdict{}
	}
	return v
}

const teaser = 150

// showsWholeArticle reports whether the page shows what JSON-LD has as its text, and that
// is more than a teaser.
func (p *page) showsWholeArticle() bool {
	n := CountWords(p.About.Body)
	return n >= teaser && 5*p.Words >= 4*n
}

type paywallNotice struct {
	asked string // a request to pay
	label string // a mark of what is not for everybody
	class bool   // the request is in an element with a class of paywalls
}

// phrase returns the words that count beside so much text. A request to pay counts
// beside a text of ordinary length; a label, which links to other pages bear too,
// beside what may be a teaser.
func (g *paywallNotice) phrase(p *page) string {
	switch {
	case g.asked != "" && (g.class || p.Words < 2*shortWords):
		return g.asked
	case g.label != "" && (g.class || p.Words < teaser || p.About.NotFreeToRead && p.Words < shortWords):
		return g.label
	}
	return ""
}

// Bounds of the search for a request to pay: the bytes of text that are searched,
// and how many blocks before and behind the content it may stand.
const (
	maxGate      = 8 << 10
	noticeBefore = 8
	noticeBehind = 12
)

// Where no request to pay concerns the page it stands on.
const (
	aroundTags    = measure.Nav | measure.Footer | measure.Aside | measure.Menu | measure.Search
	aroundClasses = measure.ClassNav | measure.ClassMenu | measure.ClassSidebar | measure.ClassRelated | measure.ClassComment | measure.ClassNewsletter | measure.ClassFooter
)

// findPaywallNotice looks for a request to pay in the short blocks in and around the
// content, and anywhere in elements whose class names a paywall. Of a long page
// only these are looked at.
func findPaywallNotice(p *page) paywallNotice {
	from, to := 0, len(p.Kept) // all where nothing is kept
	if first := slices.Index(p.Kept, true); first >= 0 {
		from, to = first-noticeBefore, first
		for i, kept := range p.Kept {
			if kept {
				to = i + noticeBehind + 1
			}
		}
	}
	named, near := paywallMatch{hits: phraseHits{}}, paywallMatch{hits: phraseHits{}}
	for i := range p.Page.Blocks {
		b := &p.Page.Blocks[i]
		el := &p.Page.Elements[b.Element]
		if b.Words < 3 || b.Words > 60 || el.AnyKinds&(measure.Nav|measure.Footer) != 0 {
			continue
		}
		if el.AnyTopics&measure.ClassPaywall != 0 {
			named.match(p.Page.Nodes[b.Element])
			continue
		}
		linked := b.LinkWords == b.Words && el.AnyKinds&measure.Li != 0
		if p.Words < 2*shortWords && i >= from && i < to && !linked && el.AnyKinds&aroundTags == 0 && el.AnyTopics&aroundClasses == 0 {
			near.match(p.Page.Nodes[b.Element])
		}
	}
	if asked, label := named.hits.phrase(paywallTexts), named.hits.phrase(paywallLabels); asked != "" || label != "" {
		return paywallNotice{asked, label, true}
	}
	return paywallNotice{asked: near.hits.phrase(paywallTexts), label: near.hits.phrase(paywallLabels)}
}

type paywallMatch struct {
	hits phraseHits
	size int
}

func (p *paywallMatch) match(n *html.Node) {
	if p.size < maxGate {
		text := meta.Text(n, 500)
		p.hits.match(inPaywall, []byte(text))
		p.size += len(text) + 1
	}
}
