package classify

import (
	"net/url"
	"slices"
	"sort"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// Marks returns how to write the page of the last Classify, whose tree is root, so that of
// all blocks only the kept ones are left, with the pictures among them. Nothing is left out
// of units that are kept whole. With Options.WholePage nothing is left out but what a reader
// can't see. Marks changes Page.Skip.
func (c *Classifier) Marks(root *html.Node, kept []bool) htmlmd.Marks {
	s := &c.selection
	s.kept = kept
	if !s.opts.WholePage {
		s.skipBlocks()
	}
	marks := skippedNodes(root, s.page)
	for _, e := range s.layoutTables {
		marks[s.page.Nodes[e]] |= htmlmd.LayoutTable
	}
	for _, e := range s.labelledTabs {
		marks[s.page.Nodes[e]] |= htmlmd.Skipped
	}
	for _, e := range s.leftOut {
		marks[s.page.Nodes[e]] |= htmlmd.LeftOut
	}
	return marks
}

// skippedNodes returns the nodes of a measured tree that Page.Skip leaves out, but for
// those within others.
func skippedNodes(root *html.Node, p *measure.Page) htmlmd.Marks {
	marks, i := htmlmd.Marks{}, int32(0)
	var visit func(*html.Node)
	visit = func(n *html.Node) {
		switch {
		case int(i) >= len(p.Skip):
		case p.Skip[i]:
			marks[n] = htmlmd.Skipped
			i = p.Next[i]
		default:
			i++
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				visit(c)
			}
		}
	}
	visit(root)
	return marks
}

func (s *selection) skipBlocks() {
	p := s.page
	s.recount()
	units := s.units
	for e := 0; e < len(p.Elements); e++ {
		el := &p.Elements[e]
		n := s.blocksKept(el)
		for len(units) > 0 && int(units[0].elem) < e {
			units = units[1:]
		}
		switch {
		case el.First == el.End:
			before := el.First - 1
			isWithin := before >= 0 && s.kept[before] && el.Index < p.Blocks[before].End // as a bold word of a kept paragraph
			p.Skip[el.Index] = !isWithin && !s.hasKeptNeighbours(el)
		case n == 0:
			p.Skip[el.Index] = true
			if htmltree.IsBlock(el.Atom) && (el.Parent < 0 || !p.Skip[p.Elements[el.Parent].Index]) {
				s.leftOut = append(s.leftOut, int32(e))
			}
		case len(units) > 0 && int(units[0].elem) == e && n == el.End-el.First:
			e = int(lastInside(p, int32(e)))
		}
	}
	for i, k := range s.kept {
		b := &p.Blocks[i]
		for j := b.Start; !k && j < b.End; j++ {
			p.Skip[j] = p.Skip[j] || p.Next[j] <= b.End // not an element that reaches beyond the block
		}
	}
}

// lastInside returns the last element inside of element e, e itself if there is
// none.
func lastInside(p *measure.Page, e int32) int32 {
	return firstFrom(p, e+1, p.Next[p.Elements[e].Index]) - 1
}

// firstFrom returns the first element, of those from e on, whose node has this index or one after it.
func firstFrom(p *measure.Page, e, index int32) int32 {
	return e + int32(sort.Search(len(p.Elements)-int(e), func(i int) bool { return p.Elements[int(e)+i].Index >= index }))
}

// hasKeptNeighbours reports whether an element without text stands among kept text: most
// of the blocks of the nearest ancestor with text are kept, or those directly before and
// after are. Nothing above the text of a post does, such as the picture of its author, nor does
// the header of the page, with the logo of the site, nor a menu. Editors put pictures into asides.
func (s *selection) hasKeptNeighbours(el *measure.Element) bool {
	if el.Kinds&(boilerplateKinds&^measure.Aside) != 0 && el.AnyKinds&(measure.Article|measure.Main|measure.Section) == 0 {
		return false
	}
	for at := el.Parent; at >= 0; at = s.page.Elements[at].Parent {
		up := &s.page.Elements[at]
		switch {
		case up.First == up.End:
			continue
		case up.End > el.First && s.inPostHead(el.First):
			return false
		}
		if 2*s.blocksKept(up) > up.End-up.First {
			return true
		}
		return el.First > up.First && el.First < up.End && s.kept[el.First-1] && s.kept[el.First]
	}
	return false
}

// Limits of pictures, chosen by reading pages: half of the runs of more than ten are logos of
// customers, swatches of colours or slides of a carousel.
const (
	// maxRun is how many pictures may follow each other without text between them. Of a
	// longer run minRun are written.
	maxRun, minRun = 10, 5
	// maxUses is how often a picture may stand on a page. One that stands there more
	// often is decoration, such as a star of ratings, and is written once.
	maxUses = 2
	// minSlides is how many pictures of one thing a list in an item of another list has at least
	// for only the first to be written. A slide has maxSlideNodes nodes at most, and the item is at most maxSlideSteps
	// elements around the list.
	minSlides, maxSlideNodes, maxSlideSteps = 3, 40, 16
	// maxLinksBetween is how many links may be between that of a picture and that of the text
	// that it shows.
	maxLinksBetween = 3
)

// SkipPictures adds to marks the pictures to leave out: those of long runs but for some, see
// endRun, and repetitions of decoration. Pictures in cells of tables and beside text are
// kept. Those of links to the front page, the logo of the site, and to forms that share the page
// go too; base is what links are relative to, nil if that is not known. It also marks links of
// which only the picture is written. It returns the nodes that are replaced by a note with the
// number of left-out pictures of a run. It calls dropped, unless that is nil, for each left-out
// picture with the name of the rule.
func SkipPictures(root *html.Node, base *url.URL, marks htmlmd.Marks, dropped func(n *html.Node, rule string)) map[*html.Node]int {
	if dropped == nil {
		dropped = func(*html.Node, string) {}
	}
	s := pictureScan{marks: marks, dropped: dropped, uses: map[string]int{}, text: map[*html.Node]bool{}}
	s.visit(root)
	s.endRun()
	used := map[string]bool{}
	for _, n := range s.alone {
		key := pictureKey(n)
		if s.uses[key] > maxUses && used[key] && marks[n]&htmlmd.Skipped == 0 {
			s.skip(n, "picture shown often")
		}
		used[key] = true
	}
	// A link that holds only a picture and has the address of a link with text near it, such as the heading of the same card, is
	// written as the picture alone.
	for i, link := range s.links {
		if link.hasPicture && !link.hasText && isLogoLink(base, link.href) {
			s.skip(link.node, "logo of the site, or button to share")
			continue
		}
		near := s.links[max(0, i-1-maxLinksBetween):min(len(s.links), i+2+maxLinksBetween)]
		if !link.hasText && link.hasPicture && slices.ContainsFunc(near, func(a *anchor) bool { return a.hasText && a.href == link.href }) {
			marks[link.node] |= htmlmd.PlainLink
		}
	}
	return s.more
}

// isLogoLink reports whether a link leads to the front page of its site, as the logo of the site does, or to a form that
// shares the page.
func isLogoLink(base *url.URL, href string) bool {
	to, err := weburl.Resolve(base, href)
	switch {
	case err != nil:
		return false
	case weburl.SharesPage(to.String()):
		return true
	}
	front := to.Path == "/" || to.Path == "" && to.Host != ""
	return front && to.RawQuery == "" && to.Fragment == "" && (to.Host == "" || base != nil && strings.EqualFold(to.Host, base.Host))
}

type pictureScan struct {
	marks   htmlmd.Marks
	dropped func(n *html.Node, rule string)

	run   []*html.Node        // pictures since the last text
	alone []*html.Node        // all pictures without text beside them
	uses  map[string]int      // by address
	text  map[*html.Node]bool // elements whose own text is known: whether they have some
	more  map[*html.Node]int  // what SkipPictures returns
	links []*anchor           // in document order
	link  *anchor             // the one that is being visited
}

type anchor struct {
	node                *html.Node
	href                string
	hasText, hasPicture bool
}

func (s *pictureScan) visit(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if s.marks[c]&htmlmd.Skipped != 0 {
			continue
		}
		if c.Type != html.ElementNode {
			if isText(c) {
				s.visitText()
			}
			continue
		}
		switch c.DataAtom {
		case atom.Img:
			s.visitPicture(c)
		case atom.Table:
			s.endRun()
		case atom.Svg, atom.Head, atom.Script, atom.Style, atom.Noscript:
		case atom.A:
			href := strings.TrimSpace(htmltree.Attr(c, "href"))
			if s.link != nil || href == "" { // links don't nest
				s.visit(c)
				break
			}
			s.link = &anchor{node: c, href: href}
			s.links = append(s.links, s.link)
			s.visit(c)
			s.link = nil
		case atom.Ul, atom.Ol:
			s.skipSlides(c)
			s.visit(c)
		default:
			s.visit(c)
		}
	}
}

func (s *pictureScan) visitText() {
	s.endRun()
	if s.link != nil {
		s.link.hasText = true
	}
}

func (s *pictureScan) visitPicture(n *html.Node) {
	if htmlmd.IsFormulaImage(n) {
		s.visitText()
		return
	}
	if s.link != nil {
		s.link.hasPicture = true
	}
	if up := n.Parent; s.hasText(up) || up.DataAtom == atom.A && up.Parent != nil && s.hasText(up.Parent) {
		return
	}
	s.run = append(s.run, n)
	if key := pictureKey(n); key != "" {
		s.uses[key]++
		s.alone = append(s.alone, n)
	}
}

// skipSlides marks all but the first of the items of a list in an item of a list, each of which
// holds a picture and no text: the pictures of a product in a list of products.
func (s *pictureScan) skipSlides(list *html.Node) {
	up := list.Parent
	for steps := 0; up != nil && up.DataAtom != atom.Li; steps++ {
		if up = up.Parent; steps == maxSlideSteps {
			return
		}
	}
	if up == nil {
		return
	}
	var slides []*html.Node
	for c := range list.ChildNodes() {
		if c.Type != html.ElementNode || s.marks[c]&htmlmd.Skipped != 0 {
			continue
		}
		pictures, nodes := 0, 0
		for n := range c.Descendants() {
			if nodes++; nodes > maxSlideNodes || isText(n) {
				return
			}
			if n.DataAtom == atom.Img {
				pictures++
			}
		}
		if c.DataAtom != atom.Li || pictures != 1 {
			return
		}
		slides = append(slides, c)
	}
	if len(slides) < minSlides {
		return
	}
	for _, c := range slides[1:] {
		s.marks[c] |= htmlmd.Skipped
		s.dropped(c, "further pictures of an item")
	}
}

// endRun ends the run of pictures. Of a run of more than maxRun pictures minRun stay: first those with
// an alt text that no picture before has, then the first of the others. The last picture that is left
// out becomes the place of a note, see noteOmitted.
func (s *pictureScan) endRun() {
	run := s.run
	s.run = s.run[:0]
	if len(run) <= maxRun {
		return
	}
	keep, texts := map[*html.Node]bool{}, map[string]bool{"": true}
	for _, n := range run {
		if alt := strings.TrimSpace(htmltree.Attr(n, "alt")); len(keep) < minRun && !texts[alt] {
			texts[alt], keep[n] = true, true
		}
	}
	for _, n := range run {
		if len(keep) < minRun {
			keep[n] = true
		}
	}
	noted := false
	for _, n := range slices.Backward(run) {
		switch {
		case keep[n]:
		case noted || !s.noteOmitted(n, len(run)-len(keep)):
			s.skip(n, "long run of pictures")
		default:
			noted = true
			s.dropped(n, "long run of pictures")
		}
	}
}

// noteOmitted records in s.more that count pictures are left out at picture n. The writer
// writes a note there. It returns false, and records nothing, if the note would be in a
// link.
func (s *pictureScan) noteOmitted(n *html.Node, count int) bool {
	n = s.holder(n, func(n *html.Node) bool { return n.DataAtom == atom.A || n.DataAtom == atom.Picture })
	for up := n.Parent; up != nil; up = up.Parent {
		if up.DataAtom == atom.A {
			return false
		}
	}
	if s.more == nil {
		s.more = map[*html.Node]int{}
	}
	s.more[n] = count
	return true
}

func (s *pictureScan) skip(n *html.Node, rule string) {
	s.dropped(n, rule)
	s.marks[s.holder(n, func(n *html.Node) bool { return n.DataAtom != atom.Body })] |= htmlmd.Skipped
}

// holder returns the outermost element around n that contains no other written content.
// passes must be true of that element and of all between it and n. An element with an
// aria-label or a title has a name to write without its picture, so that holder stops
// below it.
func (s *pictureScan) holder(n *html.Node, passes func(*html.Node) bool) *html.Node {
	for up := n.Parent; up != nil && up.Type == html.ElementNode && passes(up) && htmltree.Attr(up, "aria-label") == "" && htmltree.Attr(up, "title") == ""; n, up = up, up.Parent {
		for c := range up.ChildNodes() {
			if c != n && s.marks[c]&htmlmd.Skipped == 0 && (c.Type == html.ElementNode || isText(c)) {
				return n
			}
		}
	}
	return n
}

func (s *pictureScan) hasText(n *html.Node) bool {
	has, known := s.text[n]
	if known {
		return has
	}
	for c := n.FirstChild; c != nil && !has; c = c.NextSibling {
		has = isText(c)
	}
	s.text[n] = has
	return has
}

// pictureKey returns a key that equal pictures have in common: the values of all attributes whose
// name contains "src", and the address of the link around. It returns "" for a picture that isn't
// decoration: one with an alt text may be data (a check mark), and one without an address outside of
// the page is the placeholder of another picture.
func pictureKey(n *html.Node) string {
	if strings.TrimSpace(htmltree.Attr(n, "alt")) != "" {
		return ""
	}
	key := ""
	for i := range n.Attr {
		if a := &n.Attr[i]; strings.Contains(a.Key, "src") && !strings.HasPrefix(a.Val, "data:") {
			key += a.Val + " "
		}
	}
	for up := n.Parent; up != nil && key != ""; up = up.Parent {
		if up.DataAtom == atom.A {
			key += htmltree.Attr(up, "href")
		}
	}
	return key
}
