package classify

import (
	"iter"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// unit is an element whose text is kept or left out as a whole: a table of data, code, a list, a list of terms, a figure
// with its caption, a quotation with who said it, an item of a list that isn't a unit itself. A reader who meets a table
// without two of its rows can't know that they are missing.
type unit struct {
	*measure.Element
	elem   int32 // its index in Page.Elements
	kind   unitKind
	isText bool // of a table or a list: see isTextList
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
			isList := kind == tableUnit || kind == listUnit || kind == termsUnit
			s.units = append(s.units, unit{el, int32(e), kind, isList && s.isTextList(el)})
			end = s.page.Next[el.Index]
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
		return (n.DataAtom == atom.Samp || n.DataAtom == atom.Code) && n.Parent.DataAtom == atom.Figure || n.DataAtom == atom.Iframe || n.DataAtom == atom.Video || n.DataAtom == atom.Audio || n.DataAtom == atom.Math
	}
	if htmltree.Find(s.page.Nodes[figure], maxFigureDepth, plays) != nil {
		return voiceUnit
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

	// navigationTopics are the classes of parts that lead around a site.
	navigationTopics = measure.ClassNav | measure.ClassMenu | measure.ClassSidebar | measure.ClassFooter | measure.ClassBreadcrumb
)

// headsItem reports whether an element with a class of a user or an author is at the head of an
// item of a list.
func (s *selection) headsItem(el *measure.Element) bool {
	const maxItemSteps = 7
	if el.Topics&(measure.ClassUser|measure.ClassAuthor) == 0 {
		return false
	}
	_, item := s.near(el.Parent, maxItemSteps, func(up *measure.Element) bool { return up.First < el.First || up.Atom == atom.Li })
	return item != nil && item.First == el.First
}

func (s *selection) isUnsectioned(e int32) bool {
	return s.sectionsBefore[e+1] == s.sectionsBefore[lastInside(s.page, e)+1]
}

// isTextList reports whether a list holds text, links to documents and archives, or links to many sites as sources and further reading
// are. A list of other links is one that its neighbours don't keep. Of its links it looks at the first, and at their address up to maxAddress bytes.
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
	links, files, hosts := 0, 0, map[string]bool{}
	for i := first; links < mostLinks && i < len(s.page.Links) && at(i) < s.page.Next[el.Index]; i++ {
		links++
		address := htmltree.Attr(s.page.Links[i].Node, "href")
		if address = address[:min(len(address), maxAddress)]; weburl.SharesPage(address) {
			return false
		}
		if _, rest, absolute := strings.Cut(address, "://"); absolute {
			hosts[weburl.HostOf(rest)] = true
		}
		if end := strings.IndexAny(address, "?#"); end >= 0 {
			address = address[:end]
		}
		if slices.Contains(fileEndings[:], weburl.Extension(address, nil)) {
			files++
		}
	}
	return 2*files > links || len(hosts) > 1 && 2*len(hosts) > links
}

var fileEndings = [...]string{".pdf", ".doc", ".docx", ".odt", ".rtf", ".xls", ".xlsx", ".ods", ".csv", ".ppt", ".pptx", ".odp", ".epub", ".zip", ".gz", ".tgz", ".xz", ".7z", ".ics"}

// averageUnits gives the blocks of each unit one score: their mean, by words, or, of a quotation with who said it, that
// of its most likely block. Lists that read as one have one score together.
func (s *selection) averageUnits() {
	for run := range s.unitRuns() {
		first, end := s.span(run)
		score := s.meanScore(first, end)
		if run[0].kind == voiceUnit {
			score = slices.Max(s.scores[first:end])
		}
		for i := first; i < end; i++ {
			s.scores[i] = score
		}
	}
}

// settleUnits keeps or leaves out each unit as a whole, and lists that read as one
// together: as most of their words are, and else if the text on both sides is kept.
func (s *selection) settleUnits() {
	lo, hi := s.bounds()
	for run := range s.unitRuns() {
		first, end := s.span(run)
		if first < lo || end > hi {
			continue
		}
		var words, held int32
		for i := first; i < end; i++ {
			w := s.page.Blocks[i].Words + 1
			words += w
			if s.kept[i] {
				held += w
			}
		}
		whole := 2*held > words
		if !whole && !s.inPostHead(first) && s.isBetweenKept(run, s.scores[first] >= s.threshold*halfThreshold) {
			whole = true
			s.keepHeadingAbove(first)
		}
		for i := first; i < end; i++ {
			s.kept[i] = whole
		}
	}
}

// unitRuns yields the units, those that read as one together.
func (s *selection) unitRuns() iter.Seq[[]unit] {
	return func(yield func([]unit) bool) {
		for from, to := 0, 0; from < len(s.units); from = to {
			for to = from + 1; to < len(s.units) && s.readsAsOne(s.units[to-1], s.units[to]) && !s.inPostHead(s.units[to].First); to++ {
			}
			if !yield(s.units[from:to]) {
				return
			}
		}
	}
}

func (s *selection) span(run []unit) (first, end int32) {
	return run[0].First, run[len(run)-1].End
}

// isBetweenKept reports whether a unit, or lists that read as one, is between kept text of the element around. Lists of
// links must be likely, too. Figures with a picture and items of a list of cards are never kept this way.
func (s *selection) isBetweenKept(run []unit, likely bool) bool {
	isLinks := func(u unit) bool { return u.kind == listUnit && !u.isText }
	if run[0].kind == itemUnit || run[0].kind == figureUnit || !likely && slices.ContainsFunc(run, isLinks) {
		return false
	}
	first, after := s.span(run)
	before := first - 1
	if kind := run[0].kind; kind == tableUnit || kind == codeUnit || kind == voiceUnit {
		before, after = s.pastPictures(before, false), s.pastPictures(after, true)
	}
	if before > 0 && !s.kept[before] && s.isHeading(int(before)) {
		before--
	}
	if !s.isKept(int(before)) {
		return false
	}
	if !s.isKept(int(after)) {
		// Lists of text, right after kept prose, a line with a colon or another unit, may end the element that holds both: the
		// last thing that an article says.
		el := run[0].Element
		isList := (run[0].kind == listUnit || run[0].kind == termsUnit) && run[0].isText && s.scores[first] >= s.threshold*quarterThreshold
		b := &s.page.Blocks[before]
		follows, parent := features.IsProse(b) || b.Last == ':', s.parentOf(int(before))
		if u := s.unitAt(int(before)); u != nil {
			follows, parent = true, u.Parent
		}
		return isList && before == first-1 && follows && el.Parent >= 0 && parent == el.Parent && s.page.Elements[el.Parent].End == after
	}
	up := s.features.Context(run[0].elem).Wider
	for up >= 0 && s.page.Elements[up].End <= after {
		up = s.features.Context(up).Wider
	}
	return up >= 0 && before >= s.page.Elements[up].First
}

// pastPictures returns the nearest block from i on, after or before it, that is not of a figure with a picture that is left out.
func (s *selection) pastPictures(i int32, after bool) int32 {
	for i >= 0 && int(i) < len(s.kept) && !s.kept[i] {
		u := s.unitAt(int(i))
		switch {
		case u == nil || u.kind != figureUnit:
			return i
		case after:
			i = u.End
		default:
			i = u.First - 1
		}
	}
	return i
}

// readsAsOne reports whether two adjacent units form one. Two lists do if both hold text or both hold links, and
// they share a parent or a grandparent. Two siblings that a style sets as code do as well: they are lines of one listing.
func (s *selection) readsAsOne(u, v unit) bool {
	if u.kind != v.kind || u.End != v.First {
		return false
	}
	if u.kind == codeUnit {
		return u.Preformatted && v.Preformatted && u.Parent == v.Parent
	}
	if u.kind != listUnit || u.isText != v.isText {
		return false
	}
	around := func(el unit) [2]int32 { // its parent and its grandparent
		if el.Parent < 0 {
			return [2]int32{-1, -1}
		}
		return [2]int32{el.Parent, s.page.Elements[el.Parent].Parent}
	}
	of, with := around(u), around(v)
	return slices.ContainsFunc(of[:], func(e int32) bool { return e >= 0 && slices.Contains(with[:], e) })
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
