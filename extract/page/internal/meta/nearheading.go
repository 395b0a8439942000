package meta

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// Blocks around the first heading that may name authors or dates: how many before and after it,
// and how long they are.
const (
	linesBefore  = 8
	linesAfter   = 14
	maxLineWords = 25
	maxLineBytes = 300
)

// line is a short block near the first heading. distance counts blocks from the one with the heading, which has 0.
type line struct {
	block, distance int
	text            string
}

// nearLines returns the short blocks around the first h1, those after it first; without one, among the
// first blocks of the page. Their text is read once for all fields.
func nearLines(p *measure.Page, heading int) []line {
	lines := make([]line, 0, linesBefore+linesAfter)
	add := func(b int) {
		if p.Blocks[b].Words <= maxLineWords && p.Elements[p.Blocks[b].Element].AnyKinds&measure.Label == 0 {
			lines = append(lines, line{b, b - heading, blockText(p, b, maxLineBytes, true)})
		}
	}
	for b := heading; b < min(len(p.Blocks), heading+linesAfter); b++ {
		add(b)
	}
	for b := heading - 1; b >= max(0, heading-linesBefore); b-- {
		add(b)
	}
	return lines
}

// headingBlock returns the index of the first block of an h1, without one that of the first heading that the title in the head
// begins with, else 0.
func headingBlock(p *measure.Page) int {
	title, named := "", 0
	if p.Head.Title != nil {
		title = Text(p.Head.Title, maxLineBytes)
	}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		kinds := p.Elements[b.Element].AnyKinds
		if kinds&measure.H1 != 0 {
			return i
		}
		if named == 0 && kinds&measure.Headings != 0 && b.Words >= minTitleWords && title != "" && hasPrefixFold(title, BlockText(p, i, maxLineBytes)) {
			named = i
		}
	}
	return named
}

// within reports whether a line stands at most so many blocks before the heading, and fewer than so
// many after it.
func (l *line) within(before, after int) bool { return l.distance >= -before && l.distance < after }

// maxRunNodes bounds the nodes that are looked at for the text of a block, and for the heading of a card.
const maxRunNodes = 500

// BlockText is the text of a block, at most limit bytes of it.
func BlockText(p *measure.Page, i, limit int) string { return blockText(p, i, limit, false) }

// blockText is BlockText, of a byline with bars where its lines end.
func blockText(p *measure.Page, i, limit int, isByline bool) string {
	b := &p.Blocks[i]
	if el := &p.Elements[b.Element]; el.End-el.First == 1 {
		if isByline {
			return bylineText(p.Nodes[b.Element])
		}
		return Text(p.Nodes[b.Element], limit)
	}
	return shownText(p, b.Leaf, b.Start, b.End, limit, isByline)
}

// ShownText returns the text of an element that a reader sees, at most limit bytes of it.
func ShownText(p *measure.Page, e int32, limit int) string {
	at := p.Elements[e].Index
	return shownText(p, e, at, p.Next[at], limit, false)
}

// shownText is the text of the nodes from index start to before end, of which element e holds the first.
func shownText(p *measure.Page, e, start, end int32, limit int, isByline bool) string {
	var text []byte
	n, at := p.Nodes[e], p.Elements[e].Index
	for step := 0; n != nil && at < end && len(text) < limit; step++ {
		switch {
		case step == maxRunNodes:
			return Text(p.Nodes[e], limit)
		case p.Next[at] > start && !p.Skip[at] && n.DataAtom != atom.Script && n.DataAtom != atom.Style:
			if n.Type == html.TextNode {
				text = append(space(text), CutText(n.Data, limit-len(text))...)
			} else if isByline && n.DataAtom == atom.Br && len(text) > 0 {
				text = append(text, " | "...)
			}
			n, at = htmltree.Next(n, nil), at+1
			continue
		}
		for at = p.Next[at]; n != nil && n.NextSibling == nil; n = n.Parent {
		}
		if n != nil {
			n = n.NextSibling
		}
	}
	return strings.TrimRight(fold(string(text)), " |")
}

// blockNode returns the element of a block: the element around it if that contains nothing
// else, otherwise the innermost.
func blockNode(p *measure.Page, i int) *html.Node {
	b := &p.Blocks[i]
	if el := &p.Elements[b.Element]; el.End-el.First == 1 {
		return p.Nodes[b.Element]
	}
	return p.Nodes[b.Leaf]
}

// maxHops is how many elements around a date or a name are looked at.
const maxHops = 24

// inOtherPart reports whether an element is in an entry of a list of pages or in another work: with isDate in an event too.
func (r *reader) inOtherPart(n *html.Node, isDate bool) bool {
	return r.inOtherWork(n, isDate) || r.inEntry(n)
}

func (r *reader) blockInOtherPart(block int, isDate bool) bool {
	return r.inOtherWork(r.page.Nodes[r.page.Blocks[block].Leaf], isDate) || r.inEntry(blockNode(r.page, block))
}

// isAroundHeading reports whether an element is the first h1 or stands around it.
func (r *reader) isAroundHeading(n *html.Node) bool {
	return r.page.Head.H1 != nil && htmltree.IsInside(r.page.Head.H1, n)
}

// isCard reports whether a link is the teaser of another page: it has a title, or more words than a name with a role and a date.
func isCard(a *html.Node) bool {
	const maxLinkedByline = 20
	return a.DataAtom == atom.A && (hasOwnHeading(a, nil) || CountWords(Text(a, maxEntryBytes)) > maxLinkedByline)
}

// inOtherWork reports whether an element is in a work of its own or one about another: a
// comment, an answer, a review, a quotation, with isDate an event. Elements around the first h1 don't count.
func (r *reader) inOtherWork(n *html.Node, isDate bool) bool {
	const maxClass = 500 // bytes of a class that are read
	hops := 0
	for a := n; a != nil && a.DataAtom != atom.Body && hops < maxHops && !r.isAroundHeading(a); a, hops = a.Parent, hops+1 {
		if isCard(a) || a.DataAtom == atom.Blockquote || a.DataAtom == atom.Figcaption || a.DataAtom == atom.Aside && hasOwnHeading(a, n) {
			return true
		}
		if is("othertype", schemaName(htmltree.Attr(a, "itemtype"))) || is("otherprop", htmltree.Attr(a, "itemprop")) {
			return true
		}
		for name := range strings.FieldsSeq(strings.ToLower(CutText(htmltree.Attr(a, "class"), maxClass))) { // of which a word counts as the first or the last of several
			first, _, _ := strings.Cut(strings.ReplaceAll(strings.TrimPrefix(name, "tribe-"), "_", "-"), "-")
			at := strings.LastIndexAny(name, "-_") + 1
			before, last := name[:at], name[at:]
			if is("otherclass", name) || is("otherwork", first) || begins("otherpart", name) || isDate && is("otherevent", first) {
				return true
			}
			// But "header--no-promo", and "meta-with-comments" for the line of the byline with a link to the comments.
			if is("otherwork", last) && !(last == "comments" && before != "" && r.isBelowHeading(a)) && !strings.HasSuffix(before, "-no-") && !strings.HasSuffix(before, "-has-") {
				return true
			}
		}
	}
	return false
}

// isBelowHeading reports whether an element is a line behind the heading of the page, or behind other lines there.
func (r *reader) isBelowHeading(n *html.Node) bool {
	const maxLines = 8 // nodes, those of white space included
	for range maxLines {
		if len(Text(n, maxLineBytes)) == maxLineBytes {
			return false
		}
		if n = n.PrevSibling; n == nil || r.isAroundHeading(n) {
			return n != nil
		}
	}
	return false
}

// hasOwnHeading reports whether a short element has a heading before n that may be the title of another page.
func hasOwnHeading(card, n *html.Node) bool {
	title, seen := "", 0
	for c := card.FirstChild; c != nil; c = htmltree.Next(c, card) {
		if seen++; c == n || seen == maxRunNodes {
			break
		}
		switch c.DataAtom {
		case atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
			title = Text(c, maxEntryBytes)
		}
	}
	_, isByline := afterByline(title)
	return CountWords(title) >= minTitleWords && !isByline && !isFullName(title) && !is("aboutauthor", title) && len(Text(card, maxEntryBytes)) < maxEntryBytes/2
}

// Limits of an entry of a list of pages, such as a card or a line of a front page.
const (
	maxEntrySteps    = 4   // elements around a name or a date of which one may be the entry
	maxEntryBytes    = 500 // an entry has less text
	minTitleWords    = 3   // the link to the page has so many words, or minTitleBytes
	minTitleBytes    = 30  // for titles of long words and in scripts without spaces
	minEntries       = 3   // a list has so many entries beside each other
	maxEntrySiblings = 16  // nodes beside it that are looked at, from the first one on
)

// inEntry reports whether a name or a date is in an entry of a list of other pages: a short
// element with a link that may be the title of one, next to similar ones. Elements around
// the heading of the page don't count.
func (r *reader) inEntry(n *html.Node) bool {
	a := n
	for range maxEntrySteps {
		if a == nil || a.Parent == nil || a.DataAtom == atom.Body || r.isAroundHeading(a) || len(Text(a, maxEntryBytes)) >= maxEntryBytes {
			return false
		}
		if !hasTitleLink(a, n) {
			a = a.Parent
			continue
		}
		entries, seen := 0, 0
		for c := range a.Parent.ChildNodes() {
			if c.Data == a.Data && c.Type == a.Type && htmltree.Attr(c, "class") == htmltree.Attr(a, "class") && hasTitleLink(c, nil) {
				entries++
			}
			if seen++; entries == minEntries || seen == maxEntrySiblings {
				break
			}
		}
		return entries >= minEntries
	}
	return false
}

// hasTitleLink reports whether a short element has a link whose text may be a title,
// and is more than a name that is linked.
func hasTitleLink(n, name *html.Node) bool {
	seen := 0
	for c := range n.Descendants() {
		if seen++; seen > maxEntryBytes {
			break
		}
		if c.DataAtom != atom.A || htmltree.Attr(c, "href") == "" {
			continue
		}
		text := Text(c, maxEntryBytes)
		if (len(text) >= minTitleBytes || CountWords(text) >= minTitleWords) && (name == nil || text != Text(name, maxEntryBytes)) {
			return true
		}
	}
	return false
}
