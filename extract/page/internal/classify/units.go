package classify

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// unit is an element whose text is kept or left out as a whole: a table of data, code, a list, a list of terms, a figure
// with its caption, a quotation with who said it, an item of a list that isn't a unit itself. A reader who meets a table
// without two of its rows can't know that they are missing.
type unit struct {
	*measure.Element
	elem       int32 // its index in Page.Elements
	First, End int32 // its blocks, and those of further elements that read as one with it
	kind       unitKind
}

type unitKind uint8

const (
	tableUnit unitKind = iota
	codeUnit
	listUnit
	termsUnit
	figureUnit // with a picture
	quoteUnit  // a figure with a quotation, a film, a sound or a formula
	voiceUnit  // a quotation with who said it, such as an embedded post
	itemUnit
)

// findUnits sets s.units to the outermost units of the page in document order, and
// s.layoutTables to the tables that aren't data.
func (s *selection) findUnits() {
	s.units, s.layoutTables = s.units[:0], s.layoutTables[:0]
	// In a forum the name of a user at the head of an item counts as a section: a list of such items is one of posts.
	forum := s.isForum()
	s.sectionsBefore = append(slices.Grow(s.sectionsBefore[:0], len(s.page.Elements)+1), 0)
	for e := range s.page.Elements {
		n := s.sectionsBefore[e]
		if el := &s.page.Elements[e]; el.First < el.End && (el.Kinds&sectionKinds != 0 || forum && s.headsItem(el)) {
			n++
		}
		s.sectionsBefore = append(s.sectionsBefore, n)
	}
	var hidden htmlmd.Marks // made at the first table
	end := int32(0)
	for e := range s.page.Elements {
		el := &s.page.Elements[e]
		if el.First == el.End || el.Index < end {
			continue
		}
		if kind, ok := s.unitOf(int32(e), &hidden); ok {
			end = s.page.Next[el.Index]
			u := unit{el, int32(e), el.First, el.End, kind}
			if n := len(s.units) - 1; n >= 0 && !forum && s.readsAsOne(&s.units[n], &u) {
				s.units[n].End = el.End
			} else {
				s.units = append(s.units, u)
			}
		}
	}
}

// unitOf returns whether element e is a unit, and of which kind. hidden are the nodes that a reader can't see; unitOf
// sets them at the first table. It adds e to s.layoutTables if it is a table that isn't data.
func (s *selection) unitOf(e int32, hidden *htmlmd.Marks) (unitKind, bool) {
	el, node := &s.page.Elements[e], s.page.Nodes[e]
	if s.opts.Tables[node] {
		return tableUnit, true
	}
	if el.Preformatted && s.isUnsectioned(e) {
		return codeUnit, true
	}
	switch el.Atom {
	case atom.Pre, atom.Listing, atom.Xmp, atom.Plaintext:
		return codeUnit, true
	case atom.Table:
		if *hidden == nil {
			*hidden = skippedNodes(htmltree.Root(node), s.page)
		}
		if htmlmd.IsData(node, *hidden) {
			return tableUnit, true
		}
		s.layoutTables = append(s.layoutTables, e)
	case atom.Dl:
		return termsUnit, s.isUnsectioned(e)
	case atom.Ul, atom.Ol:
		return listUnit, s.isUnsectioned(e)
	case atom.Figure:
		if s.isUnsectioned(e) {
			return s.figureOf(e, hidden), true
		}
	case atom.Blockquote:
		return voiceUnit, isAttributed(node)
	case atom.Div:
		return voiceUnit, htmlmd.IsBoxedPost(node)
	case atom.Aside:
		return voiceUnit, htmlmd.IsBoxedPost(node) || htmltree.HasClass(node, "quote")
	case atom.Li:
		return itemUnit, s.isUnsectioned(e)
	}
	return 0, false
}

const maxFigureDepth = 16

// figureOf returns the kind of unit that a figure is: that of the first table of data, code, list or quotation in it,
// which counts with its caption, else figureUnit.
func (s *selection) figureOf(figure int32, hidden *htmlmd.Marks) unitKind {
	for e := figure + 1; e <= lastInside(s.page, figure); e++ {
		switch s.page.Elements[e].Atom {
		case atom.Blockquote:
			hasCaption := htmltree.Find(s.page.Nodes[figure], maxFigureDepth, func(n *html.Node) bool { return n.DataAtom == atom.Figcaption }) != nil
			if hasCaption || isAttributed(s.page.Nodes[e]) {
				return voiceUnit
			}
			return quoteUnit
		case atom.Pre, atom.Table, atom.Dl, atom.Ul, atom.Ol:
			if kind, ok := s.unitOf(e, hidden); ok {
				return kind
			}
		}
	}
	plays := func(n *html.Node) bool {
		return n.DataAtom == atom.Iframe || n.DataAtom == atom.Video || n.DataAtom == atom.Audio || n.DataAtom == atom.Math
	}
	if htmltree.Find(s.page.Nodes[figure], maxFigureDepth, plays) != nil {
		return quoteUnit
	}
	return figureUnit
}

// embeddedPosts are classes of quotations that scripts of other sites replace by a post: its words,
// and below them its author, its date and its address.
const embeddedPosts = "twitter-tweet instagram-media tiktok-embed mastodon-embed bluesky-embed text-post-media " +
	"reddit-embed-bq reddit-card imgur-embed-pub fb-xfbml-parse-ignore twitter-video"

// isAttributed reports whether a quotation ends with who said it: it is an embedded post, its last
// child is a <cite> or a <footer>, or its last line begins with a dash:
//
//	<blockquote><p>Words</p>&mdash; Name (@name) <a href="…">1 May</a></blockquote>
func isAttributed(quote *html.Node) bool {
	if htmltree.HasClass(quote, strings.Fields(embeddedPosts)...) {
		return true
	}
	isBlank := func(n *html.Node) bool { return n.Type != html.ElementNode && !isText(n) }
	line := quote.LastChild
	for line != nil && isBlank(line) {
		line = line.PrevSibling
	}
	if line == nil || line.DataAtom == atom.Cite || line.DataAtom == atom.Footer {
		return line != nil
	}
	for b := line; b != nil && !htmltree.IsBlock(b.DataAtom) && b.DataAtom != atom.Br; b = b.PrevSibling {
		if !isBlank(b) {
			line = b
		}
	}
	const levels = 4 // of elements around the beginning of the line
	for range levels {
		if line == nil || line.Type != html.ElementNode {
			break
		}
		for line = line.FirstChild; line != nil && isBlank(line); line = line.NextSibling {
		}
	}
	if line == nil || line.Type != html.TextNode {
		return false
	}
	first, _ := utf8.DecodeRuneInString(strings.TrimSpace(line.Data))
	return strings.ContainsRune("—–―-", first)
}

func isText(n *html.Node) bool { return n.Type == html.TextNode && !measure.IsBlank(n.Data) }

// sectionKinds are elements that a list or a figure with one inside is made of: cards, posts or parts of the page, of
// which one may be left out. boilerplateKinds are those around the content of a page.
const (
	sectionKinds     = measure.Headings | measure.Article | measure.Form | measure.Section | boilerplateKinds
	boilerplateKinds = measure.Nav | measure.Header | measure.Footer | measure.Aside | measure.Dialog | measure.Menu
)

// headsItem reports whether an element with a class of a user or an author is at the head of an
// item of a list.
func (s *selection) headsItem(el *measure.Element) bool {
	const maxItemSteps = 7
	if el.Topics&(measure.ClassUser|measure.ClassAuthor) == 0 {
		return false
	}
	item := s.outward(el.Parent, maxItemSteps, func(up *measure.Element) bool { return up.First < el.First || up.Atom == atom.Li })
	return item >= 0 && s.page.Elements[item].First == el.First
}

func (s *selection) isUnsectioned(e int32) bool {
	return s.sectionsBefore[e+1] == s.sectionsBefore[lastInside(s.page, e)+1]
}

// isTextList reports whether a list holds text, or links to many sites as sources and further reading are. A list of other links
// is one that its neighbours don't keep. Of its links it looks at the first, and at their address up to maxAddress bytes.
func (s *selection) isTextList(el *measure.Element) bool {
	const (
		linkListShare = 0.6 // the share of words in links from which on a list is one of links
		mostLinks     = 64
		maxAddress    = 2000
	)
	if s.features.LinkShare(el) < linkListShare {
		return true
	}
	at := func(i int) int32 { return s.page.Elements[s.page.Links[i].Element].Index }
	first := sort.Search(len(s.page.Links), func(i int) bool { return at(i) >= el.Index })
	links, hosts := 0, map[string]bool{}
	for i := first; links < mostLinks && i < len(s.page.Links) && at(i) < s.page.Next[el.Index]; i++ {
		links++
		address := htmltree.Attr(s.page.Links[i].Node, "href")
		address = address[:min(len(address), maxAddress)]
		if _, rest, absolute := strings.Cut(address, "://"); absolute && !weburl.SharesPage(address) {
			hosts[weburl.HostOf(rest)] = true
		}
	}
	return len(hosts) > 1 && 2*len(hosts) > links
}

// averageUnits gives the blocks of each unit one score: their mean, by words, or, of a quotation with who said it, that
// of its most likely block.
func (s *selection) averageUnits() {
	for _, u := range s.units {
		score := s.meanScore(u.First, u.End)
		if u.kind == voiceUnit {
			score = slices.Max(s.scores[u.First:u.End])
		}
		for i := u.First; i < u.End; i++ {
			s.scores[i] = score
		}
	}
}

// settleUnits keeps or leaves out each unit as a whole: as most of its words are, and else if the text on both sides is kept.
func (s *selection) settleUnits() {
	lo, hi := s.bounds()
	for _, u := range s.units {
		if u.First < lo || u.End > hi {
			continue
		}
		var words, held int32
		for i := u.First; i < u.End; i++ {
			w := s.page.Blocks[i].Words + 1
			words += w
			if s.kept[i] {
				held += w
			}
		}
		whole := 2*held > words
		if !whole && !s.inPostHead(u.First) && s.isBetweenKept(u) {
			whole = true
			if h := u.First - 1; s.isHeading(int(h)) {
				s.kept[h] = true
			}
		}
		for i := u.First; i < u.End; i++ {
			s.kept[i] = whole
		}
	}
}

// isBetweenKept reports whether a unit is between kept text of the element around. Lists of links must be likely, too. Figures
// with a picture and items of a list of cards are never kept this way.
func (s *selection) isBetweenKept(u unit) bool {
	if u.kind == itemUnit || u.kind == figureUnit || u.kind == listUnit && s.scores[u.First] < s.threshold*halfThreshold && !s.isTextList(u.Element) {
		return false
	}
	before := u.First - 1
	if before > 0 && !s.kept[before] && s.isHeading(int(before)) {
		before--
	}
	if before < 0 || !s.kept[before] || int(u.End) >= len(s.kept) || !s.kept[u.End] {
		return false
	}
	up := s.features.Context(u.elem).Wider
	for up >= 0 && s.page.Elements[up].End <= u.End {
		up = s.features.Context(up).Wider
	}
	return up >= 0 && before >= s.page.Elements[up].First
}

// readsAsOne reports whether two adjacent units form one. Two lists do if both hold text or both hold links, and
// they share a parent or a grandparent. Two siblings that a style sets as code do as well: they are lines of one listing.
func (s *selection) readsAsOne(u, v *unit) bool {
	if u.kind != v.kind || u.End != v.First || u.Parent < 0 || v.Parent < 0 {
		return false
	}
	up, other := s.page.Elements[u.Parent].Parent, s.page.Elements[v.Parent].Parent
	switch u.kind {
	case codeUnit:
		return u.Preformatted && v.Preformatted && u.Parent == v.Parent
	case listUnit:
		isNear := u.Parent == v.Parent || u.Parent == other || up == v.Parent || up == other && up >= 0
		return isNear && s.isTextList(u.Element) == s.isTextList(v.Element)
	}
	return false
}

// Unit is a part of a page that is kept or left out as a whole: its blocks are those from First to
// before End.
type Unit struct {
	First, End  int32
	Table, Code bool // it is a table of data, or code
}

// Units returns the units of the page of the last Classify in document order.
func (c *Classifier) Units() []Unit {
	s := &c.selection
	units := make([]Unit, len(s.units))
	for i, u := range s.units {
		units[i] = Unit{u.First, u.End, u.kind == tableUnit, u.kind == codeUnit}
	}
	return units
}

// InUnit reports whether a block of the page of the last Classify is part of a
// unit.
func (c *Classifier) InUnit(block int) bool { return c.selection.inUnit(block) }

func (s *selection) inUnit(block int) bool { return s.unitAt(block) != nil }

// unitAt returns the unit that block is part of, nil for none.
func (s *selection) unitAt(block int) *unit {
	at := sort.Search(len(s.units), func(u int) bool { return s.units[u].End > int32(block) })
	if at < len(s.units) && s.units[at].First <= int32(block) {
		return &s.units[at]
	}
	return nil
}
