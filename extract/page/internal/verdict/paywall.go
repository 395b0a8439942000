package verdict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// paywall recognises a page of which only a part is free, by a request to pay or by its
// JSON-LD. A page that shows more than a teaser and says that it is free asks for something else,
// or on behalf of other pages.
func paywall(p *page) extract.Verdict {
	if p.About.FreeToRead && p.Words >= teaser {
		return extract.Verdict{}
	}
	phrase, named := paywallPhrase(p)
	v := extract.Verdict{Kind: extract.VerdictPaywall}
	if p.About.NotFreeToRead {
		v.Evidence = append(v.Evidence, "JSON-LD isAccessibleForFree is false")
	}
	switch {
	case named, phrase != "" && !p.showsWholeArticle():
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
	n := meta.CountWords(p.About.Body)
	return n >= teaser && 5*p.Words >= 4*n
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

// paywallPhrase returns a request to pay in the short blocks in and around the content, and
// anywhere in elements whose class names a paywall; named says that it is in one of these.
// A request elsewhere counts beside a text of ordinary length; a label of what is not for
// everybody, which links to other pages bear too, beside what may be a teaser.
func paywallPhrase(p *page) (phrase string, named bool) {
	from, to := 0, len(p.Kept) // all where nothing is kept
	if first := slices.Index(p.Kept, true); first >= 0 {
		from, to = first-noticeBefore, first
		for i, kept := range p.Kept {
			if kept {
				to = i + noticeBehind + 1
			}
		}
	}
	inNamed, near := phraseHits{}, phraseHits{}
	sizes := [2]int{} // bytes that were searched of each
	for i := range p.Page.Blocks {
		b := &p.Page.Blocks[i]
		el := &p.Page.Elements[b.Element]
		if b.Words < 3 || b.Words > 60 || el.AnyKinds&(measure.Nav|measure.Footer) != 0 {
			continue
		}
		hits, size := inNamed, &sizes[0]
		if el.AnyTopics&measure.ClassPaywall == 0 {
			hits, size = near, &sizes[1]
			linked := b.LinkWords == b.Words && el.AnyKinds&measure.Li != 0
			if p.Words >= 2*shortWords || i < from || i >= to || linked || el.AnyKinds&aroundTags != 0 || el.AnyTopics&aroundClasses != 0 {
				continue
			}
		}
		if *size < maxGate {
			text := meta.Text(p.Page.Nodes[b.Element], 500)
			if *size += len(text) + 1; !phrases("labels of advertisements").Within(strings.ToLower(text)) {
				hits.match(inPaywall, []byte(text))
			}
		}
	}
	if phrase = inNamed["paywall texts"].text; phrase == "" && p.Words < 2*shortWords {
		phrase = inNamed["paywall labels"].text
	}
	if phrase != "" {
		return phrase, true
	}
	if phrase = near["paywall texts"].text; phrase == "" && (p.Words < teaser || p.About.NotFreeToRead && p.Words < shortWords) {
		phrase = near["paywall labels"].text
	}
	return phrase, false
}
